"""What the vectors do not show: raw answers, files, streams, hooks, limits, the options of a client."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Callable, Dict, List

import httpx
import pytest

from svc_payments import (
    AsyncSvc,
    CallEvent,
    ConnectionError,
    InvalidResponseError,
    RateLimitError,
    Svc,
    TimeoutError,
)

from .vectors import begin, noted

PAYMENT = {"status": 200, "headers": {"Request-Id": "req_1", "ETag": '"3"'}, "json": {"id": "pay_1"}}
FILE = {"status": 200, "headers": {"Content-Type": "text/csv; charset=utf-8"}, "text": "id\r\npay_1\r\n"}
EVENT = '{"id":"evt_1","type":"payment.completed","created":"2026-11-22T09:00:00.000Z","data":{"id":"pay_1"}}'
STREAM = {
    "status": 200,
    "headers": {"Content-Type": "text/event-stream"},
    "text": f"retry: 2000\nid: p0\n\n: alive\n\nid: p1\ndata: {EVENT}\n\n: end\n\n",
}
Open = Callable[..., Svc]


@pytest.fixture
def svc(mock: str) -> Callable[..., Svc]:
    """A client of a case with the given answers."""

    def client(*answers: Any, **options: Any) -> Svc:
        case_id = begin(mock, {"answers": answers})
        return Svc("sk_test_1", base_url=f"{mock}/{case_id}", **options)

    return client


@pytest.fixture
def async_svc(mock: str) -> Callable[..., AsyncSvc]:
    def client(*answers: Any, **options: Any) -> AsyncSvc:
        case_id = begin(mock, {"answers": answers})
        return AsyncSvc("sk_test_1", base_url=f"{mock}/{case_id}", **options)

    return client


def test_a_raw_answer_has_status_and_headers(svc: Open) -> None:
    answer = svc(PAYMENT).payments.with_raw_response.retrieve("pay_1")
    assert (answer.data.id, answer.status, answer.headers["etag"], answer.request_id) == ("pay_1", 200, '"3"', "req_1")
    assert answer.content == b'{"id":"pay_1"}'


def test_a_raw_answer_shows_neither_its_body_nor_its_headers(svc: Open) -> None:
    webhook = {"status": 200, "headers": {"X-Token": "hush"}, "json": {"id": "wh_1", "secret": "whsec_1"}}
    answer = svc(webhook).webhooks.with_raw_response.rotate_secret("wh_1")
    assert (answer.data.secret, answer.headers["X-Token"]) == ("whsec_1", "hush")
    assert "wh_1" in repr(answer) and "status=200" in repr(answer)
    for secret in ("whsec_1", "hush"):
        assert secret not in repr(answer)


def test_raw_answers_of_the_asynchronous_client(async_svc: Callable[..., AsyncSvc]) -> None:
    page = {"status": 200, "json": {"data": [{"id": "pay_1"}], "hasMore": False, "nextCursor": None}}

    async def call() -> None:
        async with async_svc(PAYMENT, page) as svc:
            answer = await svc.payments.with_raw_response.retrieve("pay_1")
            assert (answer.data.id, answer.status) == ("pay_1", 200)
            first = await svc.payments.with_raw_response.list()
            assert [each.id for each in first.data.data] == ["pay_1"]

    asyncio.run(call())


def test_a_file_is_taken_as_it_comes(svc: Open, tmp_path: Any) -> None:
    client = svc(FILE, FILE, FILE)
    with client.reports.download("rep_1") as file:
        assert (file.media_type, file.size) == ("text/csv", 11)
        assert b"".join(file) == b"id\r\npay_1\r\n"
    assert client.reports.download("rep_1").read() == b"id\r\npay_1\r\n"
    client.reports.download("rep_1").save(tmp_path / "report.csv")
    assert (tmp_path / "report.csv").read_bytes() == b"id\r\npay_1\r\n"


def test_a_file_that_breaks_off_is_not_asked_for_again(svc: Open) -> None:
    client = svc({**FILE, "breaksOff": 4}, FILE)
    with pytest.raises(ConnectionError):
        client.reports.download("rep_1").read()


def test_a_file_is_asked_for_again_before_it_has_begun(svc: Open) -> None:
    assert svc({"status": 503, "text": ""}, FILE).reports.download("rep_1").read() == b"id\r\npay_1\r\n"


def test_a_file_is_replaced_when_all_of_it_has_come_and_not_before(svc: Open, tmp_path: Any) -> None:
    path = tmp_path / "report.csv"
    path.write_text("yesterday's")
    client = svc({**FILE, "breaksOff": 4}, FILE)
    with pytest.raises(ConnectionError):
        client.reports.download("rep_1").save(path)
    assert path.read_text() == "yesterday's"
    client.reports.download("rep_1").save(str(path))
    assert path.read_bytes() == b"id\r\npay_1\r\n"
    assert [each.name for each in tmp_path.iterdir()] == ["report.csv"]


def test_a_stream_brings_events_and_its_place(svc: Open) -> None:
    with svc(STREAM).events.stream(type="payment.completed") as stream:
        streamed = list(stream)
    assert [(each.id, each.event.type, each.body) for each in streamed] == [("p1", "payment.completed", EVENT)]
    assert (stream.last_event_id, stream.retry_ms) == ("p1", 2000)


def test_a_stream_that_breaks_off_says_where(svc: Open) -> None:
    text = STREAM["text"]
    assert isinstance(text, str)
    stream = svc({**STREAM, "text": text.replace(": end", ": on")}).events.stream()
    with pytest.raises(ConnectionError):
        list(stream)
    assert stream.last_event_id == "p1"


def test_what_is_no_stream_is_refused(svc: Open) -> None:
    with pytest.raises(InvalidResponseError):
        svc(PAYMENT).events.stream()


def test_files_and_streams_of_the_asynchronous_client(async_svc: Callable[..., AsyncSvc], tmp_path: Any) -> None:
    async def call() -> None:
        async with async_svc(FILE, FILE, STREAM, STREAM, {**STREAM, "text": "id: p7\n\n"}) as svc:
            async with await svc.reports.download("rep_1") as file:
                assert await file.read() == b"id\r\npay_1\r\n"
            await (await svc.reports.download("rep_1")).save(tmp_path / "report.csv")
            assert (tmp_path / "report.csv").read_bytes() == b"id\r\npay_1\r\n"
            assert [each.id async for each in svc.events.stream()] == ["p1"]
            async with svc.events.stream(last_event_id="p0") as stream:
                assert [each.id async for each in stream] == ["p1"]
            broken = await svc.events.stream()
            with pytest.raises(ConnectionError):
                [each async for each in broken]
            assert broken.last_event_id == "p7"

    asyncio.run(call())


def test_a_page_is_awaited_or_looped_over(async_svc: Callable[..., AsyncSvc]) -> None:
    first = {"status": 200, "json": {"data": [{"id": "pay_1"}], "hasMore": True, "nextCursor": "c"}}
    last = {"status": 200, "json": {"data": [{"id": "pay_2"}], "hasMore": False, "nextCursor": None}}

    async def call() -> None:
        async with async_svc(first, last) as svc:
            page = await svc.payments.list(limit=1)
            assert [each.id for each in page.data] == ["pay_1"]
            assert [each.id for each in (await page.next_page()).data] == ["pay_2"]

    asyncio.run(call())


def test_the_hook_is_told_of_all_but_no_secrets(svc: Open) -> None:
    told: List[CallEvent] = []
    answers = ({"status": 0, "breaksOff": True}, PAYMENT)
    client = svc(*answers, on_event=told.append, headers={"X-Token": "hush"})
    client.payments.retrieve("pay_1")
    assert [(each.kind, each.attempt) for each in told] == [
        ("request", 1),
        ("failure", 1),
        ("wait", 1),
        ("request", 2),
        ("response", 2),
    ]
    assert told[-1].status == 200 and told[-1].request_id == "req_1" and told[1].code == "connection_failed"
    for secret in ("sk_test_1", "hush"):
        assert secret not in repr(told) + repr(client) + repr(vars(client))


def test_the_hook_is_not_told_a_query(svc: Open) -> None:
    told: List[CallEvent] = []
    page = {"status": 200, "json": {"data": [], "hasMore": False, "nextCursor": None}}
    svc(page, on_event=told.append).customers.list(email="ada@example.com")
    assert "ada" not in repr(told)


def test_a_hook_that_raises_does_not_end_the_call(svc: Open) -> None:
    told: List[CallEvent] = []

    def hook(event: CallEvent) -> None:
        told.append(event)
        raise OSError("the log is full")

    assert svc(PAYMENT, on_event=hook).payments.retrieve("pay_1").id == "pay_1"
    assert [each.kind for each in told] == ["request", "response"]


def test_headers_of_a_call_stand_over_those_of_the_client(svc: Open, mock: str) -> None:
    client = svc(PAYMENT, headers={"X-A": "1", "X-B": "1"})
    client.payments.retrieve("pay_1", headers={"x-b": "2"})
    case_id = client._transport._options.base_url.rpartition("/")[2]
    headers: Dict[str, str] = noted(mock, case_id)[0]["headers"]
    assert (headers["x-a"], headers["x-b"]) == ("1", "2")


def drip() -> Any:
    yield b'{"id":'
    for _ in range(120):
        time.sleep(0.05)
        yield b" "
    yield b'"pay_1"}'


def test_an_answer_that_only_drips_does_not_outlast_the_time_limit() -> None:
    transport = httpx.MockTransport(lambda request: httpx.Response(200, content=drip()))
    svc = Svc("sk_test_1", base_url="http://svc.test", max_retries=0, http_client=httpx.Client(transport=transport))
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        svc.payments.retrieve("pay_1", timeout=0.3)
    assert time.monotonic() - began < 4


def test_a_retry_after_may_be_a_date_and_one_that_is_long_past_asks_for_nothing(svc: Open) -> None:
    limited = {"status": 429, "headers": {"Retry-After": "Sun, 22 Nov 2015 09:00:00 GMT"}, "text": ""}
    assert svc(limited, PAYMENT).payments.retrieve("pay_1").id == "pay_1"
    far = {"status": 429, "headers": {"Retry-After": "Fri, 22 Nov 2999 09:00:00 GMT"}, "text": ""}
    with pytest.raises(RateLimitError):
        svc(far, PAYMENT).payments.retrieve("pay_1")


@pytest.mark.parametrize(
    "absurd", ["9" * 400, "Fri, 31 Dec 99999999999 23:59:59 GMT", "Fri, 31 Dec 9999 23:59:59 -9999999999"]
)
def test_a_retry_after_that_no_clock_can_show_ends_in_the_error_of_the_answer(svc: Open, absurd: str) -> None:
    limited = {"status": 429, "headers": {"Retry-After": absurd}, "text": ""}
    with pytest.raises(RateLimitError):
        svc(limited, limited, max_retries=1).payments.retrieve("pay_1")


def test_cancelling_a_call_ends_its_wait(async_svc: Callable[..., AsyncSvc]) -> None:
    waits = {"status": 503, "headers": {"Retry-After": "30"}, "text": ""}

    async def call() -> None:
        async with async_svc(waits) as svc:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(svc.payments.retrieve("pay_1"), 0.5)

    began = time.monotonic()
    asyncio.run(call())
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("id", ["", ".", "..", None])
def test_an_id_that_would_name_something_else_is_refused(id: Any) -> None:
    with pytest.raises(ValueError, match="payment_id must be an id"):
        Svc("sk_test_1", base_url="http://svc.test").payments.retrieve(id)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"base_url": "svc.test"}, "base_url"),
        ({"base_url": None}, "base_url"),
        ({"base_url": "ftp://svc.test"}, "base_url"),
        ({"base_url": "https://user:pw@svc.test"}, "base_url"),
        ({"base_url": "https://svc.test?x=1"}, "base_url"),
        ({"base_url": "https://svc.test\n"}, "base_url"),
        ({"base_url": " https://svc.test"}, "base_url"),
        ({"timeout": 0}, "timeout"),
        ({"total_timeout": -1}, "total_timeout"),
        ({"timeout": float("nan")}, "timeout"),
        ({"max_retries": -1}, "max_retries"),
    ],
)
def test_an_option_that_cannot_be_right_is_named(options: Any, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Svc("sk_test_1", **{"base_url": "http://svc.test", **options})


@pytest.mark.parametrize("key", ["", "sk test", "sk_täst", None])
def test_a_key_that_cannot_be_one_is_refused_and_not_shown(key: Any) -> None:
    with pytest.raises(ValueError, match="API key") as refusal:
        Svc(key, base_url="http://svc.test")
    assert not key or key not in str(refusal.value)


def test_nothing_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch, svc: Open) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert svc(PAYMENT, max_retries=0).payments.retrieve("pay_1").id == "pay_1"


def test_a_client_closes_its_own_connections_only() -> None:
    mine = httpx.Client()
    with Svc("sk_test_1", base_url="http://svc.test", http_client=mine):
        pass
    assert not mine.is_closed
    mine.close()
    with Svc("sk_test_1", base_url="http://svc.test") as svc:
        pass
    with pytest.raises(RuntimeError, match="closed"):
        svc.payments.retrieve("pay_1")
