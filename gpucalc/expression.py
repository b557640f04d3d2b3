"""One worksheet formula as text, evaluated with the library's own functions.

The grammar is what a cell takes: calls of our functions with numbers, "text", TRUE, FALSE, blank
arguments, array constants such as {"A100";"H100"} and further calls. There is no operator and no
cell reference, and nothing of the text is ever run as Python.
"""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from gpucalc import edge, registry
from gpucalc.errors import ExcelError, InputError

Value = object  # what edge.call takes and gives: float, str, bool, None
Call = tuple[registry.Function, tuple[Value, ...]]

_TOKENS = re.compile(
    r"""(?P<space>\s+)
      | (?P<bare>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}
               | [¥￥$€£]\s*\d[\w.,/·-]*
               | \d[\d.]*\s?(?![eE][+-]?\d)(?:[^\W\d_]|[/·])[\w./·-]*)
      | (?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[%％]?)
      | (?P<text>"(?:[^"]|"")*")
      | (?P<other>“[^”]*”|'[^']*')
      | (?P<name>[^\W\d][\w.]*)
      | (?P<mark>[(),+{};-])""",
    re.VERBOSE,
)
# Typed with a Chinese input method; inside quotes the full-width characters are kept. Single quotes
# are no quotes in a cell, but spare a command line of Windows its escapes.
_HALF_WIDTH = {"（": "(", "）": ")", "，": ",", "＝": "=", "；": ";"}
_DEEPEST = 40


class FormulaSyntaxError(InputError):
    """The text is not a call of our functions; points at the place."""

    def __init__(self, en: str, zh: str, text: str, at: int) -> None:
        pointer = f"\n  {text}\n  {' ' * _width(text[:at])}^"
        super().__init__(en + pointer, zh + pointer)
        self.at = at


@dataclass(frozen=True)
class Outcome:
    """What a formula gives: its value, the reason where that is an error value, and every call in
    it with its arguments, the innermost first."""

    value: object
    reason: str = ""
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    at: int


def evaluate(text: str, lang: str = "en") -> Outcome:
    """Value of a formula such as GPU_CARDS("13B","200B","A100 80GB",10).

    Raises FormulaSyntaxError for text that is no such formula.
    """
    parser = _Parser(text, lang)
    parser.skip("=")
    value = parser.call()
    parser.end()
    reason = parser.reason if isinstance(value, ExcelError) else ""
    return Outcome(value, reason, tuple(parser.calls))


