"""Arrays of impacts: NumPy in, NumPy out. The loop is C's and runs without the GIL; nothing of float64 is copied."""
from __future__ import annotations

import os
from typing import Any, Literal, NamedTuple, Sequence as Seq, Tuple, TypeVar, Union, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._enums import ContactMode, Law, Mode, Model, Sequence, Status, Warn
from ._errors import CaromError

F = NDArray[np.float64]
U1 = NDArray[np.uint8]
U4 = NDArray[np.uint32]
I4 = NDArray[np.int32]
LawName = Literal["stronge", "poisson", "newton"]
Threads = Union[int, Literal["auto"]]
Errors = Literal["status", "raise"]
Out = Union[Seq[Union[NDArray[Any], None]], None]

_DTYPES = tuple(np.dtype(name) for name in ("float64", "int64", "uint8", "uint32", "int32"))
_LAWS = {law.word: int(law) for law in Law}
_PLANAR, _SPATIAL, _COMPLIANT = (_core.KINDS[name] for name in ("planar", "spatial", "compliant"))
_MODE_WORDS = {Model.PLANAR: Mode, Model.SPATIAL: Sequence, Model.COMPLIANT: ContactMode,
               Model.SIMULTANEOUS: ContactMode}
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


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def thread_count(threads: Threads) -> int:
    """As the C side takes it: negative means that many where it is worth it."""
    if threads == "auto":
        return -cores()
    if not isinstance(threads, int) or threads < 1:
        raise ValueError(f'threads is {threads!r}; it must be 1 or more, or "auto"')
    return threads


# What an answer was an answer to, so that it can tell why: kind, sizes, inputs, and for each input the axes that belong
# to one impact. A plain tuple, since one impact alone takes three microseconds in all.
Asked = Tuple[int, Union[Tuple[int, ...], None], Tuple[Any, ...], Tuple[int, ...]]


def element(asked: Asked, shape: tuple[int, ...], index: tuple[int, ...]) -> list[Any]:
    """The inputs of one element."""
    found = []
    for value, core in zip(asked[2], asked[3]):
        array = None if value is None else np.asarray(value)
        if array is None or array.ndim <= core and core:
            found.append(array)
        else:
            lead = array.ndim - core
            found.append(np.broadcast_to(array, shape + array.shape[lead:])[index])
    return found


def tell_why(asked: Asked, shape: tuple[int, ...], index: int | tuple[int, ...]) -> tuple[int, str, str, float]:
    """Status, sentence, field and value of one element, which is solved again."""
    where = (index,) if isinstance(index, (int, np.integer)) else tuple(index)
    if len(where) != len(shape):
        raise IndexError(f"the answer has {len(shape)} axes; the index {where} has {len(where)}")
    return _core.why(asked[0], asked[1], *element(asked, shape, where))


def raise_first(asked: Asked, status: U1, bad: int) -> None:
    """Raises what is wrong with the first element that has no answer."""
    index = tuple(int(i) for i in np.argwhere(status)[0])
    code, sentence, key, value = tell_why(asked, status.shape, index)
    text = sentence or Status(code).sentence
    if status.ndim:
        text = f"{text} (at index {index}; {bad} of {status.size} have no answer)"
    raise CaromError(text, Status(code).word, key, 0, value, index)


class _Answer:
    """What the answers of all kinds can do. They are tuples of arrays: they unpack, and np.savez(**r._asdict()) works."""

    status: U1
    warnings: U4
    _asked: Asked | None = None

    @property
    def ok(self) -> NDArray[np.bool_]:
        """Where there is an answer."""
        return np.equal(self.status, 0)

    def why(self, index: int | tuple[int, ...] = ()) -> str:
        """Why an element has no answer, in a sentence: it is solved again, with the inputs as they are now."""
        if self._asked is None:
            raise ValueError("this answer does not know its inputs any more (it was copied, loaded or replaced)")
        code, sentence, _, _ = tell_why(self._asked, np.shape(self.status), index)
        if code:
            return sentence or Status(code).sentence
        where = index if isinstance(index, tuple) else (index,)
        warned = Warn(int(self.warnings[where])).sentences
        return "; ".join(["there is an answer", *warned])


