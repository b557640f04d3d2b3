"""The lower part of the customer's page: lines, hours, terms, signatures."""

from __future__ import annotations

from gpucalc import catalog
from workbooks import house
from workbooks.formulas import Cell, Formula, is_number, joined, text, typed, when
from workbooks.house import Look
from workbooks.printed_page import LABEL, VALUE
from workbooks.quote.lines import CAPACITY
from workbooks.quote.page import LAST, Page

# The first row has room for four lines: unit, tax basis and the mark of an example price. What
# the card's server is made of stands below the table, over the whole width.
FIRST_ROW, LINE_ROW = 47, 26
CELL = Look(size=10, horizontal="right", shrink=True)
WRAPPED = Look(size=9.5, wrap=True)

# Column of the page -> column of the line items, and how it looks.
TABLE: dict[str, tuple[str, Look]] = {
    "A": ("B", CELL.but(horizontal="center")),
    "B": ("C", WRAPPED),
    "C": ("short", WRAPPED),
    "D": ("E", CELL),
    "E": ("G", CELL),
    "G": ("I", CELL.but(number=house.PRICE)),
    "H": ("J", CELL.but(number='0.0%;-0.0%;"-"', horizontal="center")),
    "I": ("K", CELL.but(number=house.PRICE)),
    "J": ("M", CELL.but(number=house.RATE)),
    "K": ("O", CELL.but(number=house.MONEY)),
    "L": ("P", CELL.but(number=house.MONEY)),
    "M": ("Q", CELL.but(number=house.MONEY)),
}
# Columns and helpers of the line items that share the page's column F.
UNIT, ANCHOR, MARK = "price_unit", "L", "mark"
# Beside the page, not printed: the unit of each duration, for the format that shows it.
ASIDE = "O"

# Short terms stand in a grid, longer ones flow in two columns.
GRID = (
    ("settlement", house.GENERAL),
    ("prepayment_share", house.SHARE),
    ("refundable_deposit", house.MONEY),
    ("credit_period", "0"),
    ("ready_for_use_date", house.DATE),
    ("minimum_term", house.GENERAL),
)
GRID_SPANS = (("A", "B", "C", "C"), ("D", "E", "F", "G"), ("H", "K", "L", "M"))
COMMERCIAL = ("payment_terms", "early_termination", "renewal_price", "remarks")
SERVICE = (
    "delivery",
    "acceptance_criteria",
    "availability_commitment",
    "outage_credit",
    "included",
    "excluded_items",
)
SIGN_SPANS = (("A", "B", "C", "C"), ("D", "E", "F", "G"), ("H", "I", "K", "M"))


def write(page: Page) -> None:
    """Writes the lower part and sets the print area."""
    _table(page)
    _hours(page)
    _terms(page)
    _signatures(page)
    _foot(page)
    page.finish()


def _table(page: Page) -> None:
    sheet, label, words = page.sheet, page.label, page.words
    heads = {
        "A": label("no"),
        "B": label("cost_item"),
        "C": label("specification"),
        "D": label("quantity"),
        "E": words("periods"),
        "F": words("price_unit_text"),
        "G": words("list_price_short"),
        "H": words("discount_short"),
        "I": label("net_price"),
        "J": label("tax_rate"),
        "K": label("net"),
        "L": label("tax"),
        "M": words("gross_short"),
    }
    sheet.height(page.row, 38)
    for column, head in heads.items():
        sheet.put(
            column,
            page.row,
            head,
            house.HEAD.but(size=9.5, fill=house.NAVY, color=house.WHITE),
        )
    sheet.widths(N=3, O=12)
    quiet = Look(size=8, color=house.GREY)
    sheet.put(ASIDE, page.row, words("period_unit"), quiet)
    top = page.row + 1
    for offset in range(CAPACITY + 1):
        page.row += 1
        sheet.height(page.row, LINE_ROW if offset else FIRST_ROW)
        _table_row(page, offset)
    number, item, rate, unit = f"$A{top}", f"$B{top}", f"$J{top}", f"${ASIDE}{top}"
    total = typed('IF({0}="",IF({1}="",0,1),0)=1', number, item)
    strong = house.highlight(bold=True, fill=house.BAND, rule="thin", top="thin")
    # Whole percents are shown whole; a rate that no catalog row has is shown with decimals.
    exact = typed('IF({0}="",1,COUNTIFS(cat_tax_rate,{0}))=0', rate)
    forms = {"J": [(exact, house.RATE_EXACT)]}
    forms["E"] = [
        (typed("{0}={1}", unit, text(label(u))), f'General" {label(u)}"')
        for u in ("unit_hours", "day", "month")
    ]
    # Some programs apply one rule to a cell: no column is in two blocks, no format without a line.
    for first, last in (("A", "D"), ("E", "E"), ("F", "I"), ("J", "J"), ("K", LAST)):
        block = sheet.at(first, top, last, page.row)
        sheet.condition(block, total, strong)
        for applies, form in forms.get(first, []):
            sheet.condition(block, applies, house.highlight(number=form, rule="hair"))
        sheet.condition(block, typed('{0}<>""', number), house.highlight(rule="hair"))
    page.row += 1
    page.gap(4)


