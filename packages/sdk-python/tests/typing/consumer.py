"""What a program of a user looks like to mypy --strict. Each `type: ignore` is a mistake that has to be found."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, Optional
from uuid import uuid4

from typing_extensions import assert_type

from svc_payments import NOT_GIVEN, AsyncSvc, RawResponse, Svc, models, params, webhooks

svc = Svc("sk_test_1", base_url="http://svc.test", timeout=5, max_retries=0)
amount: params.AmountParams = {"value": 1000, "currency": "USD"}


def payments(expires_at: Optional[datetime]) -> None:
    payment = svc.payments.create(
        amount=amount,
        customer={"email": "ada@example.com", "first_name": "Ada"},
        metadata={"any": ["thing", 1]},
        expires_at=expires_at or NOT_GIVEN,
        capture_method="manual",
        idempotency_key="order-1042",
        timeout=2.5,
    )
    assert_type(payment, models.Payment)
    assert_type(payment.amount.value, int)
    assert_type(payment.customer, Optional[models.PaymentCustomer])
    assert_type(payment.created_at, datetime)
    assert_type(payment.expires_at, Optional[datetime])
    assert_type(payment.metadata, Dict[str, Any])
    svc.payments.capture(payment.id, idempotency_key=uuid4())
    assert_type(svc.payments.with_raw_response.retrieve("pay_1"), RawResponse[models.Payment])
    for each in svc.payments.list(limit=10, metadata={"orderId": "1042"}):
        assert_type(each, models.Payment)


def mistakes(customer: models.Customer) -> None:
    svc.payments.create()  # type: ignore[call-arg]
    svc.payments.create(amount={"value": "1000", "currency": "USD"})  # type: ignore[typeddict-item]
    svc.payments.create(amount={"value": 1000})  # type: ignore[typeddict-item]
    svc.payments.create(amount=amount, customer={"emial": "ada@example.com"})  # type: ignore[arg-type]
    svc.payments.create(amount=amount, timeout="5")  # type: ignore[arg-type]
    svc.payments.create(amount=amount, surprise=1)  # type: ignore[call-arg]
    svc.payments.create(amount=amount, description=None)  # type: ignore[arg-type]
    svc.payments.capture("pay_1", idempotency_key=1042)  # type: ignore[arg-type]
    list(customer)  # type: ignore[call-overload]
    svc.payments.with_raw_response.retrieve()  # type: ignore[call-arg]
    svc.customers.update(customer.id, phone=None, email=None)  # type: ignore[arg-type]
    print(customer.surprise)  # type: ignore[attr-defined]
    customer.phone.upper()  # type: ignore[union-attr]


def event(body: bytes, headers: Dict[str, str]) -> None:
    found = webhooks.verify(body, headers, ["old", "new"], tolerance=300)
    if isinstance(found, models.PaymentCompletedEvent):
        assert_type(found.data, models.PaymentEventData)
    elif isinstance(found, models.RefundFailedEvent):
        assert_type(found.data, models.Refund)


async def asynchronous() -> None:
    async with AsyncSvc("sk_test_1", base_url="http://svc.test") as client:
        assert_type(await client.refunds.create(payment_id="pay_1"), models.Refund)
        assert_type(await client.customers.list(), models.AsyncCustomerPage)
        async for customer in client.customers.list():
            assert_type(customer, models.Customer)
        assert_type(
            await client.customers.with_raw_response.list(email="ada@example.com"),
            RawResponse[models.AsyncCustomerPage],
        )
        async for streamed in client.events.stream():
            assert_type(streamed.event, models.WebhookEvent)
