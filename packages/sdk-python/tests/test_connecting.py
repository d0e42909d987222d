"""Connecting to a name with several addresses, some of which do not answer."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, contextmanager
from threading import Event
from typing import Any, Iterator, List

import pytest

from svc_payments import ConnectionError, Svc, TimeoutError

from .slow_server import slow_server

HOST = "several.test"
LIMIT = 1.2


@contextmanager
def hanging() -> Iterator[int]:
    """The port of a listener whose queue is full, so that connecting to it takes forever."""
    with ExitStack() as open_sockets:
        listener = open_sockets.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        for _ in range(4):
            waiting = open_sockets.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(listener.getsockname())
        yield listener.getsockname()[1]


def resolve(monkeypatch: pytest.MonkeyPatch, ports: List[int]) -> None:
    """Lets the name have an address for each port."""
    real = socket.getaddrinfo
    found = [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", ("127.0.0.1", port)) for port in ports]

    def getaddrinfo(host: Any, *rest: Any, **named: Any) -> Any:
        return found if host in (HOST, HOST.encode()) else real(host, *rest, **named)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


@pytest.mark.parametrize(
    ("limits", "told"), [({"timeout": LIMIT}, "timeout of 1.2 s"), ({"total_timeout": LIMIT}, "total_timeout of 1.2 s")]
)
def test_addresses_that_do_not_answer_do_not_outlast_the_time_limit(
    monkeypatch: pytest.MonkeyPatch, limits: Any, told: str
) -> None:
    with hanging() as port, Svc("sk_test_1", base_url=f"http://{HOST}", max_retries=0) as svc:
        resolve(monkeypatch, [port] * 3)
        began = time.monotonic()
        with pytest.raises(TimeoutError, match=told):
            svc.payments.retrieve("pay_1", **limits)
        assert time.monotonic() - began < 2 * LIMIT


def test_an_address_that_does_not_answer_leaves_time_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    with hanging() as port, slow_server() as server:
        resolve(monkeypatch, [port, server.server_address[1]])
        with Svc("sk_test_1", base_url=f"http://{HOST}", timeout=2, max_retries=0) as svc:
            assert svc.payments.retrieve("pay_1").id == "pay_1"


def test_a_name_that_is_not_resolved_does_not_outlast_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved = Event()
    lookups: List[Any] = []

    def getaddrinfo(*place: Any, **named: Any) -> Any:
        lookups.append(place)
        resolved.wait(30)
        raise socket.gaierror("unknown")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    try:
        with Svc("sk_test_1", base_url=f"http://{HOST}", max_retries=0) as svc:
            limits: Any
            for limits in ({"timeout": 0.3}, {"total_timeout": 0.3}):
                began = time.monotonic()
                with pytest.raises(TimeoutError, match=r"timeout of 0\.3 s"):
                    svc.payments.retrieve("pay_1", **limits)
                assert time.monotonic() - began < 10
            # One thread waits, however many calls there are.
            assert len(lookups) == 1
            resolved.set()
            with pytest.raises(ConnectionError, match="unknown"):
                svc.payments.retrieve("pay_1")
    finally:
        resolved.set()


def test_a_name_that_is_unknown_is_an_error_of_the_connection() -> None:
    with Svc("sk_test_1", base_url="http://unknown.invalid", max_retries=0) as svc:
        with pytest.raises(ConnectionError, match=r"unknown\.invalid"):
            svc.payments.retrieve("pay_1")
