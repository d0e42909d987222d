import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

for refund in svc.payments.refunds("pay_249801938345984001", status="pending"):
    print(refund.id)
