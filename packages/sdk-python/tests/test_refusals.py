"""What a caller gets wrong is refused before anything is sent, by its name and never by its value."""

from __future__ import annotations

import asyncio
import uuid
from datetime import datetime
from decimal import Decimal
from typing import Any, Callable, Dict, List

import httpx
import pytest

from svc_payments import NOT_GIVEN, AsyncSvc, Svc

from .vectors import begin, cases, noted

AMOUNT: Any = {"value": 1000, "currency": "USD"}
PAYMENT = {"status": 201, "json": {"id": "pay_1"}}


@pytest.fixture
def sent(mock: str) -> Callable[..., List[Any]]:
    """The requests that some work with a client leads to."""

    def requests(work: Callable[[Svc], object], answer: Any = PAYMENT, **options: Any) -> List[Any]:
        case_id = begin(mock, {"answers": [answer]})
        with Svc("sk_test_1", base_url=f"{mock}/{case_id}", **options) as svc:
            work(svc)
        return noted(mock, case_id)

    return requests


def test_a_uuid_is_a_key(sent: Callable[..., List[Any]]) -> None:
    key = uuid.uuid4()
    [request] = sent(lambda svc: svc.payments.create(amount=AMOUNT, idempotency_key=key))
    assert request["headers"]["idempotency-key"] == str(key)


@pytest.mark.parametrize("key", ["", "order 1042", "bestellung-ä", "a\r\nX-B: 1", "k" * 256, 1042, b"order"])
def test_a_key_that_cannot_be_sent_is_refused(sent: Callable[..., List[Any]], key: Any) -> None:
    def work(svc: Svc) -> None:
        with pytest.raises((TypeError, ValueError), match="idempotency_key") as refusal:
            svc.payments.create(amount=AMOUNT, idempotency_key=key)
        assert not key or str(key) not in str(refusal.value)

    assert sent(work) == []


@pytest.mark.parametrize("key", ["", "order 1042", "bestellung-\u00e4", "k" * 256])
def test_a_key_among_the_headers_that_cannot_be_sent_is_refused(sent: Callable[..., List[Any]], key: str) -> None:
    def work(svc: Svc) -> None:
        with pytest.raises(ValueError, match="idempotency_key"):
            svc.payments.create(amount=AMOUNT, headers={"Idempotency-Key": key})

    assert sent(work) == []


@pytest.mark.parametrize(
    "headers", [{"X-A": "1\r\nX-B: 2"}, {"X-A": "\0"}, {"X-A": "\u20ac"}, {"X-A": 1}, {"X A": "1"}]
)
def test_a_header_that_cannot_be_sent_is_refused(sent: Callable[..., List[Any]], headers: Any) -> None:
    def work(svc: Svc) -> None:
        with pytest.raises((TypeError, ValueError), match="header"):
            svc.payments.retrieve("pay_1", headers=headers)

    assert sent(work) == []
    with pytest.raises((TypeError, ValueError), match="header"):
        Svc("sk_test_1", base_url="http://svc.test", headers=headers)


def test_an_idempotency_key_is_for_one_call() -> None:
    with pytest.raises(ValueError, match="for one call"):
        Svc("sk_test_1", base_url="http://svc.test", headers={"idempotency-key": "1"})


def test_headers_are_latin_1(sent: Callable[..., List[Any]]) -> None:
    [request] = sent(lambda svc: svc.payments.retrieve("pay_1"), headers={"X-Name": " Zo\u00eb "})
    assert request["headers"]["x-name"] == "Zo\u00eb"


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"idempotency_key": None}, "idempotency_key must not be None: leave it out instead"),
        ({"if_match": None}, "if_match must not be None: leave it out instead"),
        ({"headers": {"Idempotency-Key": None}}, "The header 'Idempotency-Key' must be text"),
        ({"headers": {"if-match": None}}, "The header 'if-match' must be text"),
    ],
)
def test_what_guards_a_call_is_never_none(sent: Callable[..., List[Any]], options: Any, named: str) -> None:
    def work(svc: Svc) -> None:
        with pytest.raises(TypeError, match=named):
            svc.payments.capture("pay_1", **options)

    async def call() -> None:
        async with AsyncSvc("sk_test_1", base_url="http://svc.test") as svc:
            with pytest.raises(TypeError, match=named):
                await svc.payments.capture("pay_1", **options)

    assert sent(work) == []
    asyncio.run(call())


def test_what_guards_a_call_may_be_left_out(sent: Callable[..., List[Any]]) -> None:
    [request] = sent(lambda svc: svc.payments.capture("pay_1", idempotency_key=NOT_GIVEN, if_match=NOT_GIVEN))
    assert uuid.UUID(request["headers"]["idempotency-key"])
    assert "if-match" not in request["headers"]


