"""How a client reaches the service, and what can be said about one call."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Optional, TypedDict
from urllib.parse import urlsplit

from ._events import CallEvent

DEFAULT_TIMEOUT = 60.0
DEFAULT_MAX_RETRIES = 2

_VISIBLE_ASCII = re.compile(r"[!-~]+")
_EXAMPLE = "such as https://payments.example.com"


class RequestOptions(TypedDict, total=False):
    """What every method takes beside what belongs to its operation."""

    timeout: float
    """Seconds that one attempt may take, in place of the client's."""

    total_timeout: Optional[float]
    """Seconds that the whole call may take, attempts and waits; None for any."""

    max_retries: int
    """How often the call is attempted again."""

    headers: Mapping[str, str]
    """Headers for this call, over those of the client."""


@dataclass(frozen=True)
class Options:
    """A client's options, checked and complete."""

    api_key: str = field(repr=False)
    base_url: str
    timeout: float
    total_timeout: Optional[float]
    max_retries: int
    headers: Mapping[str, str] = field(repr=False)
    on_event: Optional[Callable[[CallEvent], object]]


@dataclass(frozen=True)
class Limits:
    """How long one call may take, and how often it is attempted again."""

    timeout: float
    total_timeout: Optional[float]
    max_retries: int


def client_options(
    api_key: str,
    *,
    base_url: str,
    timeout: float,
    total_timeout: Optional[float],
    max_retries: int,
    headers: Optional[Mapping[str, str]],
    on_event: Optional[Callable[[CallEvent], object]],
) -> Options:
    """Checks what a client is made with. The error names what is wrong, never the key itself."""
    if not isinstance(api_key, str) or _VISIBLE_ASCII.fullmatch(api_key) is None:
        raise ValueError("An API key is needed: Svc(api_key, base_url=...). It starts with sk_test_ or sk_live_.")
    limits = checked_limits(timeout, total_timeout, max_retries)
    return Options(
        api_key=api_key,
        base_url=_trimmed(base_url),
        timeout=limits.timeout,
        total_timeout=limits.total_timeout,
        max_retries=limits.max_retries,
        headers=dict(headers or {}),
        on_event=on_event,
    )


def limits_of(options: Options, call: Mapping[str, Any]) -> Limits:
    """A call's limits: its own, else the client's."""
    return checked_limits(
        call.get("timeout", options.timeout),
        call.get("total_timeout", options.total_timeout),
        call.get("max_retries", options.max_retries),
    )


def checked_limits(timeout: float, total_timeout: Optional[float], max_retries: int) -> Limits:
    for name, seconds in (("timeout", timeout), ("total_timeout", total_timeout)):
        if seconds is None and name == "total_timeout":
            continue
        if not isinstance(seconds, (int, float)) or not 0 < seconds < math.inf:
            raise ValueError(f"{name} must be a number of seconds above 0")
    if not isinstance(max_retries, int) or max_retries < 0:
        raise ValueError("max_retries must be a whole number, 0 or more")
    return Limits(timeout, total_timeout, max_retries)


def _trimmed(base_url: str) -> str:
    try:
        parts = urlsplit(base_url)
        host = parts.hostname
    except (AttributeError, TypeError, ValueError):
        raise ValueError(f"base_url must be the address of the service, {_EXAMPLE}") from None
    if parts.scheme not in ("http", "https") or not host:
        raise ValueError(f"base_url must start with https:// or http://, {_EXAMPLE}")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError(f"base_url must be without user, query or fragment, {_EXAMPLE}")
    return base_url.rstrip("/")
