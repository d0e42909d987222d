"""Carries calls out on an event loop, asyncio's or trio's."""

from __future__ import annotations

import builtins
from typing import Any, Awaitable, Callable, Optional, Type, TypeVar

import anyio
import httpx

from ._answer import Answer
from ._async_connections import AsyncConnections
from ._attempts import Attempts, Deadline
from ._downloads import AsyncFileDownload
from ._errors import ConnectionError, SvcError, api_error
from ._event_stream import AsyncEvents, AsyncEventStream, require_events
from ._options import Options, limits_of
from ._pages import AsyncPage, AsyncPages, require_page
from ._request import Call, WireRequest, wire_request
from ._responses import result

T = TypeVar("T")
P = TypeVar("P", bound=AsyncPage[Any])


class AsyncTransport:
    def __init__(self, options: Options, http: Optional[httpx.AsyncClient]) -> None:
        self._options = options
        self._connections = AsyncConnections(http)

    async def aclose(self) -> None:
        await self._connections.aclose()

    async def request(self, call: Call, read: Callable[[Any], T]) -> T:
        async def take(response: httpx.Response, deadline: Deadline) -> T:
            return result(call, await _whole(response, deadline), read)

        return await self._perform(call, "application/json", take)

    def list(self, call: Call, page: Type[P]) -> AsyncPages[P, Any]:
        def read(json: Any) -> P:
            require_page(json, call.query.get("cursor"))
            found = page(json)
            found._fetch = lambda cursor: self.list(call.with_cursor(cursor), page)
            return found

        return AsyncPages(lambda: self.request(call, read))

    async def download(self, call: Call) -> AsyncFileDownload:
        return await self._perform(call, "*/*", _file)

    def stream(self, call: Call) -> AsyncEvents:
        return AsyncEvents(lambda: self._perform(call, "text/event-stream", _events))

    async def _perform(self, call: Call, accept: str, take: Callable[[httpx.Response, Deadline], Awaitable[T]]) -> T:
        """Sends a request until it is answered for good; `take` makes something of the success."""
        request = wire_request(self._options, call, accept)
        limits = limits_of(self._options, call.options)
        attempts = Attempts(request, limits, self._options.on_event)
        self._connections.client()
        try:
            while True:
                try:
                    async with self._connections.turn(attempts):
                        return await self._attempt(request, attempts, take)
                except SvcError as error:
                    pause = attempts.pause(error, last=self._connections.closed)
                    if pause is None:
                        raise
                await anyio.sleep(pause)
        except SvcError as error:
            error.idempotency_key = request.idempotency_key
            raise

    async def _attempt(
        self,
        request: WireRequest,
        attempts: Attempts,
        take: Callable[[httpx.Response, Deadline], Awaitable[T]],
    ) -> T:
        deadline = attempts.begin()
        try:
            with anyio.fail_after(deadline.seconds):
                response = await self._send(request, deadline)
                attempts.answered(Answer(response.status_code, response.headers))
                try:
                    if not response.is_success:
                        raise api_error(await _whole(response, deadline))
                    return await take(response, deadline)
                except BaseException:
                    with anyio.CancelScope(shield=True):
                        await response.aclose()
                    raise
        except (httpx.TimeoutException, _Late) as cause:
            raise deadline.error() from cause
        except (httpx.RequestError, RuntimeError) as cause:
            if self._connections.closed:
                raise ConnectionError("The client was closed; the request may have been sent.") from cause
            if isinstance(cause, RuntimeError):
                raise
            place = self._options.base_url
            raise ConnectionError(f"No complete answer came from {place}: {cause}") from cause

    async def _send(self, request: WireRequest, deadline: Deadline) -> httpx.Response:
        # A followed redirect turns a POST into a GET and may carry the key elsewhere.
        http = self._connections.client()
        return await http.send(
            http.build_request(
                request.method,
                request.url,
                headers=request.headers,
                content=request.content,
                extensions={"timeout": deadline},
            ),
            stream=True,
            follow_redirects=False,
            auth=None,
        )


#: What `anyio.fail_after` raises.
_Late = builtins.TimeoutError


async def _whole(response: httpx.Response, deadline: Deadline) -> Answer:
    body = b"".join([chunk async for chunk in response.aiter_bytes()])
    await response.aclose()
    return Answer(response.status_code, response.headers, body)


async def _file(response: httpx.Response, deadline: Deadline) -> AsyncFileDownload:
    return AsyncFileDownload(response, deadline)


async def _events(response: httpx.Response, deadline: Deadline) -> AsyncEventStream:
    require_events(Answer(response.status_code, response.headers))
    return AsyncEventStream(response, deadline)
