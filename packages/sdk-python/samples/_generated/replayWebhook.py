import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

webhook_replay = svc.webhooks.replay(
    "wh_249801938345984010",
    created_from="2026-11-20T00:00:00Z",
    created_to="2026-11-21T00:00:00Z",
)
print(webhook_replay.id)
