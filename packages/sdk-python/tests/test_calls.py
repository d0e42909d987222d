"""All calls of the vectors, with both clients. They wait a good deal: they are played at once and judged one by one."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterator, List, Optional

import pytest

from svc_payments import AsyncSvc, CallEvent, Svc, SvcError

from .vectors import (
    arguments,
    begin,
    cases,
    check_error,
    check_events,
    check_requests,
    check_waits,
    client_options,
    contains,
    letters,
    method_of,
    noted,
)

CASES = cases("calls.json")
AT_ONCE = 12


@dataclass
class Outcome:
    requests: List[Any]
    error: Optional[SvcError] = None
    refusal: Optional[Exception] = None
    result: Any = None
    ids: List[str] = field(default_factory=list)
    last_event_id: Optional[str] = None
    told: List[CallEvent] = field(default_factory=list)
    base_url: str = ""


def play(mock: str, case: Any) -> Outcome:
    case_id = begin(mock, case)
    outcome = Outcome([], base_url=f"{mock}/{case_id}")
    positional, named = arguments(case["call"])
    with Svc("sk_test_1", base_url=outcome.base_url, on_event=outcome.told.append, **client_options(case)) as svc:
        try:
            answer = method_of(svc, case["call"]["operation"])(*positional, **named)
            if case["call"]["operation"] == "streamEvents":
                with answer as stream:
                    for each in stream:
                        outcome.ids.append(each.event.id)
                        if len(outcome.ids) == case["call"].get("take"):
                            break
                    outcome.last_event_id = stream.last_event_id
            elif case["call"].get("download"):
                outcome.result = answer.read().decode()
            elif case["call"].get("all"):
                outcome.ids = [each.id for each in answer]
            else:
                outcome.result = answer
        except SvcError as error:
            outcome.error = error
        except (TypeError, ValueError) as refusal:
            outcome.refusal = refusal
    outcome.requests = noted(mock, case_id)
    return outcome


def play_async(mock: str, case: Any) -> Outcome:
    return asyncio.run(_play_async(mock, case))


async def _play_async(mock: str, case: Any) -> Outcome:
    case_id = begin(mock, case)
    outcome = Outcome([], base_url=f"{mock}/{case_id}")
    positional, named = arguments(case["call"])
    async with AsyncSvc(
        "sk_test_1", base_url=outcome.base_url, on_event=outcome.told.append, **client_options(case)
    ) as svc:
        try:
            answer = method_of(svc, case["call"]["operation"])(*positional, **named)
            if case["call"]["operation"] == "streamEvents":
                async with answer as stream:
                    async for each in stream:
                        outcome.ids.append(each.event.id)
                        if len(outcome.ids) == case["call"].get("take"):
                            break
                    outcome.last_event_id = stream.last_event_id
            elif case["call"].get("download"):
                outcome.result = (await (await answer).read()).decode()
            elif case["call"].get("all"):
                outcome.ids = [each.id async for each in answer]
            else:
                outcome.result = await answer
        except SvcError as error:
            outcome.error = error
        except (TypeError, ValueError) as refusal:
            outcome.refusal = refusal
    outcome.requests = noted(mock, case_id)
    return outcome


PLAYERS: Dict[str, Callable[[str, Any], Outcome]] = {"sync": play, "async": play_async}


@pytest.fixture(scope="module")
def played(mock: str) -> Iterator[Dict[Any, "Future[Outcome]"]]:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {
            (client, case["name"]): pool.submit(player, mock, case)
            for client, player in PLAYERS.items()
            for case in CASES
        }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
@pytest.mark.parametrize("client", PLAYERS)
def test_call(played: Dict[Any, "Future[Outcome]"], client: str, case: Any) -> None:
    outcome = played[client, case["name"]].result()
    if outcome.refusal is not None and "refused" not in case:
        raise outcome.refusal
    assert ("refused" in case) == (outcome.refusal is not None)
    if "refused" in case:
        assert letters(case["refused"]) in letters(str(outcome.refusal))
    if "error" in case:
        assert outcome.error is not None
        check_error(case, outcome.error, outcome.requests)
    elif outcome.error is not None:
        raise outcome.error
    check_requests(case, outcome.requests)
    if "waitsMs" in case:
        check_waits(case, outcome.told)
    if "events" in case:
        check_events(case, outcome.base_url, outcome.told)
    if "ids" in case:
        assert outcome.ids == case["ids"]
    if "lastEventId" in case:
        assert outcome.last_event_id == case["lastEventId"]
    if "result" in case and (case["result"] is None or isinstance(case["result"], str)):
        assert outcome.result == case["result"]
    elif "result" in case:
        assert contains(outcome.result.to_dict(), case["result"])
