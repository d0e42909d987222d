import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

api_key = svc.api_keys.retrieve("key_249801938345984030")
print(api_key.id)
