import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

for payment_method in svc.customers.list_payment_methods("cust_249801938345984002"):
    print(payment_method.id)
