"""Motion: impacts, and what happens between them."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Callable

from . import _core
from ._scenario import Scenario, Source, source_of, svg, telling

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._answers import F


class Simulation:
    """A motion, sampled: what `carom simulate --json` prints, with the rows of `--csv` as arrays.

    Without NumPy arrays are lists (samples: a list of rows; impacts and phases: lists of dicts).
    """

    def __init__(self, data: dict[str, Any], columns: list[str], samples: bytes, source: Source) -> None:
        self._data, self.columns, self._bytes, self._source = data, columns, samples, source

    @property
    def samples(self) -> F:
        """(rows, columns): time, what moves, energy."""
        width = len(self.columns)
        try:
            import numpy as np
        except ImportError:
            numbers = memoryview(self._bytes).cast("d").tolist()
            rows: Any = [numbers[i:i + width] for i in range(0, len(numbers), width)]
            return rows  # type: ignore[no-any-return]
        return np.frombuffer(self._bytes).reshape(-1, width)

    def __getitem__(self, column: str) -> F:
        """One column by its name: simulation["ball.x"]."""
        try:
            index = self.columns.index(column)
        except ValueError:
            raise KeyError(f"there is no column {column!r}; there are {', '.join(self.columns)}") from None
        numbers = memoryview(self._bytes).cast("d")[index::len(self.columns)].tolist()
        from ._result import as_array

        array: F = as_array(numbers)
        return array

    @property
    def time(self) -> F:
        """s, of the rows."""
        return self["time"]

    @property
    def energy(self) -> F:
        """J, of all that moves, of the rows."""
        return self["energy"]

    @property
    def impacts(self) -> NDArray[np.void]:
        """In order of time: time [s], what, mode, energy after [J]; vectors are in to_dict()."""
        types = {"time": "f8", "what": "U96", "mode": "U64", "energy": "f8"}
        rows: NDArray[np.void] = _table(self._data["impacts"], types)
        return rows

    @property
    def phases(self) -> NDArray[np.void]:
        """Flight, slide, roll, rest and the like, each with from and to [s], state, what."""
        rows: NDArray[np.void] = _table(self._data["phases"], {"from": "f8", "to": "f8", "state": "U16", "what": "U96"})
        return rows

    @property
    def end(self) -> dict[str, Any]:
        """How it ended: time, bodies or angles, energy."""
        return dict(self._data["end"])

    @property
    def title(self) -> str:
        """Of the scenario; empty where it has none."""
        return str(self._data.get("title") or "")

    @property
    def cut(self) -> bool:
        """Whether progress ended it before its time."""
        return "cut" in self._data

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """Each with code and text."""
        return list(self._data["warnings"])

    def svg(self, kind: str | None = None) -> str:
        """The program's own figure: carom.svg."""
        return svg(self._source.text.decode(), kind)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `carom simulate --json`, as it is."""
        return self._data

    def to_pandas(self) -> Any:
        """The samples as a table; needs pandas."""
        import pandas

        return pandas.DataFrame(self.samples, columns=self.columns)

    def __repr__(self) -> str:
        return (f"Simulation({len(self._data['impacts'])} impacts, {self._data['end']['time']:.6g} s, energy "
                f"{self._data['energy']['start']:.4g} -> {self._data['energy']['end']:.4g} J)")

    def _repr_svg_(self) -> str | None:
        from ._errors import CaromError

        try:
            return self.svg()
        except CaromError:
            return None


def _table(rows: list[dict[str, Any]], types: dict[str, str]) -> Any:
    picked = [tuple(row.get(name, "") for name in types) for row in rows]
    try:
        import numpy as np
    except ImportError:
        return [dict(zip(types, row)) for row in picked]
    return np.array(picked, list(types.items()))


def simulate(scenario: Scenario, *, progress: Callable[[float], object] | None = None) -> Simulation:
    """Follows a scenario with a motion block through time.

    progress is called now and then with the part that is done, 0 to 1; where it returns False the motion is cut there.

    >>> import carom
    >>> ball = {"carom": 1, "dimension": 2, "title": "a ball falls",
    ...         "bodies": {"ball": {"mass": 1, "inertia": 0.004, "position": [0, 1], "shape": {"sphere": 0.1}}},
    ...         "motion": {"until": 1, "gravity": [0, -9.81],
    ...                    "planes": [{"point": [0, 0], "normal": [0, 1], "surface": {"e": 0.8, "mu": 0.3}}]}}
    >>> s = carom.simulate(ball)
    >>> round(float(s.impacts["time"][0]), 6)
    0.428353
    """
    source = source_of(scenario)
    with telling(source):
        text, columns, samples = _core.simulate(source.text, progress)
    return Simulation(json.loads(text), columns, samples, source)
