import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

for delivery in svc.webhooks.list_deliveries("wh_249801938345984010", status="pending"):
    print(delivery.id)
