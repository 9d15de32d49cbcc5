"""Friction, restitution and compliance from measured impacts."""
from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, NamedTuple, Sequence, Tuple, Union

from . import _core
from ._enums import Law
from ._scenario import Scenario, source_of

Table = Union[str, "os.PathLike[str]", Mapping[str, Sequence[Any]], Any]

#: What a fit was asked for: all that _core.fit takes but the name of a figure.
Request = Tuple[bytes, Union[bytes, None], Tuple[str, ...], Tuple[str, ...], Tuple[int, ...], float, int]

_FLIPS = {None: 0, "vx": 1, "w": 2}
_E_MODELS = {"const": 0, "power": 1, "linear": 2}


class Estimate(NamedTuple):
    """A parameter with its 95 % interval; None where the data do not say."""

    value: float | None
    low: float | None
    high: float | None
    sd: float | None
    known: str  #: "known", "at_least" (low is the bound), "at_most" (high is the bound) or "unknown"


@dataclass(frozen=True)
class Fit:
    """What the data say."""

    estimates: dict[str, Estimate]  #: by name: "mu", "e", ... or the path in a scenario; of all laws the first
    warnings: list[str]
    answer: dict[str, Any]  #: all of it, as `carom fit --json` prints it
    predictions: str = field(repr=False)  #: the table with predictions, residuals and modes, as CSV
    _again: Request = field(repr=False, compare=False)

    def columns(self) -> dict[str, list[Any]]:
        """The predictions as lists by column; numbers where every cell is one."""
        lines = (line for line in io.StringIO(self.predictions) if not line.startswith("#"))
        rows = list(csv.reader(lines))
        return {name: _numbers([row[i] for row in rows[1:]]) for i, name in enumerate(rows[0])}

    def svg(self, output: str | os.PathLike[str] | None = None) -> str:
        """The program's figure as text; with output, .svg, .pdf or .png, its name. Needs gnuplot. Fits again."""
        if output is not None:
            _core.fit(*self._again, os.fspath(output))
            return os.fspath(output)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fit.svg")
            _core.fit(*self._again, path)
            with open(path, encoding="utf-8") as file:
                return file.read()


def _numbers(cells: list[str]) -> list[Any]:
    try:
        return [float(cell) if cell else float("nan") for cell in cells]
    except ValueError:
        return cells


def _text_of(data: Table) -> bytes:
    """CSV of a file, of text, of a dict of columns, or of what has to_csv (a DataFrame)."""
    if isinstance(data, str) and "\n" in data:
        return data.encode()
    if isinstance(data, (str, os.PathLike)):
        with open(data, "rb") as file:
            return file.read()
    if hasattr(data, "to_csv"):
        return str(data.to_csv(index=False)).encode()
    columns = {name: list(values) for name, values in dict(data).items()}
    if len({len(values) for values in columns.values()}) > 1:
        raise ValueError("the columns of a table must be equally long")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in zip(*columns.values()):
        writer.writerow([repr(float(x)) if hasattr(x, "__float__") else x for x in row])
    return out.getvalue().encode()


def _choose(words: Mapping[Any, int], word: Any, what: str) -> int:
    if word not in words:
        raise ValueError(f"{what} is one of {', '.join(str(known) for known in words)}; not {word!r}")
    return words[word]


def fit(data: Table, *, law: str = "stronge", eta2: bool = False, e_model: str = "const",
        covariates: Iterable[str] = (), flip: str | None = None, huber: float = 0.0, least_squares: bool = False,
        bootstrap: int = 200, seed: int = 1, plan: bool = False, scenario: Scenario | None = None,
        estimate: Mapping[str, tuple[float, float]] | None = None) -> Fit:
    """Friction and restitution from measured impacts, with the numbers of `carom fit` (docs/fit.md).

    data: a CSV file, CSV text, a dict of columns or a DataFrame. law: "stronge", "poisson", "newton" or "all".
    scenario and estimate={"contacts.0.mu": (0, 2)}: any model, columns are paths. CaromError says why data are refused.

    >>> import carom
    >>> found = carom.fit("scenes/fit/sticking.csv", law="poisson")  # doctest: +SKIP
    >>> found.estimates["mu"].known, round(found.estimates["e"].value, 2)  # doctest: +SKIP
    ('at_least', 0.5)
    """
    laws = {word.word: int(word) for word in Law}
    flags = (laws["stronge"] if law == "all" else _choose({**laws, "all": 0}, law, "law"), int(law == "all"), int(eta2),
             int(plan), _choose(_FLIPS, flip, "flip"), int(least_squares), _choose(_E_MODELS, e_model, "e_model"),
             int(bootstrap))
    wanted = tuple(f"{path}={low!r}:{high!r}" for path, (low, high) in (estimate or {}).items())
    text = source_of(scenario).text if scenario is not None else None
    again: Request = (_text_of(data), text, tuple(covariates), wanted, flags, float(huber), int(seed))
    raw, predictions = _core.fit(*again, None)
    answer: dict[str, Any] = json.loads(raw)
    first = answer["laws"][0] if law == "all" else answer
    estimates = {name: Estimate(**numbers) for name, numbers in first["estimates"].items()}
    return Fit(estimates, list(first["warnings"]), answer, predictions.decode(), again)
