import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

checkout_session = svc.checkout_sessions.create(
    mode="payment",
    amount={"value": 2500, "currency": "EUR"},
    description="Order 1042",
    line_items=[
        {
            "name": "Tea",
            "quantity": 2,
            "unit_amount": {"value": 1250, "currency": "EUR"},
        },
    ],
    reference="order-1042",
    success_url="https://shop.example.com/paid",
    cancel_url="https://shop.example.com/cart",
)
print(checkout_session.id)
