"""Many points of one scenario: grids for solve(vary=...), studies in memory with sweep."""
from __future__ import annotations

import html
import json
import math
from array import array
from itertools import product
from typing import Any, Iterable, Literal, Mapping, NamedTuple, Sequence as Seq

from . import _core
from ._enums import Status
from ._errors import CaromError
from ._scenario import Scenario, Source, dump, source_of, telling
from ._threads import Threads, thread_count


def _column(values: list[Any], shape: tuple[int, ...]) -> Any:
    """Numbers with NaN, or words with "", where there is no answer; a list without NumPy."""
    words = any(isinstance(value, str) for value in values)
    nothing: Any = "" if words else math.nan
    filled = [nothing if value is None else value for value in values]
    if words:
        filled = [value if isinstance(value, str) else format(value, "g") for value in filled]
    try:
        import numpy as np
    except ImportError:
        return filled
    return np.array(filled, np.str_ if words else np.float64).reshape(shape)


def _list(values: Any) -> list[Any]:
    if hasattr(values, "tolist"):
        values = values.tolist()
    return list(values) if isinstance(values, (list, tuple, range)) else [values]


def vary_grid(scenario: Scenario, vary: Mapping[str, Any], show: Seq[str]) -> dict[str, Any]:
    """All combinations: arrays with an axis for each varied number. Raises only where no point has an answer."""
    source = source_of(scenario)
    axes = [[float(value) for value in _list(values)] for values in vary.values()]
    points = array("d", (number for point in product(*axes) for number in point))
    with telling(source):
        columns, status, first, why = _core.vary(source.text, tuple(vary), tuple(_paths(show)), points.tobytes())
    if first >= 0 and 0 not in status:
        raise CaromError(why[1], Status(why[0]).word, why[2], 0, why[3], (first,))
    shape = tuple(len(axis) for axis in axes)
    return {path: _column(values, shape) for path, values in zip(show, columns)}


def _paths(show: Iterable[str]) -> list[str]:
    if isinstance(show, str):
        raise TypeError(f"show must be a list of paths: [{show!r}]")
    return list(show)


# ---- studies --------------------------------------------------------------------------------------------------------

_WORD_SIZE = 32
_NUMBERS, _WORDS = 0, 1


def _decoded(kind: int, data: bytearray) -> Any:
    """A column as the C side gives it: an array, or a list without NumPy."""
    try:
        import numpy as np
    except ImportError:
        if kind == _NUMBERS:
            return array("d", bytes(data)).tolist()
        if kind == _WORDS:
            return [data[at:at + _WORD_SIZE].rstrip(b"\0").decode() for at in range(0, len(data), _WORD_SIZE)]
        return list(data)
    if kind == _WORDS:
        words = np.frombuffer(data, f"S{_WORD_SIZE}")
        return np.char.decode(words, "utf-8").astype(f"U{max(1, int(np.char.str_len(words).max()))}")
    return np.frombuffer(data, np.float64 if kind == _NUMBERS else np.uint8)


def _table(caption: str, heads: list[str], rows: list[list[Any]]) -> str:
    cells = ["".join(f"<td>{html.escape(cell) if isinstance(cell, str) else _number(cell)}</td>" for cell in row)
             for row in rows]
    return (f"<table><caption>{html.escape(caption)}</caption><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>"
            f"{''.join(f'<tr>{row}</tr>' for row in cells)}</table>")


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.5g}"


class Sweep:
    """The rows of a study: sweep["energy.change"] is a column, of what was varied or stored.

    columns: all of them by name; varied: which of these are inputs
    status: a code of carom.Status for each row; first_error: what the first row without an answer said, or None
    grid: how many values each input has, where the rows are all combinations; else None
    method: "grid", "random", "sobol" or "saltelli"
    statistics: by path a dict with count, mean, sd, min, max, quantiles, histogram, and with "saltelli" sensitivity:
        S1 and ST of every input with half the width of their 95 % intervals
    summary: all that `carom sweep --json` prints
    """

    columns: dict[str, Any]
    varied: list[str]
    status: Any
    grid: tuple[int, ...] | None
    method: str
    statistics: dict[str, dict[str, Any]]
    summary: dict[str, Any]
    first_error: CaromError | None

    def __init__(self, columns: dict[str, Any], varied: list[str], grid: tuple[int, ...] | None, summary: dict[str, Any],
                 first_error: CaromError | None) -> None:
        self.status = columns.pop("status")
        self.columns, self.varied, self.grid, self.summary = columns, varied, grid, summary
        self.method, self.statistics = summary["method"], summary["statistics"]
        self.first_error = first_error

    def __getitem__(self, path: str) -> Any:
        try:
            return self.columns[path]
        except KeyError:
            raise KeyError(f"there is no column {path!r}; there are {', '.join(self.columns)}") from None

    def __len__(self) -> int:
        return len(self.status)

    @property
    def failed(self) -> int:
        """Rows without an answer."""
        return int(self.summary["failed"])

    def to_pandas(self) -> Any:
        """A table with a row for each point; needs pandas."""
        import pandas

        return pandas.DataFrame({**self.columns, "status": self.status})

    def figure(self, *, ax: Any = None, **style: Any) -> Any:
        """A chart or a map of a grid, a histogram of other rows: carom.figure."""
        from ._figure import figure

        return figure(self, ax=ax, **style)

    def _repr_html_(self) -> str:
        """The statistics as a table, and under it who is responsible for them."""
        first: dict[str, Any] = next(iter(self.statistics.values()), {})
        levels = [level for level, _ in first.get("quantiles", [])]
        heads = ["", "mean", "sd", "least", *(f"{100 * level:g} %" for level in levels), "most"]
        rows = [[path, of["mean"], of["sd"], of["min"], *(value for _, value in of.get("quantiles", [])), of["max"]]
                for path, of in self.statistics.items()]
        failed = f", {self.failed} without an answer" if self.failed else ""
        tables = [_table(f"{len(self)} rows by {self.method}{failed}", heads, rows)]
        for path, of in self.statistics.items():
            parts = [[name, part["S1"], part["S1_width"], part["ST"], part["ST_width"]]
                     for name, part in of.get("sensitivity", {}).items()]
            if parts:
                tables.append(_table(f"part of the variance of {path}", ["", "alone", "&plusmn;", "in all", "&plusmn;"], parts))
        return "".join(tables)

    def __repr__(self) -> str:
        return f"Sweep({len(self)} rows, {self.failed} failed: {', '.join(self.columns)})"


