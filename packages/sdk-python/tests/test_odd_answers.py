"""Answers that are not what the contract says, beyond what the vectors have."""

from __future__ import annotations

from typing import Any, Callable

import pytest

from svc_payments import InternalServerError, InvalidResponseError, Svc

from .vectors import begin

Open = Callable[..., Svc]


@pytest.fixture
def svc(mock: str) -> Open:
    """A client of a case with the given answer."""

    def client(answer: Any, **options: Any) -> Svc:
        return Svc("sk_test_1", base_url=f"{mock}/{begin(mock, {'answers': [answer]})}", **options)

    return client


@pytest.mark.parametrize("data", ["[", "7", "[" * 100_000])
def test_a_stream_that_brings_something_else_is_no_stream_of_events(svc: Open, data: str) -> None:
    answer = {
        "status": 200,
        "headers": {"Content-Type": "text/event-stream"},
        "text": f"id: p1\ndata: {data}\n\n: end\n\n",
    }
    with svc(answer).events.stream() as stream:
        with pytest.raises(InvalidResponseError):
            list(stream)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000])
def test_an_answer_of_endless_depth_cannot_be_read(svc: Open, text: str) -> None:
    answer = {"status": 201, "headers": {"Content-Type": "application/json"}, "text": text}
    with pytest.raises(InvalidResponseError) as caught:
        svc(answer).payments.create(amount={"value": 1, "currency": "USD"}, idempotency_key="order-1042")
    assert caught.value.idempotency_key == "order-1042"
    with pytest.raises(InternalServerError):
        svc({**answer, "status": 500}, max_retries=0).payments.retrieve("pay_1")


@pytest.mark.parametrize(
    "json",
    [
        {"data": [7], "hasMore": False, "nextCursor": None},
        {"data": [], "nextCursor": None},
        {"data": [], "hasMore": True, "nextCursor": ""},
    ],
)
def test_a_page_that_is_none_is_refused_by_the_call_itself(svc: Open, json: Any) -> None:
    with pytest.raises(InvalidResponseError):
        svc({"status": 200, "json": json}).payments.list()


def test_a_page_that_goes_on_where_it_was_to_begin_is_refused(svc: Open) -> None:
    answer = {"status": 200, "json": {"data": [], "hasMore": True, "nextCursor": "c1"}}
    with pytest.raises(InvalidResponseError):
        svc(answer).payments.list(cursor="c1")
