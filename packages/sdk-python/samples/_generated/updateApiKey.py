import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

api_key = svc.api_keys.update(
    "key_249801938345984030",
    name="Order service",
    expires_at="2099-11-21T00:00:00Z",
)
print(api_key.id)
