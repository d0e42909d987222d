import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

payment = svc.payments.retrieve("pay_249801938345984001")
print(payment.id)