def _table_row(page: Page, offset: int) -> None:
    lines, position = page.lines, page.lines.order[offset]
    filled = typed('{0}<>""', position)
    for column, (there, look) in TABLE.items():
        value = when(filled, lines.printed_value(position, there))
        if column == "C" and offset:
            # What is white below the totals is marked as such, against later additions.
            after_total = typed("{0}={1}", lines.order[offset - 1], lines.total_row)
            value = when(after_total, text(page.words("end_of_lines")), value)
        page.put(page.row, column, column, value, look)
    anchor = lines.printed_value(position, ANCHOR)
    tag = when(typed('{0}<>""', anchor), joined(text(" "), anchor))
    mark = lines.printed_value(position, MARK)
    example = when(typed('{0}<>""', mark), joined(text("\n"), mark))
    unit = when(filled, joined(lines.printed_value(position, UNIT), tag, example))
    page.put(page.row, "F", "F", unit, WRAPPED.but(size=8.5, horizontal="center"))
    aside = Look(size=8, color=house.GREY)
    page.put(page.row, ASIDE, ASIDE, when(filled, lines.printed_value(position, "H")), aside)
    if offset < CAPACITY:
        number = f"{page.label('no')} {offset + 1}"
        lines_here = 2 if offset else 3
        page.fits(f"{number} · {page.label('cost_item')}", page.row, "B", "B", 9.5, lines_here)
        page.fits(f"{number} · {page.label('specification')}", page.row, "C", "C", 9.5, lines_here)


def _hours(page: Page) -> None:
    """The three kinds of hours, side by side, and what the invoice counts."""
    sheet, label, words, cells = page.sheet, page.label, page.words, page.cells
    plan = joined(text(f"{label('billed_hours')} · "), page.inputs.used["billing_plan"])
    boxes: tuple[tuple[str, str, str | Formula, Cell], ...] = (
        ("A", "C", label("train_hours"), cells["train_hours"]),
        ("D", "G", label("calendar_days"), cells["calendar_days"]),
        ("H", LAST, plan, cells["billed_hours"]),
    )
    sheet.height(page.row, 17)
    sheet.height(page.row + 1, 21)
    pale = Look(fill=house.PALE, horizontal="center")
    name_look = pale.but(color=house.GREY, top="thin")
    value_look = pale.but(size=13, bold=True, number=house.CHAIN, bottom="thin")
    for first, last, name, cell in boxes:
        page.put(page.row, first, last, name, name_look)
        value = typed("IF({0},{1},{2})", is_number(cell), cell, text("—"))
        page.put(page.row + 1, first, last, value, value_look)
    estimate = joined(
        text(words("notice_estimate")),
        page.inputs.used["scenario"],
        text(words("notice_scenario")),
    )
    notice = joined(
        when(typed("{0}=1", cells["estimated"]), estimate),
        when(typed("{0}=1", cells["price_example"]), text(words("notice_example"))),
        when(
            typed("{0}=0", cells["anchor_stated"]),
            joined(text(words("notice_anchor")), cells["anchor"], text(words("notice_end"))),
        ),
        text(words("notice_tax")),
    )
    rent = page.lines.rent
    specified = when(
        typed('{0}<>""', rent["specification"]),
        joined(text(label("specification") + words("colon")), rent["specification"]),
    )
    sheet.height(page.row + 2, 52)
    page.put(page.row + 2, "A", LAST, specified, Look(size=9.5, wrap=True))
    page.fits(label("specification"), page.row + 2, "A", LAST, 9.5, 4)
    sheet.height(page.row + 3, 28)
    small = Look(size=9, color=house.GREY, wrap=True, vertical="top")
    page.put(page.row + 3, "A", LAST, notice, small)
    page.row += 4
    page.gap(4)


