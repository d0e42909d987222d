import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

for logged_request in svc.requests.list(status="2xx"):
    print(logged_request.id)
