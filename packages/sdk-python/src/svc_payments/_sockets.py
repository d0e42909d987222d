"""The sockets of a client's connections, which belong to the process that opened them."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from typing import Any, List, Optional, Protocol, Tuple
from weakref import WeakKeyDictionary, WeakSet

import anyio
import httpcore
import httpx

_FORKS = hasattr(os, "register_at_fork")


class Forked(Protocol):
    """What has something to do in a child process, right after the fork."""

    def after_fork(self) -> None: ...


_forked: WeakSet[Forked] = WeakSet()


def follow_forks(each: Forked) -> None:
    _forked.add(each)


def _in_child() -> None:
    for each in list(_forked):
        each.after_fork()


if _FORKS:
    os.register_at_fork(after_in_child=_in_child)


class Sockets:
    def __init__(self) -> None:
        self.closed = False
        self._streams: WeakKeyDictionary[Any, Optional[Tuple[int, os.stat_result]]] = WeakKeyDictionary()

    def add(self, stream: Any) -> None:
        self._streams[stream] = _place_of(stream) if _FORKS else None
        if self.closed:
            raise httpcore.ConnectError("The client was closed.")

    def remove(self, stream: Any) -> None:
        self._streams.pop(stream, None)

    def _open(self) -> List[Any]:
        # In one step: other threads may be adding some.
        found = [reference() for reference in self._streams.keyrefs()]
        return [stream for stream in found if stream is not None]

    def shut_down(self) -> None:
        """Ends the connections, so that threads that wait for something from them notice."""
        self.closed = True
        for stream in self._open():
            with suppress(OSError):
                # A TLS socket's own method would pull the cipher from under a thread that reads.
                socket.socket.shutdown(stream.get_extra_info("socket"), socket.SHUT_RDWR)

    async def aclose(self) -> None:
        """The same on an event loop, whose tasks notice that a stream is closed."""
        self.closed = True
        for stream in self._open():
            with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
                await stream.aclose()

    def abandon(self) -> None:
        """Abandons the sockets in a child process without closing the connections, which the parent still uses.

        Their numbers are invalid from now on. If they were closed, other files would get them, and code that still has
        such a socket would close those files.
        """
        nowhere = os.open(os.devnull, os.O_RDWR)
        try:
            for stream, place in list(self._streams.items()):
                with suppress(OSError):
                    if place is not None and os.path.samestat(os.fstat(place[0]), place[1]):
                        os.dup2(nowhere, place[0], inheritable=False)
                        found = stream.get_extra_info("socket")
                        if isinstance(found, socket.socket):
                            found.close()
        finally:
            os.close(nowhere)


def shut_down(response: httpx.Response) -> None:
    """Ends the connection of a response that is still coming, so that a thread that waits for it notices."""
    stream = response.extensions.get("network_stream")
    found = None if stream is None else stream.get_extra_info("socket")
    # Other calls share a connection of HTTP/2, and one whose response has ended.
    if not response.is_closed and response.http_version.startswith("HTTP/1") and isinstance(found, socket.socket):
        with suppress(OSError):
            socket.socket.shutdown(found, socket.SHUT_RDWR)


def _place_of(stream: Any) -> Tuple[int, os.stat_result]:
    """The number of a stream's socket, and what is behind the number for as long as it is that socket's."""
    number = stream.get_extra_info("socket").fileno()
    return number, os.fstat(number)


def core_request(request: httpx.Request) -> httpcore.Request:
    url = request.url
    return httpcore.Request(
        method=request.method,
        url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
        headers=request.headers.raw,
        content=request.stream,
        extensions=request.extensions,
    )


class AsHttpx:
    """Raises what goes wrong below as the errors of httpx, as its own transports do."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: Optional[BaseException], trace: object) -> None:
        if isinstance(error, httpcore.TimeoutException):
            raise httpx.ReadTimeout(str(error)) from error
        if isinstance(error, (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol)):
            raise httpx.NetworkError(str(error)) from error