def _terms(page: Page) -> None:
    sheet, label, words = page.sheet, page.label, page.words
    page.band(label("terms"))
    value_look = Look(size=10, bottom="hair", horizontal="left", shrink=True, indent=1)
    for offset, (field, number) in enumerate(GRID):
        first, mid, start, last = GRID_SPANS[offset % 3]
        row = page.row + offset // 3
        sheet.height(row, 19)
        short = f"{field}_short"
        name = words(short) if words.has(short) else label(field)
        page.put(row, first, mid, name, LABEL.but(bottom="hair"))
        used = page.inputs.used[field]
        value = typed('IF({0}="",{1},{0})', used, text("—"))
        page.put(row, start, last, value, value_look.but(number=number))
        if field == "minimum_term":
            page.fits(label(field), row, start, last, 10, 1)
    page.row += 2
    page.gap(5)
    sheet.height(page.row, 163)
    look = Look(size=10, wrap=True, vertical="top")
    page.put(page.row, "A", "F", _flow(page, COMMERCIAL), look)
    page.put(page.row, "G", LAST, _flow(page, SERVICE), look.but(indent=1))
    # Every term begins a line, so about half a line of each stays white.
    page.fits(words("flow_commercial"), page.row, "A", "F", 10, 12 - len(COMMERCIAL) // 2)
    page.fits(words("flow_service"), page.row, "G", LAST, 10, 12 - len(SERVICE) // 2)
    page.row += 1
    page.gap(4)


def _flow(page: Page, fields: tuple[str, ...]) -> Formula:
    """Filled terms one under the other in one cell; blank ones leave no gap."""
    pieces = []
    for field in fields:
        cell = page.inputs.used[field]
        name = text(f"· {page.label(field)}{page.words('colon')}")
        pieces.append(when(typed('{0}<>""', cell), joined(name, cell, text("\n"))))
    return joined(*pieces)


def _signatures(page: Page) -> None:
    sheet, words = page.sheet, page.words
    sheet.height(page.row, 26)
    fields = ("prepared", "reviewed", "approved_by")
    for (first, mid, start, last), field in zip(SIGN_SPANS, fields, strict=True):
        name = page.label(field) + words("colon")
        page.put(page.row, first, mid, name, LABEL.but(vertical="bottom"))
        line = VALUE.but(bottom="thin", edge=house.GREY, vertical="bottom")
        page.put(page.row, start, last, page.entry(field), line)
    page.row += 1
    page.gap(6)
    for offset, height in enumerate((18, 62, 18)):
        sheet.height(page.row + offset, height)
    head = Look(size=11, bold=True, color=house.NAVY)
    for first, last, party in (("A", "E", "customer"), ("G", LAST, "supplier")):
        page.put(page.row, first, last, page.if_customer(words(f"seal_{party}")), head)
        seal = page.if_customer(page.label("company_seal"))
        page.put(page.row + 1, first, last, seal, LABEL.but(horizontal="center"))
        page.put(page.row + 2, first, last, page.if_customer(words("seal_date")), LABEL)
        box = house.highlight(rule="dotted", top="dotted", sides="dotted")
        shown = typed('{0}<>""', f"${first}${page.row + 1}")
        sheet.condition(sheet.at(first, page.row + 1, last), shown, box)
    page.row += 3


def _foot(page: Page) -> None:
    """Number of the quote and catalog version. The file's own footer cannot hold a cell's text; it
    gives the page number and, for title, what the page is whoever reads it. The checks stay with
    the seller."""
    look = Look(size=8, color=house.GREY, top="hair")
    page.sheet.height(page.row, 15)
    version = page.words("page_foot", version=catalog.version())
    page.put(page.row, "A", "E", version, look)
    number = page.inputs.used["quote_no"]
    named = when(
        typed('{0}<>""', number),
        joined(text(page.label("quote_no") + page.words("colon")), number),
    )
    page.put(page.row, "F", LAST, named, look.but(horizontal="right"))
    raw = page.sheet.raw
    raw.oddFooter.left.text = page.words("book_title")
    # The customer gets this sheet alone: it counts its own page, whatever is printed beside it.
    raw.oddFooter.right.text = page.words("page_of_one")
    raw.page_setup.firstPageNumber, raw.page_setup.useFirstPageNumber = 1, True
    page.row += 1
