"""Lists, one page at a time."""

from __future__ import annotations

from typing import (
    Any,
    AsyncIterator,
    Awaitable,
    Callable,
    Dict,
    Generator,
    Generic,
    Iterator,
    List,
    Optional,
    TypeVar,
)

from ._answer import Unfit
from ._model import Model, field

T = TypeVar("T")
S = TypeVar("S", bound="Page[Any]")
A = TypeVar("A", bound="AsyncPage[Any]")

_LAST = "This is the last page."


def require_page(json: Dict[str, Any], cursor: object) -> None:
    """Makes sure that it is a page, and that one that goes on says where; `cursor` is where it was to begin."""
    data, more, following = json.get("data"), json.get("hasMore"), json.get("nextCursor")
    if not isinstance(data, list) or not all(isinstance(each, dict) for each in data):
        raise Unfit("is a page without a list of objects")
    if not isinstance(more, bool):
        raise Unfit("is a page without hasMore")
    if more and (not isinstance(following, str) or following in ("", cursor)):
        raise Unfit("has hasMore true but no new nextCursor")


class Page(Model, Generic[T]):
    """A page of a list. A loop over it continues with all following pages, which are requested when they are needed."""

    data: List[T]
    """The objects of this page."""

    has_more: bool = field("hasMore")
    """Whether another page follows."""

    next_cursor: Optional[str] = field("nextCursor")
    """The cursor of the next page."""

    _fetch: Callable[[str], Any]

    def next_page(self: S) -> S:
        """Requests the next page. Raises a ValueError after the last one."""
        if not self.has_more or self.next_cursor is None:
            raise ValueError(_LAST)
        following: S = self._fetch(self.next_cursor)
        return following

    def __contains__(self, item: object) -> bool:
        """Whether the loop over the page brings this object. A text is the name of a field of the page.

        `"pay_1" in page` looks for a field with that name, not for an object with that id.
        """
        return super().__contains__(item) if isinstance(item, str) else any(each == item for each in self)

    def __iter__(self) -> Iterator[T]:  # type: ignore[override]
        page = self
        while True:
            yield from page.data
            if not page.has_more:
                return
            page = page.next_page()


class AsyncPage(Model, Generic[T]):
    """A page of a list. `async for` continues with all following pages, which are requested when they are needed."""

    data: List[T]
    """The objects of this page."""

    has_more: bool = field("hasMore")
    """Whether another page follows."""

    next_cursor: Optional[str] = field("nextCursor")
    """The cursor of the next page."""

    _fetch: Callable[[str], Awaitable[Any]]

    async def next_page(self: A) -> A:
        """Requests the next page. Raises a ValueError after the last one."""
        if not self.has_more or self.next_cursor is None:
            raise ValueError(_LAST)
        following: A = await self._fetch(self.next_cursor)
        return following

    def __contains__(self, item: object) -> bool:
        """Whether the page has a field of that name. It cannot look for an object, which may need further pages.

        `"pay_1" in page` looks for a field with that name, not for an object with that id.
        """
        if not isinstance(item, str):
            raise TypeError("Look for an object with `async for`, or in the `data` of the page")
        return super().__contains__(item)

    async def __aiter__(self) -> AsyncIterator[T]:
        page = self
        while True:
            for each in page.data:
                yield each
            if not page.has_more:
                return
            page = await page.next_page()


class AsyncPages(Generic[A, T]):
    """A requested list. Use `async for` for all its objects, or `await` for its first page."""

    def __init__(self, first: Callable[[], Awaitable[A]]) -> None:
        self._first = first

    def __await__(self) -> Generator[Any, None, A]:
        return self._first().__await__()

    async def __aiter__(self) -> AsyncIterator[T]:
        page = await self._first()
        async for each in page:
            yield each
