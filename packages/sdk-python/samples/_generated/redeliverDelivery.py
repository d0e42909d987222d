import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

delivery = svc.deliveries.redeliver("dlv_249801938345984030")
print(delivery.id)
