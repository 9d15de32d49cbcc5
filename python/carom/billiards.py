"""Hits of billiard balls for other billiard programs, on 3 x 3 arrays `rvw` as pooltool has them.

Row 0 of rvw is the position r [m], row 1 the velocity v [m/s], row 2 the spin w [rad/s]; z points up, the cloth is
z = 0. Any leading axes: (..., 3, 3). Nothing of pooltool is needed.
"""
from __future__ import annotations

from typing import Any, Literal, Mapping, NamedTuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _arrays as _arrays, _core  # the first hands NumPy to the second
from ._answers import F, raise_first
from ._threads import Threads, thread_count

__all__ = ["Params", "resolve_ball_ball", "resolve_ball_cushion"]

_OWN = _core.table_numbers()
_CLOTH = ("u_s", "e_t", "stiffness", "g")


class Params(NamedTuple):
    """What balls, cloth and cushions are made of, by pooltool's names where it has one. Every number may be an array.

    m, R: mass [kg] and radius [m] of a ball; its inertia is that of a solid one, 2/5 m R^2
    e_b: restitution between balls
    u_b, u_b_extra, u_b_decay: friction between balls, u_b + u_b_extra exp(-u_b_decay s), with s the slip before [m/s]
    eta2: tangential compliance between balls; 0: rigid, the friction of textbooks
    e_c, f_c, h_c: restitution and friction of the cushion, height of its nose [m]
    u_s, e_t: friction of the cloth, restitution of a ball that lands on it
    stiffness: of the cloth against that between balls; 0: the cloth acts after the hit
    g: gravity [m/s^2]

    The defaults are those of carom's tables (docs/table.md has their sources).
    """

    m: ArrayLike = 0.17
    R: ArrayLike = 0.028575
    e_b: ArrayLike = _OWN["e_b"]
    u_b: ArrayLike = _OWN["u_b"]
    u_b_extra: ArrayLike = _OWN["u_b_extra"]
    u_b_decay: ArrayLike = _OWN["u_b_decay"]
    eta2: ArrayLike = _OWN["eta2"]
    e_c: ArrayLike = _OWN["e_c"]
    f_c: ArrayLike = _OWN["f_c"]
    h_c: ArrayLike = _OWN["h_c"]
    u_s: ArrayLike = _OWN["u_s"]
    e_t: ArrayLike = _OWN["e_t"]
    stiffness: ArrayLike = _OWN["stiffness"]
    g: ArrayLike = _OWN["g"]

    @classmethod
    def of(cls, source: Any) -> Params:
        """From a mapping, or from an object with such attributes, as pooltool's ball.params; None is all defaults.

        What it has by these names is taken. A u_b without u_b_extra is friction that does not depend on speed.
        """
        if source is None:
            return cls()
        if isinstance(source, cls):
            return source
        if isinstance(source, Mapping):
            unknown = [str(name) for name in source if name not in cls._fields]
            if unknown:
                raise TypeError(f"there is no parameter {unknown[0]!r}; there are {', '.join(cls._fields)}")
            given = dict(source)
        else:
            given = {name: getattr(source, name) for name in cls._fields if hasattr(source, name)}
            if not given:
                raise TypeError(f"params must be a Params, a mapping or an object with such attributes as m and R, not "
                                f"{type(source).__name__}")
        if "u_b" in given:
            given.setdefault("u_b_extra", 0.0)
        return cls(**given)


Material = Union[Params, Mapping[str, ArrayLike], object, None]
Errors = Literal["raise", "nan"]


def _hits(name: str, inputs: tuple[Any, ...], cores: tuple[int, ...], threads: Threads, errors: Errors) -> tuple[Any, ...]:
    if errors not in ("raise", "nan"):
        raise ValueError(f'errors is {errors!r}; it must be "raise" or "nan"')
    kind = _core.KINDS["billiards." + name]
    bad, arrays = _core.solve_arrays(kind, None, thread_count(threads), None, *inputs)
    if bad and errors == "raise":
        raise_first((kind, None, inputs, cores), arrays[-1], bad)
    return arrays[:-1]


def _cloth(p: Params, hop: bool) -> tuple[Any, ...]:
    return (*(getattr(p, name) for name in _CLOTH), int(hop))


def resolve_ball_ball(rvw1: ArrayLike, rvw2: ArrayLike, params: Material = None, params2: Material = None, *,
                      hop: bool = False, threads: Threads = 1, errors: Errors = "raise") -> tuple[F, F]:
    """Two balls that touch, after their hit: (..., 3, 3) each. The rows r are as they were.

    params2: mass and radius of the second ball where it is another. They must touch to 0.1 % of their distance; balls
    that separate are left alone. hop: whether balls may leave the cloth; else they stay down. errors: "raise" raises
    CaromError for the first pair without an answer, "nan" gives NaN there.

    >>> import numpy as np
    >>> from carom import billiards
    >>> R = billiards.Params().R
    >>> cue = np.array([[0, 0, R], [1.5, 0, 0], [0, 0, 0]])          # a stun shot along x
    >>> ball = np.array([[np.sqrt(3) * R, R, R], [0, 0, 0], [0, 0, 0]])   # half full: a cut of 30 degrees
    >>> cue, ball = billiards.resolve_ball_ball(cue, ball)
    >>> round(float(np.degrees(np.arctan2(*ball[1, 1::-1]))), 2)      # throw takes it off the line of centres
    26.7
    """
    p, q = Params.of(params), Params.of(params if params2 is None else params2)
    inputs = (rvw1, rvw2, p.m, p.R, q.m, q.R, p.e_b, p.u_b, p.u_b_extra, p.u_b_decay, p.eta2, *_cloth(p, hop))
    first, second = _hits("resolve_ball_ball", inputs, (2, 2) + (0,) * 14, threads, errors)
    return first, second


def resolve_ball_cushion(rvw: ArrayLike, normal: ArrayLike, params: Material = None, *, height: ArrayLike | None = None,
                         hop: bool = False, threads: Threads = 1, errors: Errors = "raise") -> F:
    """A ball that touches a cushion, after its hit: (..., 3, 3). Cushion and cloth act at once, on a hard cloth.

    normal: (..., 2) or (..., 3), level, from the cushion to the ball, of any length. height: of the nose [m]; None:
    that of params. A ball that separates is left alone. The rest as resolve_ball_ball has it.

    >>> import numpy as np
    >>> from carom import billiards
    >>> R = billiards.Params().R
    >>> rolling = np.array([[0, 0, R], [1.4, 1.4, 0], [-1.4 / R, 1.4 / R, 0]])
    >>> billiards.resolve_ball_cushion(rolling, [0, -1])[1].round(3)   # the rail lies along x
    array([ 0.976, -1.175,  0.   ])
    """
    p = Params.of(params)
    n = np.asarray(normal)
    if n.ndim < 1 or n.shape[-1] not in (2, 3):
        raise ValueError(f"normal must end in 2 or 3 numbers; its shape is {n.shape}")
    if n.shape[-1] == 3 and np.any(n[..., 2] != 0):
        raise ValueError("the normal of a cushion is level: its third number must be 0")
    inputs = (rvw, n[..., :2], p.m, p.R, p.h_c if height is None else height, p.e_c, p.f_c, *_cloth(p, hop))
    after: F = _hits("resolve_ball_cushion", inputs, (2, 1) + (0,) * 10, threads, errors)[0]
    return after
