"""The request on paper: what is asked, what is answered, what it comes to. One A4 sheet."""

from __future__ import annotations

from workbooks import blocks, house
from workbooks.book import Book, Sheet
from workbooks.formulas import (
    BLANK,
    Formula,
    is_number,
    joined,
    printed,
    sentence,
    text,
    typed,
    when,
)
from workbooks.house import Look
from workbooks.inputs import Inputs
from workbooks.offers.entries import Offers
from workbooks.offers.fields import ITEMS
from workbooks.offers.totals import Totals
from workbooks.printed_page import BAND, LABEL, PALE, VALUE, PrintedPage
from workbooks.rfq.answers import Answers
from workbooks.steps import Steps

LAST = "D"
CELL = Look(size=9.5, bottom="hair", wrap=True, horizontal="left")
NAME = LABEL.but(size=9.5, bottom="hair", wrap=True)

# Fields that the page shows, by band.
BANDS: dict[str, tuple[str, ...]] = {
    "section_offer_document": ("supplier", "supplier_contact", "quote_no", "quote_date",
                               "validity_days"),
    "section_offer_resources": ("gpu", "cards", "node_size", "link", "network", "deployment",
                                "tenancy", "region", "ready_for_use_date"),
    "section_offer_price": ("price", "billing_unit", "anchor", "tax_category", "tax_rate",
                            "invoice_type", "billing_plan", "billing_step", "min_hours",
                            "discount"),
    "section_offer_items": tuple(f"{item}_basis" for item in ITEMS),
    "section_offer_terms": ("prepayment_share", "refundable_deposit", "credit_period",
                            "payment_terms", "early_termination", "remarks",
                            "availability_commitment", "answer_1", "answer_2", "answer_3",
                            "answer_4"),
}  # fmt: skip


def write(
    book: Book, inputs: Inputs, offers: Offers, answers: Answers, totals: Totals, steps: Steps
) -> Sheet:
    """Writes the page."""
    page = PrintedPage(book, "request_for_quotation", LAST)
    page.sheet.widths(A=27, B=31, C=31, D=11)
    _head(page, inputs, steps)
    _need(page, inputs)
    _table(page, offers, answers)
    _totals(page, totals, inputs)
    _sign(page)
    page.finish()
    return page.sheet


def _head(page: PrintedPage, inputs: Inputs, steps: Steps) -> None:
    words, label, used = page.words, page.label, inputs.used
    page.sheet.height(1, 34)
    page.put(1, "A", "B", words("page_title"), Look(size=22, bold=True, color=house.NAVY))
    state = Look(size=11, bold=True, horizontal="center", shrink=True).boxed("thin")
    page.put(1, "C", "C", text(words("completeness") + words("colon")),
             LABEL.but(horizontal="right"))  # fmt: skip
    page.put(1, "D", "D", typed("{0}", steps.cells["completeness"]), state)
    facts = [
        ("rfq_no", house.GENERAL), ("rfq_date", house.DATE), ("reply_by", house.DATE),
        ("project", house.GENERAL), ("customer", house.GENERAL),
    ]  # fmt: skip
    for row, (field, form) in enumerate(facts, 2):
        page.sheet.height(row, 18)
        page.put(row, "A", "A", label(field), NAME)
        value = typed("IF({0}={1},{1},{0})", used[field], BLANK)
        page.put(row, "B", LAST, value, CELL.but(number=form, size=10.5))
    contact = joined(
        used["customer_contact"], text("  "), used["customer_phone"], text("  "),
        used["customer_email"],
    )  # fmt: skip
    page.sheet.height(7, 18)
    page.put(7, "A", "A", label("contact"), NAME)
    page.put(7, "B", LAST, contact, CELL.but(size=10.5))
    page.row = 8
    page.gap(4)


def _need(page: PrintedPage, inputs: Inputs) -> None:
    """The need in one sentence, to be read before the table."""
    words, used = page.words, inputs.used
    parts = [
        joined(used["gpu"], text(" × "), used["cards"]),
        joined(used["days"], text(words("need_days"))),
        joined(used["hours_per_day"], text(words("need_hours"))),
    ]
    sentence = joined(parts[0], text(words("need_comma")), parts[1], text(words("need_comma")),
                      parts[2])  # fmt: skip
    page.sheet.height(page.row, 24)
    page.put(page.row, "A", "A", words("page_need"), PALE.but(size=11, bold=True, indent=1))
    ready = is_number(used["cards"], used["days"])
    page.put(page.row, "B", LAST, when(ready, sentence), PALE.but(size=12, bold=True, wrap=True))
    page.row += 1
    page.gap(4)


