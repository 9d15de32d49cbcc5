"""Arrays of impacts: NumPy in, NumPy out. The loop is C's and runs without the GIL; nothing of float64 is copied."""
from __future__ import annotations

from typing import Any, Literal, NamedTuple, Sequence as Seq, TypeVar, Union, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._answers import Answer, Asked, F, PlanarImpacts, SeveralImpacts, SpatialImpacts, raise_first
from ._enums import Law
from ._errors import CaromError
from ._threads import Threads, thread_count

LawName = Literal["stronge", "poisson", "newton"]
Errors = Literal["status", "raise"]
Out = Union[Seq[Union[NDArray[Any], None]], None]

_DTYPES = tuple(np.dtype(name) for name in ("float64", "int64", "uint8", "uint32", "int32"))
_LAWS = {law.word: int(law) for law in Law}
_PLANAR, _SPATIAL, _COMPLIANT = (_core.KINDS[name] for name in ("planar", "spatial", "compliant"))
_new = tuple.__new__


def _convert(value: Any, dtype: np.dtype[Any], name: str) -> NDArray[Any]:
    """What is no array of the right numbers is made one; what would lose its meaning on the way is refused."""
    array = np.asarray(value)
    wanted = "biufO" if dtype.kind == "f" else "biu"
    if array.dtype.kind not in wanted and array.size > 0:
        raise TypeError(f"{name} must be numbers, not {array.dtype}")
    return array if array.dtype == dtype else array.astype(dtype)


_core.configure_arrays(np.empty, _convert, _DTYPES)


def law_codes(law: Any) -> Any:
    """Numbers of laws that are given by name: one for all, or an array of them."""
    if isinstance(law, str):
        try:
            return _LAWS[law]
        except KeyError:
            raise ValueError(f"law is {law!r}; it must be {', '.join(_LAWS)}") from None
    if law is None or isinstance(law, int):
        return law
    array = np.asarray(law)
    if array.dtype.kind != "U":
        return array
    return np.array([law_codes(str(word)) for word in array.ravel()], np.int64).reshape(array.shape)


A = TypeVar("A", bound=Answer)


def run(cls: type[A], asked: Asked, out: Out, threads: Threads, errors: Errors) -> A:
    """Solves all elements. With errors="raise" the status is needed, wanted or not."""
    count = 1 if threads == 1 else thread_count(threads)
    if errors == "raise":
        return _run_strictly(cls, asked, out, count)
    if errors != "status":
        raise ValueError(f'errors is {errors!r}; it must be "status" or "raise"')
    _, arrays = _core.solve_arrays(asked[0], asked[1], count, out, *asked[2])
    answer = cast(A, _new(cast(Any, cls), arrays))
    answer._asked = asked
    return answer


def _run_strictly(cls: type[A], asked: Asked, out: Out, count: int) -> A:
    bad, arrays = _core.solve_arrays(asked[0], asked[1], count, out, *asked[2])
    answer = cast(A, _new(cast(Any, cls), arrays))
    answer._asked = asked
    if bad and answer.status is None:
        raise ValueError('errors="raise" needs out.status')
    if bad:
        raise_first(asked, answer.status, bad)
    return answer


_RIGID_CORES = (2, 1, 0, 0, 0, 0)


def planar(W: ArrayLike, v: ArrayLike, *, e: ArrayLike = 1.0, mu: ArrayLike = 0.0, mu_static: ArrayLike | None = None,
           law: LawName | ArrayLike = "stronge", out: Out = None, threads: Threads = 1,
           errors: Errors = "status") -> PlanarImpacts:
    """Impacts at one contact in the plane: (2,2),(2),(),(),(),() -> PlanarImpacts.

    W (..., 2, 2) [1/kg] is the velocity change per unit impulse, v (..., 2) [m/s] the contact velocity before; axes
    (t, n), and v[..., 1] < 0 approaches. e is the coefficient of restitution under the law, mu and mu_static friction.
    All leading axes broadcast; any strides; float64 is not copied.

    out: arrays for the answer, in the order of PlanarImpacts; None in it is not wanted. threads: a number, or "auto".
    errors: "status" gives NaN and a code where there is no answer, "raise" raises CaromError for the first.

    >>> import carom
    >>> r = carom.planar([[2.5, -1.5], [-1.5, 2.5]], [0.6, -1], e=0.9, mu=[0, 0.9])
    >>> r.impulse.round(6)
    array([[0.      , 0.76    ],
           [0.239068, 0.798447]])
    >>> r.words
    array(['C-reversed', 'C-sticking'], dtype='<U10')
    """
    code = law_codes(law)
    return run(PlanarImpacts, (_PLANAR, None, (W, v, e, mu, mu_static, code), _RIGID_CORES), out, threads, errors)


