from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterator, List, Optional

from ._answer import Unfit

_LINE_END = re.compile(rb"\r\n|\n|\r")
#: Bytes of one message, many times what the service sends: one without an end would fill the memory.
_LONGEST = 1 << 20


@dataclass(frozen=True)
class SseMessage:
    """A message, or without data the bare news of how far the stream is."""

    id: Optional[str]
    data: Optional[str]


class SseParser:
    """Reads Server-Sent Events as HTML has them (9.2.6), in pieces of any size; `event` fields are not looked at."""

    def __init__(self) -> None:
        self.retry_ms: Optional[int] = None
        #: Whether the comment has come that ends a stream in order.
        self.ended = False
        self._line = bytearray()
        self._after_return = False
        self._size = 0
        self._id: Optional[str] = None
        self._data: List[str] = []

    def push(self, piece: bytes) -> Iterator[SseMessage]:
        """The messages that this piece completes. An Unfit when one is too long."""
        if self._after_return and piece.startswith(b"\n"):
            piece = piece[1:]
            self._after_return = False
        if not piece:
            return
        self._after_return = piece.endswith(b"\r")
        *ends, rest = _LINE_END.split(piece)
        for end in ends:
            self._extend(end)
            line = self._line.decode("utf-8", "replace")
            self._line.clear()
            if line:
                self._take(line)
            else:
                yield self._message()
        self._extend(rest)

    def _extend(self, part: bytes) -> None:
        self._line += part
        self._size += len(part)
        if self._size > _LONGEST:
            raise Unfit("has an event that is longer than 1 MiB")

    def _message(self) -> SseMessage:
        data = "\n".join(self._data) if self._data else None
        self._data = []
        self._size = 0
        return SseMessage(self._id, data)

    def _take(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "" and value == "end":
            self.ended = True
        elif name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and re.fullmatch(r"[0-9]{1,15}", value):
            self.retry_ms = int(value)
