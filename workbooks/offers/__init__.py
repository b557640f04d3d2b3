"""What a supplier offers: its fields, the sheet to enter them, and what they amount to.

The comparison has a column for each of six suppliers, the request for quotation one; both are drawn
from here, so a returned request fits a column of the comparison field by field.
"""
