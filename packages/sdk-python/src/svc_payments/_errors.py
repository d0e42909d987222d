"""The errors of calls."""

from __future__ import annotations

import builtins
import json
import re
from typing import Any, List, Optional, Tuple, Type, Union

import httpx

from ._answer import Answer
from ._generated.models import FieldError, Problem, ProblemCode

ErrorCode = Union[ProblemCode, str]
"""A problem's code, or `connection_failed`, `timeout`, `invalid_response`, `unexpected_status`."""


class SvcError(Exception):
    """The error of a failed call."""

    code: ErrorCode
    """The code of the error. Use it for decisions in your program."""

    status: Optional[int] = None
    """The HTTP status. None if there was no response."""

    headers: httpx.Headers
    """The headers of the response. Empty if there was none."""

    request_id: Optional[str] = None
    """The id of the request in the logs of the service. Quote it when you ask for help."""

    idempotency_key: Optional[str] = None
    """The idempotency key of the call. None if it takes none. Repeat the call with it, and it is not done twice."""

    field_errors: List[FieldError]
    """The invalid values of the request. Empty unless the service reported some."""

    problem: Optional[Problem] = None
    """The whole problem document. None if the response contained none, for example from a proxy."""

    def __init__(self, message: str, code: ErrorCode, answer: Optional[Answer] = None) -> None:
        super().__init__(message)
        self.code = code
        self.headers = httpx.Headers() if answer is None else answer.headers
        self.field_errors = []
        if answer is not None:
            self.status = answer.status
            self.request_id = answer.request_id

    def __reduce__(self) -> Tuple[Any, ...]:
        """Errors cross the borders of processes, whatever their constructors take."""
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: Type[SvcError], args: Tuple[Any, ...]) -> SvcError:
    error = kind.__new__(kind)
    error.args = args
    return error


class ApiError(SvcError):
    """The service, or a proxy before it, refused the request."""

    status: int


class BadRequestError(ApiError):
    """400: the request is malformed."""


class AuthenticationError(ApiError):
    """401: the key is missing, unknown, expired or revoked."""


class PermissionDeniedError(ApiError):
    """403: the key may not do this."""


class NotFoundError(ApiError):
    """404: there is no such object in this account and mode."""


class ConflictError(ApiError):
    """409: the state of the object does not allow this, or the same request is still in progress."""


class PreconditionError(ApiError):
    """412 and 428: the object has changed since you read it, or If-Match is missing."""


class UnprocessableEntityError(ApiError):
    """422: values of the request are invalid. See `field_errors`."""


class RateLimitError(ApiError):
    """429: too many requests."""


class InternalServerError(ApiError):
    """500 and above: the service, or a proxy before it, failed."""


class ConnectionError(SvcError, builtins.ConnectionError):
    """There was no complete response. The request may or may not have taken effect."""

    def __init__(self, message: str, code: ErrorCode = "connection_failed") -> None:
        super().__init__(message, code)


class TimeoutError(ConnectionError, builtins.TimeoutError):
    """There was no complete response in time. The request may or may not have taken effect."""

    def __init__(self, message: str, code: ErrorCode = "timeout") -> None:
        super().__init__(message, code)


class InvalidResponseError(SvcError):
    """The status is a success, but the response cannot be read. The most likely cause is a wrong `base_url`."""

    status: int

    def __init__(self, reason: str, answer: Answer) -> None:
        super().__init__(f"The response with status {answer.status} {reason}.", "invalid_response", answer)


_BY_STATUS = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionError,
    422: UnprocessableEntityError,
    428: PreconditionError,
    429: RateLimitError,
}


def api_error(answer: Answer) -> ApiError:
    """The error for a response that is not a success."""
    status = answer.status
    kind = _BY_STATUS.get(status, InternalServerError if status >= 500 else ApiError)
    problem = _problem_in(answer.body)
    error = kind(_summary(answer, problem), "unexpected_status" if problem is None else problem.code, answer)
    error.problem = problem
    error.field_errors = _field_errors_in(problem)
    return error


def _problem_in(body: bytes) -> Optional[Problem]:
    """Other programs answer as well, and speak their own JSON: ours is known by its code."""
    try:
        found: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    known = isinstance(found.get("code"), str) and isinstance(found.get("detail"), str)
    return Problem(found) if known else None


def _field_errors_in(problem: Optional[Problem]) -> List[FieldError]:
    found = problem["errors"] if problem is not None and "errors" in problem else None
    places = found if isinstance(found, list) else []
    return [FieldError(each) for each in places if isinstance(each, dict)]


def _summary(answer: Answer, problem: Optional[Problem]) -> str:
    if problem is not None:
        places = "; ".join(map(_place, _field_errors_in(problem)))
        return f"{answer.status} {problem.code}: {problem.detail}{f' ({places})' if places else ''}"
    location = answer.headers.get("Location")
    if location is None:
        return f"The response has status {answer.status} and does not come from the service."
    # A redirect often repeats the query of the request, which may contain personal data.
    place = re.split("[?#]", location, maxsplit=1)[0]
    return f"The request was redirected ({answer.status}) to {place}: set base_url to where the service is."


def _place(error: FieldError) -> str:
    detail = error["detail"] if "detail" in error else ""
    return f"{error.pointer or error.parameter or ''}: {detail}"
