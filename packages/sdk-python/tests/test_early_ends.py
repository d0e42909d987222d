"""Streams that are closed early."""

from __future__ import annotations

import asyncio
import time
from threading import Thread
from typing import Any, Callable, List

import pytest

from svc_payments import AsyncSvc, Svc

from .test_runtime import EVENT
from .vectors import begin

EVENTS = {"Content-Type": "text/event-stream"}
THREE = "".join(f"id: p{number}\ndata: {EVENT}\n\n" for number in (1, 2, 3))
#: Three events at once, and then nothing for as long as anyone waits.
OPEN = {"status": 200, "headers": EVENTS, "pieces": [THREE, None]}
#: Three events, the last two of them late.
LATE = {"status": 200, "headers": EVENTS, "pieces": [THREE[: len(THREE) // 3], 300, THREE[len(THREE) // 3 :], None]}
Open = Callable[..., Svc]


@pytest.fixture
def svc(mock: str) -> Open:
    def client(*answers: Any) -> Svc:
        return Svc("sk_test_1", base_url=f"{mock}/{begin(mock, {'answers': answers})}", timeout=30)

    return client


@pytest.fixture
def async_svc(mock: str) -> Callable[..., AsyncSvc]:
    def client(*answers: Any) -> AsyncSvc:
        return AsyncSvc("sk_test_1", base_url=f"{mock}/{begin(mock, {'answers': answers})}", timeout=30)

    return client


@pytest.mark.parametrize("answer", [OPEN, LATE])
def test_a_loop_that_closes_its_stream_ends(svc: Open, answer: Any) -> None:
    stream = svc(answer).events.stream()
    seen: List[str] = []
    for each in stream:
        seen.append(each.id)
        stream.close()
    assert (seen, stream.last_event_id) == (["p1"], "p1")


@pytest.mark.parametrize("answer", [OPEN, LATE])
def test_a_loop_on_an_event_loop_that_closes_its_stream_ends(async_svc: Callable[..., AsyncSvc], answer: Any) -> None:
    async def call() -> List[str]:
        async with async_svc(answer) as svc:
            stream = await svc.events.stream()
            seen: List[str] = []
            async for each in stream:
                seen.append(each.id)
                await stream.aclose()
            return seen

    assert asyncio.run(call()) == ["p1"]


def test_a_loop_that_waits_ends_when_another_thread_closes_its_stream(svc: Open) -> None:
    stream = svc(OPEN).events.stream()
    outcome: List[Any] = []

    def read() -> None:
        try:
            outcome.extend(each.id for each in stream)
            outcome.append("end")
        except Exception as error:
            outcome.append(error)

    reading = Thread(target=read, daemon=True)
    reading.start()
    while len(outcome) < 3:
        time.sleep(0.01)
    time.sleep(0.1)
    stream.close()
    reading.join(10)
    assert outcome == ["p1", "p2", "p3", "end"]


def test_a_loop_that_waits_ends_when_another_task_closes_its_stream(async_svc: Callable[..., AsyncSvc]) -> None:
    async def call() -> List[str]:
        async with async_svc(OPEN) as svc:
            stream = await svc.events.stream()

            async def read() -> List[str]:
                return [each.id async for each in stream]

            reading = asyncio.create_task(read())
            await asyncio.sleep(0.3)
            await stream.aclose()
            return await asyncio.wait_for(reading, 10)

    assert asyncio.run(call()) == ["p1", "p2", "p3"]


def test_a_stream_that_was_closed_has_no_events(svc: Open) -> None:
    stream = svc(OPEN).events.stream()
    stream.close()
    assert list(stream) == []
