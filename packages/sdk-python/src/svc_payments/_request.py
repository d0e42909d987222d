"""What goes over the wire."""

from __future__ import annotations

import json
import math
import re
import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Iterator, Mapping, Optional
from urllib.parse import quote

import httpx

from ._generated.params import FREE_FORM
from ._model import Model
from ._options import Options, RequestOptions, checked_headers, checked_value
from ._version import __version__

_IDEMPOTENCY_KEY = re.compile(r"[!-~]{1,255}")


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
    body: Optional[Mapping[str, Any]] = field(default=None, repr=False)
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, Any] = field(default_factory=dict, repr=False)
    options: RequestOptions = field(default_factory=RequestOptions, repr=False)

    def __post_init__(self) -> None:
        # Later pages of a list are requested when the caller may have changed a filter.
        query = {name: dict(value) if isinstance(value, Mapping) else value for name, value in self.query.items()}
        object.__setattr__(self, "query", query)
        known = RequestOptions.__annotations__
        for name in self.options:
            if name not in known and name != "_raw":
                raise TypeError(f"There is no argument {name!r}")

    @property
    def raw(self) -> bool:
        """Whether it was called by way of `with_raw_response`."""
        return bool(self.options.get("_raw"))

    def with_cursor(self, cursor: str) -> Call:
        """The same call for another page.

        `after` says where the first page begins. The service refuses it together with a cursor.
        """
        filters = {name: value for name, value in self.query.items() if name not in ("cursor", "after")}
        query = {**filters, "cursor": cursor}
        return Call(self.operation, self.ids, self.body, query, self.headers, self.options)


@dataclass(frozen=True)
class WireRequest:
    """A request, the same on every attempt."""

    method: str
    url: str
    headers: httpx.Headers = field(repr=False)
    content: Optional[bytes] = field(repr=False)

    @property
    def address(self) -> str:
        """The URL without its query."""
        return self.url.partition("?")[0]

    @property
    def idempotency_key(self) -> Optional[str]:
        key: Optional[str] = self.headers.get("Idempotency-Key")
        return key


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
        raise ValueError(f"{_keyword(name)} must be an id, not {value!r}")
    return quote(value, safe="")


def _query_of(query: Mapping[str, Any]) -> str:
    pairs = [pair for name, value in query.items() for pair in _query_pairs(name, value, _keyword(name))]
    return f"?{'&'.join(pairs)}" if pairs else ""


def _query_pairs(name: str, value: Any, place: str) -> Iterator[str]:
    """The parameters of a filter. Errors name its place as the caller wrote it."""
    if value is NOT_GIVEN:
        return
    if value is None:
        raise TypeError(f"{place} must not be None: leave it out instead")
    if isinstance(value, Mapping):
        if not value:
            raise TypeError(f"{place} must not be empty: leave it out instead")
        for key, inner in value.items():
            yield from _query_pairs(f"{name}[{key}]", inner, f"{place}.{key}")
    else:
        yield f"{quote(name, safe='')}={quote(_text(place, value), safe='')}"


def _text(place: str, value: Any) -> str:
    plain = to_wire(value, place)
    if isinstance(plain, bool):
        return "true" if plain else "false"
    if isinstance(plain, (list, dict)):
        raise TypeError(f"{place} must be a single value")
    # Not str(), which for a member of an enum is its name.
    return str.__str__(plain) if isinstance(plain, str) else json.dumps(plain)


def _content_of(call: Call) -> Optional[bytes]:
    if call.body is None:
        return None
    given = {name: value for name, value in call.body.items() if value is not NOT_GIVEN}
    if not given and not call.operation.body_required:
        return None
    try:
        body = {name: _kept(_keyword(name), name, value) for name, value in given.items()}
        return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        raise ValueError("The request holds half of a surrogate pair, which is no text") from None
    except RecursionError:
        raise ValueError("The request is nested too deep, or holds itself") from None


def to_wire(value: Any, place: str = "The value") -> Any:
    """A value of a request as JSON: keys in the contract's spelling, but for those that are the user's own.

    What cannot be JSON is refused; the error names the place, not the value.
    """
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise ValueError(f"{place} ({value!r}) needs a time zone, such as datetime.timezone.utc")
        return value.isoformat()
    if isinstance(value, Mapping):
        given = {_key(place, name): inner for name, inner in value.items() if inner is not NOT_GIVEN}
        return {_camel(name): _kept(f"{place}.{name}", _camel(name), inner) for name, inner in given.items()}
    if isinstance(value, (set, frozenset)):
        # The order of a set differs in each process, and with it the request that an idempotency key stands for.
        return to_wire(sorted(value, key=repr), place)
    if isinstance(value, (list, tuple)):
        return [to_wire(each, f"{place}[{index}]") for index, each in enumerate(value)]
    return _scalar(place, value)


def _kept(place: str, name: str, value: Any) -> Any:
    return _json(place, value) if name in FREE_FORM else to_wire(value, place)


def _json(place: str, value: Any) -> Any:
    """JSON of the user's own, as it is."""
    if isinstance(value, Mapping):
        return {_key(place, name): _json(f"{place}.{name}", inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json(f"{place}[{index}]", each) for index, each in enumerate(value)]
    return _scalar(place, value)


def _scalar(place: str, value: Any) -> Any:
    if value is not None and not isinstance(value, (str, bool, int, float)):
        raise TypeError(f"{place} must be JSON, not {type(value).__name__}: make a text or a number of it")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{place} must be a finite number")
    return value


def _key(place: str, name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"The keys of {place} must be text, not {type(name).__name__}")
    return name


def _camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


def _keyword(name: str) -> str:
    """The argument of a method for a parameter of the contract: `customerId` is `customer_id`."""
    return re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", name)


def _headers_of(options: Options, call: Call, accept: str, has_body: bool) -> httpx.Headers:
    headers = {
        "accept": accept,
        "authorization": f"Bearer {options.api_key}",
        "user-agent": f"svc-python/{__version__}",
    }
    if has_body:
        headers["content-type"] = "application/json"
    if call.operation.idempotent:
        headers["idempotency-key"] = str(uuid.uuid4())
    for source in (
        options.headers,
        _parameters(call.headers),
        checked_headers(call.options.get("headers")),
    ):
        headers.update({name.lower(): value for name, value in source.items()})
    if "idempotency-key" in headers:
        _require_key(headers["idempotency-key"])
    if headers.get("if-match") == "":
        raise ValueError("if_match must not be empty: leave it out to update any version")
    return httpx.Headers([(name.encode(), value.encode("latin-1")) for name, value in headers.items()])


def _parameters(headers: Mapping[str, Any]) -> Mapping[str, str]:
    given = {name: value for name, value in headers.items() if value is not NOT_GIVEN}
    return {name: _parameter(name, value) for name, value in given.items()}


def _parameter(header: str, value: object) -> str:
    """A parameter that travels in a header; errors call it as the method does."""
    name = header.replace("-", "_").lower()
    if value is None:
        raise TypeError(f"{name} must not be None: leave it out instead")
    if name != "idempotency_key":
        return checked_value(name, value)
    key = str(value) if isinstance(value, uuid.UUID) else value
    if not isinstance(key, str):
        raise TypeError("idempotency_key must be text or a UUID")
    return key


def _require_key(key: str) -> None:
    """Refuses a key that cannot be sent, whether it came as an argument or among the headers."""
    if _IDEMPOTENCY_KEY.fullmatch(key) is None:
        raise ValueError("idempotency_key must be 1 to 255 visible ASCII characters")
