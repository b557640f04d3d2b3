"""Private characters in the place of text that the engine will not store.

Stored text may spell escapes: _x000D_ is a carriage return, _x005F_x0041_ is "_x0041_". The engine
refuses to store a result that has a control character or looks like an escape. So that a customer
called "_x0041_" gets a quote too, each such piece is replaced by a private character while the
engine computes, one for one, so that lengths and comparisons stay right.
"""

from __future__ import annotations

import re
from collections.abc import Collection

_TROUBLE = re.compile(rb"_x005[Ff]_x(?=[0-9A-Fa-f]{4}_)|_x00(0[1-8BCEFbcef]|1[0-9A-Fa-f])_")
_X = ord("x")
# Blocks of the last private plane, which no font and hardly any text uses.
_BLOCKS = range(0x10FE00, 0x10E000, -0x80)


class StandIns:
    """Stand-ins that do not occur in the given contents."""

    def __init__(self, contents: Collection[bytes]) -> None:
        self._base = next((base for base in _BLOCKS if _free(base, contents)), _BLOCKS[0])
        first, last, x = (chr(self._base + code) for code in (1, 0x1F, _X))
        self._pattern = re.compile(f"(_?){x}|[{first}-{last}]")

    def hide(self, content: bytes) -> bytes:
        """XML with stand-ins for the pieces that the engine refuses."""

        def stand_in(match: re.Match[bytes]) -> bytes:
            if match[1] is None:
                return f"_{chr(self._base + _X)}".encode()
            return chr(self._base + int(match[1], 16)).encode()

        return _TROUBLE.sub(stand_in, content)

    def restore(self, content: bytes) -> bytes:
        """XML with the pieces back; an "x" that a formula has cut out needs no escape."""

        def original(match: re.Match[str]) -> str:
            code = ord(match[0][-1]) - self._base
            if code == _X:
                return "_x005F_x" if match[1] else "x"
            return f"_x{code:04X}_"

        return self._pattern.sub(original, content.decode("utf-8")).encode("utf-8")


def _free(base: int, contents: Collection[bytes]) -> bool:
    used = [chr(base + code).encode() for code in (*range(1, 0x20), _X)]
    return not any(character in content for content in contents for character in used)
