import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

processor = svc.processors.create(
    kind="http",
    name="Example Acquirer",
    priority=10,
    currencies=["EUR", "USD"],
    credentials={
        "url": "https://acquirer.example.com/svc",
        "api_key": "acq_live_5f2b8c1d9e",
        "callback_secret": "whsec_BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=",
    },
)
print(processor.id)
