import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

report = svc.reports.retrieve("rep_249801938345984050")
print(report.id)
