import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

for payment in svc.payments.list(status="pending"):
    print(payment.id)
