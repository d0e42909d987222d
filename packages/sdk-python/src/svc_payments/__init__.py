"""The Svc Payments API for Python: `Svc`, and `AsyncSvc` for asyncio and trio."""

from . import models, params, webhooks
from ._client import AsyncSvc, Svc
from ._downloads import AsyncFileDownload, FileDownload
from ._errors import (
    ApiError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    ConnectionError,
    InternalServerError,
    InvalidResponseError,
    NotFoundError,
    PermissionDeniedError,
    PreconditionError,
    RateLimitError,
    SvcError,
    TimeoutError,
    UnprocessableEntityError,
)
from ._event_stream import AsyncEventStream, EventStream, StreamedEvent
from ._events import CallEvent
from ._model import Model
from ._options import RequestOptions
from ._pages import AsyncPage, AsyncPages, Page
from ._request import NOT_GIVEN, NotGiven
from ._responses import RawResponse
from ._version import __version__

__all__ = [
    "NOT_GIVEN",
    "ApiError",
    "AsyncEventStream",
    "AsyncFileDownload",
    "AsyncPage",
    "AsyncPages",
    "AsyncSvc",
    "AuthenticationError",
    "BadRequestError",
    "CallEvent",
    "ConflictError",
    "ConnectionError",
    "EventStream",
    "FileDownload",
    "InternalServerError",
    "InvalidResponseError",
    "Model",
    "NotFoundError",
    "NotGiven",
    "Page",
    "PermissionDeniedError",
    "PreconditionError",
    "RateLimitError",
    "RawResponse",
    "RequestOptions",
    "StreamedEvent",
    "Svc",
    "SvcError",
    "TimeoutError",
    "UnprocessableEntityError",
    "__version__",
    "models",
    "params",
    "webhooks",
]
