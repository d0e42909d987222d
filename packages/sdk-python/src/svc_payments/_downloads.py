"""Files, taken as they come."""

from __future__ import annotations

import os
import uuid
from contextlib import contextmanager, suppress
from typing import AsyncIterator, Iterator, Optional, Union

import anyio
import httpx

from ._answer import Answer
from ._attempts import Deadline
from ._errors import ConnectionError

BROKE_OFF = "The body broke off."


@contextmanager
def _replacing(path: Union[str, os.PathLike[str]]) -> Iterator[str]:
    """The name of a file to write, which becomes the one at the path if all goes well. A device is written itself."""
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        yield target
        return
    part = f"{target}.{uuid.uuid4().hex}.part"
    try:
        yield part
        os.replace(part, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(part)
        raise


class _Download:
    def __init__(self, response: httpx.Response, deadline: Deadline) -> None:
        self._response = response
        self._deadline = deadline
        deadline.only_silences()

    @property
    def media_type(self) -> str:
        """Such as `text/csv`."""
        return Answer(self._response.status_code, self._response.headers).media_type

    @property
    def size(self) -> Optional[int]:
        """Its length in bytes; None when it is not known."""
        length = self._response.headers.get("Content-Length", "")
        encoded = "Content-Encoding" in self._response.headers
        return int(length) if length.isdigit() and not encoded else None


class FileDownload(_Download):
    """A file as it arrives: loop over its bytes, once. Close it, or use it in a `with` block.

    It raises a ConnectionError when it breaks off or falls silent for longer than `timeout`.
    """

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield from self._response.iter_bytes()
        except httpx.TimeoutException as cause:
            raise self._deadline.error() from cause
        except httpx.RequestError as cause:
            raise ConnectionError(BROKE_OFF) from cause
        finally:
            self.close()

    def read(self) -> bytes:
        """All of it."""
        return b"".join(self)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it to a file, replacing one that is there when all of it has come."""
        with self, _replacing(path) as name, open(name, "wb") as file:
            for chunk in self:
                file.write(chunk)

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> FileDownload:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class AsyncFileDownload(_Download):
    """A file as it arrives: `async for` over its bytes, once. Close it, or use it in an `async with` block.

    It raises a ConnectionError when it breaks off or falls silent for longer than `timeout`.
    """

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._response.aiter_bytes():
                yield chunk
        except httpx.TimeoutException as cause:
            raise self._deadline.error() from cause
        except httpx.RequestError as cause:
            raise ConnectionError(BROKE_OFF) from cause
        finally:
            await self.aclose()

    async def read(self) -> bytes:
        """All of it."""
        return b"".join([chunk async for chunk in self])

    async def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it to a file, replacing one that is there when all of it has come."""
        async with self:
            with _replacing(path) as name:
                async with await anyio.open_file(name, "wb") as file:
                    async for chunk in self:
                        await file.write(chunk)

    async def aclose(self) -> None:
        await self._response.aclose()

    async def __aenter__(self) -> AsyncFileDownload:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.aclose()
