import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

checkout_session = svc.checkout_sessions.expire("cs_249801938345984060")
print(checkout_session.id)
