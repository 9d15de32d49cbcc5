"""The answer to one scenario, with attributes."""
from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Sequence as Seq, overload

from . import _core
from ._errors import CaromError
from ._scenario import Scenario, Source, explain, source_of, svg, telling

if TYPE_CHECKING:
    from ._answers import F
    from ._arrays import Trace


def as_array(numbers: Any) -> Any:
    """An array of NumPy where that is installed, else the list as it is."""
    try:
        import numpy as np
    except ImportError:
        return numbers
    return np.array(numbers, np.float64)


class Contact(NamedTuple):
    """What happened at one contact, in contact axes (t, n) or (t1, t2, n)."""

    name: str
    mode: str
    impulse: F
    velocity_before: F
    velocity_after: F


class Result:
    """What `carom solve --json` prints, with attributes.

    repr is one line; a notebook shows a table and the figure. result["states"] reads any key of the JSON.
    Without NumPy arrays are lists.
    """

    def __init__(self, data: dict[str, Any], source: Source, times: bytes = b"") -> None:
        self._data, self._source, self._times = data, source, times

    @property
    def model(self) -> str:
        """What answered: "planar", "spatial", "compliant" or "simultaneous"."""
        return str(self._data["model"])

    @property
    def method(self) -> str:
        """"exact", or the scheme that was asked for."""
        return str(self._data["method"])

    @property
    def title(self) -> str:
        """Of the scenario; empty where it has none."""
        return str(self._data.get("title") or "")

    @property
    def contacts(self) -> list[Contact]:
        """One for each contact of the scenario."""
        rows = self._data["contacts"]
        return [Contact(row.get("name") or f"contact {i}", row["mode"], *(as_array(row[key]) for key in
                ("impulse_contact", "velocity_before", "velocity_after"))) for i, row in enumerate(rows)]

    def _vectors(self, key: str) -> Any:
        return as_array([row[key] for row in self._data["contacts"]])

    @property
    def impulse(self) -> F:
        """(contacts, 2 or 3) N s on body a, contact axes."""
        vectors: F = self._vectors("impulse_contact")
        return vectors

    @property
    def velocity_before(self) -> F:
        """(contacts, 2 or 3) m/s, contact axes."""
        vectors: F = self._vectors("velocity_before")
        return vectors

    @property
    def velocity_after(self) -> F:
        """(contacts, 2 or 3) m/s, contact axes."""
        vectors: F = self._vectors("velocity_after")
        return vectors

    @property
    def bodies(self) -> dict[str, Any]:
        """Velocities after, by the names of the bodies; a mechanism has result["mechanism"]["velocity"]."""
        return dict(self._data.get("bodies", {}))

    @property
    def energy(self) -> dict[str, float]:
        """J: before, after, change, friction, restitution, spring."""
        return dict(self._data["energy"])

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """Each with code and text; `approximate` has error too."""
        return list(self._data["warnings"])

    @property
    def events(self) -> Any:
        """In order: type, contact, impulse_n [N s] of that contact, time (scaled, several contacts; else 0)."""
        times = list(memoryview(self._times).cast("d"))
        rows = [(event["type"], event["contact"], event["impulse"][event["contact"]], time)
                for event, time in zip(self._data["events"], times)]
        names = ("type", "contact", "impulse_n", "time")
        try:
            import numpy as np
        except ImportError:
            return [dict(zip(names, row)) for row in rows]
        return np.array(rows, [(names[0], "U16"), (names[1], "i4"), (names[2], "f8"), (names[3], "f8")])

    def __getitem__(self, key: str) -> Any:
        return self._data[key]

    def trace(self, points: int = 400) -> Trace:
        """The path of the impact, of at most so many points."""
        from ._arrays import Trace, trace_of

        with telling(self._source):
            path = trace_of(_core.path(self._source.text), len(self._data["contacts"][0]["velocity_before"]))
        step = -(-(len(path.impulse) - 1) // max(points - 1, 1))
        if step <= 1:
            return path
        rows = [*range(0, len(path.impulse) - 1, step), len(path.impulse) - 1]
        thinned: list[Any] = [None if column is None else column[rows] for column in path]
        return Trace(*thinned)

    def explain(self) -> list[str]:
        """Why it went as it did, in sentences."""
        return explain(self._source.text.decode())

    def figure(self, kind: str | None = None, *, ax: Any = None, **style: Any) -> Any:
        """Draws into matplotlib axes: carom.figure."""
        from ._figure import figure

        return figure(self, kind, ax=ax, **style)

    def svg(self, kind: str | None = None) -> str:
        """The program's own figure: carom.svg."""
        return svg(self._source.text.decode(), kind)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `carom solve --json`, as it is."""
        return self._data

    def to_pandas(self) -> Any:
        """A table with a row for each contact; needs pandas."""
        import pandas

        rows = [contact._asdict() for contact in self.contacts]
        return pandas.DataFrame(rows).set_index("name")

    def __repr__(self) -> str:
        modes = ", ".join(row["mode"] for row in self._data["contacts"])
        events = ", ".join(event["type"] for event in self._data["events"][:6])
        more = ", ..." if len(self._data["events"]) > 6 else ""
        return f"Result({self.model}: {modes}; energy {self._data['energy']['change']:.4g} J; {events}{more})"

    def _repr_html_(self) -> str:
        vectors = ("velocity_before", "velocity_after", "impulse_contact")
        rows = "".join(
            f"<tr><td>{html.escape(str(row.get('name') or i))}</td><td>{html.escape(row['mode'])}</td>"
            + "".join(f"<td>{_numbers(row[key])}</td>" for key in vectors)
            + "</tr>" for i, row in enumerate(self._data["contacts"]))
        warnings = "".join(f"<p>{html.escape(warning['text'])}.</p>" for warning in self._data["warnings"])
        return (f"<table><caption>{html.escape(self.title)}</caption><tr><th>contact</th><th>{html.escape(self.model)}"
                "</th><th>before [m/s]</th><th>after [m/s]</th><th>impulse [N s]</th></tr>"
                f"{rows}</table>{warnings}{self._repr_svg_() or ''}")

    def _repr_svg_(self) -> str | None:
        try:
            return self.svg()
        except CaromError:  # gnuplot is not installed, or the model has no figure
            return None


def _numbers(row: list[float]) -> str:
    return ", ".join(f"{number:.5g}" for number in row)


@overload
def solve(scenario: Scenario) -> Result: ...


@overload
def solve(scenario: Scenario, *, vary: Mapping[str, Any], show: Seq[str]) -> dict[str, Any]: ...


def solve(scenario: Scenario, *, vary: Mapping[str, Any] | None = None,
          show: Seq[str] | None = None) -> Result | dict[str, Any]:
    """Solves one scenario: a dict (arrays allowed), JSON text, or the name of a file.

    With vary={"contacts.0.mu": [0.1, 0.2]} and show=["contacts.0.mode"] it solves all points and gives a dict of
    arrays, one for each path; several varied numbers make a grid, in their order.

    >>> import carom
    >>> rod = {"carom": 1, "dimension": 2,
    ...        "bodies": {"rod": {"mass": 1, "inertia": 1 / 12, "position": [0.35355339, 0.35355339],
    ...                           "velocity": [0.6, -1]}, "floor": {"fixed": True}},
    ...        "contacts": [{"bodies": ["rod", "floor"], "point": [0, 0], "normal": [0, 1], "e": 0.9, "mu": 0.9}]}
    >>> r = carom.solve(rod)
    >>> r.contacts[0].mode, round(r.bodies["rod"]["spin"], 4)
    ('C-sticking', -2.3732)
    >>> carom.solve(rod, vary={"contacts.0.mu": [0.1, 0.9]}, show=["contacts.0.mode"])["contacts.0.mode"]
    array(['C-reversed', 'C-sticking'], dtype='<U10')
    """
    if (vary is None) != (show is None):
        raise TypeError("vary and show go together: what is set, and what is read")
    if vary is not None and show is not None:
        from ._sweep import vary_grid

        return vary_grid(scenario, vary, show)
    source = source_of(scenario)
    with telling(source):
        text, times = _core.solve(source.text)
    return Result(json.loads(text), source, times)
