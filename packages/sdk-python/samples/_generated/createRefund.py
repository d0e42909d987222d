import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

refund = svc.refunds.create(
    payment_id="pay_249801938345984001",
    amount={"value": 400, "currency": "USD"},
    reason="Returned goods",
    metadata={"returnId": "77"},
)
print(refund.id)
