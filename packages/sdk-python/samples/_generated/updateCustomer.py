import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

customer = svc.customers.update(
    "cust_249801938345984002",
    phone=None,
    address={"line2": "Flat 2"},
    preferences={"email_receipts": False},
)
print(customer.id)
