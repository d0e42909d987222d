"""Streams that are closed early, and files that take the place of others."""

from __future__ import annotations

import asyncio
import os
import stat
import time
from pathlib import Path
from threading import Thread
from typing import Any, Callable, List

import pytest

from svc_payments import AsyncSvc, Svc

from .test_runtime import EVENT, FILE
from .vectors import begin

EVENTS = {"Content-Type": "text/event-stream"}
THREE = "".join(f"id: p{number}\ndata: {EVENT}\n\n" for number in (1, 2, 3))
#: Three events at once, and then nothing for as long as anyone waits.
OPEN = {"status": 200, "headers": EVENTS, "pieces": [THREE, None]}
#: Three events, the last two of them late.
LATE = {"status": 200, "headers": EVENTS, "pieces": [THREE[: len(THREE) // 3], 300, THREE[len(THREE) // 3 :], None]}
CONTENT = b"id\r\npay_1\r\n"
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


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_keeps_the_permissions_of_the_one_that_it_replaces(
    svc: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: List[int] = []

    target = tmp_path / "report.csv"
    target.write_text("yesterday's")
    target.chmod(0o600)
    file = svc(FILE).reports.download("rep_1")
    parts = file._response.iter_bytes

    def watched() -> Any:
        modes.extend(mode_of(each) for each in tmp_path.glob("*.part"))
        return parts()

    monkeypatch.setattr(file._response, "iter_bytes", watched)
    file.save(target)
    assert (target.read_bytes(), mode_of(target), modes) == (CONTENT, 0o600, [0o600])


def test_the_same_for_a_file_on_an_event_loop(async_svc: Callable[..., AsyncSvc], tmp_path: Path) -> None:
    target = tmp_path / "report.csv"
    target.write_text("yesterday's")
    target.chmod(0o600)

    async def call() -> None:
        async with async_svc(FILE) as svc:
            await (await svc.reports.download("rep_1")).save(target)

    asyncio.run(call())
    assert (target.read_bytes(), mode_of(target)) == (CONTENT, 0o600)


def test_a_file_is_written_where_a_link_points(svc: Open, tmp_path: Path) -> None:
    target = tmp_path / "2026.csv"
    target.write_text("yesterday's")
    link = tmp_path / "report.csv"
    link.symlink_to(target)
    svc(FILE).reports.download("rep_1").save(link)
    assert link.is_symlink()
    assert target.read_bytes() == CONTENT


def test_a_pipe_is_written_to_and_not_replaced(svc: Open, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: List[bytes] = []
    reading = Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reading.start()
    svc(FILE).reports.download("rep_1").save(pipe)
    reading.join(10)
    assert read == [CONTENT]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_file_is_saved_once(svc: Open, tmp_path: Path) -> None:
    target = tmp_path / "report.csv"
    file = svc(FILE).reports.download("rep_1")
    file.save(target)
    with pytest.raises(RuntimeError, match="Download it again"):
        file.save(target)
    assert target.read_bytes() == CONTENT
    assert [each.name for each in tmp_path.iterdir()] == ["report.csv"]