class _PlanarFields(NamedTuple):
    impulse: F
    velocity: F
    energy: F
    stages: F
    mode: U1
    status: U1
    warnings: U4


class PlanarImpacts(_Answer, _PlanarFields):
    """Impacts at one contact in the plane. The leading shape is the broadcast of all inputs.

    impulse  (..., 2) N s, on body a: t, n
    velocity (..., 2) m/s, after
    energy   (..., 4) J: lost to friction, lost in restitution, left in springs, change
    stages   (..., 3): normal impulse at the end of compression and of slip [N s], energy stored [J]
    mode, status, warnings: codes of carom.Mode and carom.Status, bits of carom.Warn
    """

    @property
    def words(self) -> NDArray[np.str_]:
        """The modes as words."""
        return np.array([mode.word for mode in Mode])[self.mode]


class _SpatialFields(NamedTuple):
    impulse: F
    velocity: F
    energy: F
    stages: F
    sequence: U1
    flags: U4
    status: U1
    warnings: U4
    model: U1


def mode_words(model: Any, mode: Any) -> NDArray[np.str_]:
    """Modes as words: what a code means depends on the model that answered."""
    words = np.full(np.shape(mode), "", "U16")
    for which, names in _MODE_WORDS.items():
        table = np.array([name.word for name in names] + [""] * 16)
        words = np.where(np.equal(model, which), table[mode], words)
    return words


class SpatialImpacts(_Answer, _SpatialFields):
    """Impacts at one contact in space. The leading shape is the broadcast of all inputs.

    impulse  (..., 3) N s, on body a: t1, t2, n
    velocity (..., 3) m/s, after
    energy, stages: as PlanarImpacts has them; on springs the end of slip is NaN, since slip comes and goes
    sequence: what happened, a code of the model that answered (carom.Sequence in space, carom.ContactMode on springs,
        carom.Mode where one tangent cannot move); `words` has them as words
    flags, warnings: bits of carom.Flag and carom.Warn; status, model: codes of carom.Status and carom.Model
    """

    @property
    def words(self) -> NDArray[np.str_]:
        """The sequences as words."""
        return mode_words(self.model, self.sequence)


class _SeveralFields(NamedTuple):
    impulse: F
    velocity: F
    energy: F
    mode: U1
    flags: U4
    events: I4
    status: U1
    warnings: U4
    model: U1
    error: F


class SeveralAnswer(_Answer):
    """What is common to answers with several contacts."""

    mode: U1
    model: U1

    @property
    def words(self) -> NDArray[np.str_]:
        """The modes as words."""
        return mode_words(np.asarray(self.model)[..., None], self.mode)

    @property
    def sequence(self) -> U1:
        """The same as mode."""
        return self.mode

    @property
    def approximate(self) -> NDArray[np.bool_]:
        """Where the answer is an approximation; `error` estimates by what part of the speed it is off."""
        return np.not_equal(np.bitwise_and(self.warnings, np.uint32(Warn.APPROXIMATE)), 0)

    @property
    def sensitive(self) -> NDArray[np.bool_]:
        """Where velocities that differ by 1e-9 before differ by more than 1e-3 after."""
        return np.not_equal(np.bitwise_and(self.warnings, np.uint32(Warn.SENSITIVE)), 0)


class SeveralImpacts(SeveralAnswer, _SeveralFields):
    """Collisions at c contacts at once, in d dimensions. The leading shape is the broadcast of all inputs.

    impulse, velocity (..., c, d): N s on body a, m/s after; contact axes (t, n) or (t1, t2, n)
    energy (..., 4) J, as PlanarImpacts has it
    mode, flags (..., c): codes and bits for each contact; `words` has the modes as words
    events: how many there were; error: of approximate answers, as a part of the speed
    status, warnings, model: as SpatialImpacts has them
    """


A = TypeVar("A", bound=_Answer)


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
    """Impacts at one contact in space that gives spin back: springs along the tangents. (3,3),(3),(),(),() -> SpatialImpacts.

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
        raise CaromError("this impact has no path to follow (a published scheme, or springs that the rigid law answered)",
                         "unavailable")
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
