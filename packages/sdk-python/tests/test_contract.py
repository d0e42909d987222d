"""Every operation of the contract is a method of both clients, with all that the operation takes."""

from __future__ import annotations

import inspect
import json
from typing import Any, Dict, List, Set

import pytest

from svc_payments import AsyncSvc, Svc, models

from .conftest import ROOT
from .vectors import METHODS, method_of, snake

CONTRACT = json.loads((ROOT / "openapi" / "openapi.json").read_text("utf8"))
CLIENTS = [
    Svc("sk_test_1", base_url="http://localhost:1"),
    AsyncSvc("sk_test_1", base_url="http://localhost:1"),
]


def resolved(value: Any) -> Any:
    while "$ref" in value:
        found = CONTRACT
        for part in value["$ref"][2:].split("/"):
            found = found[part]
        value = found
    return value


def operations() -> Dict[str, Set[str]]:
    """What each operation takes, as keywords."""
    found = {}
    for item in CONTRACT["paths"].values():
        for method, operation in item.items():
            if method == "parameters":
                continue
            parameters: List[Any] = [*item.get("parameters", []), *operation.get("parameters", [])]
            names = {resolved(parameter)["name"] for parameter in parameters}
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            found[operation["operationId"]] = {snake(name) for name in [*names, *resolved(body).get("properties", {})]}
    return found


OPERATIONS = operations()


def test_the_manifest_names_every_operation() -> None:
    assert set(METHODS) == set(OPERATIONS)


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: type(client).__name__)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_method_takes_what_its_operation_takes(client: Any, operation: str) -> None:
    parameters = inspect.signature(method_of(client, operation)).parameters
    assert set(parameters) - {"options"} == OPERATIONS[operation]
    assert inspect.getdoc(method_of(client, operation))


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_method_has_its_raw_form(operation: str) -> None:
    resource, method = METHODS[operation]
    taken_as_it_comes = operation in ("streamEvents", "downloadReport")
    for client in CLIENTS:
        assert hasattr(getattr(client, resource).with_raw_response, method) is not taken_as_it_comes


def test_nothing_but_options_is_taken_beside() -> None:
    unknown: Any = {"amuont": 1}
    svc = Svc("sk_test_1", base_url="http://localhost:1")
    with pytest.raises(TypeError, match="amuont"):
        svc.payments.create(amount={"value": 1, "currency": "USD"}, **unknown)


@pytest.mark.parametrize("name", CONTRACT["components"]["schemas"])
def test_a_model_has_every_field_of_its_schema(name: str) -> None:
    model = getattr(models, "".join(word[0].upper() + word[1:] for word in name.split(".")), None)
    properties = CONTRACT["components"]["schemas"][name].get("properties")
    if inspect.isclass(model) and properties is not None:
        assert {each for each in vars(model) if not each.startswith("__")} >= {
            snake(each) for each in properties if each not in ("hasMore", "nextCursor")
        }
