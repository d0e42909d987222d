"""The addresses of a name, within a time limit."""

from __future__ import annotations

import socket
from concurrent import futures
from threading import Lock, Thread
from typing import Any, Dict, Optional, Tuple

import httpcore

Place = Tuple[str, int]


class Names:
    """Resolves names in threads, because `getaddrinfo` has no time limit.

    Calls that need the same name at the same time share one lookup, so that there is at most one thread for each name.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._lookups: Dict[Place, futures.Future[Any]] = {}

    def addresses(self, host: str, port: int, seconds: Optional[float]) -> Any:
        """What `getaddrinfo` returns or raises; a ConnectTimeout when that takes longer."""
        try:
            return self._lookup((host, port)).result(seconds)
        except futures.TimeoutError:
            raise httpcore.ConnectTimeout(f"{host} was not resolved in time.") from None

    def _lookup(self, place: Place) -> futures.Future[Any]:
        with self._lock:
            lookup = self._lookups.get(place)
            if lookup is not None:
                return lookup
            lookup = self._lookups[place] = futures.Future()
        try:
            Thread(target=self._resolve, args=(place, lookup), daemon=True).start()
        except RuntimeError:
            # Python starts no threads any more while it ends.
            self._resolve(place, lookup)
        return lookup

    def _resolve(self, place: Place, lookup: futures.Future[Any]) -> None:
        try:
            lookup.set_result(socket.getaddrinfo(*place, type=socket.SOCK_STREAM))
        except Exception as error:
            lookup.set_exception(error)
        finally:
            with self._lock:
                del self._lookups[place]
