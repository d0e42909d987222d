"""Time limits against a server that takes its time: of an answer the whole counts, of a stream each silence."""

from __future__ import annotations

import asyncio
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Iterator, List, Union

import pytest

from svc_payments import AsyncSvc, Svc, TimeoutError

LIMIT = 1.2
HESITATION = 0.8
PAUSE = 0.5
PIECES = 3


class Dripping(BaseHTTPRequestHandler):
    """Hesitates, then brings signs of life half a second apart; `/silent` says nothing for a while before it ends."""

    def do_GET(self) -> None:
        time.sleep(HESITATION)
        self.send_response(200)
        streams = self.headers["Accept"] == "text/event-stream"
        self.send_header("Content-Type", "text/event-stream" if streams else "application/json")
        self.end_headers()
        try:
            for _ in range(PIECES):
                self.wfile.write(b": alive\n\n" if streams else b" ")
                time.sleep(PAUSE)
            if self.path.startswith("/silent"):
                time.sleep(2 * LIMIT)
            self.wfile.write(b": end\n\n" if streams else b"{}")
        except OSError:
            pass  # The client has gone.

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Dripping) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def client(address: str) -> Svc:
    return Svc("sk_test_1", base_url=address, timeout=LIMIT, max_retries=0)


def async_client(address: str) -> AsyncSvc:
    return AsyncSvc("sk_test_1", base_url=address, timeout=LIMIT, max_retries=0)


def test_an_answer_that_drips_ends_by_the_limit(address: str) -> None:
    with client(address) as svc:
        with pytest.raises(TimeoutError):
            svc.payments.retrieve("pay_1")


def test_an_answer_that_drips_ends_by_the_limit_on_an_event_loop(address: str) -> None:
    async def call() -> None:
        async with async_client(address) as svc:
            with pytest.raises(TimeoutError):
                await svc.payments.retrieve("pay_1")

    asyncio.run(call())


def test_a_stream_lives_as_long_as_it_gives_signs_of_it(address: str) -> None:
    with client(address) as svc:
        assert list(svc.events.stream()) == []


def test_a_stream_that_falls_silent_ends(address: str) -> None:
    with client(f"{address}/silent") as svc, pytest.raises(TimeoutError):
        list(svc.events.stream())


def test_the_same_on_an_event_loop(address: str) -> None:
    async def read(base_url: str) -> int:
        async with async_client(base_url) as svc:
            return len([each async for each in svc.events.stream()])

    async def both() -> List[Union[int, BaseException]]:
        return list(await asyncio.gather(read(address), read(f"{address}/silent"), return_exceptions=True))

    living, silent = asyncio.run(both())
    assert living == 0
    assert isinstance(silent, TimeoutError)
