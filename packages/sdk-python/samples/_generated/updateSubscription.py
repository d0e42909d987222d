import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

subscription = svc.subscriptions.update(
    "sub_249801938345984001",
    amount={"value": 1200, "currency": "USD"},
)
print(subscription.id)
