"""Scenarios: a dict, JSON text or a file in; what the program would say out. NumPy is not needed."""
from __future__ import annotations

import json
import math
import os
import tempfile
from contextlib import contextmanager
from typing import Any, Iterator, Mapping, NamedTuple, Union

from . import _core
from ._errors import CaromError

Scenario = Union[Mapping[str, Any], str, "os.PathLike[str]"]


class Source(NamedTuple):
    """The text of a scenario, and where it is from."""

    text: bytes
    name: str  # of the file; empty where there is none
    has_lines: bool


def _plain(value: Any) -> Any:
    """What json does not know: arrays and their numbers."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a scenario can hold numbers, words, lists and dicts, not {type(value).__name__}")


def _first_odd(value: Any, path: str) -> tuple[str, float] | None:
    """The path of the first number that is not finite."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float):
        return None if math.isfinite(value) else (path, value)
    items: Any = enumerate(value) if isinstance(value, (list, tuple)) else ()
    items = value.items() if isinstance(value, Mapping) else items
    for key, item in items:
        odd = _first_odd(item, f"{path}.{key}" if path else str(key))
        if odd:
            return odd
    return None


def dump(scenario: Mapping[str, Any]) -> bytes:
    """A scenario as text; numbers must be finite."""
    try:
        return json.dumps(dict(scenario), default=_plain, allow_nan=False).encode()
    except ValueError:
        odd = _first_odd(scenario, "")
        if odd is None:
            raise
        raise CaromError(f"{odd[0]} is {odd[1]}; numbers must be finite", "bad_value", odd[0], 0, odd[1]) from None


def source_of(scenario: Scenario) -> Source:
    """The text of a scenario. A str that begins with { is JSON, any other is the name of a file."""
    if isinstance(scenario, Mapping):
        return Source(dump(scenario), "", False)
    if isinstance(scenario, str) and scenario.lstrip().startswith("{"):
        return Source(scenario.encode(), "", True)
    if not isinstance(scenario, (str, os.PathLike)):
        raise TypeError(f"a scenario is a dict, JSON text or the name of a file, not {type(scenario).__name__}")
    name = os.fspath(scenario)
    if name.endswith(".jsonl"):
        raise ValueError(f"{name} has one scenario a line: [carom.solve(line) for line in open({name!r})]")
    with open(name, "rb") as file:
        return Source(file.read(), name, True)


@contextmanager
def telling(source: Source) -> Iterator[None]:
    """Errors know the file, and forget lines of a text that nobody wrote."""
    try:
        yield
    except CaromError as error:
        if not source.has_lines:
            error.line = 0
        place = f"{source.name}:{error.line}" if source.name else f"line {error.line}"
        where = [place] if error.line else [source.name] if source.name else []
        where += [f"key {error.key}"] if error.key else []
        if where:
            error.add_note(", ".join(where))
        raise


def explain(scenario: Scenario) -> list[str]:
    """Why an impact goes as it does: what theory says of it, in sentences, as `carom explain`.

    >>> import carom
    >>> rod = {"carom": 1, "dimension": 2, "contact_space": {"W": [[2.5, -1.5], [-1.5, 2.5]], "v": [0.6, -1]},
    ...        "contacts": [{"e": 0.9, "mu": 0.9}]}
    >>> print(carom.explain(rod)[-2])
    So the mode is C-sticking: stuck during compression and stayed stuck.
    """
    return list(theory(scenario)["meaning"])


def theory(scenario: Scenario) -> dict[str, Any]:
    """The same with its numbers, as `carom explain --json` prints it."""
    source = source_of(scenario)
    with telling(source):
        found: dict[str, Any] = json.loads(_core.explain(source.text))
    return found


def figure_kinds(scenario: Scenario) -> list[str]:
    """The kinds of figures that svg can draw of a scenario.

    >>> import carom
    >>> carom.figure_kinds({"carom": 1, "dimension": 2, "contact_space": {"W": [[1, 0], [0, 1]], "v": [1, -1]},
    ...                     "contacts": [{"e": 1, "mu": 0.5}]})
    ['process', 'hodograph', 'impulse', 'energy', 'velocity']
    """
    source = source_of(scenario)
    with telling(source):
        return _core.kinds_of(source.text)


def svg(scenario: Scenario, kind: str | None = None, *, output: str | os.PathLike[str] | None = None,
        title: str | None = None, size: tuple[int, int] | None = None) -> str:
    """The program's own figure as the text of an SVG; needs gnuplot. kind None takes the one that suits best.

    output: a file to write instead, .svg, .pdf or .png; then its name is returned. size: width and height in pixels.
    """
    source = source_of(scenario)
    width, height = size or (0, 0)
    with telling(source):
        if output is not None:
            _core.draw(source.text, os.fspath(output), kind, title, width, height)
            return os.fspath(output)
        with tempfile.TemporaryDirectory(prefix="carom") as folder:
            path = os.path.join(folder, "figure.svg")
            _core.draw(source.text, path, kind, title, width, height)
            with open(path, encoding="utf-8") as file:
                return file.read()
