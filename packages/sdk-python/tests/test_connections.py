"""Connections across threads, event loops and processes, and calls when there are too many connections or none."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, List

import httpx
import pytest

from svc_payments import AsyncSvc, ConnectionError, Svc, TimeoutError

from .slow_server import DRIP_SECONDS, slow_server

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")


def in_child(work: Callable[[], Any]) -> Callable[[], Any]:
    """Runs it in a fork of this process, concurrently, until its result is requested."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, json.dumps(work()).encode())
        except BaseException:
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(0)
    os.close(writing)

    def result() -> Any:
        with open(reading, "rb") as pipe:
            said = pipe.read()
        os.waitpid(child, 0)
        return json.loads(said)

    return result


def calls(svc: Svc, name: str) -> List[str]:
    return [svc.payments.retrieve(f"{name}{number}").id for number in range(100)]


@forks
def test_a_fork_has_connections_of_its_own_and_leaves_its_parent_the_others() -> None:
    with slow_server() as server, Svc("sk_test_1", base_url=server.address, max_retries=0) as svc:
        before = svc.payments.retrieve("pay_1").reference

        def child() -> Any:
            places = {svc.payments.retrieve("pay_1").reference}
            answered = calls(svc, "child")
            svc.close()
            return [answered, sorted(map(str, places))]

        result = in_child(child)
        assert calls(svc, "parent") == [f"parent{number}" for number in range(100)]
        answered, places = result()
        assert answered == [f"child{number}" for number in range(100)]
        assert before not in places
        assert svc.payments.retrieve("pay_1").reference == before


@forks
def test_a_fork_of_an_event_loop_has_connections_of_its_own() -> None:
    async def many(svc: AsyncSvc, name: str) -> List[str]:
        return [(await svc.payments.retrieve(f"{name}{number}")).id for number in range(100)]

    async def both(address: str) -> None:
        async with AsyncSvc("sk_test_1", base_url=address, max_retries=0) as svc:
            before = (await svc.payments.retrieve("pay_1")).reference
            result = in_child(lambda: asyncio.run(many(svc, "child")))
            assert await many(svc, "parent") == [f"parent{number}" for number in range(100)]
            answered = await asyncio.get_running_loop().run_in_executor(None, result)
            assert answered == [f"child{number}" for number in range(100)]
            assert (await svc.payments.retrieve("pay_1")).reference == before

    with slow_server() as server:
        asyncio.run(both(server.address))


@forks
def test_a_client_that_was_handed_in_is_refused_in_a_fork() -> None:
    def refusal(svc: Svc) -> str:
        with pytest.raises(RuntimeError) as refused:
            svc.payments.retrieve("pay_1")
        return str(refused.value)

    with slow_server() as server, httpx.Client() as mine:
        svc = Svc("sk_test_1", base_url=server.address, http_client=mine)
        svc.payments.retrieve("pay_1")
        assert "http_client" in in_child(lambda: refusal(svc))()
        assert svc.payments.retrieve("pay_1").id == "pay_1"


def test_a_client_may_be_used_on_one_event_loop_after_another() -> None:
    with slow_server() as server:
        svc = AsyncSvc("sk_test_1", base_url=server.address, max_retries=0)

        async def call() -> str:
            return (await svc.payments.retrieve("pay_1")).id

        assert [asyncio.run(call()) for _ in range(3)] == ["pay_1"] * 3
        asyncio.run(svc.aclose())


@pytest.mark.parametrize(
    ("limits", "told"), [({"timeout": 0.8}, "timeout of 0.8 s"), ({"total_timeout": 0.9}, "total_timeout of 0.9 s")]
)
def test_a_head_that_drips_does_not_outlast_the_time_limit(limits: Any, told: str) -> None:
    with slow_server() as server, Svc("sk_test_1", base_url=f"{server.address}/drip", max_retries=0) as svc:
        began = time.monotonic()
        with pytest.raises(TimeoutError, match=told):
            svc.payments.retrieve("pay_1", **limits)
        assert time.monotonic() - began < DRIP_SECONDS / 2


def test_closing_a_client_ends_its_calls() -> None:
    with slow_server(hold=30) as server, ThreadPoolExecutor(1) as pool:
        told: List[str] = []
        svc = Svc("sk_test_1", base_url=server.address, on_event=lambda event: told.append(event.kind))
        call = pool.submit(svc.payments.retrieve, "pay_1")
        assert server.asked.wait(20)
        svc.close()
        error = call.exception(timeout=20)
        assert type(error) is ConnectionError
        assert "client was closed" in str(error)
        assert told == ["request", "failure"]
        with pytest.raises(RuntimeError, match="closed"):
            svc.payments.retrieve("pay_1")


def test_closing_a_client_ends_its_calls_on_an_event_loop() -> None:
    async def call(svc: AsyncSvc, asked: Callable[[float], bool]) -> None:
        waiting = asyncio.ensure_future(svc.payments.retrieve("pay_1"))
        assert await asyncio.get_running_loop().run_in_executor(None, asked, 20)
        await svc.aclose()
        with pytest.raises(ConnectionError, match="client was closed"):
            await asyncio.wait_for(waiting, 20)

    with slow_server(hold=30) as server:
        asyncio.run(call(AsyncSvc("sk_test_1", base_url=server.address), server.asked.wait))


def test_a_hundred_calls_are_under_way_at_once_and_the_others_wait_outside_of_the_time_limit() -> None:
    async def call(address: str) -> List[str]:
        async with AsyncSvc("sk_test_1", base_url=address, timeout=8, max_retries=0) as svc:
            found = await asyncio.gather(*(svc.payments.retrieve(f"pay_{number}") for number in range(500)))
            return [each.id for each in found]

    # Five rounds of two seconds take longer than the time limit of one call, which leaves a busy machine six seconds.
    with slow_server(hold=2) as server:
        assert asyncio.run(call(server.address)) == [f"pay_{number}" for number in range(500)]
        assert server.most_at_once == 100


def test_threads_wait_for_their_turn_as_well() -> None:
    with slow_server(hold=0.5) as server, ThreadPoolExecutor(150) as pool:
        svc = Svc("sk_test_1", base_url=server.address, max_retries=0)
        found = list(pool.map(lambda number: svc.payments.retrieve(f"pay_{number}").id, range(300)))
        assert found == [f"pay_{number}" for number in range(300)]
        assert server.most_at_once <= 100
        svc.close()


def test_waiting_for_a_turn_is_within_the_limit_of_the_whole_call() -> None:
    async def call(svc: AsyncSvc, asked: Callable[[float], bool]) -> None:
        async with svc:
            first = [asyncio.ensure_future(svc.payments.retrieve(f"pay_{number}")) for number in range(100)]
            assert await asyncio.get_running_loop().run_in_executor(None, asked, 20)
            with pytest.raises(TimeoutError, match="total_timeout"):
                await svc.payments.create(amount={"value": 1, "currency": "USD"}, total_timeout=0.3)
            for each in first:
                each.cancel()

    with slow_server(hold=20) as server:
        asyncio.run(call(AsyncSvc("sk_test_1", base_url=server.address), server.asked.wait))
        assert server.requests <= 100
