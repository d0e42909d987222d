import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

refund = svc.refunds.retrieve("ref_249801938345984001")
print(refund.id)
