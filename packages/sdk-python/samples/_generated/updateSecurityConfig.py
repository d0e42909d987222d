import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

security_config = svc.security.update_config(
    approval_thresholds=[{"value": 1000000, "currency": "USD"}],
    retention_days=None,
    if_match='"1"',
)
print(security_config)
