import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

webhook = svc.webhooks.create(
    url="https://shop.example.com/webhooks",
    events=["payment.completed", "payment.failed"],
    secret="correct-horse-battery-staple",
)
print(webhook.id)
