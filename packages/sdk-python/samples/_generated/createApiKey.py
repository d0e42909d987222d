import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

api_key = svc.api_keys.create(
    name="Order service",
    scopes=["payments:read", "payments:write"],
    allowed_cidrs=["203.0.113.0/24"],
)
print(api_key.id)
