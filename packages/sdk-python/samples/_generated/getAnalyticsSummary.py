import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

analytics_summary = svc.analytics.summary()
print(analytics_summary)
