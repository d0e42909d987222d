"""What goes over the wire."""

from __future__ import annotations

import json
import re
import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Dict, Iterator, Mapping, Optional, Tuple
from urllib.parse import quote

import httpx

from ._generated.params import FREE_FORM
from ._model import Model
from ._options import Options, RequestOptions
from ._version import __version__


class NotGiven:
    """Stands for what is left out, where None means null."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


@dataclass(frozen=True)
class Operation:
    """An operation of the contract."""

    method: str
    path: str
    idempotent: bool = False
    """Whether it takes an Idempotency-Key."""
    body_required: bool = False


@dataclass(frozen=True)
class Call:
    """An operation with all that its caller has said."""

    operation: Operation
    ids: Mapping[str, str] = field(default_factory=dict)
    body: Optional[Mapping[str, Any]] = None
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, Any] = field(default_factory=dict)
    options: RequestOptions = field(default_factory=RequestOptions)

    def __post_init__(self) -> None:
        known = RequestOptions.__annotations__
        for name in self.options:
            if name not in known and name != "_raw":
                raise TypeError(f"There is no argument {name!r}")

    @property
    def raw(self) -> bool:
        """Whether it was called by way of `with_raw_response`."""
        return bool(self.options.get("_raw"))

    def with_cursor(self, cursor: str) -> Call:
        """The same call for another page."""
        query = {**{name: value for name, value in self.query.items() if name != "cursor"}, "cursor": cursor}
        return Call(self.operation, self.ids, self.body, query, self.headers, self.options)


@dataclass(frozen=True)
class WireRequest:
    """A request, the same on every attempt."""

    method: str
    url: str
    headers: httpx.Headers
    content: Optional[bytes]

    @property
    def address(self) -> str:
        """The address without its query."""
        return self.url.partition("?")[0]


def wire_request(options: Options, call: Call, accept: str) -> WireRequest:
    content = _content_of(call)
    return WireRequest(
        method=call.operation.method,
        url=options.base_url + _path_of(call) + _query_of(call.query),
        headers=_headers_of(options, call, accept, content is not None),
        content=content,
    )


def _path_of(call: Call) -> str:
    return re.sub(r"{(\w+)}", lambda found: _segment(found[1], call.ids[found[1]]), call.operation.path)


def _segment(name: str, value: object) -> str:
    """One segment of the path, whatever is in it. Nothing and dots would name another resource."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"{name} must be an id, not {value!r}")
    return quote(value, safe="")


def _query_of(query: Mapping[str, Any]) -> str:
    pairs = [pair for name, value in query.items() for pair in _query_pairs(name, value)]
    return f"?{'&'.join(pairs)}" if pairs else ""


def _query_pairs(name: str, value: Any) -> Iterator[str]:
    if value is None or value is NOT_GIVEN:
        return
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _query_pairs(f"{name}[{key}]", inner)
    else:
        yield f"{quote(name, safe='')}={quote(_text(value), safe='')}"


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(to_wire(value))


def _content_of(call: Call) -> Optional[bytes]:
    if call.body is None:
        return None
    given = {name: value for name, value in call.body.items() if value is not NOT_GIVEN}
    if not given and not call.operation.body_required:
        return None
    body = {name: _kept(name, value) for name, value in given.items()}
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def to_wire(value: Any) -> Any:
    """A value of a request as JSON: keys in the contract's spelling, but for those that are the user's own."""
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise ValueError(f"{value!r} needs a time zone, such as datetime.timezone.utc")
        return value.isoformat()
    if isinstance(value, Mapping):
        given = {_camel(name): inner for name, inner in value.items() if inner is not NOT_GIVEN}
        return {name: _kept(name, inner) for name, inner in given.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [to_wire(each) for each in value]
    return value


def _kept(name: str, value: Any) -> Any:
    return value if name in FREE_FORM else to_wire(value)


def _camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


def _headers_of(options: Options, call: Call, accept: str, has_body: bool) -> httpx.Headers:
    headers = httpx.Headers(
        {
            "Accept": accept,
            "Authorization": f"Bearer {options.api_key}",
            "User-Agent": f"svc-python/{__version__}",
        }
    )
    if has_body:
        headers["Content-Type"] = "application/json"
    if call.operation.idempotent:
        headers["Idempotency-Key"] = str(uuid.uuid4())
    given: Tuple[Dict[str, str], ...] = (
        dict(options.headers),
        {name: value for name, value in call.headers.items() if value is not NOT_GIVEN},
        dict(call.options.get("headers", {})),
    )
    for source in given:
        headers.update({name: value for name, value in source.items() if value is not None})
    return headers
