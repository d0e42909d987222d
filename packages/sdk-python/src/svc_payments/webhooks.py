"""Signatures of webhook deliveries: `verify` for a handler, `sign` for its tests."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from datetime import datetime
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Protocol, Sequence, Tuple, Union

from ._generated.models import WebhookEvent, read_webhook_event

__all__ = ["WebhookHeaders", "WebhookVerificationError", "sign", "verify"]

_HEX = re.compile(r"(?:sha256=)?([0-9a-f]{64})", re.IGNORECASE)
#: One byte at least; the padding may be missing.
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{2}(?:==)?)")


Secret = Union[str, bytes]
"""A webhook's secret, as text or as the bytes of that text."""


class WebhookHeaders(Protocol):
    """Headers in any case: a dict, or the headers of Flask, Django, FastAPI and http.server."""

    def items(self) -> Iterable[Tuple[str, Any]]: ...


class WebhookVerificationError(Exception):
    """The delivery is not authentic. Respond with 400 and do nothing else."""

    code: str
    """`body_not_raw`, `signature_missing`, `signature_mismatch`, `timestamp_out_of_tolerance` or `body_not_json`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


class _Scheme(NamedTuple):
    """The signatures that a request has in one scheme."""

    signatures: List[bytes]
    signed: bytes
    key_of: Callable[[bytes], bytes]


def verify(
    raw_body: Union[bytes, bytearray, memoryview, str],
    headers: WebhookHeaders,
    secret: Union[Secret, Sequence[Secret]],
    *,
    tolerance: Optional[float] = None,
) -> WebhookEvent:
    """Verifies that a delivery comes from the service, and returns its event.

    During a secret rotation, either secret verifies. Pass several secrets if you keep more than one.

    Args:
        raw_body: The body as it came in, before anything has parsed it.
        headers: Of the request.
        secret: Of the webhook, or several.
        tolerance: Seconds by which the sender's clock may differ from ours; older deliveries are refused, so that none
            can be replayed. Only `webhook-signature` signs the time: with a tolerance it has to be there and be right.

    Raises:
        WebhookVerificationError: It cannot be trusted.
    """
    body = _bytes_of(raw_body)
    if tolerance is not None and not (_is_number(tolerance) and tolerance >= 0):
        raise ValueError("tolerance must be a number of seconds, 0 or more")
    secrets = _secrets_in(secret)
    found = {_text(name).lower(): _text(value) for name, value in headers.items()}
    schemes = [_standard_signatures(found, body)]
    if tolerance is None:
        schemes.append(_body_signatures(found, body))
    if not any(scheme.signatures for scheme in schemes):
        names = "webhook-signature" if tolerance is not None else "Svc-Signature or webhook-signature"
        raise WebhookVerificationError("signature_missing", f"The request has no {names} header that can be read.")
    # All are compared, so that the time taken does not tell which one fits.
    if not any([_fits(scheme, each) for scheme in schemes for each in secrets]):
        raise WebhookVerificationError(
            "signature_mismatch",
            "No signature fits: the secret is another one, or the body is not what was sent, byte for byte.",
        )
    if tolerance is not None:
        _check_time(found.get("webhook-timestamp", ""), tolerance)
    return _event_in(body)


def sign(
    body: Union[bytes, str],
    secret: Secret,
    *,
    next_secret: Optional[Secret] = None,
    event_id: Optional[str] = None,
    timestamp: Union[int, datetime, None] = None,
) -> Dict[str, str]:
    """The headers with which the service would deliver a body, to test a handler.

    Args:
        body: The exact body of the request.
        secret: Of the webhook.
        next_secret: The new one, while a rotation overlaps.
        event_id: The id of the event; by default the `id` in the body, or `evt_1` if the body has none.
        timestamp: When it was sent, in seconds since 1970 or with a time zone; now, when it is left out.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: A secret or the event id is empty, or the time is before 1970 or without a time zone.
    """
    if not isinstance(body, (bytes, bytearray, memoryview, str)):
        raise TypeError("body must be the bytes or the text of the request")
    content = _bytes_of(body)
    seconds = str(_seconds_of(timestamp))
    event_id = _id_in(content) if event_id is None else _checked_id(event_id)
    signed = _standard_head(event_id, seconds) + content
    secrets = _secrets_in([secret] if next_secret is None else [secret, next_secret])
    own = [f"sha256={_hmac(each, content).hex()}" for each in secrets]
    standard = [base64.b64encode(_hmac(_standard_key(each), signed)).decode() for each in secrets]
    return {
        "Content-Type": "application/json",
        "Svc-Signature": own[0],
        **({} if next_secret is None else {"Svc-Signature-Next": own[1]}),
        "Svc-Event-Id": event_id,
        "webhook-id": event_id,
        "webhook-timestamp": seconds,
        "webhook-signature": " ".join(f"v1,{each}" for each in standard),
    }


def _seconds_of(timestamp: Union[int, datetime, None]) -> int:
    if timestamp is None:
        return int(time.time())
    if isinstance(timestamp, datetime):
        if timestamp.utcoffset() is None:
            raise ValueError("timestamp needs a time zone, such as datetime.timezone.utc")
        timestamp = int(timestamp.timestamp())
    if not isinstance(timestamp, int) or isinstance(timestamp, bool):
        raise TypeError("timestamp must be a whole number of seconds since 1970, or a datetime")
    if timestamp < 0:
        raise ValueError("timestamp must not be before 1970")
    return timestamp


def _checked_id(event_id: object) -> str:
    if not isinstance(event_id, str):
        raise TypeError("event_id must be text")
    if event_id == "":
        raise ValueError("event_id must not be empty")
    return event_id


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _bytes_of(raw_body: object) -> bytes:
    if isinstance(raw_body, str):
        return _encoded(raw_body)
    if isinstance(raw_body, (bytes, bytearray, memoryview)):
        return bytes(raw_body)
    raise WebhookVerificationError(
        "body_not_raw",
        "The body is needed as it came in, bytes or text, but this was parsed already. "
        "It is request.get_data() in Flask, request.body in Django, await request.body() in FastAPI.",
    )


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise WebhookVerificationError(
            "body_not_raw",
            "The body has half of a surrogate pair, which is no text. Pass the bytes of the body as they came in.",
        ) from None


def _secrets_in(secret: Union[Secret, Sequence[Secret]]) -> List[bytes]:
    secrets = [secret] if secret is None or isinstance(secret, (str, bytes)) else list(secret)
    if not secrets or not all(isinstance(each, (str, bytes)) and each for each in secrets):
        raise ValueError("The secret of the webhook is missing: a text that is not empty, or several")
    return [each.encode() if isinstance(each, str) else each for each in secrets]


def _text(value: Any) -> str:
    """The text of a header, as each framework has it. Empty for a value that is neither text nor bytes."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return " ".join(map(_text, value)) if isinstance(value, (list, tuple)) else ""


