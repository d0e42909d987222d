import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

with svc.reports.download("rep_249801938345984050") as file:
    file.save("report.csv")
