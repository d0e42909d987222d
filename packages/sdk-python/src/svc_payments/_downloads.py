"""Files, taken as they come."""

from __future__ import annotations

import os
import stat
import uuid
from contextlib import contextmanager, suppress
from typing import AsyncIterator, Callable, Iterator, Optional, Union

import anyio
import httpx

from ._answer import Answer
from ._attempts import Deadline
from ._errors import ConnectionError

BROKE_OFF = "The body broke off."


@contextmanager
def _replacing(path: Union[str, os.PathLike[str]]) -> Iterator[str]:
    """The name of a file to write, which becomes the one at the path if all goes well. A device is written itself."""
    if os.path.exists(path) and not os.path.isfile(path):
        yield os.fspath(path)
        return
    target = os.path.realpath(path)
    part = f"{target}.{uuid.uuid4().hex}.part"
    try:
        yield part
        os.replace(part, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(part)
        raise


def _opener_for(path: Union[str, os.PathLike[str]]) -> Optional[Callable[[str, int], int]]:
    """Opens a file that is to replace the one at the path, with its permissions from the first byte on."""
    if os.name != "posix" or not os.path.isfile(path):
        return None
    permissions = stat.S_IMODE(os.stat(path).st_mode)

    def opener(name: str, flags: int) -> int:
        descriptor = os.open(name, flags, 0o600)
        os.chmod(name, permissions)
        return descriptor

    return opener


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

    def _require_unread(self) -> None:
        if self._response.is_stream_consumed or self._response.is_closed:
            raise RuntimeError("This file was read or closed before. Download it again")


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
        """Writes it to a file, replacing one that is there when all of it has come, with the same permissions.

        It follows a symbolic link, and writes to what is no regular file, such as a pipe, itself. It raises a
        RuntimeError if the file was read or closed before.
        """
        self._require_unread()
        with self, _replacing(path) as name, open(name, "wb", opener=_opener_for(path)) as file:
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
        """Writes it to a file, replacing one that is there when all of it has come, with the same permissions.

        It follows a symbolic link, and writes to what is no regular file, such as a pipe, itself. It raises a
        RuntimeError if the file was read or closed before.
        """
        self._require_unread()
        async with self:
            with _replacing(path) as name:
                async with await anyio.open_file(name, "wb", opener=_opener_for(path)) as file:
                    async for chunk in self:
                        await file.write(chunk)

    async def aclose(self) -> None:
        await self._response.aclose()

    async def __aenter__(self) -> AsyncFileDownload:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.aclose()