def _spread(spec: Any) -> Any:
    """A list of values is a choice of them."""
    return spec if isinstance(spec, Mapping) else {"choice": _list(spec)}


class _Plan(NamedTuple):
    source: Source
    together: list[Seq[str]]


def _plan(source: Source, given: dict[str, Any]) -> _Plan:
    """The scenario with what was given in its sweep block; as it is where nothing was."""
    try:
        data = json.loads(source.text)
    except ValueError:
        return _Plan(source, [])  # carom says what is wrong, and better
    if not isinstance(data, dict) or not isinstance(data.get("sweep", {}), dict):
        return _Plan(source, [])
    block = {**data.get("sweep", {}), **given}
    if given:
        source = Source(dump({**data, "sweep": block}), source.name, False)
    groups = block.get("together", [])
    return _Plan(source, groups if isinstance(groups, list) else [])


def _add_followers(columns: dict[str, Any], together: list[Seq[str]]) -> None:
    """Of paths that go together one has the column; the others have the same."""
    for group in together:
        leader = next((path for path in group if path in columns), None)
        if leader is not None:
            columns.update({path: columns[leader] for path in group})


def sweep(scenario: Scenario, vary: Mapping[str, Any] | None = None, *, show: Seq[str] | None = None,
          rows: int | None = None, seed: int | None = None,
          method: Literal["grid", "random", "sobol", "saltelli"] | None = None,
          together: Seq[Seq[str]] | None = None, correlation: Seq[tuple[str, str, float]] | None = None,
          statistics: Mapping[str, Any] | None = None, threads: Threads = 1) -> Sweep:
    """A study in memory, with the bits of `carom sweep`: numbers of a scenario are spread, values of its answers kept.

    vary maps paths to spreads: {"uniform": [from, to]}, "log_uniform", {"normal": [mean, deviation]},
    {"lognormal": [median, deviation of the logarithm]}, {"triangular": [from, peak, to]}, each with
    "within": [low, high] where it is to be cut off; {"choice": [...]} of numbers or words, {"grid": [from, to, count]},
    "log_grid"; a list of values is a choice. show: the paths that are kept.

    method: "grid" (all combinations), "random", "sobol", or "saltelli", which gives sensitivity indices; None: grid if
    all are lists and there is no rows, else random. rows: 10,000 unless given. together: groups of paths that get the
    same value. correlation: [(path, path, number)], a Gaussian copula. statistics: {"of": paths, "quantiles": levels,
    "histogram": bins, "sensitivity": bool}. What is not given is taken from the scenario's own "sweep" block. A row
    without an answer has NaN and a status. A scenario with a motion block is simulated, any other solved.

    >>> import carom
    >>> rod = {"carom": 1, "dimension": 2, "contact_space": {"W": [[2.5, -1.5], [-1.5, 2.5]], "v": [0.6, -1]},
    ...        "contacts": [{"e": 0.9, "mu": 0.9}]}
    >>> s = carom.sweep(rod, {"contacts.0.mu": {"uniform": [0, 1]},
    ...                       "contacts.0.e": {"normal": [0.8, 0.1], "within": [0, 1]}},
    ...                 show=["energy.change", "contacts.0.mode"], rows=1000, method="sobol")
    >>> s
    Sweep(1000 rows, 0 failed: contacts.0.mu, contacts.0.e, energy.change, contacts.0.mode)
    >>> round(s.statistics["energy.change"]["mean"], 3)
    -0.099
    """
    asked: dict[str, Any] = {
        "vary": None if vary is None else {path: _spread(spec) for path, spec in vary.items()},
        "store": None if show is None else _paths(show), "rows": rows, "seed": seed, "method": method,
        "together": together, "correlation": correlation, "statistics": statistics}
    plan = _plan(source_of(scenario), {key: value for key, value in asked.items() if value is not None})
    with telling(plan.source):
        found, inputs, summary, grid, first = _core.sweep(plan.source.text, abs(thread_count(threads)))
    columns = {name: _decoded(kind, data) for name, kind, data in found}
    varied = list(columns)[:inputs]
    told: dict[str, Any] = json.loads(summary)
    error = CaromError(first[2], Status(first[1]).word, first[3], 0, first[4], (first[0],)) if first else None
    _add_followers(columns, plan.together)
    return Sweep(columns, varied, grid, told, error)