class _Parser:
    def __init__(self, text: str, lang: str) -> None:
        self.text = text
        self.lang = lang
        self.reason = ""
        self.calls: list[Call] = []
        self.tokens = list(_tokens(text))
        self.position = 0
        self.depth = 0

    @property
    def next(self) -> _Token:
        return self.tokens[self.position]

    def skip(self, mark: str) -> bool:
        """Pass over this mark if it comes next."""
        if self.next.kind == "mark" and self.next.text == mark:
            self.position += 1
            return True
        return False

    def fail(self, en: str, zh: str, token: _Token | None = None) -> FormulaSyntaxError:
        return FormulaSyntaxError(en, zh, self.text, (token or self.next).at)

    def end(self) -> None:
        if self.next.kind != "end":
            raise self.fail("the formula should end here", "公式应在此处结束")

    def call(self) -> Value:
        """A function name and its arguments."""
        name = self.next
        if name.kind != "name":
            raise self.fail("a function name is expected", "此处应为函数名")
        function = _function(name.text)
        self.position += 1
        if not self.skip("("):
            typed = name.text if function else self._phrase(name)
            raise self.fail(*_bare_name(typed, function is not None), token=name)
        if function is None:
            raise self.fail(*_unknown(name.text), token=name)
        if self.depth >= _DEEPEST:
            raise self.fail("calls are nested too deeply", "函数嵌套过深", name)
        self.depth += 1
        arguments: list[Value] = []
        if not self.skip(")"):
            arguments.append(self.argument())
            while self.skip(","):
                arguments.append(self.argument())
            if not self.skip(")"):
                raise self.fail(*self._no_end())
        self.depth -= 1
        if len(arguments) > function.most:
            raise self.fail(
                f"{function.udf_name} takes {function.most} arguments, not {len(arguments)}",
                f"{function.udf_name} 最多 {function.most} 个参数，给了 {len(arguments)} 个",
                name,
            )
        if function.returns.name == "explanation" and not _names_language(arguments):
            arguments.append(self.lang)  # an explanation is read here and now
        self.calls.append((function, tuple(arguments)))
        value = edge.call(function, *arguments)
        if isinstance(value, ExcelError) and not self.reason:
            self.reason = edge.reason(function, *arguments, lang=self.lang)
        return value

    def _phrase(self, token: _Token) -> str:
        """The words that were typed without quotes, up to the end of the argument: A100 80GB."""
        words = re.match(r"[^,，()（）;；{}\"“]*", self.text[token.at :])
        return words[0].strip() if words else token.text

    def _no_end(self) -> tuple[str, str]:
        """Why a call neither ends nor goes on here."""
        if self.next.kind == "mark" and self.next.text in "+-":
            return (
                "there is no arithmetic here: work it out first, or put a date or range in quotes",
                "此处不做运算：请先算出结果；日期等文本请加引号",
            )
        return '"," or ")" is expected', "此处应为 , 或 )"

    def argument(self) -> Value:
        """A literal, a call, or nothing at all (None: the default applies)."""
        token = self.next
        if token.kind == "mark" and token.text in ",)":
            return None
        if token.kind == "name":
            if token.text.upper() in ("TRUE", "FALSE") and not self._opens_call():
                return self.literal()
            return self.call()
        if self.skip("{"):
            return self.rows()
        return self.literal()

    def rows(self) -> Value:
        """The rest of an array constant: {1,2;3,4} is two rows."""
        rows: list[list[Value]] = [[self.literal()]]
        while not self.skip("}"):
            if self.skip(";"):
                rows.append([self.literal()])
            elif self.skip(","):
                rows[-1].append(self.literal())
            else:
                raise self.fail('",", ";" or "}" is expected', "此处应为 , ; 或 }")
        return rows

    def literal(self) -> Value:
        """A number, a text, TRUE or FALSE."""
        token = self.next
        if token.kind == "name" and token.text.upper() in ("TRUE", "FALSE"):
            self.position += 1
            return token.text.upper() == "TRUE"
        if token.kind == "text":
            self.position += 1
            return token.text
        sign = -1.0 if self.skip("-") else 1.0
        if sign > 0:
            self.skip("+")
        number = self.next
        if number.kind == "bare":
            raise self.fail(*_bare_text(number.text), token=number)
        if number.kind != "number":
            raise self.fail(
                "a number, a text in quotes or a function is expected",
                "此处应为数字、带引号的文本或函数",
            )
        self.position += 1
        digits = number.text.rstrip("%％")
        return sign * float(digits) / (1 if digits == number.text else 100)

    def _opens_call(self) -> bool:
        following = self.tokens[self.position + 1]
        return following.kind == "mark" and following.text == "("


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    while at < len(text):
        if text[at] in _HALF_WIDTH or text[at] == "=":
            yield _Token("mark", _HALF_WIDTH.get(text[at], "="), at)
            at += 1
            continue
        found = _TOKENS.match(text, at)
        if found is None:
            if text[at] in "\"“'":
                raise FormulaSyntaxError(
                    "the quotation mark is never closed", "引号没有成对", text, at
                )
            raise FormulaSyntaxError(
                f'"{text[at]}" is not understood here: one function call is expected, '
                "without operators or cell references",
                f"无法识别“{text[at]}”：此处只接受一个函数调用，不含运算符和单元格引用",
                text,
                at,
            )
        kind = str(found.lastgroup)
        piece = found.group()
        if kind == "text":
            piece = piece[1:-1].replace('""', '"')
        elif kind == "other":
            kind, piece = "text", piece[1:-1]
        if kind != "space":
            yield _Token(kind, piece, at)
        at = found.end()
    yield _Token("end", "", len(text))


def _function(name: str) -> "registry.Function | None":
    # GPU.CARDS is the name of the same function as a LAMBDA.
    return registry.functions().get(name.lower().replace(".", "_"))


def _bare_name(name: str, known: bool) -> tuple[str, str]:
    if known:
        return f'"(" is expected after {name}', f"{name} 之后应为 ("
    return (
        f'{name} stands without quotes: text goes in quotes ("{name}"); '
        "in a worksheet it would be a cell or a name",
        f'{name} 缺少引号：文本须加引号（"{name}"），否则在表格中会被当作单元格或名称',
    )


def _bare_text(text: str) -> tuple[str, str]:
    """A number with its unit, a date or an amount, typed without quotes."""
    return (
        f'{text} is a text here and goes in quotes: "{text}"',
        f'{text} 在这里是文本，须加引号："{text}"',
    )


def _names_language(arguments: list[Value]) -> bool:
    """Whether the last argument says in which language to explain."""
    last = next((a for a in reversed(arguments) if a is not None), None)
    return isinstance(last, str) and last.strip().lower() in ("en", "zh")


def _unknown(name: str) -> tuple[str, str]:
    names = {f.udf_name: f for f in registry.functions().values()}
    close = difflib.get_close_matches(name.upper().replace(".", "_"), names, n=3)
    hint = f" (did you mean {', '.join(close)}?)" if close else " (gpucalc list shows all)"
    hint_zh = f"（是否指 {'、'.join(close)}？）" if close else "（gpucalc list 可列出全部函数）"
    return f"there is no function {name}{hint}", f"没有函数 {name}{hint_zh}"


def _width(text: str) -> int:
    return sum(2 if ord(c) > 0x2E7F else 1 for c in text)
