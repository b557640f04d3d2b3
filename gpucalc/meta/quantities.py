"""Quantities that only the functions about the library take or give."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from gpucalc.quantity import GPU_NAME, PRICE, START_DATE, Quantity

_FIELD = Quantity("catalog_field", kind="text", example="bf16_tflops")
_REGION = Quantity("region", kind="text", example="广东")
_TERM = Quantity("term", kind="text", example="monthly")
_LEVEL = Quantity("level", kind="text", example="high")
_AS_OF = replace(START_DATE, name="as_of")
_PRICE_BASIS = Quantity("price_basis", kind="text", example="incl")
_SUPPLIER = Quantity("supplier", kind="text", example="云厂商A")
_GPUS = replace(GPU_NAME, name="gpus_compared")
_FUNCTION_NAME = Quantity("function_name", kind="text", example="GPU_CARDS")
_ARGUMENTS = Quantity("arguments", kind="any", example="13B")
_SPEC = Quantity("spec_value", kind="any")
_FACT = Quantity("price_fact", kind="any")
_TABLE = Quantity("options_table", kind="any")
_TEXT = Quantity("explanation", kind="text")
_VERSION = Quantity("software_version", kind="text")

Field = Annotated[Any, _FIELD]
Region = Annotated[Any, _REGION]
Term = Annotated[Any, _TERM]
Level = Annotated[Any, _LEVEL]
AsOf = Annotated[Any, _AS_OF]
PriceBasis = Annotated[Any, _PRICE_BASIS]
Supplier = Annotated[Any, _SUPPLIER]
Gpus = Annotated[Any, _GPUS, "range"]
FunctionName = Annotated[Any, _FUNCTION_NAME]
Arguments = Annotated[Any, _ARGUMENTS]
Spec = Annotated[Any, _SPEC]
Fact = Annotated[Any, _FACT]
Table = Annotated[Any, _TABLE]
Explanation = Annotated[Any, _TEXT]
Version = Annotated[Any, _VERSION]
CatalogDate = Annotated[Any, replace(START_DATE, name="catalog_date")]
CardHourPrice = Annotated[Any, replace(PRICE, name="card_hour_price")]