def _body_signatures(headers: Dict[str, str], body: bytes) -> _Scheme:
    """Our own scheme: HMAC over the body, keyed by the whole secret, in hexadecimal."""
    values = [headers.get(name, "").strip() for name in ("svc-signature", "svc-signature-next")]
    found = [match for match in map(_HEX.fullmatch, values) if match is not None]
    return _Scheme([bytes.fromhex(match[1]) for match in found], body, lambda secret: secret)


def _standard_signatures(headers: Dict[str, str], body: bytes) -> _Scheme:
    """Standard Webhooks, version 1: HMAC over `id.timestamp.body`, in base64; as many as there are secrets."""
    head = _standard_head(headers.get("webhook-id", ""), headers.get("webhook-timestamp", ""))
    entries = headers.get("webhook-signature", "").split(" ")
    values = [_decoded(entry[len("v1,") :]) for entry in entries if entry.startswith("v1,")]
    return _Scheme([value for value in values if value is not None], head + body, _standard_key)


def _standard_head(event_id: str, timestamp: str) -> bytes:
    # Some servers have lone surrogates for bytes that are not UTF-8. No delivery of the service has any.
    return f"{event_id}.{timestamp}.".encode("utf-8", "surrogatepass")


def _fits(scheme: _Scheme, secret: bytes) -> bool:
    """Computes one HMAC, however many signatures there are: anyone can send a request with thousands."""
    if not scheme.signatures:
        return False
    expected = _hmac(scheme.key_of(secret), scheme.signed)
    return any([hmac.compare_digest(expected, each) for each in scheme.signatures])


def _standard_key(secret: bytes) -> bytes:
    """The bytes that a `whsec_` secret spells in base64; any other secret as it stands."""
    text = secret.decode("latin-1")
    spelled = _decoded(text[len("whsec_") :]) if text.startswith("whsec_") else None
    return secret if spelled is None else spelled


def _decoded(text: str) -> Optional[bytes]:
    if _BASE64.fullmatch(text) is None:
        return None
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _hmac(key: bytes, signed: bytes) -> bytes:
    return hmac.new(key, signed, hashlib.sha256).digest()


def _check_time(sent_at: str, tolerance: float) -> None:
    seconds = int(sent_at) if re.fullmatch(r"[0-9]{1,15}", sent_at) else None
    if seconds is None or abs(time.time() - seconds) > tolerance:
        raise WebhookVerificationError(
            "timestamp_out_of_tolerance",
            f"The delivery was signed more than {tolerance:g} s ago, or ahead of time.",
        )


def _id_in(body: bytes) -> str:
    """The id of the event in a body. A test may also sign a body that is no event."""
    found = _object_in(body) or {}
    event_id = found.get("id")
    return event_id if isinstance(event_id, str) and event_id else "evt_1"


def _object_in(body: bytes) -> Optional[Dict[str, Any]]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _event_in(body: bytes) -> WebhookEvent:
    found = _object_in(body)
    if found is None:
        raise WebhookVerificationError("body_not_json", "The body is signed but is no JSON.")
    return read_webhook_event(found)
