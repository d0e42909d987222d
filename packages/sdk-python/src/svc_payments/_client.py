from __future__ import annotations

from typing import Callable, Mapping, Optional, Type, Union

import httpx

from ._async_transport import AsyncTransport
from ._events import CallEvent
from ._generated.clients import AsyncResources, Resources
from ._options import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT, client_options
from ._transport import Transport


class Svc(Resources):
    """A client of the service for one API key. Threads can share it.

        with Svc("sk_test_...", base_url="https://payments.example.com") as svc:
            payment = svc.payments.create(amount={"value": 1000, "currency": "USD"})

    Calls raise an SvcError. Nothing is read from the environment: not the key, and no proxies either, unless you hand
    in an `http_client` that does.

    Args:
        api_key: It starts with sk_test_ or sk_live_.
        base_url: Address of the service, without /v1; a path in it is kept.
        timeout: Seconds that one attempt of a request may take, answer included.
        total_timeout: Seconds that a whole call may take, attempts and waits; None for any.
        max_retries: How often a call is attempted again when that may help.
        headers: For every request.
        http_client: What sends the requests, for proxies and certificates of your own. You close it yourself.
        on_event: A plain function, told of each request, answer, failure and wait, for logs. What it raises is ignored.
    """

    def __init__(
        self,
        api_key: str,
        *,
        base_url: str,
        timeout: float = DEFAULT_TIMEOUT,
        total_timeout: Optional[float] = None,
        max_retries: int = DEFAULT_MAX_RETRIES,
        headers: Optional[Mapping[str, str]] = None,
        http_client: Optional[httpx.Client] = None,
        on_event: Optional[Callable[[CallEvent], object]] = None,
    ) -> None:
        options = client_options(
            api_key,
            base_url=base_url,
            timeout=timeout,
            total_timeout=total_timeout,
            max_retries=max_retries,
            headers=headers,
            on_event=on_event,
        )
        _require_client(http_client, httpx.Client)
        self._transport = Transport(options, http_client)
        super().__init__(self._transport)

    def close(self) -> None:
        """Closes the client's connections."""
        self._transport.close()

    def __enter__(self) -> Svc:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class AsyncSvc(AsyncResources):
    """The same client for asyncio and trio.

        async with AsyncSvc("sk_test_...", base_url="https://payments.example.com") as svc:
            payment = await svc.payments.create(amount={"value": 1000, "currency": "USD"})

    It takes what `Svc` takes, with an `httpx.AsyncClient` for `http_client`.
    """

    def __init__(
        self,
        api_key: str,
        *,
        base_url: str,
        timeout: float = DEFAULT_TIMEOUT,
        total_timeout: Optional[float] = None,
        max_retries: int = DEFAULT_MAX_RETRIES,
        headers: Optional[Mapping[str, str]] = None,
        http_client: Optional[httpx.AsyncClient] = None,
        on_event: Optional[Callable[[CallEvent], object]] = None,
    ) -> None:
        options = client_options(
            api_key,
            base_url=base_url,
            timeout=timeout,
            total_timeout=total_timeout,
            max_retries=max_retries,
            headers=headers,
            on_event=on_event,
        )
        _require_client(http_client, httpx.AsyncClient)
        self._transport = AsyncTransport(options, http_client)
        super().__init__(self._transport)

    async def aclose(self) -> None:
        """Closes the client's connections."""
        await self._transport.aclose()

    async def __aenter__(self) -> AsyncSvc:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.aclose()


def _require_client(http_client: object, kind: Union[Type[httpx.Client], Type[httpx.AsyncClient]]) -> None:
    if http_client is not None and not isinstance(http_client, kind):
        raise TypeError(f"http_client must be an httpx.{kind.__name__}, not {type(http_client).__name__}")
