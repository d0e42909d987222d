"""What a client tells its `on_event` hook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional


@dataclass(frozen=True)
class CallEvent:
    """Something that happened in a call. It never holds a key, the value of a header, a query or a body."""

    kind: Literal["request", "response", "failure", "wait"]
    """`request` before each attempt, `response` for the head of an answer, `failure` when none came or it could not be
    read, `wait` before the next attempt."""

    method: str
    url: str
    """The address without its query, which may name people."""

    attempt: int
    """From 1."""

    status: Optional[int] = None
    """Of a `response`."""

    request_id: Optional[str] = None
    """Of a `response`: names the request in the service's logs."""

    milliseconds: Optional[float] = None
    """How long the answer or the failure took; of a `wait`, how long it will be."""

    code: Optional[str] = None
    """Of a `failure`: that of the error, such as `connection_failed`."""
