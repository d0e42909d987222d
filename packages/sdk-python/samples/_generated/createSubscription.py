import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

subscription = svc.subscriptions.create(
    customer_id="cust_249801938345984002",
    amount={"value": 1000, "currency": "USD"},
    interval="month",
    interval_count=1,
    description="Monthly plan",
    metadata={"plan": "basic"},
)
print(subscription.id)
