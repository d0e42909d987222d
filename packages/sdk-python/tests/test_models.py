from __future__ import annotations

import builtins
import copy
import pickle
from datetime import datetime, timezone
from typing import Any

import httpx
import pytest

from svc_payments import ConflictError, NotFoundError, SvcError, TimeoutError
from svc_payments._answer import Answer
from svc_payments._errors import api_error
from svc_payments._request import Call, Operation, WireRequest, to_wire
from svc_payments.models import AsyncPaymentPage, Payment, PaymentPage, WebhookWithSecret, read_webhook_event

HEADERS = httpx.Headers({"Request-Id": "req_1"})
JSON = {
    "id": "pay_1",
    "amount": {"value": 1000, "currency": "USD", "minor": True},
    "customer": None,
    "metadata": {"orderId": "7", "deep": {"aB": 1}},
    "createdAt": "2026-11-22T09:30:00.204Z",
    "newThing": {"x": 1},
}


def test_fields_are_read_by_pythons_names() -> None:
    payment = Payment(JSON)
    assert payment.amount.value == 1000
    assert payment.customer is None
    assert payment.metadata == {"orderId": "7", "deep": {"aB": 1}}
    assert payment.created_at == datetime(2026, 11, 22, 9, 30, 0, 204000, timezone.utc)
    assert payment.amount is payment.amount


def test_what_is_not_known_is_kept() -> None:
    payment = Payment(JSON)
    assert payment["newThing"] == {"x": 1}
    assert payment.unknown_fields == {"newThing": {"x": 1}}
    assert payment.amount.unknown_fields == {"minor": True}
    assert payment.to_dict() == JSON
    assert payment.to_dict() is not payment.to_dict()


def test_what_did_not_come_is_told_from_null() -> None:
    with pytest.raises(AttributeError, match="without 'status'"):
        Payment(JSON).status  # noqa: B018


def test_a_model_does_not_change() -> None:
    payment = Payment(JSON)
    with pytest.raises(AttributeError, match=r"Payment\.id"):
        payment.id = "pay_2"


def test_models_are_equal_by_what_came_and_survive_copies() -> None:
    payment = Payment(JSON)
    assert payment == Payment(dict(JSON))
    assert payment != Payment({"id": "pay_2"})
    assert copy.deepcopy(payment) == payment
    assert pickle.loads(pickle.dumps(payment)) == payment


def test_a_secret_is_not_shown_where_an_object_is_printed() -> None:
    webhook = WebhookWithSecret({"id": "wh_1", "secret": "whsec_1"})
    assert repr(webhook) == "WebhookWithSecret(id='wh_1', secret=…)"
    assert webhook.secret == "whsec_1"


def test_what_a_call_sends_is_not_shown_where_it_is_printed() -> None:
    call = Call(
        Operation("POST", "/v1/processors"),
        body={"credentials": {"secretKey": "hush"}},
        headers={"X-Token": "hush"},
        options={"headers": {"X-Other": "hush"}},
    )
    request = WireRequest("POST", "http://svc.test", httpx.Headers({"X-Token": "hush"}), b'{"secretKey":"hush"}')
    assert "hush" not in repr(call) + repr(request)
    assert "/v1/processors" in repr(call)


def test_an_event_is_of_the_class_of_its_type() -> None:
    event: Any = read_webhook_event({"id": "evt_1", "type": "refund.failed", "data": {"paymentId": "pay_1"}})
    assert type(event).__name__ == "RefundFailedEvent"
    assert event.data.payment_id == "pay_1"


def test_a_page_knows_its_end() -> None:
    page = PaymentPage({"data": [JSON], "hasMore": False, "nextCursor": None})
    assert [each.id for each in page] == ["pay_1"]
    with pytest.raises(ValueError, match="last page"):
        page.next_page()


def test_a_model_is_no_list() -> None:
    payment: Any = Payment(JSON)
    for made in (list, dict, tuple):
        with pytest.raises(TypeError, match="not iterable"):
            made(payment)
    assert "id" in payment and "newThing" in payment
    assert "nope" not in payment and 7 not in payment and payment not in payment


def test_an_object_is_looked_for_on_all_pages() -> None:
    page = PaymentPage({"data": [{"id": "pay_1"}], "hasMore": True, "nextCursor": "c1"})
    page._fetch = lambda cursor: PaymentPage({"data": [{"id": "pay_2"}], "hasMore": False, "nextCursor": None})
    assert Payment({"id": "pay_1"}) in page and Payment({"id": "pay_2"}) in page
    assert Payment({"id": "pay_3"}) not in page
    assert "hasMore" in page and "nope" not in page


