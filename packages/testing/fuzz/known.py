"""Inserts ids and cursors from earlier responses into schema-valid requests. Requests with unknown ids would only get 404."""

import json
import re
from collections.abc import Iterator
from typing import Any

ID = re.compile(r"([a-z]+)_[0-9]{1,19}")
LONGEST_IDEMPOTENCY_KEY = 255

_newest: dict[str, str] = {}
_ids: set[str] = set()
_cursors: set[str] = set()
_idempotency_keys: set[str] = set()


def remember(answer: bytes) -> None:
    """Stores the ids and the cursor of a success."""
    try:
        body = json.loads(answer)
    except ValueError:
        return
    if not isinstance(body, dict):
        return
    for text in reversed(list(_texts(body))):
        if match := ID.fullmatch(text):
            _ids.add(text)
            _newest[match[1]] = text
    if isinstance(cursor := body.get("nextCursor"), str):
        _cursors.add(cursor)


def use_known(case: Any) -> None:
    """Changes a schema-valid request into one that can succeed."""
    for part in ("path_parameters", "query", "body"):
        value = getattr(case, part)
        known = _with_known_ids(value)
        # Schemathesis validates every assigned value again, also a body that is not sent.
        if known != value:
            setattr(case, part, known)
    query, headers = case.query or {}, case.headers or {}
    if "cursor" in query and query["cursor"] not in _cursors:
        del query["cursor"]
    if query.get("order") != "asc":
        query.pop("after", None)
    if "If-Match" in headers:
        headers["If-Match"] = "*"
    if isinstance(key := headers.get("Idempotency-Key"), str):
        headers["Idempotency-Key"] = _unused(key)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            # The headers of a webhook test name an event that is not stored.
            if name != "headers":
                yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _with_known_ids(value: Any) -> Any:
    if isinstance(value, str):
        match = ID.fullmatch(value)
        return value if match is None or value in _ids else _newest.get(match[1], value)
    if isinstance(value, dict):
        # A payment with a customer id must not have other customer fields.
        if isinstance(customer := value.get("customer"), dict) and "id" in customer:
            value = {**value, "customer": {"id": customer["id"]}}
        return {name: _with_known_ids(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_with_known_ids(each) for each in value]
    return value


def _unused(key: str) -> str:
    if key in _idempotency_keys:
        number = str(len(_idempotency_keys))
        key = key[: LONGEST_IDEMPOTENCY_KEY - len(number)] + number
    _idempotency_keys.add(key)
    return key
