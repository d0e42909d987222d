import os

from svc_payments import Svc

svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])

customer = svc.customers.create(
    email="ada@example.com",
    first_name="Ada",
    last_name="Lovelace",
    phone="+44 20 7946 0958",
    address={
        "line1": "12 St James Square",
        "city": "London",
        "postal_code": "SW1Y 4JH",
        "country": "GB",
    },
    preferences={"locale": "en-GB", "currency": "GBP"},
    metadata={"crmId": "A-1042"},
)
print(customer.id)
