import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

webhook_event = svc.events.retrieve("evt_249801938345984020")
print(webhook_event.id)
