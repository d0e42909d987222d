from __future__ import annotations

from typing import Any

import pytest

from svc_payments import webhooks
from svc_payments.models import PaymentCompletedEvent, UnknownWebhookEvent

from .vectors import cases, contains

VECTORS = cases("webhooks.json")
SECRET = "correct-horse-battery-staple"


@pytest.mark.parametrize("case", VECTORS["verify"], ids=lambda case: case["name"])
def test_verify(monkeypatch: pytest.MonkeyPatch, case: Any) -> None:
    if "now" in case:
        monkeypatch.setattr("time.time", lambda: float(case["now"]))

    def verify() -> Any:
        return webhooks.verify(case["body"].encode(), case["headers"], case["secrets"], tolerance=case.get("tolerance"))

    if "code" in case:
        with pytest.raises(webhooks.WebhookVerificationError) as refusal:
            verify()
        assert refusal.value.code == case["code"]
    else:
        assert contains(verify().to_dict(), case["event"])


@pytest.mark.parametrize("case", VECTORS["sign"], ids=lambda case: case["name"])
def test_sign(case: Any) -> None:
    headers = webhooks.sign(
        case["body"],
        case["secret"],
        next_secret=case.get("nextSecret"),
        event_id=case["eventId"],
        timestamp=case["timestamp"],
    )
    assert headers == case["headers"]


def test_what_sign_makes_is_verified_now_and_by_text_as_well() -> None:
    body = (
        '{"id": "evt_1", "type": "payment.completed", "created": "2026-11-22T09:00:00.000Z", "data": {"id": "pay_1"}}'
    )
    event = webhooks.verify(body, webhooks.sign(body, SECRET), SECRET, tolerance=5)
    assert isinstance(event, PaymentCompletedEvent)
    assert event.data.id == "pay_1"


def test_an_event_of_an_unknown_kind_is_handed_on_as_it_came() -> None:
    body = '{"id": "evt_1", "type": "payment.tickled", "created": "2026-11-22T09:00:00.000Z", "data": {"odd": [1]}}'
    event = webhooks.verify(body, webhooks.sign(body, SECRET), SECRET)
    assert isinstance(event, UnknownWebhookEvent)
    assert event.type == "payment.tickled"
    assert event.data == {"odd": [1]}


def test_a_body_that_was_parsed_is_refused_by_its_own_code() -> None:
    parsed: Any = {"id": "evt_1"}
    with pytest.raises(webhooks.WebhookVerificationError) as refusal:
        webhooks.verify(parsed, {}, SECRET)
    assert refusal.value.code == "body_not_raw"


@pytest.mark.parametrize("secret", ["", [], [""], [SECRET, ""]])
def test_a_missing_secret_is_a_mistake_of_the_caller(secret: Any) -> None:
    with pytest.raises(ValueError, match="secret"):
        webhooks.verify(b"{}", {}, secret)
