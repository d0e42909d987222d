import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

payment = svc.payments.create(
    amount={"value": 1000, "currency": "USD"},
    customer={"email": "ada@example.com", "first_name": "Ada", "last_name": "Lovelace"},
    description="Order 1042",
    metadata={"orderId": "1042"},
    reference="order-1042",
)
print(payment.id)
