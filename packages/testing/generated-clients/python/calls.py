"""Calls the service with the client that openapi-generator generates from the contract. Fails at an unexpected result."""

import importlib
import json
import os
import pkgutil

import gen

for module in pkgutil.walk_packages(gen.__path__, "gen."):
    importlib.import_module(module.name)

configuration = gen.Configuration(host=os.environ["SVC_URL"], access_token=os.environ["SVC_KEY"])
with gen.ApiClient(configuration) as client:
    payments = gen.PaymentsApi(client)

    created = payments.create_payment(gen.CreatePayment(amount=gen.Amount(value=1000, currency="USD")))
    assert created.amount.value == 1000, created

    page = payments.list_payments()
    assert page.data[0].id == created.id, page

    try:
        payments.get_payment("pay_1")
        raise AssertionError("get_payment of a payment that is not there succeeded")
    except gen.exceptions.NotFoundException as missing:
        assert json.loads(missing.body)["code"] == "not_found", missing.body

print("ok")
