"""What a reviewer of a financial model objects to; `gpucalc.excel.finance` is the way in."""
