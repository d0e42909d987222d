import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

subscription = svc.subscriptions.cancel("sub_249801938345984001", at_period_end=True)
print(subscription.id)
