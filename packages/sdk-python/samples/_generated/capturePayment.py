import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

payment = svc.payments.capture(
    "pay_249801938345984001",
    amount={"value": 600, "currency": "USD"},
    reason="Shipped today",
)
print(payment.id)
