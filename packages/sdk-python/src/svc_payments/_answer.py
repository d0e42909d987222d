from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

import httpx


@dataclass(frozen=True)
class Answer:
    """An answer that has been read; one that is taken as it comes has no body here."""

    status: int
    headers: httpx.Headers
    body: bytes = b""

    @property
    def request_id(self) -> Optional[str]:
        return request_id_in(self.headers)

    @property
    def media_type(self) -> str:
        return str(self.headers.get("Content-Type", "")).partition(";")[0].strip().lower()


class Unfit(ValueError):
    """What is wrong with an answer's JSON, for the InvalidResponseError that comes of it."""


def request_id_in(headers: httpx.Headers) -> Optional[str]:
    value: Optional[str] = headers.get("Request-Id")
    return value
