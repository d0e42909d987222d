"""Events as they happen."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, AsyncIterator, Awaitable, Callable, Generator, Iterator, Optional

import httpx

from ._answer import Answer, Unfit
from ._attempts import Deadline
from ._errors import ConnectionError, InvalidResponseError
from ._generated.models import WebhookEvent, read_webhook_event
from ._sockets import shut_down
from ._sse import SseMessage, SseParser

BROKE_OFF = "The stream broke off."


@dataclass(frozen=True)
class StreamedEvent:
    """An event of a stream."""

    id: str
    """The position of the stream after this event. Pass it as `last_event_id` to continue there."""

    event: WebhookEvent

    body: str
    """The event as text. In UTF-8 it is exactly the signed bytes of a webhook delivery."""


def require_events(answer: Answer) -> None:
    if answer.media_type != "text/event-stream":
        kind = answer.media_type or "none"
        raise InvalidResponseError(f"is not a stream of events (Content-Type: {kind})", answer)


class _Stream:
    def __init__(self, response: httpx.Response, deadline: Deadline) -> None:
        self.last_event_id: Optional[str] = None
        """The position to continue at. None until the service has sent a position, which it does first."""
        self._response = response
        self._deadline = deadline
        self._parser = SseParser()
        self._closed = False
        deadline.only_silences()

    @property
    def retry_ms(self) -> Optional[int]:
        """Milliseconds to wait before reconnecting, as requested by the service. None until it has sent a value."""
        return self._parser.retry_ms

    def _events_in(self, piece: bytes) -> Iterator[StreamedEvent]:
        for message in self._messages_in(piece):
            if self._closed:
                return
            self.last_event_id = message.id
            if message.data is not None:
                yield StreamedEvent(message.id or "", self._event_in(message.data), message.data)

    def _messages_in(self, piece: bytes) -> Iterator[SseMessage]:
        try:
            yield from self._parser.push(piece)
        except Unfit as unfit:
            raise self._unreadable(str(unfit)) from None

    def _event_in(self, data: str) -> WebhookEvent:
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise self._unreadable("brings something that is no event")
        return read_webhook_event(found)

    def _unreadable(self, reason: str) -> InvalidResponseError:
        return InvalidResponseError(reason, Answer(self._response.status_code, self._response.headers))

    def _raise_unless_closed(self, cause: Exception) -> None:
        if isinstance(cause, httpx.TimeoutException) and not self._closed:
            raise self._deadline.error() from cause
        if not self._closed:
            raise ConnectionError(BROKE_OFF) from cause

    def _require_end(self) -> None:
        if not self._parser.ended and not self._closed:
            raise ConnectionError(BROKE_OFF)


class EventStream(_Stream):
    """Events as they happen. Loop over them once.

    The loop ends when the service ends the stream, or when it is closed.
    It raises a ConnectionError when the stream breaks off, and a TimeoutError when it is silent for longer than
    `timeout`. Nothing is lost either way: open another one with its `last_event_id`.
    It raises an InvalidResponseError when an event cannot be read or is longer than 1 MiB.
    """

    def __iter__(self) -> Iterator[StreamedEvent]:
        try:
            for piece in self._response.iter_bytes():
                yield from self._events_in(piece)
        except (httpx.RequestError, httpx.StreamClosed) as cause:
            self._raise_unless_closed(cause)
        finally:
            self._response.close()
        self._require_end()

    def close(self) -> None:
        """Ends the stream. A loop that reads it receives no more events, in another thread as well."""
        self._closed = True
        shut_down(self._response)
        self._response.close()

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class AsyncEventStream(_Stream):
    """Events as they happen. Use `async for` once.

    The loop ends when the service ends the stream, or when it is closed.
    It raises a ConnectionError when the stream breaks off, and a TimeoutError when it is silent for longer than
    `timeout`. Nothing is lost either way: open another one with its `last_event_id`.
    It raises an InvalidResponseError when an event cannot be read or is longer than 1 MiB.
    """

    async def __aiter__(self) -> AsyncIterator[StreamedEvent]:
        try:
            async for piece in self._response.aiter_bytes():
                for event in self._events_in(piece):
                    yield event
        except (httpx.RequestError, httpx.StreamClosed) as cause:
            self._raise_unless_closed(cause)
        finally:
            await self._response.aclose()
        self._require_end()

    async def aclose(self) -> None:
        """Ends the stream. A loop that reads it receives no more events, in another task as well."""
        self._closed = True
        await self._response.aclose()


class AsyncEvents:
    """A requested stream. Use `async for` for its events, or `async with` and `await` for the stream itself."""

    def __init__(self, open_stream: Callable[[], Awaitable[AsyncEventStream]]) -> None:
        self._open = open_stream
        self._opened: Optional[AsyncEventStream] = None

    def __await__(self) -> Generator[Any, None, AsyncEventStream]:
        return self._open().__await__()

    async def __aiter__(self) -> AsyncIterator[StreamedEvent]:
        async with self as stream:
            async for event in stream:
                yield event

    async def __aenter__(self) -> AsyncEventStream:
        self._opened = await self._open()
        return self._opened

    async def __aexit__(self, *error: object) -> None:
        if self._opened is not None:
            await self._opened.aclose()
