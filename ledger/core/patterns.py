"""Regular expressions that cost nothing until they are used."""

import re
from collections.abc import Callable, Iterator
from typing import Any, final


@final
class Pattern:
    """A regular expression that is compiled when it is first used; a command uses few of them."""

    match: Callable[..., re.Match[Any] | None]
    fullmatch: Callable[..., re.Match[Any] | None]
    search: Callable[..., re.Match[Any] | None]
    sub: Callable[..., str]
    split: Callable[..., list[Any]]
    findall: Callable[..., list[Any]]
    finditer: Callable[..., Iterator[re.Match[Any]]]

    def __init__(self, text: str | bytes, flags: int = 0) -> None:
        self.pattern: Any = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Compile the expression: its methods are found here from then on."""
        if name not in Pattern.__annotations__:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        self.__dict__.update((method, getattr(compiled, method)) for method in Pattern.__annotations__)
        return getattr(compiled, name)
