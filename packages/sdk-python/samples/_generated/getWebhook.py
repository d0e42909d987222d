import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

webhook = svc.webhooks.retrieve("wh_249801938345984010")
print(webhook.id)
