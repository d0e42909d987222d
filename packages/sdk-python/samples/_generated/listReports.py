import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

for report in svc.reports.list(status="pending"):
    print(report.id)
