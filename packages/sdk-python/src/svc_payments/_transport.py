"""Carries calls out, blocking."""

from __future__ import annotations

import time
from typing import Any, Callable, Optional, Type, TypeVar

import httpx

from ._answer import Answer
from ._attempts import Attempts, Deadline
from ._connections import Connections
from ._downloads import FileDownload
from ._errors import ConnectionError, SvcError, api_error
from ._event_stream import EventStream, require_events
from ._options import Options, limits_of
from ._pages import Page, require_page
from ._request import Call, WireRequest, wire_request
from ._responses import result

T = TypeVar("T")
P = TypeVar("P", bound=Page[Any])


class Transport:
    def __init__(self, options: Options, http: Optional[httpx.Client]) -> None:
        self._options = options
        self._connections = Connections(http)

    def close(self) -> None:
        self._connections.close()

    def request(self, call: Call, read: Callable[[Any], T]) -> T:
        def take(response: httpx.Response, deadline: Deadline) -> T:
            return result(call, _whole(response, deadline), read)

        return self._perform(call, "application/json", take)

    def list(self, call: Call, page: Type[P]) -> P:
        def read(json: Any) -> P:
            require_page(json, call.query.get("cursor"))
            found = page(json)
            found._fetch = lambda cursor: self.list(call.with_cursor(cursor), page)
            return found

        return self.request(call, read)

    def download(self, call: Call) -> FileDownload:
        return self._perform(call, "*/*", FileDownload)

    def stream(self, call: Call) -> EventStream:
        return self._perform(call, "text/event-stream", _events)

    def _perform(self, call: Call, accept: str, take: Callable[[httpx.Response, Deadline], T]) -> T:
        """Sends a request until it is answered for good; `take` makes something of the success."""
        request = wire_request(self._options, call, accept)
        limits = limits_of(self._options, call.options)
        attempts = Attempts(request, limits, self._options.on_event)
        self._connections.client()
        try:
            while True:
                try:
                    with self._connections.turn(attempts):
                        return self._attempt(request, attempts, take)
                except SvcError as error:
                    pause = attempts.pause(error, last=self._connections.closed)
                    if pause is None:
                        raise
                time.sleep(pause)
        except SvcError as error:
            error.idempotency_key = request.idempotency_key
            raise

    def _attempt(
        self,
        request: WireRequest,
        attempts: Attempts,
        take: Callable[[httpx.Response, Deadline], T],
    ) -> T:
        deadline = attempts.begin()
        try:
            response = self._send(request, deadline)
            attempts.answered(Answer(response.status_code, response.headers))
            try:
                if not response.is_success:
                    raise api_error(_whole(response, deadline))
                return take(response, deadline)
            except BaseException:
                response.close()
                raise
        except httpx.TimeoutException as cause:
            raise deadline.error() from cause
        except (httpx.RequestError, RuntimeError) as cause:
            if self._connections.closed:
                raise ConnectionError("The client was closed; the request may have been sent.") from cause
            if isinstance(cause, RuntimeError):
                raise
            place = self._options.base_url
            raise ConnectionError(f"No complete answer came from {place}: {cause}") from cause

    def _send(self, request: WireRequest, deadline: Deadline) -> httpx.Response:
        # A followed redirect turns a POST into a GET and may carry the key elsewhere.
        http = self._connections.client()
        return http.send(
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


def _whole(response: httpx.Response, deadline: Deadline) -> Answer:
    chunks = []
    for chunk in response.iter_bytes():
        deadline.check()
        chunks.append(chunk)
    response.close()
    return Answer(response.status_code, response.headers, b"".join(chunks))


def _events(response: httpx.Response, deadline: Deadline) -> EventStream:
    require_events(Answer(response.status_code, response.headers))
    return EventStream(response, deadline)
