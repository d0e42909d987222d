"""Charges a customer and gives part of it back: `SVC_API_KEY=sk_test_... SVC_API_BASE=... python charge.py`."""

import os

from svc_payments import Svc, UnprocessableEntityError

with Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"]) as svc:
    customer = svc.customers.create(email=f"ada+{os.getpid()}@example.com", first_name="Ada", metadata={"crm_id": 7})
    payment = svc.payments.create(
        amount={"value": 1999, "currency": "USD"},
        customer={"id": customer.id},
        metadata={"order_id": "1042"},
        wait=10,
    )
    print("payment", payment.status, payment.amount.value, payment.metadata)

    refund = svc.refunds.create(payment_id=payment.id, amount={"value": 500, "currency": "USD"}, reason="A button")
    print("refund", refund.amount.value, "of", svc.payments.retrieve(payment.id).refunded_amount.value)

    try:
        svc.refunds.create(payment_id=payment.id, amount={"value": 0, "currency": "USD"})
    except UnprocessableEntityError as error:
        print("refused", [(each.pointer, each.code) for each in error.field_errors])
