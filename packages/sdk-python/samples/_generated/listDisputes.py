import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

for dispute in svc.disputes.list(status="inquiry"):
    print(dispute.id)
