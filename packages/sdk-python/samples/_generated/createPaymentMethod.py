import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

payment_method = svc.customers.add_payment_method(
    "cust_249801938345984002",
    type="card",
    processor_token="tok_9f8a7c6e5d",
    brand="visa",
    last4="4242",
    expiry_month=8,
    expiry_year=2029,
)
print(payment_method.id)