def _table(page: PrintedPage, offers: Offers, answers: Answers) -> None:
    words, label, sheet = page.words, page.label, page.sheet
    head = house.HEAD.but(size=10, fill=house.NAVY, color=house.WHITE)
    sheet.height(page.row, 22)
    for column, key in zip("ABCD", ("field", "asked_for", "answer_given", "answer_state"),
                           strict=True):  # fmt: skip
        sheet.put(column, page.row, words(key), head)
    page.row += 1
    top = page.row
    for title, names in BANDS.items():
        sheet.height(page.row, 16)
        page.put(page.row, "A", LAST, words(title), BAND.but(size=9.5))
        page.row += 1
        for name in names:
            field = offers.fields[name]
            form = CELL.but(number=field.number)
            lines = max(house.lines_needed(label(name), 27), field.lines)
            sheet.height(page.row, 12.5 * lines + 4)
            sheet.put("A", page.row, label(name), NAME)
            sheet.formula("B", page.row, typed("{0}", answers.asked[name]), form, mark=False)
            entry = offers.entry[name][0]
            answer = _item(offers, name) if name.endswith("_basis") else joined(entry, text(""))
            if field.kind in ("number", "date"):
                read = offers.read[name][0]
                answer = typed("IF({0}={1},{1},{0})", read, BLANK)
            sheet.formula("C", page.row, answer, form, mark=False)
            state = house.STATE.but(size=8.5, bold=False)
            sheet.formula("D", page.row, typed("{0}", answers.state[name]), state, mark=False)
            page.row += 1
    blocks.state_colours(sheet, sheet.at("D", top, "D", page.row - 1))
    page.gap(4)


def _item(offers: Offers, name: str) -> Formula:
    """How an item is priced, with its price."""
    item = name.removesuffix("_basis")
    price = offers.read[f"{item}_price"][0]
    shown = printed("amount_text", amount=price)
    priced = when(is_number(price), joined(text("  "), shown))
    return joined(offers.entry[name][0], priced)


def _totals(page: PrintedPage, totals: Totals, inputs: Inputs) -> None:
    """What the answer comes to for this job, as the buyer will compute it."""
    words, label, sheet = page.words, page.label, page.sheet
    cells = totals.grid.cells
    page.band(words("page_totals"))
    money = VALUE.but(number=house.MONEY, horizontal="right", bottom="hair", size=10.5)
    rows = (
        ("per_card_hour", words("per_card_hour"), "0.0000"), ("net", label("total_net"), ""),
        ("tax", label("total_tax"), ""), ("gross", label("total_gross"), ""),
    )  # fmt: skip
    for key, title, number in rows:
        sheet.height(page.row, 18)
        page.put(page.row, "A", "B", title, NAME)
        look = money.but(number=number or house.MONEY, bold=key == "gross")
        sheet.formula("C", page.row, typed("{0}", cells[key][0]), look, mark=False)
        own = f"/{label('card_hour')}" if key == "per_card_hour" else ""
        unit = joined(inputs.used["currency"], text(own))
        look = CELL.but(horizontal="center", wrap=False, shrink=True)
        sheet.formula("D", page.row, unit, look, mark=False)
        page.row += 1
    gross, rent = cells["gross"][0], cells["rent_gross"][0]
    less = printed("difference", amount=gross, less=rent)
    said = sentence(
        words("why_total"), quantity=cells["quantity"][0], unit=cells["unit"][0],
        rent=printed("amount_text", amount=rent), others=printed("amount_text", amount=less),
        gross=printed("amount_text", amount=gross), currency=inputs.used["currency"],
    )  # fmt: skip
    sheet.height(page.row, 30)
    look = PALE.but(size=10, italic=True, color=house.NAVY, wrap=True, vertical="center")
    page.put(page.row, "A", LAST, when(is_number(gross, rent), said), look)
    page.row += 1
    unknown = cells["unknown_items"][0]
    note = when(typed("{0}<>{1}", unknown, BLANK), joined(text(words("page_unknown")), unknown))
    sheet.height(page.row, 18)
    page.put(page.row, "A", LAST, note, LABEL.but(color=house.FAIL_FILL, size=9.5, wrap=True))
    page.row += 1


def _sign(page: PrintedPage) -> None:
    words = page.words
    page.gap(8)
    page.sheet.height(page.row, 22)
    page.sheet.height(page.row + 1, 26)
    page.put(page.row, "A", "B", words("page_sign_supplier"), LABEL)
    page.put(page.row, "C", LAST, words("page_sign_date"), LABEL)
    page.put(page.row + 1, "A", LAST, words("page_note"), LABEL.but(size=8.5, wrap=True))
    page.row += 2
