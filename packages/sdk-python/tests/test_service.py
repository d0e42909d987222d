"""Journeys against the real service, the examples and the README's first five minutes among them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from typing import Dict, Iterator

import httpx
import pytest

from svc_payments import ConflictError, NotFoundError, PreconditionError, Svc, webhooks
from svc_payments.models import PaymentCompletedEvent, TimelineStateEntry

from .conftest import NODE, PACKAGE, VECTORS

Service = Dict[str, str]


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    command = [NODE, str(VECTORS / "service.mjs")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        yield json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.fixture
def svc(service: Service) -> Iterator[Svc]:
    with Svc(service["testKey"], base_url=service["baseUrl"]) as client:
        yield client


def run(service: Service, *command: str) -> str:
    env = {**os.environ, "SVC_API_KEY": service["testKey"], "SVC_API_BASE": service["baseUrl"]}
    return subprocess.run([sys.executable, *command], env=env, check=True, stdout=subprocess.PIPE, text=True).stdout


def test_the_first_five_minutes_of_the_readme(service: Service) -> None:
    readme = (PACKAGE / "README.md").read_text("utf8")
    found = re.search(r"## Five minutes.*?```python\n(.*?)```", readme, re.DOTALL)
    assert found is not None
    code = found[1].replace("sk_test_...", service["testKey"]).replace("http://localhost:3000", service["baseUrl"])
    lines = run(service, "-c", code).splitlines()
    assert re.fullmatch(r"pay_\d+ completed", lines[0])
    assert lines[1] == "pending"
    assert re.match(r"pay_\d+ 1999 USD \d{4}-", lines[2])
    assert re.fullmatch(r"409 state_conflict req_\w+", lines[-1])


def test_the_example_that_charges(service: Service) -> None:
    lines = run(service, str(PACKAGE / "examples" / "charge.py")).splitlines()
    assert lines == [
        "payment completed 1999 {'order_id': '1042'}",
        "refund 500 of 500",
        "refused [('/amount/value', 'out_of_range')]",
    ]


def test_the_example_that_follows_events(service: Service) -> None:
    assert run(service, str(PACKAGE / "examples" / "follow_events.py")) == "completed 3\n"


def test_the_example_that_takes_deliveries() -> None:
    command = [sys.executable, str(PACKAGE / "examples" / "webhook_server.py"), "0"]
    env = {**os.environ, "WEBHOOK_SECRET": "the secret"}
    body = json.dumps({"id": "evt_1", "type": "payment.completed", "data": {"id": "pay_1", "amount": {"value": 7}}})
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            url = f"http://127.0.0.1:{server.stdout.readline().strip()}/"
            good = httpx.post(url, content=body, headers=webhooks.sign(body, "the secret"), trust_env=False)
            bad = httpx.post(url, content=body, headers=webhooks.sign(body, "another"), trust_env=False)
            assert (good.status_code, bad.status_code, bad.text) == (200, 400, "signature_mismatch")
            assert server.stdout.readline() == "paid pay_1 7\n"
        finally:
            server.terminate()


def test_a_customers_way(svc: Svc) -> None:
    customer = svc.customers.create(
        email="grace@example.com", address={"postal_code": "10001"}, metadata={"crm_id": {"in_side": 1}}
    )
    assert customer.address is not None and customer.address.postal_code == "10001"
    assert customer.metadata == {"crm_id": {"in_side": 1}}
    with pytest.raises(ConflictError) as refusal:
        svc.customers.create(email="grace@example.com")
    assert refusal.value.problem is not None and refusal.value.problem.existing_id == customer.id

    seen = svc.customers.with_raw_response.retrieve(customer.id)
    changed = svc.customers.update(customer.id, first_name="Grace", phone=None, if_match=seen.headers["ETag"])
    assert (changed.first_name, changed.phone, changed.version) == ("Grace", None, customer.version + 1)
    with pytest.raises(PreconditionError):
        svc.customers.update(customer.id, first_name="G.", if_match=seen.headers["ETag"])

    svc.customers.delete(customer.id)
    with pytest.raises(NotFoundError):
        svc.customers.retrieve(customer.id)


def test_a_payments_way(svc: Svc) -> None:
    key = f"order-{time.time_ns()}"
    payment = svc.payments.create(
        amount={"value": 4200, "currency": "JPY"}, capture_method="manual", wait=10, idempotency_key=key
    )
    assert payment.stage == "authorized"
    again = svc.payments.with_raw_response.create(
        amount={"value": 4200, "currency": "JPY"}, capture_method="manual", wait=10, idempotency_key=key
    )
    assert (again.data.id, again.headers["Idempotent-Replayed"]) == (payment.id, "true")
    svc.payments.capture(payment.id, reason="Shipped")
    deadline = time.monotonic() + 20
    while svc.payments.retrieve(payment.id).status == "pending" and time.monotonic() < deadline:
        time.sleep(0.2)
    states = [each for each in svc.payments.timeline(payment.id).data if isinstance(each, TimelineStateEntry)]
    assert states[-1].status == "completed"
    events = [each for each in svc.events.list(order="asc") if isinstance(each, PaymentCompletedEvent)]
    assert payment.id in [each.data.id for each in events]


def test_lists_go_over_their_pages(svc: Svc) -> None:
    made = {svc.payments.create(amount={"value": 100, "currency": "CHF"}).id for _ in range(5)}
    listed = [each.id for each in svc.payments.list(currency="CHF", limit=2)]
    assert (len(listed), set(listed)) == (5, made)


def test_events_behind_one_that_is_known_go_over_their_pages(svc: Svc) -> None:
    for number in range(4):
        svc.customers.create(email=f"reader-{number}-{time.time_ns()}@example.com")
    known, *rest = [each.id for each in svc.events.list(order="asc", type="customer.created")]
    listed = [each.id for each in svc.events.list(order="asc", type="customer.created", after=known, limit=1)]
    assert (len(rest) >= 3, listed) == (True, rest)


def test_a_report_is_downloaded(svc: Svc) -> None:
    report = svc.reports.create(
        type="payments", format="csv", created_from="2026-01-01T00:00:00Z", created_to="2026-02-01T00:00:00Z"
    )
    deadline = time.monotonic() + 20
    while svc.reports.retrieve(report.id).status != "ready" and time.monotonic() < deadline:
        time.sleep(0.2)
    with svc.reports.download(report.id) as file:
        assert file.media_type == "text/csv"
        assert file.read().startswith(b'"id",')
