import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

report = svc.reports.create(
    type="payments",
    format="csv",
    created_from="2026-11-01T00:00:00Z",
    created_to="2026-12-01T00:00:00Z",
)
print(report.id)
