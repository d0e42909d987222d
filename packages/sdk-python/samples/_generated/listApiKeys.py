import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

for api_key in svc.api_keys.list(status="active"):
    print(api_key.id)
