"""What moves: mechanisms and free bodies in batches. They make contact problems and take impulses back."""
from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._answers import F, SeveralAnswer, SeveralFields, raise_first
from ._arrays import Errors, LawName, Out, contact_count, contact_sizes, law_codes, run
from ._threads import Threads


def _all(name: str, sizes: tuple[int, ...], inputs: tuple[Any, ...], cores: tuple[int, ...]) -> tuple[Any, ...]:
    """All elements, or CaromError for the first that is wrong."""
    asked = (_core.KINDS[name], sizes, inputs, cores)
    bad, arrays = _core.solve_arrays(asked[0], sizes, 1, None, *inputs)
    if bad:
        raise_first(asked, arrays[-1], bad)
    return arrays


if TYPE_CHECKING:
    StrikeFields = SeveralFields
else:
    StrikeFields = namedtuple("StrikeFields", ("u", "velocity_before", *SeveralFields._fields))


class Strikes(SeveralAnswer, StrikeFields):
    """What strikes did to mechanisms. The leading shape is the broadcast of all inputs.

    u (..., n): generalized velocity after
    velocity_before, impulse, velocity (..., c, d): at the contacts, N s and m/s
    the rest as SeveralImpacts has it
    """

    u: F
    velocity_before: F
    impulse: F
    velocity: F


class Mechanism(NamedTuple):
    """Any robot: M (..., n, n), J (..., d c, n), u (..., n).

    M is the mass matrix, u the generalized velocity, J the Jacobian of the contacts: for each contact its tangent
    row(s) first, its normal row last. pinocchio gives them by crba and getFrameJacobian, MuJoCo by mj_fullM and mj_jac.

    >>> import carom, numpy as np
    >>> hopper = carom.Mechanism(np.diag([2.0, 1.0]), [[0, 1], [1, 1]], [-1.0, 0.5])  # rows: t, n
    >>> r = hopper.strike(e=0.2, mu=0.6, dimension=2)
    >>> r.u.round(4)
    array([-0.6667,  0.7667])
    """

    M: ArrayLike
    J: ArrayLike
    u: ArrayLike

    def _sizes(self, dimension: int, budget: int = 0) -> tuple[int, ...]:
        rows = np.shape(self.J)
        if len(rows) < 2:
            raise ValueError(f"J must be (..., contacts * dimension, n); its shape is {rows}")
        return contact_sizes(contact_count(rows[-2], dimension, "J"), dimension, rows[-1], budget)

    def contact(self, dimension: Literal[2, 3] = 3) -> tuple[F, F]:
        """W = J M^-1 J^T [1/kg] and v = J u [m/s]: what planar, spatial, compliant and simultaneous take."""
        W, v, _ = _all("Mechanism.contact", self._sizes(dimension), (self.M, self.J, self.u), (2, 2, 1))
        return W, v

    def after(self, impulse: ArrayLike, dimension: Literal[2, 3] = 3) -> F:
        """u + M^-1 J^T p: the generalized velocity after impulses p (..., d c) or (..., c, d) at the contacts."""
        sizes = self._sizes(dimension)
        p = np.asarray(impulse, np.float64)
        if p.ndim >= 2 and p.shape[-2:] == (sizes[0], dimension):
            p = p.reshape(*p.shape[:-2], sizes[0] * dimension)
        u: F = _all("Mechanism.after", sizes, (self.M, self.J, self.u, p), (2, 2, 1, 1))[0]
        return u

    def strike(self, *, e: ArrayLike = 1.0, mu: ArrayLike = 0.0, mu_static: ArrayLike | None = None,
               law: LawName | ArrayLike | None = None, eta2: ArrayLike | None = None,
               stiffness: ArrayLike | None = None, exponent: ArrayLike | None = None, dimension: Literal[2, 3] = 3,
               budget: int = 0, out: Out = None, threads: Threads = 1, errors: Errors = "status") -> Strikes:
        """All contacts strike at once: velocities after, in one call. Surfaces are (..., c), or one number for all."""
        inputs = (self.M, self.J, self.u, e, mu, mu_static, law_codes(law), eta2, stiffness, exponent)
        cores = (2, 2, 1, 1, 1, 1, 1, 1, 1, 1)
        asked = (_core.KINDS["Mechanism.strike"], self._sizes(dimension, budget), inputs, cores)
        return run(Strikes, asked, out, threads, errors)