def test_a_version_that_cannot_be_sent_is_refused(sent: Callable[..., List[Any]]) -> None:
    def work(svc: Svc) -> None:
        with pytest.raises(ValueError, match="if_match"):
            svc.customers.update("cust_1", phone=None, if_match='"1"\n')

    assert sent(work) == []


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"metadata": {"price": Decimal("1.5")}}, "metadata.price must be JSON, not Decimal"),
        ({"metadata": {"deep": [{"at": datetime(2026, 1, 1)}]}}, r"metadata.deep\[0\].at must be JSON, not datetime"),
        ({"metadata": {"id": uuid.uuid4()}}, "metadata.id"),
        ({"metadata": {"ratio": float("nan")}}, "metadata.ratio must be a finite number"),
        ({"metadata": {7: 1}}, "keys of metadata"),
        ({"amount": {"value": float("inf"), "currency": "USD"}}, "amount.value"),
        ({"amount": {"value": Decimal(10), "currency": "USD"}}, "amount.value"),
        ({"reference": uuid.uuid4()}, "reference"),
        ({"processor_id": uuid.uuid4()}, "^processor_id must be JSON"),
        ({"customer": {"first_name": Decimal(1)}}, "^customer.first_name must be JSON"),
        ({"wait": [1, 2]}, "wait must be a single value"),
        ({"wait": float("nan")}, "wait must be a finite number"),
    ],
)
def test_what_is_no_json_is_named(sent: Callable[..., List[Any]], arguments: Dict[str, Any], named: str) -> None:
    def work(svc: Svc) -> None:
        with pytest.raises((TypeError, ValueError), match=named):
            svc.payments.create(**{"amount": AMOUNT, **arguments})

    assert sent(work) == []


def test_a_filter_is_never_none(sent: Callable[..., List[Any]]) -> None:
    nobody: Any = None

    def work(svc: Svc) -> None:
        with pytest.raises(TypeError, match="customer_id must not be None: leave it out instead"):
            svc.payments.list(customer_id=nobody)
        with pytest.raises(TypeError, match=r"^metadata\.orderId must not be None"):
            svc.payments.list(metadata={"orderId": nobody})
        with pytest.raises(ValueError, match=r"created_from .* needs a time zone"):
            svc.payments.list(created_from=datetime(2026, 1, 1))
        with pytest.raises(TypeError, match="last_event_id must not be None"):
            list(svc.events.stream(last_event_id=nobody))

    assert sent(work) == []


def test_a_filter_may_be_left_out(sent: Callable[..., List[Any]]) -> None:
    page = {"status": 200, "json": {"data": [], "hasMore": False, "nextCursor": None}}
    [request] = sent(lambda svc: svc.payments.list(customer_id=NOT_GIVEN, limit=1), answer=page)
    assert request["query"] == [["limit", "1"]]


def test_a_header_of_the_connection_is_refused() -> None:
    with pytest.raises(ValueError, match="The header 'Transfer-Encoding' cannot be set"):
        Svc("sk_test_1", base_url="http://svc.test", headers={"Transfer-Encoding": "chunked"})


def test_a_filter_has_one_value(sent: Callable[..., List[Any]]) -> None:
    several: Any = ["completed", "failed"]

    def work(svc: Svc) -> None:
        with pytest.raises(TypeError, match="status"):
            svc.payments.list(status=several)

    assert sent(work) == []


def test_a_request_that_holds_itself_is_refused(sent: Callable[..., List[Any]]) -> None:
    ring: Dict[str, Any] = {}
    ring["ring"] = ring

    def work(svc: Svc) -> None:
        with pytest.raises(ValueError, match="holds itself"):
            svc.payments.create(amount=AMOUNT, metadata=ring)

    assert sent(work) == []


async def waits(event: object) -> None:
    """What nothing would wait for."""


class Waiting:
    async def __call__(self, event: object) -> None:
        """The same."""


@pytest.mark.parametrize("client", [Svc, AsyncSvc])
@pytest.mark.parametrize("hook", [waits, Waiting(), "log"])
def test_a_hook_is_a_plain_function(client: Any, hook: Any) -> None:
    with pytest.raises(TypeError, match="on_event"):
        client("sk_test_1", base_url="http://svc.test", on_event=hook)


@pytest.mark.parametrize(
    ("client", "given", "wanted"),
    [
        (Svc, httpx.AsyncClient(), "httpx.Client, not AsyncClient"),
        (AsyncSvc, httpx.Client(), "httpx.AsyncClient, not Client"),
        (Svc, "http://proxy.test", "httpx.Client, not str"),
    ],
)
def test_an_http_client_of_another_kind_is_refused(client: Any, given: Any, wanted: str) -> None:
    with pytest.raises(TypeError, match=f"http_client must be an {wanted}"):
        client("sk_test_1", base_url="http://svc.test", http_client=given)


@pytest.mark.parametrize("case", cases("base-urls.json"), ids=lambda case: case["baseUrl"])
def test_a_base_url_that_cannot_be_one_is_refused_with_the_reason(case: Any) -> None:
    with pytest.raises(ValueError, match=r"^base_url must ") as refusal:
        Svc("sk_test_1", base_url=case["baseUrl"])
    message = str(refusal.value)
    assert case["refused"] in message and "hush" not in message


@pytest.mark.parametrize("base_url", [None, 3000, b"http://svc.test"])
def test_a_base_url_that_is_no_text_is_refused(base_url: Any) -> None:
    with pytest.raises(ValueError, match=r"^base_url must start with"):
        Svc("sk_test_1", base_url=base_url)


@pytest.mark.parametrize("base_url", ["HTTPS://SVC.test:443/", "http://[::1]:3000", "http://svc.test:65535/a/@b//"])
def test_a_base_url_may_have_a_port_and_a_path(base_url: str) -> None:
    Svc("sk_test_1", base_url=base_url).close()
