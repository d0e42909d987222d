from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import List, Optional

_LINE_END = re.compile(r"\r\n|\n|\r")


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
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._id: Optional[str] = None
        self._data: List[str] = []

    def push(self, piece: bytes) -> List[SseMessage]:
        """The messages that this piece completes."""
        messages: List[SseMessage] = []
        self._rest += self._decoder.decode(piece)
        start = 0
        while True:
            end = _LINE_END.search(self._rest, start)
            # A CR at the very end may be half of a CR LF.
            if end is None or (end[0] == "\r" and end.end() == len(self._rest)):
                self._rest = self._rest[start:]
                return messages
            line = self._rest[start : end.start()]
            start = end.end()
            if line:
                self._take(line)
            else:
                messages.append(SseMessage(self._id, "\n".join(self._data) if self._data else None))
                self._data = []

    def _take(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "" and value == "end":
            self.ended = True
        elif name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and value.isascii() and value.isdigit():
            self.retry_ms = int(value)
