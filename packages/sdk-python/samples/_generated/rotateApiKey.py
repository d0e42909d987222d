import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

api_key = svc.api_keys.rotate("key_249801938345984030", overlap_seconds=86400)
print(api_key.id)
