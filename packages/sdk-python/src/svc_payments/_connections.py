"""Connections of the blocking client."""

from __future__ import annotations

import socket
import ssl
from collections import deque
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Callable, Deque, Iterable, Iterator, Optional, cast

import httpcore
import httpx

from ._attempts import Attempts, left_of
from ._names import Names
from ._sockets import AsHttpx, Sockets, core_request, follow_forks
from ._turns import Turns

CALLS_AT_ONCE = 100
IDLE_SECONDS = 5.0
CLOSED = "The client has been closed."
GIVEN_AND_FORKED = (
    "This process was forked from the one that the http_client belongs to, and would share its connections: "
    "make a client with an http_client of its own here."
)


def no_cookies() -> CookieJar:
    """A jar that keeps no cookie, and so sends none. Calls share a client, and must not share what a proxy sets."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=()))


class Connections:
    def __init__(self, given: Optional[httpx.Client]) -> None:
        self._given = given
        self._forked = False
        self._tls = None if given is not None else httpx.create_ssl_context(trust_env=False)
        self._begin()
        follow_forks(self)

    def _begin(self) -> None:
        self._sockets = Sockets()
        self._turns = Turns(CALLS_AT_ONCE)
        self._http = self._given or httpx.Client(
            trust_env=False, cookies=no_cookies(), transport=_Transport(self._sockets, self._tls)
        )

    def after_fork(self) -> None:
        if self._given is not None:
            self._forked = True
        else:
            closed = self._http.is_closed
            self._sockets.abandon()
            self._begin()
            if closed:
                self.close()

    @property
    def closed(self) -> bool:
        return self._http.is_closed

    def client(self) -> httpx.Client:
        """What sends requests. Raises a RuntimeError when there is none any more."""
        if self._forked:
            raise RuntimeError(GIVEN_AND_FORKED)
        if self.closed:
            raise RuntimeError(CLOSED)
        return self._http

    @contextmanager
    def turn(self, attempts: Attempts) -> Iterator[None]:
        """A place among the calls in progress. Your own `http_client` has its own limit."""
        turns = self._turns
        if self._given is not None:
            yield
            return
        if not turns.take(attempts.left()):
            raise attempts.late()
        try:
            yield
        finally:
            turns.give()

    def close(self) -> None:
        if self._given is None:
            self._http.close()


class _Transport(httpx.BaseTransport):
    """What httpx has as its own, for one place and on sockets that we know.

    A connection is one call's alone until its answer has been read, so that no other call can close it; and taking one
    costs the same however many there are.
    """

    def __init__(self, sockets: Sockets, tls: Optional[ssl.SSLContext]) -> None:
        self._sockets = sockets
        self._tls = tls
        self._backend = _Backend(sockets)
        self._idle: Deque[httpcore.HTTPConnection] = deque()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        sent = core_request(request)
        connection = self._take(sent.url.origin)
        try:
            with AsHttpx():
                answer = connection.handle_request(sent)
        except BaseException:
            connection.close()
            raise
        body = _Body(cast(Iterable[bytes], answer.stream), lambda: self._give(connection))
        return httpx.Response(answer.status, headers=answer.headers, stream=body, extensions=answer.extensions)

    def _take(self, origin: httpcore.Origin) -> httpcore.HTTPConnection:
        with suppress(IndexError):
            while True:
                # The latest first, so that what is not needed any more grows old.
                connection = self._idle.pop()
                if not connection.has_expired():
                    return connection
                connection.close()
        return httpcore.HTTPConnection(
            origin, ssl_context=self._tls, keepalive_expiry=IDLE_SECONDS, network_backend=self._backend
        )

    def _give(self, connection: httpcore.HTTPConnection) -> None:
        if self._sockets.closed or not connection.is_idle():
            connection.close()
            return
        self._idle.append(connection)
        with suppress(IndexError):
            oldest = self._idle.popleft()
            if oldest.has_expired():
                oldest.close()
            else:
                self._idle.appendleft(oldest)

    def close(self) -> None:
        self._sockets.shut_down()
        with suppress(IndexError):
            while True:
                self._idle.pop().close()


class _Body(httpx.SyncByteStream):
    def __init__(self, stream: Any, give: Callable[[], None]) -> None:
        self._stream = stream
        self._give: Optional[Callable[[], None]] = give

    def __iter__(self) -> Iterator[bytes]:
        with AsHttpx():
            yield from self._stream

    def close(self) -> None:
        give, self._give = self._give, None
        if give is not None:
            try:
                self._stream.close()
            finally:
                give()


class _Backend(httpcore.NetworkBackend):
    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets
        self._names = Names()
        self._backend = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: Optional[float] = None,
        local_address: Optional[str] = None,
        socket_options: Any = None,
    ) -> httpcore.NetworkStream:
        # Given a name, it would give each address of the name the whole timeout.
        try:
            found = self._names.addresses(host, port, left_of(timeout))
        except OSError as cause:
            raise httpcore.ConnectError(str(cause)) from cause
        error: Exception = httpcore.ConnectError(f"{host} has no address.")
        for number, (*_, place) in enumerate(found):
            left = left_of(timeout)
            # An address that does not answer leaves time for those after it.
            share = None if left is None else left / (len(found) - number)
            address, service = socket.getnameinfo(place, socket.NI_NUMERICHOST | socket.NI_NUMERICSERV)
            try:
                stream = self._backend.connect_tcp(address, int(service), share, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as cause:
                error = cause
            else:
                return _Stream(stream, self._sockets)
        raise error


class _Stream(httpcore.NetworkStream):
    """Every step gets what is left of the attempt's time when it begins, however many there are."""

    def __init__(self, stream: httpcore.NetworkStream, sockets: Sockets) -> None:
        self._stream = stream
        self._sockets = sockets
        try:
            sockets.add(self)
        except BaseException:
            stream.close()
            raise

    def read(self, max_bytes: int, timeout: Optional[float] = None) -> bytes:
        return self._stream.read(max_bytes, left_of(timeout))

    def write(self, buffer: bytes, timeout: Optional[float] = None) -> None:
        self._stream.write(buffer, left_of(timeout))

    def close(self) -> None:
        self._sockets.remove(self)
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, left_of(timeout))
        self._sockets.remove(self)
        return _Stream(stream, self._sockets)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
