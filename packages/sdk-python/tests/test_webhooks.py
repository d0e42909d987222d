from __future__ import annotations

from datetime import datetime, timezone
from typing import Any, List

import pytest

from svc_payments import webhooks
from svc_payments.models import PaymentCompletedEvent, UnknownWebhookEvent

from .vectors import cases, contains, letters

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
    def sign() -> Any:
        return webhooks.sign(
            case["body"],
            case["secret"],
            next_secret=case.get("nextSecret"),
            event_id=case.get("eventId"),
            timestamp=case["timestamp"],
        )

    if "refused" in case:
        with pytest.raises(ValueError) as refusal:
            sign()
        assert letters(case["refused"]) in letters(str(refusal.value))
    else:
        assert sign() == case["headers"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"body": {"id": "evt_1"}}, "body must be"),
        ({"body": None}, "body must be"),
        ({"event_id": 7}, "event_id must be"),
        ({"timestamp": True}, "timestamp must be"),
    ],
)
def test_an_argument_of_another_kind_is_not_signed(arguments: Any, named: str) -> None:
    with pytest.raises(TypeError, match=named):
        webhooks.sign(**{"body": "{}", "secret": SECRET, **arguments})


def test_what_sign_makes_is_verified_now_and_by_text_as_well() -> None:
    body = (
        '{"id": "evt_1", "type": "payment.completed", "created": "2026-11-22T09:00:00.000Z", "data": {"id": "pay_1"}}'
    )
    event = webhooks.verify(body, webhooks.sign(body, SECRET), SECRET, tolerance=5)
    assert isinstance(event, PaymentCompletedEvent)
    assert event.data.id == "pay_1"


@pytest.mark.parametrize("unrelated", [None, b"\xff", 5, [b"a", None], object()])
def test_headers_that_are_no_text_do_not_matter(unrelated: Any) -> None:
    headers: Any = {"X-Other": unrelated, b"x-more": unrelated, **webhooks.sign("{}", SECRET)}
    assert webhooks.verify("{}", headers, SECRET).to_dict() == {}


def test_headers_may_be_bytes() -> None:
    headers: Any = {name.encode(): value.encode() for name, value in webhooks.sign("{}", SECRET).items()}
    assert webhooks.verify("{}", headers, SECRET, tolerance=60).to_dict() == {}


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


def test_no_secret_at_all_is_missing() -> None:
    nothing: Any = None
    with pytest.raises(ValueError, match="secret of the webhook is missing"):
        webhooks.verify(b"{}", {}, nothing)
    with pytest.raises(ValueError, match="secret of the webhook is missing"):
        webhooks.sign(b"{}", nothing)


@pytest.mark.parametrize("secret", [SECRET, "whsec_" + "c2VjcmV0" * 4])
def test_a_secret_may_be_bytes(secret: str) -> None:
    body = '{"id": "evt_1", "type": "webhook.test", "data": {}}'
    headers = webhooks.sign(body, secret, next_secret=secret.encode())
    assert headers["Svc-Signature"] == headers["Svc-Signature-Next"]
    assert webhooks.verify(body, headers, secret.encode(), tolerance=60).id == "evt_1"
    assert webhooks.verify(body, headers, [b"another", secret.encode()]).id == "evt_1"


@pytest.mark.parametrize("tolerance", [float("nan"), -1, "300", True])
def test_a_tolerance_that_checks_nothing_is_refused(tolerance: Any) -> None:
    with pytest.raises(ValueError, match="tolerance"):
        webhooks.verify(b"{}", webhooks.sign(b"{}", SECRET), SECRET, tolerance=tolerance)


def test_a_time_of_signing_may_be_a_datetime() -> None:
    at = datetime(2026, 11, 22, 9, tzinfo=timezone.utc)
    assert webhooks.sign(b"{}", SECRET, timestamp=at) == webhooks.sign(b"{}", SECRET, timestamp=int(at.timestamp()))
    with pytest.raises(ValueError, match="time zone"):
        webhooks.sign(b"{}", SECRET, timestamp=datetime(2026, 11, 22))
    text: Any = "now"
    with pytest.raises(TypeError, match="timestamp"):
        webhooks.sign(b"{}", SECRET, timestamp=text)


@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 100_000, "{", "[]", "null"])
def test_a_signed_body_that_is_no_event_is_refused(body: str) -> None:
    with pytest.raises(webhooks.WebhookVerificationError) as refusal:
        webhooks.verify(body, webhooks.sign(body, SECRET), SECRET)
    assert refusal.value.code == "body_not_json"


@pytest.mark.parametrize("fields", ['"type": ["odd"]', '"type": null', '"data": 7', '"created": 7'])
def test_an_event_whose_fields_are_not_what_they_should_be_is_handed_on(fields: str) -> None:
    body = f'{{"id": "evt_1", {fields}}}'
    event = webhooks.verify(body, webhooks.sign(body, SECRET), SECRET)
    assert event.id == "evt_1"
    assert "evt_1" in repr(event)


@pytest.mark.parametrize("entry", ["v1,AA", "v1," + "A" * 43 + "="])
def test_a_secret_is_used_once_for_each_scheme_however_many_signatures_there_are(
    monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    body = b'{"id": "evt_1", "type": "webhook.test", "data": {}}'
    signed = webhooks.sign(body, SECRET)
    made: List[bytes] = []
    real = webhooks._hmac

    def counted(key: bytes, content: bytes) -> bytes:
        made.append(key)
        return real(key, content)

    monkeypatch.setattr(webhooks, "_hmac", counted)
    many = " ".join([entry] * 2_600)
    secrets = ["another", SECRET]
    assert webhooks.verify(body, {**signed, "webhook-signature": f"{many} {signed['webhook-signature']}"}, secrets)
    assert len(made) == 4
    with pytest.raises(webhooks.WebhookVerificationError) as refusal:
        webhooks.verify(body, {"webhook-signature": many}, secrets)
    assert (refusal.value.code, len(made)) == ("signature_mismatch", 6)


@pytest.mark.parametrize("half", ["\udcff", "\ud800"])
@pytest.mark.parametrize("name", ["Svc-Signature", "webhook-id", "webhook-timestamp", "webhook-signature"])
def test_a_header_with_half_of_a_surrogate_pair_does_not_fit(name: str, half: str) -> None:
    signed = webhooks.sign("{}", SECRET)
    headers = {**signed, name: signed[name] + half}
    with pytest.raises(webhooks.WebhookVerificationError) as refusal:
        webhooks.verify("{}", headers, "another")
    assert refusal.value.code == "signature_mismatch"


def test_a_text_with_half_of_a_surrogate_pair_is_no_body_as_it_came_in() -> None:
    body = '{"id": "evt_1\udcff"}'
    with pytest.raises(webhooks.WebhookVerificationError) as refusal:
        webhooks.verify(body, webhooks.sign("{}", SECRET), SECRET)
    assert refusal.value.code == "body_not_raw"
