"""Many points of one scenario: grids for solve(vary=...), small studies in memory with sweep."""
from __future__ import annotations

import json
import math
import random
from array import array
from itertools import product
from statistics import NormalDist
from typing import Any, Callable, Iterator, Literal, Mapping, NamedTuple, Sequence as Seq

from . import _core
from ._enums import Status
from ._errors import CaromError
from ._scenario import Scenario, Source, source_of, telling

MOST_ROWS = 10_000_000  # more numbers than memory should hold: that is what files are for


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


class _Read(NamedTuple):
    columns: list[list[Any]]
    status: bytes
    first: int
    error: CaromError | None


def _read(source: Source, paths: Seq[str], rows: Iterator[Seq[float]], show: Seq[str], motion: int) -> _Read:
    if isinstance(show, str):
        raise TypeError(f"show must be a list of paths: [{show!r}]")
    values = array("d", (float(number) for row in rows for number in row))
    with telling(source):
        columns, status, first, (code, message, key, value) = _core.vary(source.text, tuple(paths), tuple(show),
                                                                         values.tobytes(), motion)
    error = CaromError(message, Status(code).word, key, 0, value, (first,)) if first >= 0 else None
    return _Read(columns, status, first, error)


def _numbers(values: Any) -> list[float]:
    if hasattr(values, "tolist"):
        values = values.tolist()
    return [float(value) for value in (values if isinstance(values, (list, tuple, range)) else [values])]


def vary_grid(scenario: Scenario, vary: Mapping[str, Any], show: Seq[str]) -> dict[str, Any]:
    """All combinations: arrays with an axis for each varied number. Raises only where no point has an answer."""
    source = source_of(scenario)
    axes = [_numbers(values) for values in vary.values()]
    found = _read(source, list(vary), iter(product(*axes)), show, 0)
    if found.error and 0 not in found.status:
        raise found.error
    shape = tuple(len(axis) for axis in axes)
    return {path: _column(values, shape) for path, values in zip(show, found.columns)}


# ---- studies --------------------------------------------------------------------------------------------------------

Quantile = Callable[[float], float]


def _log(low: float, high: float) -> tuple[float, float]:
    return math.log(low), math.log(high)


def _uniform(low: float, high: float) -> Quantile:
    return lambda u: low + (high - low) * u


def _log_uniform(low: float, high: float) -> Quantile:
    a, b = _log(low, high)
    return lambda u: math.exp(a + (b - a) * u)


def _triangular(low: float, mode: float, high: float) -> Quantile:
    corner = (mode - low) / (high - low)

    def quantile(u: float) -> float:
        if u < corner:
            return low + math.sqrt(u * (high - low) * (mode - low))
        return high - math.sqrt((1 - u) * (high - low) * (high - mode))
    return quantile


class _Gauss:
    """Normal, or lognormal where the logarithm is; truncated by its own distribution function."""

    def __init__(self, mean: float, deviation: float, within: Seq[float] | None, logarithmic: bool) -> None:
        self.normal, self.logarithmic = NormalDist(mean, deviation), logarithmic
        ends = [self._inside(end) for end in within] if within else [-math.inf, math.inf]
        self.low, self.high = (self.normal.cdf(end) for end in ends)
        self.ends = ends

    def _inside(self, end: float) -> float:
        if not self.logarithmic:
            return end
        return math.log(end) if end > 0 else -math.inf

    def __call__(self, u: float) -> float:
        part = self.low + (self.high - self.low) * u
        x = self.normal.inv_cdf(part) if 0 < part < 1 else self.ends[part >= 1]
        x = min(max(x, self.ends[0]), self.ends[1])
        return math.exp(x) if self.logarithmic else x


def _quantile(path: str, kind: str, numbers: Any, within: Seq[float] | None) -> Quantile:
    if within is not None and kind not in ("normal", "lognormal"):
        raise ValueError(f"{path}: within goes with normal and lognormal, not with {kind}")
    if kind in ("normal", "lognormal"):
        return _Gauss(numbers[0], numbers[1], within, kind == "lognormal")
    if kind == "choice":
        choices = _numbers(numbers)
        return lambda u: choices[min(int(u * len(choices)), len(choices) - 1)]
    makers: dict[str, Callable[..., Quantile]] = {"uniform": _uniform, "log_uniform": _log_uniform,
                                                  "triangular": _triangular}
    if kind not in makers:
        raise ValueError(f"{path}: there is no distribution {kind!r}; there are normal, lognormal, choice, "
                         f"{', '.join(makers)}, grid, log_grid")
    return makers[kind](*numbers)


def _grid(kind: str, numbers: Seq[float]) -> list[float]:
    low, high, count = float(numbers[0]), float(numbers[1]), int(numbers[2])
    if count < 2:
        raise ValueError(f"a {kind} has 2 values or more")
    a, b = (low, high) if kind == "grid" else _log(low, high)
    inner = [a + (b - a) * i / (count - 1) for i in range(1, count - 1)]
    return [low, *(inner if kind == "grid" else map(math.exp, inner)), high]


class _Plan(NamedTuple):
    paths: list[str]
    grids: list[list[float]]
    quantiles: list[Quantile]


