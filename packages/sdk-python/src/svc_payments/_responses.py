"""How a response is read."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Coroutine, Generic, Optional, TypeVar, cast

import httpx

from ._answer import Answer, Unfit, request_id_in
from ._errors import InvalidResponseError
from ._request import Call

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    from ._pages import AsyncPage, AsyncPages

    P = ParamSpec("P")
    Page = TypeVar("Page", bound=AsyncPage[Any])

T = TypeVar("T")


@dataclass(frozen=True)
class RawResponse(Generic[T]):
    """An answer with its head."""

    data: T
    """What the method answers without `with_raw_response`."""

    status: int
    headers: httpx.Headers = field(repr=False)
    content: bytes = field(repr=False)
    """The body as it came."""

    @property
    def request_id(self) -> Optional[str]:
        """Names the request in the service's logs."""
        return request_id_in(self.headers)


def nothing(_: Any) -> None:
    """Reads an answer without content."""


def result(call: Call, answer: Answer, read: Callable[[Any], T]) -> T:
    """What a method answers: the object, or with `with_raw_response` more than that."""
    try:
        if read is nothing:
            _require_no_content(answer)
        data = read(None if read is nothing else _object_in(answer))
    except Unfit as unfit:
        raise InvalidResponseError(str(unfit), answer) from None
    if not call.raw:
        return data
    return cast(T, RawResponse(data, answer.status, answer.headers, answer.body))


def _require_no_content(answer: Answer) -> None:
    """Refuses a success that is not a 204: something other than the service may have answered."""
    if answer.status != 204:
        raise Unfit(f"is not 204, the only success of this call (Content-Type: {answer.media_type or 'none'})")


def _object_in(answer: Answer) -> Any:
    if not answer.body:
        raise Unfit("has no content")
    try:
        found = json.loads(answer.body)
    except (ValueError, RecursionError) as cause:
        kind = answer.media_type or "none"
        raise InvalidResponseError(f"is not JSON that can be read (Content-Type: {kind})", answer) from cause
    if not isinstance(found, dict):
        raise Unfit("is no JSON object")
    return found


def raw_response(method: Callable[P, T]) -> Callable[P, RawResponse[T]]:
    """The method, answered with the head of the answer."""
    return cast("Callable[P, RawResponse[T]]", _raw(method))


def async_raw_response(
    method: Callable[P, Awaitable[T]],
) -> Callable[P, Coroutine[Any, Any, RawResponse[T]]]:
    return cast("Callable[P, Coroutine[Any, Any, RawResponse[T]]]", _raw(method))


def async_raw_page(
    method: Callable[P, AsyncPages[Page, Any]],
) -> Callable[P, Coroutine[Any, Any, RawResponse[Page]]]:
    async def first_page(*args: Any, **kwargs: Any) -> Any:
        return await _raw(method)(*args, **kwargs)

    return cast("Callable[P, Coroutine[Any, Any, RawResponse[Page]]]", first_page)


def _raw(method: Callable[..., Any]) -> Callable[..., Any]:
    return functools.wraps(method)(functools.partial(method, _raw=True))
