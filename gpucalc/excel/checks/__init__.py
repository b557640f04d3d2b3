"""The checks behind `gpucalc.excel.lint`, one module per part of a workbook."""
