"""The vectors of the client libraries, and what they say in the terms of this one."""

from __future__ import annotations

import json
import re
from typing import Any, Dict, List, Sequence, Tuple, Type

import httpx

import svc_payments
from svc_payments import CallEvent, SvcError

from .conftest import ROOT, VECTORS

Case = Dict[str, Any]
KNOWN = {
    *("name", "client", "call", "answers", "requests", "sameIdempotencyKey", "pausesMs", "waitsMs"),
    *("result", "ids", "lastEventId", "events", "error", "refused", "message"),
}
KNOWN_OF_CALL = {"operation", "ids", "query", "body", "options", "all", "take", "download"}


def cases(name: str) -> Any:
    return json.loads((VECTORS / name).read_text("utf8"))


def snake(name: str) -> str:
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).replace("-", "_").lower()


def letters(text: str) -> str:
    """The letters and digits of a text. Languages write names differently."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


def manifest() -> Dict[str, Tuple[str, str]]:
    """Resource and method of each operation, as Python writes them."""
    lines = (ROOT / "openapi" / "client-methods.yaml").read_text("utf8")
    found = re.findall(r"^(\w+): (\w+)\.(\w+)$", lines, re.MULTILINE)
    return {operation: (snake(resource), snake(method)) for operation, resource, method in found}


METHODS = manifest()


def method_of(client: object, operation: str) -> Any:
    resource, method = METHODS[operation]
    return getattr(getattr(client, resource), method)


def client_options(case: Case) -> Dict[str, Any]:
    names = {"timeoutMs": "timeout", "totalTimeoutMs": "total_timeout"}
    return {
        names.get(name, snake(name)): value / 1000 if name in names else value
        for name, value in case.get("client", {}).items()
    }


def arguments(call: Case) -> Tuple[List[str], Dict[str, Any]]:
    """Ids by position; body, query and options by keyword, spelled as in Python."""
    given = {**call.get("body", {}), **call.get("query", {}), **call.get("options", {})}
    return call.get("ids", []), {snake(name): value for name, value in given.items()}


def begin(mock: str, case: Case) -> str:
    unknown = (set(case) - KNOWN) | (set(case.get("call", {})) - KNOWN_OF_CALL)
    assert not unknown, f"nothing is done about {unknown}"
    return str(httpx.post(f"{mock}/_cases", json={"answers": case["answers"]}, trust_env=False).json()["id"])


def noted(mock: str, case_id: str) -> List[Case]:
    found: List[Case] = httpx.get(f"{mock}/_cases/{case_id}", trust_env=False).json()["requests"]
    return found


def check_requests(case: Case, requests: List[Case]) -> None:
    assert len(requests) == len(case["requests"])
    for request, expected in zip(requests, case["requests"]):
        for name in ("method", "path", "query", "body"):
            if name in expected:
                assert request[name] == expected[name]
        for name, pattern in expected.get("headers", {}).items():
            assert re.search(pattern, request["headers"][name])
        for name in expected.get("withoutHeaders", []):
            assert name not in request["headers"]
    if case.get("sameIdempotencyKey"):
        assert len({request["headers"]["idempotency-key"] for request in requests}) == 1
    for index, (least, most) in enumerate(case.get("pausesMs", [])):
        pause = requests[index + 1]["at"] - requests[index]["at"]
        assert least <= pause <= most


def check_events(case: Case, base_url: str, told: Sequence[CallEvent]) -> None:
    assert len(told) == len(case["events"])
    for event, expected in zip(told, case["events"]):
        for name, value in expected.items():
            assert getattr(event, snake(name)) == (base_url + value if name == "url" else value)


def check_waits(case: Case, told: Sequence[CallEvent]) -> None:
    waits = [event.milliseconds for event in told if event.kind == "wait"]
    assert len(waits) == len(case["waitsMs"])
    for wait, (least, most) in zip(waits, case["waitsMs"]):
        assert wait is not None and least <= wait <= most


def check_error(case: Case, error: SvcError, requests: List[Case]) -> None:
    expected = case["error"]
    kind: Type[SvcError] = getattr(svc_payments, expected["type"])
    assert type(error) is kind
    told = {
        "code": error.code,
        "status": error.status,
        "requestId": error.request_id,
        "fieldErrors": [each.to_dict() for each in error.field_errors],
    }
    for name, value in expected.items():
        if name != "type":
            assert told[name] == value
    if "message" in case:
        assert case["message"]["has"] in str(error)
        assert case["message"]["lacks"] not in str(error)
    keys = {request["headers"].get("idempotency-key") for request in requests}
    assert {error.idempotency_key} == (keys or {None})


def contains(found: Any, expected: Any) -> bool:
    """Whether all that is expected is there, whatever else is."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            name in found and contains(found[name], value) for name, value in expected.items()
        )
    return type(found) is type(expected) and bool(found == expected)
