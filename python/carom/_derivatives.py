"""Derivatives of the outcome of one contact: the Jacobian, and cotangents pulled back through it."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._answers import F, U1, Answer, raise_first
from ._arrays import Errors, LawName, law_codes, run
from ._enums import Boundary, Smooth
from ._errors import CaromError
from ._threads import Threads, thread_count

_NAMES = {2: "planar", 3: "spatial"}


class _JacobianFields(NamedTuple):
    d_impulse: F
    d_velocity: F
    smooth: U1
    boundary: U1
    margin: F
    status: U1


class Jacobian(Answer, _JacobianFields):
    """How outcomes change with what goes in. The leading shape is the broadcast of all inputs.

    d_impulse, d_velocity (..., 2, 7) or (..., 3, 11), on springs (..., 3, 12): N s and m/s per unit of the input;
        columns are W_tt W_tn W_nn v_t v_n mu e, or W_xx W_xy W_xz W_yy W_yz W_zz v_x v_y v_z mu e, then eta2. An entry
        beside the diagonal of W stands for both places.
    smooth: codes of carom.Smooth: what the boundary is that the outcome lies on; there it is the derivative of one side
    boundary, margin: the nearest boundary (carom.Boundary), and how far its switching function is from 0, as a part of
        its terms; infinite where there is none
    status: codes of carom.Status; where it is not 0 the numbers are NaN
    """

    def _notes(self, where: tuple[int, ...]) -> list[str]:
        nearest = Boundary(int(self.boundary[where]))
        if nearest == Boundary.NONE:
            return []
        here = Smooth(int(self.smooth[where]))
        if here != Smooth.SMOOTH:
            return [f"it lies on a {here.word}: {nearest.sentence}"]
        return [f"the next boundary is {float(self.margin[where]):.3g} away: {nearest.sentence}"]


def _dimension(v: ArrayLike) -> int:
    shape = np.shape(v)
    if not shape or shape[-1] not in _NAMES:
        raise ValueError(f"v must end in an axis of 2 or 3; its shape is {shape}")
    return int(shape[-1])


def _on_springs(v: ArrayLike, eta2: ArrayLike | None, mu: ArrayLike, mu_static: ArrayLike | None,
                law: LawName | ArrayLike) -> bool:
    """Whether some contact is; then all are solved as carom.compliant has it."""
    if eta2 is None or not np.any(np.asarray(eta2) != 0):
        return False
    if _dimension(v) == 2:
        raise CaromError("contacts on springs (eta2 > 0) have derivatives in space only; give W and v in space",
                         "unavailable", "eta2")
    if np.any(np.asarray(law_codes(law)) != law_codes("stronge")):
        raise CaromError("on springs (eta2 > 0) the law must be stronge", "out_of_range", "law")
    if mu_static is not None and np.any(np.asarray(mu_static) != np.asarray(mu)):
        raise CaromError("on springs (eta2 > 0) mu_static must equal mu", "out_of_range", "mu_static")
    return True


def jacobian(W: ArrayLike, v: ArrayLike, *, e: ArrayLike = 1.0, mu: ArrayLike = 0.0, mu_static: ArrayLike | None = None,
             law: LawName | ArrayLike = "stronge", eta2: ArrayLike | None = None, threads: Threads = 1,
             errors: Errors = "status") -> Jacobian:
    """Derivatives of the impulse and of the velocity after by W, v, mu and e, exact to rounding.

    W (..., 2, 2) and v (..., 2) in the plane, or (..., 3, 3) and (..., 3) in space; the rest as planar and spatial have
    it. mu_static decides between branches, so nothing is differentiated by it; not given, it follows mu. With eta2 the
    contacts hang on springs, as compliant has them (in space, Stronge's law); the last column is then that of eta2.

    >>> import carom
    >>> j = carom.jacobian([[4, -3], [-3, 4]], [0.6, -1], e=0.5, mu=0.5)
    >>> j.d_velocity.shape
    (2, 7)
    >>> float(j.d_velocity[1, 6].round(4))    # of the normal velocity after by e
    0.7194
    >>> j.why()
    'there is an answer; the next boundary is 0.2 away: friction just holds what has stopped'
    """
    if _on_springs(v, eta2, mu, mu_static, law):
        springs = _core.KINDS["jacobian.compliant"]
        return run(Jacobian, (springs, None, (W, v, e, mu, eta2), (2, 1, 0, 0, 0)), None, threads, errors)
    kind = _core.KINDS["jacobian." + _NAMES[_dimension(v)]]
    return run(Jacobian, (kind, None, (W, v, e, mu, mu_static, law_codes(law)), (2, 1, 0, 0, 0, 0)), None, threads, errors)


class Gradients(NamedTuple):
    """What vjp gives: a cotangent for each input, of its shape."""

    W: F
    v: F
    e: F
    mu: F


class SpringGradients(NamedTuple):
    """The same for contacts on springs."""

    W: F
    v: F
    e: F
    mu: F
    eta2: F


def _summed(gradient: NDArray[Any], like: ArrayLike, core: int) -> F:
    """Over the axes along which an input was broadcast."""
    shape = np.shape(like)
    lead = shape[:len(shape) - core]
    extra = gradient.ndim - core - len(lead)
    axes = [*range(extra), *(extra + i for i, length in enumerate(lead) if length == 1)]
    return np.asarray(gradient.sum(tuple(axes)) if axes else gradient, np.float64).reshape(shape)


def vjp(W: ArrayLike, v: ArrayLike, d_impulse: ArrayLike | None, d_velocity: ArrayLike | None, *, e: ArrayLike = 1.0,
        mu: ArrayLike = 0.0, mu_static: ArrayLike | None = None, law: LawName | ArrayLike = "stronge",
        eta2: ArrayLike | None = None, threads: Threads = 1) -> Gradients | SpringGradients:
    """Cotangents of W, v, e and mu from those of impulse and velocity (None: 0), summed over axes that broadcast.

    With eta2, as jacobian has it, of eta2 as well.

    For the backward pass of programs that differentiate: carom.torch uses it, and docs/derivatives.md has a recipe for
    JAX. W is symmetric, so that both entries beside its diagonal get half. Raises CaromError for the first element
    without a derivative.

    >>> import carom
    >>> W, v = [[4, -3], [-3, 4]], [[0.6, -1], [0.6, -2], [0.7, -1]]
    >>> g = carom.vjp(W, v, None, [0, 1], e=0.5, mu=0.5)     # of the sum of the normal velocities after
    >>> g.v.shape, g.e.shape
    ((3, 2), ())
    """
    springs = _on_springs(v, eta2, mu, mu_static, law)
    kind = _core.KINDS["vjp." + ("compliant" if springs else _NAMES[_dimension(v)])]
    of: tuple[Any, ...] = (W, v, e, mu, eta2) if springs else (W, v, e, mu)
    others: tuple[Any, ...] = () if springs else (mu_static, law_codes(law))
    inputs, cores = (*of, *others, d_impulse, d_velocity), (2, 1, 0, 0, 0, 0)[:len(of) + len(others)] + (1, 1)
    bad, arrays = _core.solve_arrays(kind, None, thread_count(threads), None, *inputs)
    if bad:
        raise_first((kind, None, inputs, cores), arrays[-1], bad)
    found = [_summed(gradient, like, core) for gradient, like, core in zip(arrays, of, cores)]
    return SpringGradients(*found) if springs else Gradients(*found)
