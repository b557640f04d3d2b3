"""Formula text taken apart: tokens, and the tree of function calls with their arguments.

Only what can be told without knowing the workbook. Texts, quoted sheet names, structured references
and array constants hold brackets and commas of their own, so they are tokens as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from gpucalc.registry import Function, functions

_PLAIN = re.compile(
    r"""(?P<space>\s+)
      | (?P<string>"(?:[^"]|"")*")
      | (?P<quoted>'(?:[^']|'')*')
      | (?P<error>\#(?:N/A|REF!|DIV/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA))
      | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?(?![\w.]))
      | (?P<name>[\w\\$][\w.$?\\]*)
      | (?P<op><=|>=|<>|.)""",
    re.VERBOSE | re.DOTALL,
)
_PREFIX = re.compile(r"(?:_xlfn\.|_xll\.|_xludf\.|_xlws\.)+", re.IGNORECASE)
ADD_INS = (".xlam", ".xla")
CELL = re.compile(r"\$?[A-Za-z]{1,3}\$?[1-9][0-9]{0,6}")


class Token(NamedTuple):
    """A piece of a formula: ``kind`` is space, string, quoted, bracket, error, number, name, op."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """Where the next piece starts."""
        return self.start + len(self.text)


def tokens(formula: str) -> list[Token]:
    """All pieces in order; together they are the formula."""
    found, at = [], 0
    while at < len(formula):
        if formula[at] == "[":
            end = _bracket_end(formula, at)
            found.append(Token("bracket", formula[at:end], at))
        else:
            match = _PLAIN.match(formula, at)
            assert match is not None and match.lastgroup  # "." takes any character
            found.append(Token(match.lastgroup, match[0], at))
            end = match.end()
        at = end
    return found


def _bracket_end(formula: str, at: int) -> int:
    """After the bracket that closes the one at ``at``; an apostrophe escapes what follows it."""
    depth = 0
    while at < len(formula):
        mark = formula[at]
        if mark == "'":
            at += 1
        elif mark == "[":
            depth += 1
        elif mark == "]":
            depth -= 1
            if not depth:
                return at + 1
        at += 1
    return len(formula)


@dataclass
class Call:
    """A function call or a pair of brackets (``name`` is "").

    ``function`` is ours or None; ``name`` is without prefixes; the call is formula[start:end], and
    ``link`` the number of the external book in front ([1]!), 0 for none. ``lambdas`` says that it
    is written as a defined LAMBDA name (GPU.CARDS).
    """

    name: str
    start: int
    end: int = 0
    args: list[Arg] = field(default_factory=list)
    function: Function | None = None
    link: int = 0
    lambdas: bool = False
    parent: Arg | None = field(default=None, repr=False)


@dataclass
class Arg:
    """An argument, formula[start:end], with the calls directly in it."""

    start: int
    call: Call | None = field(default=None, repr=False)
    end: int = 0
    calls: list[Call] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list, repr=False)

    @property
    def solid(self) -> list[Token]:
        """Its tokens without the space around them and between."""
        return [t for t in self.tokens if t.kind != "space"]

    @property
    def alone(self) -> Call | None:
        """The call that is the whole argument."""
        solid = self.solid
        if len(self.calls) != 1 or not solid:
            return None
        call = self.calls[0]
        return call if (call.start, call.end) == (solid[0].start, solid[-1].end) else None


Links = Callable[[int], str]


def parse(formula: str, links: Links = lambda number: "") -> Arg:
    """The formula as one argument of nothing; ``links`` tells the file of an external book."""
    pieces = tokens(formula)
    top = Arg(0)
    stack: list[tuple[Arg, str]] = [(top, "")]  # open arguments and what closes them
    for i, piece in enumerate(pieces):
        arg = stack[-1][0]
        if piece.kind == "op" and piece.text in "({":
            call = _opened(pieces, i, links) if piece.text == "(" else Call("", piece.start)
            call.parent = arg
            arg.calls.append(call)
            inner = Arg(piece.end, call)
            call.args.append(inner)
            _feed(stack, piece)
            stack.append((inner, ")" if piece.text == "(" else "}"))
        elif piece.kind == "op" and piece.text in ")}" and stack[-1][1] == piece.text:
            arg.end = piece.start
            stack.pop()
            call = arg.call  # type: ignore[assignment]
            call.end = piece.end
            if piece.text == "}":
                stack[-1][0].calls.remove(call)  # an array constant is no call
            elif call.name and len(call.args) == 1 and not arg.solid:
                call.args.clear()  # F() has no argument
            _feed(stack, piece)
        elif piece.kind == "op" and piece.text == "," and stack[-1][1] == ")" and arg.call:
            arg.end = piece.start
            stack.pop()
            _feed(stack, piece)
            following = Arg(piece.end, arg.call)
            arg.call.args.append(following)
            stack.append((following, ")"))
        else:
            _feed(stack, piece)
    for arg, _ in stack:  # brackets never closed: the text ends them
        arg.end = len(formula)
        if arg.call is not None:
            arg.call.end = len(formula)
    return top


def _feed(stack: list[tuple[Arg, str]], piece: Token) -> None:
    for arg, _ in stack:
        arg.tokens.append(piece)


def _opened(pieces: list[Token], i: int, links: Links) -> Call:
    """The call that the bracket at ``i`` opens."""
    opened = pieces[i].start
    if i > 1 and pieces[i - 1].kind == "space" and _ours(pieces[i - 2]) is not None:
        i -= 1  # F (…), as libraries may write it; after a range the space means a common part
    if i == 0 or pieces[i - 1].kind != "name":
        return Call("", opened)
    typed = pieces[i - 1]
    name = _PREFIX.sub("", typed.text)
    call = Call(name, typed.start)
    ours = _ours(typed)
    if i >= 3 and pieces[i - 2].text == "!":
        before = pieces[i - 3]
        call.start = before.start
        file = before.text.strip("'")
        if before.kind == "bracket" and before.text[1:-1].isdigit():
            call.link = int(before.text[1:-1])
            file = links(call.link)
        elif i >= 4 and pieces[i - 4].kind == "bracket":
            call.start, file = pieces[i - 4].start, pieces[i - 4].text
        if not file.strip("[]").casefold().endswith(ADD_INS):
            ours = None
    call.function = ours
    call.lambdas = ours is not None and "." in name
    return call


def _ours(piece: Token) -> Function | None:
    """The function of ours that a name in a formula means."""
    if piece.kind != "name":
        return None
    name = _PREFIX.sub("", piece.text)
    found = functions().get(name.lower().replace(".", "_"))
    if found is None or name.upper() not in (found.udf_name, found.lambda_name):
        return None
    return found


def our_calls(arg: Arg) -> list[Call]:
    """The outermost calls of our functions within an argument."""
    found = []
    for call in arg.calls:
        if call.function is not None:
            found.append(call)
        else:
            found += [inner for part in call.args for inner in our_calls(part)]
    return found


def every_call(arg: Arg) -> Iterator[Call]:
    """All calls within an argument, outer ones first."""
    for call in arg.calls:
        yield call
        for part in call.args:
            yield from every_call(part)


def spliced(text: str, edits: list[tuple[int, int, str]]) -> str:
    """The text with spans replaced."""
    for start, end, piece in sorted(edits, reverse=True):
        text = text[:start] + piece + text[end:]
    return text


__all__ = ["CELL", "Arg", "Call", "Token", "every_call", "our_calls", "parse", "spliced", "tokens"]
