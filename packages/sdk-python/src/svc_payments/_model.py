"""Objects of the service, as its JSON has them.

A model keeps the JSON that it was made of and reads its fields from there when they are asked for. So nothing that this
version of the library does not know is lost or in the way: such a field is reached by its name in the JSON,
`payment["newField"]`, and `payment.to_dict()` is the whole object.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Callable, ClassVar, Dict, List, Mapping, Optional, Type, TypeVar

M = TypeVar("M", bound="Model")
T = TypeVar("T")


class Field:
    """Reads one field of a model's JSON, under Python's name for it."""

    __slots__ = ("attribute", "name", "read", "required", "secret")

    def __init__(self, name: str, read: Optional[Callable[[Any], Any]], required: bool, secret: bool) -> None:
        self.name = name
        self.read = read
        self.required = required
        self.secret = secret
        self.attribute = name

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.attribute = attribute

    def __get__(self, model: Optional[Model], owner: Optional[type] = None) -> Any:
        if model is None:
            return self
        known = model._read
        if self.name not in known:
            known[self.name] = self._value(model)
        return known[self.name]

    def _value(self, model: Model) -> Any:
        if self.name not in model._json:
            if self.required:
                raise AttributeError(f"This {type(model).__name__} came without {self.name!r}")
            return None
        value = model._json[self.name]
        return value if value is None or self.read is None else readable(self.read, value)

    def __set__(self, model: Model, value: Any) -> None:
        raise AttributeError(f"{type(model).__name__}.{self.attribute} is what the service said")


def field(
    name: str,
    read: Optional[Callable[[Any], Any]] = None,
    *,
    required: bool = True,
    secret: bool = False,
) -> Any:
    """A field called `name` in the JSON. One that is not required is None when it is not there."""
    return Field(name, read, required, secret)


class Model:
    """An object of the service. It does not change. Retrieve it again to see its current state."""

    def __init__(self, json: Mapping[str, Any]) -> None:
        if not isinstance(json, Mapping):
            raise TypeError(f"A {type(self).__name__} is made of a JSON object")
        self._json: Mapping[str, Any] = json
        self._read: Dict[str, Any] = {}

    @classmethod
    def _fields(cls) -> Dict[str, Field]:
        """Those of the class and its bases, by their names in the JSON."""
        found = [vars(base).values() for base in reversed(cls.__mro__)]
        return {each.name: each for values in found for each in values if isinstance(each, Field)}

    @property
    def unknown_fields(self) -> Dict[str, Any]:
        """Fields that this version of the library does not know, as they were received."""
        known = self._fields()
        return {name: value for name, value in self._json.items() if name not in known}

    def to_dict(self) -> Dict[str, Any]:
        """The object as it came, under the names that the JSON has; a copy, all the way down."""
        return {name: copied(value) for name, value in self._json.items()}

    def __getitem__(self, name: str) -> Any:
        """A field by its name in the JSON, as it came."""
        return self._json[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._json

    #: Without it, Python would ask for the fields 0, 1, 2 and so on.
    __iter__: ClassVar[None] = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and type(other) is type(self) and other._json == self._json

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        fields = [_shown(each, self) for each in self._fields().values() if each.name in self._json]
        rest = [f"{name}={_represented(value)}" for name, value in self.unknown_fields.items()]
        return f"{type(self).__name__}({', '.join(fields + rest)})"


def _shown(field: Field, model: Model) -> str:
    value = field.__get__(model)
    return f"{field.attribute}={'…' if field.secret and value is not None else _represented(value)}"


def _represented(value: Any) -> str:
    try:
        return repr(value)
    except RecursionError:
        return "…"


def copied(json: Any) -> Any:
    """A copy of JSON, however deep it is."""
    top: List[Any] = [json]
    unfinished: List[Any] = [top]
    while unfinished:
        place = unfinished.pop()
        for key, value in list(place.items() if isinstance(place, dict) else enumerate(place)):
            if isinstance(value, (dict, list)):
                place[key] = value.copy()
                unfinished.append(place[key])
    return top[0]


def readable(read: Callable[[Any], Any], value: Any) -> Any:
    """What a value reads as; as it came when it is not what it should be."""
    try:
        return read(value)
    except Exception:
        return value


def list_of(read: Callable[[Any], T]) -> Callable[[List[Any]], List[T]]:
    """A reader of lists of what `read` reads."""

    def read_list(values: List[Any]) -> List[T]:
        if not isinstance(values, list):
            raise TypeError("This is no list")
        return [readable(read, value) for value in values]

    return read_list


def one_of(name: str, kinds: Mapping[str, Type[Model]], other: Type[Model]) -> Callable[[Any], Any]:
    """A reader of objects whose field `name` says what they are."""

    def read(json: Any) -> Model:
        kind = json.get(name)
        return (kinds.get(kind, other) if isinstance(kind, str) else other)(json)

    return read


def instant(text: str) -> datetime:
    """A moment such as 2026-11-22T09:30:00.204Z, with its offset. What came exactly is in the JSON."""
    return datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith("Z") else text)
