"""What the buyer enters into a request for quotation."""

from __future__ import annotations

from workbooks.fields import Field, Section, date, key, texts
from workbooks.offers.fields import MANDATORY, NEED

HEADER = Section(
    "section_header",
    (
        *texts("rfq_no", required="always"),
        date("rfq_date", required="always"),
        date("reply_by", required="always"),
        *texts("project"),
        *texts("customer", required="always"),
        *texts("customer_contact", "customer_phone", "customer_email"),
        key("currency", "currency", "CNY"),
    ),
)
SECTIONS = (HEADER, NEED, MANDATORY)
FIELDS: dict[str, Field] = {f.name: f for section in SECTIONS for f in section.fields}
