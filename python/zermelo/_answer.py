"""Answers: the JSON of a command, whose keys are attributes, too."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def wrap(value: Any) -> Any:
    if isinstance(value, dict):
        return Answer(value)
    if isinstance(value, list):
        return [wrap(item) for item in value]
    return value


class Answer(Mapping[str, Any]):
    """`answer.results[0].verdict` is `answer["results"][0]["verdict"]`."""

    def __init__(self, keys: dict[str, Any]) -> None:
        self._keys = {key: wrap(value) for key, value in keys.items()}

    def __getitem__(self, key: str) -> Any:
        return self._keys[key]

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_") or key not in self._keys:
            raise AttributeError(f"the answer has no key {key}; it has "
                                 + ", ".join(self.__dict__.get("_keys", ())))
        return self._keys[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __repr__(self) -> str:
        return f"Answer({self._keys!r})"