def spatial(W: ArrayLike, v: ArrayLike, *, e: ArrayLike = 1.0, mu: ArrayLike = 0.0, mu_static: ArrayLike | None = None,
            law: LawName | ArrayLike = "stronge", out: Out = None, threads: Threads = 1,
            errors: Errors = "status") -> SpatialImpacts:
    """Impacts at one contact in space: (3,3),(3),(),(),(),() -> SpatialImpacts; axes (t1, t2, n). Else as planar.

    >>> import carom
    >>> r = carom.spatial([[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]], [1, 0.5, -2], e=0.8, mu=0.2)
    >>> r.velocity.round(6)
    array([0. , 0. , 1.6])
    >>> str(r.words)
    'lscr'
    """
    code = law_codes(law)
    return run(SpatialImpacts, (_SPATIAL, None, (W, v, e, mu, mu_static, code), _RIGID_CORES), out, threads,
               errors)


def compliance(poisson_ratio: ArrayLike | None, eta2: ArrayLike | None) -> Any:
    """eta2 from whichever is given; Poisson's ratio 0.3 where none is."""
    if eta2 is not None:
        if poisson_ratio is not None:
            raise ValueError("give eta2 or poisson_ratio, not both")
        return eta2
    if poisson_ratio is None:
        return _core.eta2_of(0.3)
    nu = np.asarray(poisson_ratio, np.float64)
    if not np.all((nu >= 0) & (nu <= 0.5)):
        raise ValueError("poisson_ratio must be from 0 to 0.5")
    return (2 - nu) / (2 * (1 - nu))


def compliant(W: ArrayLike, v: ArrayLike, *, e: ArrayLike = 1.0, mu: ArrayLike = 0.0, eta2: ArrayLike | None = None,
              poisson_ratio: ArrayLike | None = None, out: Out = None, threads: Threads = 1,
              errors: Errors = "status") -> SpatialImpacts:
    """Impacts at one contact on springs along the tangents, which gives spin back: (3,3),(3),(),(),() -> SpatialImpacts.

    eta2 is the ratio of normal to tangential stiffness, or comes from poisson_ratio (0.3 unless one is given). The law
    is Stronge's; where eta2 is 0 the rigid law answers. Else as spatial.

    >>> import carom
    >>> superball = [[35, 0, 0], [0, 35, 0], [0, 0, 10]]
    >>> r = carom.compliant(superball, [5.5, 0, -4], e=0.9, mu=0.5)
    >>> bool(r.velocity[0] < 0)  # it comes back
    True
    """
    asked = (_COMPLIANT, None, (W, v, e, mu, compliance(poisson_ratio, eta2)), (2, 1, 0, 0, 0))
    return run(SpatialImpacts, asked, out, threads, errors)


def contact_sizes(contacts: int, dimension: int, dof: int, budget: int) -> tuple[int, ...]:
    """As the C side takes them: contacts, dimension, dof, bodies, body_a, body_b, budget, method."""
    return contacts, dimension, dof, 0, 0, -1, budget, 0


def contact_count(rows: int, dimension: int, name: str) -> int:
    """How many contacts a matrix of so many rows has."""
    if dimension not in (2, 3):
        raise ValueError(f"dimension is {dimension}; it must be 2 or 3")
    if rows < dimension or rows % dimension:
        raise ValueError(f"{name} has {rows} rows, which is no multiple of the dimension, {dimension}")
    return rows // dimension


