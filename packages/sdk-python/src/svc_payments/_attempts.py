"""When a call is attempted again, and how long it may take: the rules, without any sending or sleeping."""

from __future__ import annotations

import random
import time
from contextlib import suppress
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Literal, Optional

import httpcore

from ._answer import Answer
from ._errors import ApiError, ConnectionError, SvcError, TimeoutError
from ._events import CallEvent
from ._options import Limits
from ._request import WireRequest

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
LONGEST_RETRY_AFTER = 60.0


class Deadline(Dict[str, float]):
    """An attempt's time, in the form in which httpx hands limits to its transports.

    They look a limit up at the beginning of each step (connecting, writing, reading) and get what is left of the
    whole, so that an attempt takes no longer than it may, however many steps it has.
    """

    def __init__(self, seconds: float, silence: float, told: str) -> None:
        super().__init__(connect=seconds, read=seconds, write=seconds, pool=seconds)
        self.seconds = seconds
        self._silence = silence
        self._told = told
        self._end: Optional[float] = time.monotonic() + seconds

    def get(self, key: str, default: Any = None) -> float:
        return self._silence if self._end is None else _Left(self)

    @property
    def left(self) -> float:
        """Seconds that are left: at most none when it is over."""
        return self._silence if self._end is None else self._end - time.monotonic()

    def check(self) -> None:
        if self.left <= 0:
            raise self.error()

    def only_silences(self) -> None:
        """From here on what is limited is each silence, as befits a body that is taken as it comes."""
        self._end = None
        self._told = f"Nothing came for {self._silence:g} s, the timeout."

    def error(self) -> TimeoutError:
        return TimeoutError(self._told)


class _Left(float):
    """What is left of a deadline: a number where it is looked up, and anew wherever a step of ours begins."""

    deadline: Deadline

    def __new__(cls, deadline: Deadline) -> _Left:
        found = super().__new__(cls, max(deadline.left, 0.001))
        found.deadline = deadline
        return found


def left_of(timeout: Optional[float]) -> Optional[float]:
    """What is left of a limit that httpcore hands to several steps. Raises its ReadTimeout when that is nothing."""
    if not isinstance(timeout, _Left):
        return timeout
    left = timeout.deadline.left
    if left <= 0:
        raise httpcore.ReadTimeout("The time is over.")
    return left


class Attempts:
    """The attempts of one call."""

    def __init__(self, request: WireRequest, limits: Limits, hook: Optional[Callable[[CallEvent], object]]) -> None:
        self._request = request
        self._limits = limits
        self._hook = hook
        self._number = 0
        self._began = 0.0
        self._under_way = False
        total = limits.total_timeout
        self._end = None if total is None else time.monotonic() + total

    def begin(self) -> Deadline:
        """Begins an attempt, which has to end by the deadline."""
        self._number += 1
        self._under_way = True
        self._began = time.monotonic()
        self._tell("request")
        timeout = self._limits.timeout
        left = self.left()
        if left is not None and left < timeout:
            return Deadline(max(left, 0.001), timeout, self._total_told())
        return Deadline(timeout, timeout, f"There was no complete response within the timeout of {timeout:g} s.")

    def left(self) -> Optional[float]:
        """Seconds that are left of the whole call; None for any."""
        return None if self._end is None else self._end - time.monotonic()

    def late(self) -> TimeoutError:
        """The error of a call whose time is over before its turn has come."""
        return TimeoutError(self._total_told())

    def _total_told(self) -> str:
        return f"The call did not end within its total_timeout of {self._limits.total_timeout:g} s."

    def answered(self, answer: Answer) -> None:
        """Notes the head of an answer."""
        elapsed = self._elapsed()
        self._tell("response", status=answer.status, request_id=answer.request_id, milliseconds=elapsed)

    def pause(self, error: SvcError, last: bool = False) -> Optional[float]:
        """How many seconds to wait for another attempt after this error; None when there is none, as after the last."""
        if self._under_way and not isinstance(error, ApiError):
            self._tell("failure", code=str(error.code), milliseconds=self._elapsed())
        self._under_way = False
        if last or self._number > self._limits.max_retries or not _passes(error):
            return None
        seconds = _backoff(self._number)
        asked = _retry_after(error)
        if asked is not None and asked > seconds:
            seconds = asked
        if seconds > LONGEST_RETRY_AFTER:
            return None
        if self._end is not None and time.monotonic() + seconds > self._end:
            return None
        self._tell("wait", milliseconds=seconds * 1000)
        return seconds

    def _elapsed(self) -> float:
        return (time.monotonic() - self._began) * 1000

    def _tell(self, kind: Literal["request", "response", "failure", "wait"], **details: Any) -> None:
        if self._hook is None:
            return
        method, url = self._request.method, self._request.address
        # What a log does wrong is none of the call's business.
        with suppress(Exception):
            self._hook(CallEvent(kind, method, url, self._number, **details))


def _passes(error: SvcError) -> bool:
    """Whether another attempt may fare better."""
    if isinstance(error, ConnectionError):
        return True
    if not isinstance(error, ApiError):
        return False
    if error.status == 409:
        return error.code == "idempotency_in_progress"
    return error.status in (408, 429) or error.status >= 500


def _backoff(number: int) -> float:
    longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (number - 1))
    return longest * (1 - random.random() / 2)


def _retry_after(error: SvcError) -> Optional[float]:
    """The seconds in the Retry-After header, in either form. None if it is missing or unreadable."""
    value = str(error.headers.get("Retry-After", "")).strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return (moment - datetime.now(timezone.utc)).total_seconds()
