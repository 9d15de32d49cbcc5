"""carom: rigid-body impacts with friction, solved exactly.

SI units; float64; contact axes (t, n) in the plane and (t1, t2, n) in space, n from body b into body a, so that a
negative normal velocity approaches.

solve, explain, simulate, sweep, svg and figure take a scenario: a dict, JSON text or the name of a file.
fit takes a table of measured impacts.
planar, spatial, compliant, simultaneous and Mechanism(...).strike take arrays of any leading shape, and need NumPy.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from ._enums import ContactMode, Event, Flag, Law, Mode, Model, Sequence, Status, Warn
from ._errors import CaromError
from ._figure import figure
from ._fit import Estimate, Fit, fit
from ._result import Contact, Result, solve
from ._scenario import Scenario, explain, figure_kinds, svg, theory
from ._simulation import Simulation, simulate
from ._sweep import Sweep, sweep

if TYPE_CHECKING:
    from ._answers import PlanarImpacts, SeveralImpacts, SpatialImpacts
    from ._arrays import Trace, compliant, planar, simultaneous, spatial, trace
    from ._models import Bodies, Mechanism, Strikes, ball

__version__ = _core.version
_ARRAYS = ("PlanarImpacts", "SeveralImpacts", "SpatialImpacts", "Trace", "compliant", "planar", "simultaneous",
           "spatial", "trace")
_MODELS = ("Bodies", "Mechanism", "Strikes", "ball")
__all__ = ["Bodies", "CaromError", "Contact", "ContactMode", "Estimate", "Event", "Fit", "Flag", "Law", "Mechanism", "Mode", "Model",
           "PlanarImpacts", "Result", "Scenario", "Sequence", "SeveralImpacts", "Simulation", "SpatialImpacts",
           "Status", "Strikes", "Sweep", "Trace", "Warn", "ball", "compliant", "explain", "figure", "figure_kinds", "fit",
           "planar", "simulate", "simultaneous", "solve", "spatial", "svg", "sweep", "theory", "trace"]


def __getattr__(name: str) -> Any:
    """Arrays need NumPy, scenarios do not: it is imported when the first of these is asked for."""
    if name not in _ARRAYS and name not in _MODELS:
        raise AttributeError(f"module 'carom' has no attribute {name!r}")
    try:
        from . import _arrays, _models
    except ImportError as error:
        if error.name is None or not error.name.startswith("numpy"):
            raise
        raise ImportError(f"carom.{name} works on arrays and needs NumPy, which is not installed; "
                          "carom.solve, simulate, explain, sweep and svg do without") from None
    value = getattr(_arrays if name in _ARRAYS else _models, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
