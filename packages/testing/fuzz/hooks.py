"""Hooks of Schemathesis: values for the formats of the contract, existing ids, and the exclusions."""

import ast
import ipaddress
import threading
from typing import Any

import schemathesis
from exclusions import excluded
from hypothesis import strategies as st
from known import remember, use_known

# Python 3.11 counts the recursion of ast.parse for all threads together. Two workers that parse at the same time then
# fail with "AST constructor recursion depth mismatch".
parse_unlocked = ast.parse
parsing = threading.RLock()


def parse_in_turn(*args: Any, **kwargs: Any) -> ast.AST:
    with parsing:
        return parse_unlocked(*args, **kwargs)


ast.parse = parse_in_turn


def network(address: ipaddress.IPv4Address | ipaddress.IPv6Address, bits: int) -> str:
    return str(ipaddress.ip_network((address, min(bits, address.max_prefixlen)), strict=False))


# A public address. Nothing is sent to it, because the service is configured with a proxy that does not exist.
schemathesis.openapi.format("http-url", st.from_regex(r"https://8\.8\.8\.8/[A-Za-z0-9/_.-]{0,40}", fullmatch=True))
schemathesis.openapi.format("cidr", st.builds(network, st.ip_addresses(), st.integers(0, 128)))


@schemathesis.hook
def before_load_schema(context: Any, raw_schema: dict[str, Any]) -> None:
    list_currencies(raw_schema, sorted(raw_schema["components"]["schemas"]["Currency"]["x-minor-units"]))


def list_currencies(node: Any, currencies: list[str]) -> None:
    """Turns the format `currency` into an enum, because most values of its pattern are refused."""
    if isinstance(node, list):
        for each in node:
            list_currencies(each, currencies)
    if not isinstance(node, dict):
        return
    if node.get("format") == "currency" and node.get("type") == "string":
        for word in ("format", "pattern", "maxLength"):
            node.pop(word, None)
        node["enum"] = [*currencies, None] if node.get("nullable") else currencies
    for each in node.values():
        list_currencies(each, currencies)


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    if case.meta is not None and case.meta.generation.mode.is_positive:
        use_known(case)


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    if response.status_code < 300:
        remember(response.content)


@schemathesis.hook
def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
    return not excluded(failure.code, response.content)
