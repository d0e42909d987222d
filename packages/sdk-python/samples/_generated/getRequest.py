import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

logged_request = svc.requests.retrieve("req_01a1fd70f1c0c0ffee5eed00b00c1e77")
print(logged_request.id)
