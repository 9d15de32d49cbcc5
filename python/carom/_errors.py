"""The one error that carom raises for bad input, and for input that has no answer."""
from __future__ import annotations

from typing import Any

from . import _core


class CaromError(ValueError):
    """Bad input or no answer. str() is carom's sentence.

    >>> import carom
    >>> try:
    ...     carom.solve({"carom": 1, "dimension": 2, "bodies": {"rod": {"mass": -1}}, "contacts": []})
    ... except carom.CaromError as error:
    ...     print(error.code, error.key)
    bad_value bodies.rod.mass
    """

    code: str  #: the status as a word: "bad_value", "not_positive"
    key: str  #: what it is about: the path of a key, "contacts.0.mu", or a field of the C library
    line: int  #: of the file; 0 where there is none
    value: float  #: the offending number; 0 where there is no single one
    index: tuple[int, ...] | None  #: of the first bad element of arrays

    def __init__(self, message: str, code: str = "", key: str = "", line: int = 0, value: float = 0.0,
                 index: tuple[int, ...] | None = None) -> None:
        super().__init__(message)
        self.code, self.key, self.line, self.value, self.index = code, key, line, value, index

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.code, self.key, self.line, self.value, self.index)


_core.configure_errors(CaromError)
