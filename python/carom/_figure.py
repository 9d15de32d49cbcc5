"""Figures in matplotlib axes, drawn from the arrays of a trace."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    from ._result import Result
    from ._scenario import Scenario
    from ._sweep import Sweep


def figure(scenario: Scenario | Result | Sweep, kind: str | None = None, *, ax: Any = None, **style: Any) -> Any:
    """Draws an impact, or a sweep, into matplotlib axes and returns them; needs matplotlib and NumPy.

    kind: "process" (tangential against normal impulse), "hodograph" (slip), "springs", "energy", "impulse" (several
    contacts), of sweeps "map" (a chart over a grid of one number, a map over two) and "histogram" (of the first number
    that has statistics, with its quantiles); None takes what suits. style goes to matplotlib's plot. `carom.svg` has the
    program's own figures.
    """
    from ._sweep import Sweep

    if isinstance(scenario, Sweep):
        return _map(scenario, kind, _axes(ax), style)
    result = _solved(scenario)
    suits = {"planar": "process", "spatial": "hodograph", "compliant": "springs", "simultaneous": "impulse"}
    name = kind or suits[result.model]
    draw = _KINDS.get(name)
    if draw is None:
        raise ValueError(f"there is no figure {name!r}; there are {', '.join(_KINDS)}, and map for sweeps")
    return draw(result, _axes(ax), style)


def _solved(scenario: Any) -> Result:
    from ._result import Result, solve

    return scenario if isinstance(scenario, Result) else solve(scenario)


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots()[1]


def _finish(ax: Any, result: Result, x: str, y: str) -> Any:
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    if result.title:
        ax.set_title(result.title, fontsize="medium", wrap=True)
    return ax


def _mark(ax: Any, result: Result, x: Any, y: Any, normal: Any) -> None:
    """A dot and a word where something happened, at the normal impulse that the event has."""
    import numpy as np

    for event in result.events:
        at = event["impulse_n"]
        point = np.interp(at, normal, x), np.interp(at, normal, y)
        ax.plot(*point, "o", color="black", markersize=4)
        ax.annotate(event["type"].replace("_", " "), point, xytext=(5, 5), textcoords="offset points", fontsize="small")


def _one(result: Result, name: str) -> None:
    if len(result["contacts"]) != 1:
        raise ValueError(f"{name} is of one contact; this has {len(result['contacts'])}: take impulse")


def _process(result: Result, ax: Any, style: dict[str, Any]) -> Any:
    _one(result, "process")
    path = result.trace()
    t, n = path.impulse[:, 0], path.impulse[:, -1]
    mu = result.impulse
    ax.plot(t, n, **style)
    _mark(ax, result, t, n, n)
    ax.axhline(0, color="grey", linewidth=0.5)
    ax.axvline(0, color="grey", linewidth=0.5)
    ax.plot(mu[0, 0], mu[0, -1], "s", color="black", markersize=5)
    return _finish(ax, result, "tangential impulse [N s]", "normal impulse [N s]")


def _hodograph(result: Result, ax: Any, style: dict[str, Any]) -> Any:
    _one(result, "hodograph")
    path = result.trace()
    if path.velocity.shape[1] != 3:
        raise ValueError("a hodograph is of a contact in space; in the plane take process")
    x, y = path.velocity[:, 0], path.velocity[:, 1]
    ax.plot(x, y, **style)
    _mark(ax, result, x, y, path.impulse[:, 2])
    ax.plot(0, 0, "+", color="grey", markersize=12)
    ax.set_aspect("equal", "datalim")
    return _finish(ax, result, "slip along t1 [m/s]", "slip along t2 [m/s]")


def _springs(result: Result, ax: Any, style: dict[str, Any]) -> Any:
    _one(result, "springs")
    path = result.trace()
    if path.spring is None:
        raise ValueError("there are no springs along the tangents here: give the contact a poisson_ratio or eta2")
    n = path.impulse[:, -1]
    for i, name in enumerate(("t1", "t2", "n")):
        if abs(path.spring[:, i]).max() > 0:
            ax.plot(n, path.spring[:, i], label=f"spring {name}", **style)
    ax.legend()
    return _finish(ax, result, "normal impulse [N s]", "length of springs, times sqrt(2 k) [sqrt(J)]")


def _energy(result: Result, ax: Any, style: dict[str, Any]) -> Any:
    path = result.trace()
    if path.time is not None:
        for i, contact in enumerate(result.contacts):
            ax.plot(path.time, path.stored[:, i], label=f"stored at {contact.name}", **style)
        ax.legend()
        return _finish(ax, result, "scaled time", "energy [J]")
    n = path.impulse[:, -1]
    ax.plot(n, path.stored, label="stored in the normal direction", **style)
    ax.plot(n, path.friction, label="lost to friction", **style)
    ax.legend()
    return _finish(ax, result, "normal impulse [N s]", "energy [J]")


def _impulse(result: Result, ax: Any, style: dict[str, Any]) -> Any:
    path = result.trace()
    if path.time is None:
        raise ValueError("impulse is of several contacts; this has one: take process, hodograph or energy")
    for i, contact in enumerate(result.contacts):
        ax.plot(path.time, path.impulse[:, i, -1], label=contact.name, **style)
    ax.legend()
    return _finish(ax, result, "scaled time", "normal impulse [N s]")


def _codes(values: Any) -> tuple[Any, list[str] | None]:
    """Words as numbers, with their names."""
    import numpy as np

    if values.dtype.kind != "U":
        return values, None
    names, codes = np.unique(values, return_inverse=True)
    return codes.astype(float), [str(name) for name in names]


def _map(sweep: Sweep, kind: str | None, ax: Any, style: dict[str, Any]) -> Any:
    if kind not in (None, "map", "histogram"):
        raise ValueError(f"a sweep is drawn as a map or as a histogram, not as {kind!r}")
    shown = [path for path in sweep.columns if path not in sweep.varied]
    is_grid = sweep.grid is not None and len(sweep.grid) <= 2
    if kind == "histogram" or not kind and not is_grid:
        return _histogram(sweep, ax, style)
    if sweep.grid is None or not is_grid:
        raise ValueError("a map needs a sweep over a grid of one or two numbers; any other has a histogram")
    x = sweep[sweep.varied[0]]
    ax.set_xlabel(sweep.varied[0])
    if len(sweep.grid) == 1:
        for path in shown:
            ax.plot(x, sweep[path], label=path, **style)
        ax.legend()
        return ax
    values, names = _codes(sweep[shown[0]])
    y = sweep[sweep.varied[1]].reshape(sweep.grid)[0]
    mesh = ax.pcolormesh(x.reshape(sweep.grid)[:, 0], y, values.reshape(sweep.grid).T, **style)
    ax.set_ylabel(sweep.varied[1])
    bar = ax.figure.colorbar(mesh, ax=ax, label=shown[0], ticks=range(len(names)) if names else None)
    if names:
        bar.ax.set_yticklabels(names)
    return ax


def _histogram(sweep: Sweep, ax: Any, style: dict[str, Any]) -> Any:
    path, of = next(((path, of) for path, of in sweep.statistics.items() if of["count"] > 0 and "histogram" in of),
                    (None, None))
    if of is None:
        raise ValueError("a histogram needs a number with statistics; words have none")
    counts = of["histogram"]["counts"]
    low, high = of["histogram"]["from"], of["histogram"]["to"]
    edges = [low + (high - low) * i / len(counts) for i in range(len(counts) + 1)]
    ax.stairs(counts, edges, **{"fill": True, "alpha": 0.6, **style})
    for level, value in of.get("quantiles", []):
        ax.axvline(value, color="black", linestyle=":", linewidth=0.8)
        ax.annotate(f"{100 * level:g} %", (value, 1), xycoords=("data", "axes fraction"), xytext=(-1, -3),
                    textcoords="offset points", fontsize="x-small", rotation=90, va="top", ha="right")
    ax.set_xlabel(path)
    ax.set_ylabel("rows")
    return ax


_KINDS: dict[str, Callable[[Any, Any, dict[str, Any]], Any]] = {
    "process": _process, "hodograph": _hodograph, "springs": _springs, "energy": _energy, "impulse": _impulse}