def test_an_asynchronous_page_cannot_look_for_an_object() -> None:
    page = AsyncPaymentPage({"data": [{"id": "pay_1"}], "hasMore": False, "nextCursor": None})
    assert "hasMore" in page and Payment({"id": "pay_1"}) in page.data
    with pytest.raises(TypeError, match="async for"):
        Payment({"id": "pay_1"}) in page  # noqa: B015


def test_requests_are_spelled_as_in_the_contract_but_for_what_is_the_users_own() -> None:
    sent = to_wire({"first_name": "Ada", "metadata": {"order_id": {"sub_key": 1}}, "address": {"postal_code": None}})
    assert sent == {
        "firstName": "Ada",
        "metadata": {"order_id": {"sub_key": 1}},
        "address": {"postalCode": None},
    }
    assert to_wire([Payment(JSON).amount]) == [JSON["amount"]]
    # With the same idempotency key, another process has to send the same list. Each has its own order of a set.
    assert to_wire({"events": frozenset("hgfedcba")}) == {"events": list("abcdefgh")}
    assert to_wire({3, 1, 2}) == [1, 2, 3]
    assert to_wire(datetime(2026, 1, 2, tzinfo=timezone.utc)) == "2026-01-02T00:00:00+00:00"
    with pytest.raises(ValueError, match="time zone"):
        to_wire(datetime(2026, 1, 2))


def test_errors_survive_the_way_between_processes() -> None:
    body = b'{"code": "state_conflict", "detail": "No.", "errors": [{"pointer": "/a", "code": "x", "detail": "y"}]}'
    for error in (api_error(Answer(409, HEADERS, body)), TimeoutError("Late.")):
        back: SvcError = pickle.loads(pickle.dumps(error))
        assert (type(back), str(back), back.code, back.status) == (type(error), str(error), error.code, error.status)
        assert back.field_errors == error.field_errors


def test_an_error_says_what_and_where() -> None:
    body = b'{"code": "state_conflict", "detail": "No.", "errors": [{"pointer": "/a", "code": "x", "detail": "y"}]}'
    error = api_error(Answer(409, HEADERS, body))
    assert isinstance(error, ConflictError)
    assert str(error) == "409 state_conflict: No. (/a: y)"
    assert error.request_id == "req_1"
    assert isinstance(api_error(Answer(404, HEADERS, b"[]")), NotFoundError)


def test_our_time_limit_is_a_kind_of_pythons() -> None:
    assert issubclass(TimeoutError, builtins.TimeoutError)
    assert issubclass(TimeoutError, builtins.ConnectionError)


@pytest.mark.parametrize(
    ("json", "name", "found"),
    [
        ({"amount": "x"}, "amount", "x"),
        ({"amount": [1]}, "amount", [1]),
        ({"createdAt": "soon"}, "created_at", "soon"),
        ({"createdAt": 7}, "created_at", 7),
        ({"customer": 7}, "customer", 7),
    ],
)
def test_a_field_that_is_not_what_it_should_be_is_handed_on_as_it_came(json: Any, name: str, found: Any) -> None:
    payment = Payment(json)
    assert getattr(payment, name) == found
    assert f"{name}={found!r}" in repr(payment)
    assert payment.to_dict() == json


def test_the_others_of_a_list_are_read_all_the_same() -> None:
    page = PaymentPage({"data": [{"id": "pay_1"}, 7], "hasMore": False, "nextCursor": None})
    assert [type(each) for each in page.data] == [Payment, int]
    none: Any = PaymentPage({"data": {}}).data
    assert none == {}


def test_depth_is_no_obstacle() -> None:
    deep: Any = 1
    for _ in range(5000):
        deep = {"a": [deep]}
    payment = Payment({"id": "pay_1", "metadata": deep, "other": deep})
    assert "pay_1" in repr(payment)
    copied: Any = payment.to_dict()["metadata"]
    assert copied is not deep
    assert list(copied) == ["a"]


def test_a_model_is_made_of_an_object() -> None:
    with pytest.raises(TypeError, match="Payment"):
        Payment([])  # type: ignore[arg-type]


def test_a_call_keeps_the_filters_that_it_was_made_with() -> None:
    metadata = {"order": "1"}
    call = Call(Operation("GET", "/v1/payments"), query={"metadata": metadata})
    metadata["order"] = "2"
    assert call.with_cursor("next").query == {"metadata": {"order": "1"}, "cursor": "next"}
