import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

test_clock = svc.test_clock.advance(by="P1M")
print(test_clock)
