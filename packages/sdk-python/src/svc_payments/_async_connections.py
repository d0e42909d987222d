"""Connections of the asynchronous client: those of each event loop are its own."""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from contextlib import asynccontextmanager, suppress
from typing import Any, AsyncIterable, AsyncIterator, Awaitable, Callable, Deque, Optional, cast
from weakref import WeakKeyDictionary

import anyio
import httpcore
import httpx
from anyio.lowlevel import RunVar

from ._attempts import Attempts
from ._connections import CALLS_AT_ONCE, CLOSED, GIVEN_AND_FORKED, IDLE_SECONDS, no_cookies
from ._sockets import AsHttpx, Sockets, core_request, follow_forks
from ._turns import AsyncTurns


class AsyncConnections:
    def __init__(self, given: Optional[httpx.AsyncClient]) -> None:
        self._given = given
        self._forked = False
        self._closed = False
        self._tls = None if given is not None else httpx.create_ssl_context(trust_env=False)
        self._loops: WeakKeyDictionary[_Loop, _OfLoop] = WeakKeyDictionary()
        follow_forks(self)

    def after_fork(self) -> None:
        self._forked = self._given is not None
        for each in list(self._loops.values()):
            each.sockets.abandon()
        self._loops = WeakKeyDictionary()

    @property
    def closed(self) -> bool:
        return self._closed if self._given is None else self._given.is_closed

    def client(self) -> httpx.AsyncClient:
        """What sends requests. Raises a RuntimeError when there is none any more."""
        if self._forked:
            raise RuntimeError(GIVEN_AND_FORKED)
        if self.closed:
            raise RuntimeError(CLOSED)
        return self._here().http if self._given is None else self._given

    @asynccontextmanager
    async def turn(self, attempts: Attempts) -> AsyncIterator[None]:
        """A place among the calls in progress. Your own `http_client` has its own limit."""
        if self._given is not None:
            yield
            return
        turns = self._here().turns
        if not await turns.take(attempts.left()):
            raise attempts.late()
        try:
            yield
        finally:
            turns.give()

    async def aclose(self) -> None:
        self._closed = True
        if self._given is None:
            here = self._loops.get(_running())
            self._loops = WeakKeyDictionary()
            if here is not None:
                await here.http.aclose()

    def _here(self) -> _OfLoop:
        loop = _running()
        found = self._loops.get(loop)
        if found is None:
            for other in list(self._loops):
                if other.over:
                    del self._loops[other]
            found = self._loops[loop] = _OfLoop(self._tls)
        return found


class _OfLoop:
    def __init__(self, tls: Optional[ssl.SSLContext]) -> None:
        self.sockets = Sockets()
        self.turns = AsyncTurns(CALLS_AT_ONCE)
        self.http = httpx.AsyncClient(trust_env=False, cookies=no_cookies(), transport=_Transport(self.sockets, tls))


class _Loop:
    """Stands for an event loop. trio's is over when nothing knows it any more, asyncio's says so."""

    def __init__(self) -> None:
        self._asyncio: Optional[asyncio.AbstractEventLoop] = None
        with suppress(RuntimeError):
            self._asyncio = asyncio.get_running_loop()

    @property
    def over(self) -> bool:
        return self._asyncio is not None and self._asyncio.is_closed()


_LOOP: RunVar[_Loop] = RunVar("svc_payments")


def _running() -> _Loop:
    try:
        return _LOOP.get()
    except LookupError:
        loop = _Loop()
        _LOOP.set(loop)
        return loop


class _Transport(httpx.AsyncBaseTransport):
    """What httpx has as its own, for one place and on sockets that we know.

    A connection is one call's alone until its answer has been read, so that no other call can close it; and taking one
    costs the same however many there are.
    """

    def __init__(self, sockets: Sockets, tls: Optional[ssl.SSLContext]) -> None:
        self._sockets = sockets
        self._tls = tls
        self._backend = _Backend(sockets)
        self._idle: Deque[httpcore.AsyncHTTPConnection] = deque()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        sent = core_request(request)
        connection = await self._take(sent.url.origin)
        try:
            with AsHttpx():
                answer = await connection.handle_async_request(sent)
        except BaseException:
            await _close(connection)
            raise
        body = _Body(cast(AsyncIterable[bytes], answer.stream), lambda: self._give(connection))
        return httpx.Response(answer.status, headers=answer.headers, stream=body, extensions=answer.extensions)

    async def _take(self, origin: httpcore.Origin) -> httpcore.AsyncHTTPConnection:
        with suppress(IndexError):
            while True:
                # The latest first, so that what is not needed any more grows old.
                connection = self._idle.pop()
                if not connection.has_expired():
                    return connection
                await connection.aclose()
        return httpcore.AsyncHTTPConnection(
            origin, ssl_context=self._tls, keepalive_expiry=IDLE_SECONDS, network_backend=self._backend
        )

    async def _give(self, connection: httpcore.AsyncHTTPConnection) -> None:
        if self._sockets.closed or not connection.is_idle():
            await connection.aclose()
            return
        self._idle.append(connection)
        with suppress(IndexError):
            oldest = self._idle.popleft()
            if oldest.has_expired():
                await oldest.aclose()
            else:
                self._idle.appendleft(oldest)

    async def aclose(self) -> None:
        await self._sockets.aclose()


class _Body(httpx.AsyncByteStream):
    def __init__(self, stream: Any, give: Callable[[], Awaitable[None]]) -> None:
        self._stream = stream
        self._give: Optional[Callable[[], Awaitable[None]]] = give

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with AsHttpx():
            async for piece in self._stream:
                yield piece

    async def aclose(self) -> None:
        give, self._give = self._give, None
        if give is not None:
            try:
                await self._stream.aclose()
            finally:
                await give()


async def _close(connection: httpcore.AsyncHTTPConnection) -> None:
    with anyio.CancelScope(shield=True):
        await connection.aclose()


class _Backend(httpcore.AsyncNetworkBackend):
    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets
        self._backend = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: Optional[float] = None,
        local_address: Optional[str] = None,
        socket_options: Any = None,
    ) -> httpcore.AsyncNetworkStream:
        stream = await self._backend.connect_tcp(host, port, timeout, local_address, socket_options)
        return await _followed(stream, self._sockets)


async def _followed(stream: httpcore.AsyncNetworkStream, sockets: Sockets) -> httpcore.AsyncNetworkStream:
    found = _Stream(stream, sockets)
    try:
        sockets.add(found)
    except BaseException:
        await stream.aclose()
        raise
    return found


class _Stream(httpcore.AsyncNetworkStream):
    def __init__(self, stream: httpcore.AsyncNetworkStream, sockets: Sockets) -> None:
        self._stream = stream
        self._sockets = sockets

    async def read(self, max_bytes: int, timeout: Optional[float] = None) -> bytes:
        return await self._stream.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: Optional[float] = None) -> None:
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        self._sockets.remove(self)
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> httpcore.AsyncNetworkStream:
        stream = await self._stream.start_tls(ssl_context, server_hostname, timeout)
        self._sockets.remove(self)
        return await _followed(stream, self._sockets)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
