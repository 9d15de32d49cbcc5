"""carom: rigid-body impacts with friction, solved exactly.

SI units; float64; contact axes (t, n) in the plane and (t1, t2, n) in space, n from body b into body a, so that a
negative normal velocity approaches.

solve, explain, simulate, sweep, svg and figure take a scenario: a dict, JSON text or the name of a file.
fit takes a table of measured impacts.
planar, spatial, compliant, simultaneous and Mechanism(...).strike take arrays of any leading shape, and need NumPy.
carom.billiards has hits of balls for other billiard programs.
"""
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import _core
from ._enums import Boundary, ContactMode, Event, Flag, Law, Mode, Model, Sequence, Smooth, Status, Warn
from ._errors import CaromError
from ._figure import figure
from ._fit import Estimate, Fit, fit
from ._result import Contact, Result, solve
from ._scenario import Scenario, explain, figure_kinds, svg, theory
from ._simulation import Simulation, simulate
from ._sweep import Sweep, sweep

if TYPE_CHECKING:
    from . import billiards
    from ._answers import PlanarImpacts, SeveralImpacts, SpatialImpacts
    from ._arrays import Trace, compliant, planar, simultaneous, spatial, trace
    from ._derivatives import Gradients, Jacobian, SpringGradients, jacobian, vjp
    from ._models import Bodies, Mechanism, Strikes, ball

__version__ = _core.version
_ARRAYS = ("PlanarImpacts", "SeveralImpacts", "SpatialImpacts", "Trace", "compliant", "planar", "simultaneous",
           "spatial", "trace")
_MODELS = ("Bodies", "Mechanism", "Strikes", "ball")
_DERIVATIVES = ("Gradients", "Jacobian", "SpringGradients", "jacobian", "vjp")
_MODULES = ("billiards", "torch")
__all__ = ["Bodies", "Boundary", "CaromError", "Contact", "ContactMode", "Estimate", "Event", "Fit", "Flag", "Gradients",
           "Jacobian", "Law", "Mechanism", "Mode", "Model", "PlanarImpacts", "Result", "Scenario", "Sequence", "SeveralImpacts",
           "Simulation", "Smooth", "SpatialImpacts", "SpringGradients", "Status", "Strikes", "Sweep", "Trace", "Warn", "ball",
           "billiards", "compliant", "explain", "figure", "figure_kinds", "fit", "jacobian", "planar", "simulate",
           "simultaneous", "solve", "spatial", "svg", "sweep", "theory", "trace", "vjp"]


def __getattr__(name: str) -> Any:
    """Arrays need NumPy, scenarios do not: it is imported when the first of these is asked for."""
    homes = {"_arrays": _ARRAYS, "_models": _MODELS, "_derivatives": _DERIVATIVES, name: _MODULES}
    home = next((home for home, names in homes.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module 'carom' has no attribute {name!r}")
    try:
        module = import_module(f"carom.{home}")
    except ImportError as error:
        if error.name is None or not error.name.startswith("numpy"):
            raise
        raise ImportError(f"carom.{name} works on arrays and needs NumPy, which is not installed; "
                          "carom.solve, simulate, explain, sweep and svg do without") from None
    value = module if name in _MODULES else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