class Bodies(NamedTuple):
    """Free bodies in space, as a struct of arrays; the axis before the last ones counts bodies.

    mass (..., b) kg; inertia (..., b, 3, 3) kg m^2 about the mass centre, body axes; position, velocity, spin
    (..., b, 3) m, m/s, rad/s, world axes; orientation (..., b, 3, 3) body to world.

    >>> import carom
    >>> cue, object_ball = [-0.05715, 0, 0], [0, 0, 0]
    >>> balls = carom.ball([0.17, 0.17], 0.028575)._replace(
    ...     position=[cue, object_ball], velocity=[[2, 0, 0], [0, 0, 0]], spin=[[0, 0, 30], [0, 0, 0]])
    >>> touch = dict(a=1, b=0, point=[-0.028575, 0, 0], normal=[1, 0, 0])
    >>> W, v = balls.contact(**touch)
    >>> after = balls.after(impulse=carom.spatial(W, v, e=0.95, mu=0.06).impulse, **touch)
    >>> after.velocity[1].round(4)
    array([1.95 , 0.117, 0.   ])
    """

    mass: ArrayLike
    inertia: ArrayLike
    position: ArrayLike
    velocity: ArrayLike
    spin: ArrayLike
    orientation: ArrayLike

    def _sizes(self, a: int, b: int | None) -> tuple[int, ...]:
        count = np.shape(self.mass)[-1] if np.ndim(self.mass) else 0
        for which in (a, b):
            if which is not None and not 0 <= which < count:
                raise IndexError(f"there is no body {which}; there are {count}")
        if a == b:
            raise ValueError("a body cannot touch itself")
        return 1, 3, 0, count, a, -1 if b is None else b, 0, 0

    def contact(self, a: int, b: int | None, point: ArrayLike, normal: ArrayLike,
                tangent: ArrayLike | None = None) -> tuple[F, F]:
        """W (..., 3, 3) [1/kg] and v (..., 3) [m/s] where bodies a and b touch; b None is something that cannot move.

        point and normal (..., 3) are in world axes; the normal points from b into a. tangent: where t1 shall point.
        """
        inputs = (*self, point, normal, tangent)
        W, v, _ = _all("Bodies.contact", self._sizes(a, b), inputs, (1, 3, 2, 2, 2, 3, 1, 1, 1))
        return W, v

    def after(self, a: int, b: int | None, point: ArrayLike, normal: ArrayLike, impulse: ArrayLike,
              tangent: ArrayLike | None = None) -> Bodies:
        """The bodies with the velocities and spins that they have after an impulse (..., 3) [N s] in contact axes."""
        inputs = (*self, point, normal, tangent, impulse)
        velocity, spin, _ = _all("Bodies.after", self._sizes(a, b), inputs, (1, 3, 2, 2, 2, 3, 1, 1, 1, 1))
        return self._replace(velocity=velocity, spin=spin)


def ball(mass: ArrayLike, radius: ArrayLike) -> Bodies:
    """Solid balls at rest at the origin: mass [kg] and radius [m] broadcast, and their last axis counts bodies.

    >>> import carom
    >>> carom.ball(0.17, 0.028575).inertia[0].diagonal().round(8)
    array([5.552e-05, 5.552e-05, 5.552e-05])
    """
    m, r = np.broadcast_arrays(np.atleast_1d(np.asarray(mass, np.float64)), np.asarray(radius, np.float64))
    zero = np.zeros((*m.shape, 3))
    eye = np.broadcast_to(np.eye(3), (*m.shape, 3, 3))
    return Bodies(m.copy(), (0.4 * m * r * r)[..., None, None] * eye, zero, zero.copy(), zero.copy(), eye.copy())
