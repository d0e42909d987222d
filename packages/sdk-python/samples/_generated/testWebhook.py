import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

webhook_test_result = svc.webhooks.test("wh_249801938345984010", type="webhook.test")
print(webhook_test_result)
