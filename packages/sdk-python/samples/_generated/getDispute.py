import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

dispute = svc.disputes.retrieve("dis_249801938345984060")
print(dispute.id)
