"""The options of a client and of a call."""

from __future__ import annotations

import inspect
import math
import re
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Optional, TypedDict
from urllib.parse import urlsplit

from ._events import CallEvent

DEFAULT_TIMEOUT = 60.0
DEFAULT_MAX_RETRIES = 2

_VISIBLE_ASCII = re.compile(r"[!-~]+")
#: RFC 9110, 5.6.2: what a header's name is.
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_UNSENDABLE = re.compile(r"[^\t\x20-\x7e\x80-\xff]")
_SPACE_OR_CONTROL = re.compile(r"[\x00-\x20\x7f]")
_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_USER_QUERY_OR_FRAGMENT = re.compile(r"[?#]|^[^/]*//[^/]*@")
_EXAMPLE = "such as https://payments.example.com"
#: Headers of the connection. With a value of the caller, two programs could disagree about where a request ends.
_OF_CONNECTION = frozenset(
    "connection content-length expect host keep-alive te trailer transfer-encoding upgrade".split()
)
#: Headers that guard a call. If None left one out, a lookup that finds nothing would remove the guard unnoticed.
NEVER_NONE = ("idempotency-key", "if-match")


class RequestOptions(TypedDict, total=False):
    """The options of a call, which every method accepts."""

    timeout: float
    """Seconds for one attempt. Replaces the client's value."""

    total_timeout: Optional[float]
    """Seconds for the whole call including attempts and waits. None means no limit."""

    max_retries: int
    """The number of retries."""

    headers: Mapping[str, str]
    """Headers for this call. They override those of the client."""


@dataclass(frozen=True)
class Options:
    """The options of a client, validated and complete."""

    api_key: str = field(repr=False)
    base_url: str
    timeout: float
    total_timeout: Optional[float]
    max_retries: int
    headers: Mapping[str, str] = field(repr=False)
    on_event: Optional[Callable[[CallEvent], object]]


@dataclass(frozen=True)
class Limits:
    """The time limits of one call, and its number of retries."""

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
    """Validates the options of a client. An error names the invalid option, but never contains the key."""
    if not isinstance(api_key, str) or _VISIBLE_ASCII.fullmatch(api_key) is None:
        raise ValueError("An API key is needed: Svc(api_key, base_url=...). It starts with sk_test_ or sk_live_.")
    _require_hook(on_event)
    limits = checked_limits(timeout, total_timeout, max_retries)
    return Options(
        api_key=api_key,
        base_url=_trimmed(base_url),
        timeout=limits.timeout,
        total_timeout=limits.total_timeout,
        max_retries=limits.max_retries,
        headers=_client_headers(headers),
        on_event=on_event,
    )


def limits_of(options: Options, call: Mapping[str, Any]) -> Limits:
    """The limits of a call: its own, or those of the client."""
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


def _client_headers(headers: Optional[Mapping[str, str]]) -> Mapping[str, str]:
    """Headers for every request. They must not contain an idempotency key."""
    checked = checked_headers(headers)
    if any(name.lower() == "idempotency-key" for name in checked):
        raise ValueError("An Idempotency-Key is for one call. Pass it as idempotency_key there")
    return checked


def checked_headers(headers: Optional[Mapping[str, str]]) -> Mapping[str, str]:
    """Refuses what cannot be sent, by its name and never by its value."""
    if headers is not None and not isinstance(headers, Mapping):
        raise TypeError("headers must be a mapping of names to values")
    return {
        _checked_name(name): checked_value(f"The header {name!r}", value)
        for name, value in (headers or {}).items()
        if value is not None or str(name).lower() in NEVER_NONE
    }


def checked_value(what: str, value: object) -> str:
    """A header's value, without the spaces around it, which are no part of it."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be text")
    if _UNSENDABLE.search(value) is not None:
        raise ValueError(f"{what} must be Latin-1 without line breaks and other control characters")
    return value.strip(" \t")


def _checked_name(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError("The names in headers must be text")
    if _TOKEN.fullmatch(name) is None:
        raise ValueError(f"{name!r} in headers is not the name of a header")
    if name.lower() in _OF_CONNECTION:
        raise ValueError(f"The header {name!r} cannot be set: it belongs to the connection")
    return name


def _require_hook(on_event: object) -> None:
    if on_event is None:
        return
    if not callable(on_event):
        raise TypeError("on_event must be a function")
    if inspect.iscoroutinefunction(on_event) or inspect.iscoroutinefunction(type(on_event).__call__):
        raise TypeError("on_event must be a plain function: nothing would wait for an `async def`")


def _trimmed(base_url: str) -> str:
    if not isinstance(base_url, str) or _SCHEME.match(base_url) is None:
        raise ValueError(f"base_url must start with https:// or http://, {_EXAMPLE}")
    if _SPACE_OR_CONTROL.search(base_url) is not None:
        raise ValueError(f"base_url must be without spaces and control characters, {_EXAMPLE}")
    if _USER_QUERY_OR_FRAGMENT.search(base_url) is not None:
        raise ValueError(f"base_url must be without user, query or fragment, {_EXAMPLE}")
    if not _has_host_and_port(base_url):
        raise ValueError(f"base_url must have a valid host and port, {_EXAMPLE}")
    trimmed = base_url.rstrip("/")
    if trimmed.endswith("/v1"):
        raise ValueError(f"base_url must be without /v1, which the library adds, {_EXAMPLE}")
    return trimmed


def _has_host_and_port(url: str) -> bool:
    try:
        parts = urlsplit(url)
        # `port` raises a ValueError if it is no port, and is None if there is none.
        return bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