def simultaneous(W: ArrayLike, v: ArrayLike, *, e: ArrayLike = 1.0, mu: ArrayLike = 0.0, eta2: ArrayLike = 0.0,
                 stiffness: ArrayLike = 1.0, exponent: ArrayLike = 1.0, dimension: Literal[2, 3] = 3, budget: int = 0,
                 out: Out = None, threads: Threads = 1, errors: Errors = "status") -> SeveralImpacts:
    """Collisions at c contacts at once: (d c, d c),(d c),(c),(c),(c),(c),(c) -> SeveralImpacts, with d the dimension.

    e, mu, eta2, stiffness and exponent are (..., c), or one number for all contacts. budget: work that a collision may
    take, in units of about a microsecond; 0 is the library's own.

    >>> import carom
    >>> W = [[3, 0, -1, 0], [0, 2, 0, -1], [-1, 0, 3, 0], [0, -1, 0, 1]]  # a ball on a ball on a table
    >>> r = carom.simultaneous(W, [0, -1, 0, 0], e=0.9, dimension=2)
    >>> r.velocity[:, 1].round(4)
    array([0.6255, 0.1823])
    """
    matrix = np.asarray(W)
    contacts = contact_count(matrix.shape[-1] if matrix.ndim else 0, dimension, "W")
    sizes = contact_sizes(contacts, dimension, 0, budget)
    asked = (_core.KINDS["simultaneous"], sizes, (matrix, v, e, mu, eta2, stiffness, exponent), (2, 1, 1, 1, 1, 1, 1))
    return run(SeveralImpacts, asked, out, threads, errors)


class Trace(NamedTuple):
    """The path through impulse space, one row a point.

    impulse, velocity: (points, 2 or 3) at one contact, (points, contacts, 2 or 3) at several; N s, m/s
    stored: J in the normal direction so far (for each contact where there are several)
    friction: J lost to sliding so far (None at several contacts)
    spring: lengths of the springs, times sqrt(2 k) (on springs); time: scaled (several contacts)
    """

    impulse: F
    velocity: F
    stored: F
    friction: F | None
    spring: F | None
    time: F | None


def trace_of(columns: dict[str, tuple[bytes, int]], dimension: int) -> Trace:
    """From what the C side gives."""
    if not columns:
        raise CaromError("this impact has no path to follow (a published scheme, or springs that the rigid law "
                         "answered)", "unavailable")
    arrays = {name: np.frombuffer(data).reshape(-1, width) for name, (data, width) in columns.items()}
    several = "time" in arrays
    vectors = []
    for name in ("impulse", "velocity"):
        array = arrays[name]
        if several:
            array = array.reshape(len(array), -1, dimension)
        vectors.append(array[:, [0, 2]] if dimension == 2 and not several else array)
    flat = {name: arrays[name][:, 0] if name in arrays else None for name in ("friction", "time")}
    stored = arrays["stored"] if several else arrays["stored"][:, 0]
    return Trace(vectors[0], vectors[1], stored, flat["friction"], arrays.get("spring"), flat["time"])


def trace(W: ArrayLike, v: ArrayLike, *, e: float = 1.0, mu: float = 0.0, mu_static: float | None = None,
          law: LawName = "stronge", eta2: float = 0.0, points: int = 400) -> Trace:
    """The path of one impact at one contact: W (2, 2) or (3, 3). At most so many points; corners are exact.

    >>> import carom
    >>> path = carom.trace([[2.5, -1.5], [-1.5, 2.5]], [0.6, -1], e=0.9, mu=0.9)
    >>> path.impulse[-1].round(6)
    array([0.239068, 0.798447])
    """
    matrix = np.asarray(W, np.float64)
    before = np.asarray(v, np.float64)
    if matrix.ndim != 2 or before.ndim != 1:
        raise ValueError(f"trace follows one impact: W must be a matrix and v a vector, not of shape {matrix.shape} "
                         f"and {before.shape}")
    surface = (float(law_codes(law)), e, mu, mu if mu_static is None else mu_static, eta2)
    columns = _core.trace(points, matrix.ravel().tolist(), before.tolist(), surface)
    return trace_of(columns, len(before))
