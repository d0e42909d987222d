import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

for checkout_session in svc.checkout_sessions.list(status="open"):
    print(checkout_session.id)
