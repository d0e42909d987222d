import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

for audit_entry in svc.security.audit_log():
    print(audit_entry)