def _plan(vary: Mapping[str, Any]) -> _Plan:
    plan = _Plan([], [], [])
    for path, spec in vary.items():
        if not isinstance(spec, Mapping):
            spec = {"values": spec}
        kinds = [key for key in spec if key != "within"]
        if len(kinds) != 1:
            raise ValueError(f'{path}: one distribution is needed, such as {{"uniform": [0, 1]}}')
        kind, numbers = kinds[0], spec[kinds[0]]
        plan.paths.append(path)
        if kind in ("grid", "log_grid"):
            plan.grids.append(_grid(kind, numbers))
        elif kind == "values":
            plan.grids.append(_numbers(numbers))
        else:
            plan.quantiles.append(_quantile(path, kind, numbers, spec.get("within")))
    if plan.grids and plan.quantiles:
        raise ValueError("grids and random numbers do not go together in one sweep")
    return plan


def _rows(plan: _Plan, rows: int | None, seed: int) -> Iterator[Seq[float]]:
    if plan.grids:
        if rows is not None and rows != math.prod(len(grid) for grid in plan.grids):
            raise ValueError("the rows of a grid follow from its values: leave rows out")
        return iter(product(*plan.grids))
    if rows is None or not 0 < rows <= MOST_ROWS:
        raise ValueError(f"random numbers need rows, from 1 to {MOST_ROWS}")
    draw = random.Random(seed).random
    return iter([[quantile(draw()) for quantile in plan.quantiles] for _ in range(rows)])


class Sweep:
    """The rows of a study: sweep["energy.change"] is a column, of what was varied or stored.

    status: a code of carom.Status for each row; first_error: what the first row without an answer said, or None.
    """

    def __init__(self, columns: dict[str, Any], varied: list[str], grid: tuple[int, ...] | None, read: _Read) -> None:
        self.columns, self.varied, self.grid = columns, varied, grid
        self.status = as_codes(read.status)
        self.first_error = read.error

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
        return sum(1 for code in self.status if code)

    def to_pandas(self) -> Any:
        """A table with a row for each point; needs pandas."""
        import pandas

        return pandas.DataFrame({**self.columns, "status": self.status})

    def __repr__(self) -> str:
        return f"Sweep({len(self)} rows, {self.failed} failed: {', '.join(self.columns)})"


def as_codes(codes: bytes) -> Any:
    """An array of bytes where NumPy is installed, else a list."""
    try:
        import numpy as np
    except ImportError:
        return list(codes)
    return np.frombuffer(codes, np.uint8)


def _block(source: Source) -> tuple[Source, dict[str, Any]]:
    """The sweep block of a scenario, and the scenario without it."""
    try:
        data = json.loads(source.text)
    except ValueError:
        return source, {}  # carom says what is wrong, and better
    if not isinstance(data, dict) or "sweep" not in data:
        return source, {}
    block = dict(data.pop("sweep"))
    return Source(json.dumps(data).encode(), source.name, False), block


def sweep(scenario: Scenario, vary: Mapping[str, Any] | None = None, *, show: Seq[str] | None = None,
          rows: int | None = None, seed: int | None = None, method: Literal["grid", "random"] | None = None,
          motion: bool | None = None) -> Sweep:
    """A small study in memory: numbers of a scenario are varied, and values of its answers kept.

    vary maps paths to {"uniform": [low, high]}, "log_uniform", {"normal": [mean, deviation], "within": [low, high]},
    "lognormal", {"triangular": [low, mode, high]}, {"choice": [...]}, {"grid": [from, to, count]}, "log_grid", or a
    list of values. Grids make all combinations; else `rows` random ones, the same for the same seed. What is not given
    here is taken from the scenario's own "sweep" block ("store" is what is shown). A row without an answer has NaN and
    a status. motion: whether the scenario is simulated; None: if it has a motion block.

    >>> import carom
    >>> rod = {"carom": 1, "dimension": 2, "contact_space": {"W": [[2.5, -1.5], [-1.5, 2.5]], "v": [0.6, -1]},
    ...        "contacts": [{"e": 0.9, "mu": 0.9}]}
    >>> s = carom.sweep(rod, {"contacts.0.mu": {"uniform": [0, 1]},
    ...                       "contacts.0.e": {"normal": [0.8, 0.1], "within": [0, 1]}},
    ...                 show=["energy.change", "contacts.0.mode"], rows=100, seed=1)
    >>> s
    Sweep(100 rows, 0 failed: contacts.0.mu, contacts.0.e, energy.change, contacts.0.mode)
    """
    source, block = _block(source_of(scenario))
    numbers: Mapping[str, Any] = vary if vary is not None else block.get("vary", {})
    shown = list(show if show is not None else block.get("store", []))
    how = method or block.get("method")
    if not numbers or not shown:
        raise ValueError("a sweep needs vary (what is set) and show (what is kept)")
    for key in ("together", "correlation", "statistics"):
        if key in block:
            raise CaromError(f"sweeps in memory do not know {key}", "unavailable", f"sweep.{key}")
    plan = _plan(numbers)
    if how not in (None, "grid" if plan.grids else "random"):
        raise CaromError(f'method is "{how}"; in memory there are grid (of values) and random (of distributions)',
                         "unavailable", "sweep.method")
    count = rows if rows is not None else block.get("rows")
    points = list(_rows(plan, count, seed if seed is not None else block.get("seed", 0)))
    found = _read(source, plan.paths, iter(points), shown, -1 if motion is None else int(motion))
    flat = (len(points),)
    columns = {path: _column([point[i] for point in points], flat) for i, path in enumerate(plan.paths)}
    for path, values in zip(shown, found.columns):
        columns[f"after.{path}" if path in numbers else path] = _column(values, flat)
    return Sweep(columns, plan.paths, tuple(len(grid) for grid in plan.grids) if plan.grids else None, found)
