"""Server-Sent Events in pieces of any size, and a message that is too long."""

from __future__ import annotations

import asyncio
import time
from typing import Any, List

import pytest

from svc_payments import AsyncSvc, InvalidResponseError, Svc
from svc_payments._answer import Unfit
from svc_payments._sse import SseMessage, SseParser

from .test_runtime import EVENT
from .vectors import begin

LONGEST = 1 << 20
HEAD = b"data:"


def read(text: bytes, size: int) -> List[SseMessage]:
    """The messages of a text that comes in pieces of this size."""
    parser = SseParser()
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    return [message for piece in pieces for message in parser.push(piece)]


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_pieces_and_line_ends_of_any_kind_make_the_same_messages(end: str, size: int) -> None:
    lines = ["id: p1", "data: Zo\u00eb", "data", "data:\U0001f41d", "", ": alive", "", "id: p2", "", "data: half"]
    assert read(end.join(lines).encode(), size) == [
        SseMessage("p1", "Zo\u00eb\n\n\U0001f41d"),
        SseMessage("p1", None),
        SseMessage("p2", None),
    ]


def test_a_time_to_wait_that_no_clock_can_show_is_left_out() -> None:
    parser = SseParser()
    list(parser.push(b"retry: 2000\nretry: " + b"9" * 10_000 + b"\n"))
    assert parser.retry_ms == 2000


def test_a_message_has_one_mebibyte_at_most() -> None:
    longest = b"x" * (LONGEST - len(HEAD))
    assert read(HEAD + longest + b"\n\n" + HEAD + longest + b"\n\n", 1 << 16) == 2 * [
        SseMessage(None, longest.decode())
    ]
    with pytest.raises(Unfit, match="longer than 1 MiB"):
        read(HEAD + longest + b"x", 1 << 16)
    with pytest.raises(Unfit, match="longer than 1 MiB"):
        read((HEAD + b"x\n") * (LONGEST // 6 + 1), 1 << 16)


def test_a_long_message_in_small_pieces_is_searched_once() -> None:
    began = time.monotonic()
    assert len(read(HEAD + b"x" * (LONGEST - len(HEAD)) + b"\n\n", 64)) == 1
    assert time.monotonic() - began < 5


def endless(mock: str) -> str:
    """The address of a stream with an event, and another one without an end."""
    answer = {
        "status": 200,
        "headers": {"Content-Type": "text/event-stream"},
        "pieces": [f"id: p1\ndata: {EVENT}\n\ndata: ", *["x" * 100_000] * 11, None],
    }
    return f"{mock}/{begin(mock, {'answers': [answer]})}"


def test_a_stream_with_an_endless_event_cannot_be_read(mock: str) -> None:
    seen: List[Any] = []
    with Svc("sk_test_1", base_url=endless(mock), timeout=30) as svc:
        stream = svc.events.stream()
        with pytest.raises(InvalidResponseError, match="longer than 1 MiB"):
            seen.extend(each.id for each in stream)
    assert (seen, stream.last_event_id) == (["p1"], "p1")


def test_the_same_for_a_stream_on_an_event_loop(mock: str) -> None:
    async def call() -> None:
        async with AsyncSvc("sk_test_1", base_url=endless(mock), timeout=30) as svc:
            stream = await svc.events.stream()
            with pytest.raises(InvalidResponseError, match="longer than 1 MiB"):
                [each async for each in stream]
            assert stream.last_event_id == "p1"

    asyncio.run(call())
