import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

webhook = svc.webhooks.update(
    "wh_249801938345984010",
    description="Shop backend",
    events=["payment.completed", "payment.failed"],
)
print(webhook.id)
