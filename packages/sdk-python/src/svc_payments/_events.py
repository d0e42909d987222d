"""What a client passes to its `on_event` hook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional


@dataclass(frozen=True)
class CallEvent:
    """Something that happened in a call. It never contains a key, the value of a header, a query or a body."""

    kind: Literal["request", "response", "failure", "wait"]
    """`request` before each attempt, `response` for the headers of a response, `failure` if there was none or it could
    not be read, `wait` before a retry."""

    method: str
    url: str
    """The URL without its query, which may contain personal data."""

    attempt: int
    """From 1."""

    status: Optional[int] = None
    """Of a `response`."""

    request_id: Optional[str] = None
    """Of a `response`: the id of the request in the logs of the service."""

    milliseconds: Optional[float] = None
    """How long the response or the failure took. For a `wait`, how long it will be."""

    code: Optional[str] = None
    """Of a `failure`: the code of the error, such as `connection_failed`."""
