"""Answers of array calls: tuples of arrays with names, which can tell why an element has none."""
from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any, NamedTuple, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._enums import ContactMode, Mode, Model, Sequence, Status, Warn
from ._errors import CaromError

if TYPE_CHECKING:
    from typing import Self

F = NDArray[np.float64]
U1 = NDArray[np.uint8]
U4 = NDArray[np.uint32]
I4 = NDArray[np.int32]

_MODE_WORDS = {Model.PLANAR: Mode, Model.SPATIAL: Sequence, Model.COMPLIANT: ContactMode,
               Model.SIMULTANEOUS: ContactMode}

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


class Answer:
    """What all answers can do. They are tuples of arrays: they unpack, and np.savez(**r._asdict()) works."""

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
        return "; ".join(["there is an answer", *self._notes(index if isinstance(index, tuple) else (index,))])

    def _notes(self, where: tuple[int, ...]) -> list[str]:
        """What else is worth telling of an element that has an answer."""
        return Warn(int(self.warnings[where])).sentences


class _PlanarFields(NamedTuple):
    impulse: F
    velocity: F
    energy: F
    stages: F
    mode: U1
    status: U1
    warnings: U4


class PlanarImpacts(Answer, _PlanarFields):
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


class SpatialImpacts(Answer, _SpatialFields):
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


class SeveralAnswer(Answer):
    """What is common to answers with several contacts; the tuples end in these fields."""

    energy: F
    mode: U1
    flags: U4
    events: I4
    status: U1
    warnings: U4
    model: U1
    error: F

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


if TYPE_CHECKING:
    class SeveralFields(Tuple[Any, ...]):
        def _asdict(self) -> dict[str, Any]: ...
        def _replace(self, **fields: Any) -> Self: ...
else:
    SeveralFields = namedtuple("SeveralFields", ("impulse", "velocity", *SeveralAnswer.__annotations__))


class SeveralImpacts(SeveralAnswer, SeveralFields):
    """Collisions at c contacts at once, in d dimensions. The leading shape is the broadcast of all inputs.

    impulse, velocity (..., c, d): N s on body a, m/s after; contact axes (t, n) or (t1, t2, n)
    energy (..., 4) J, as PlanarImpacts has it
    mode, flags (..., c): codes and bits for each contact; `words` has the modes as words
    events: how many there were; error: of approximate answers, as a part of the speed
    status, warnings, model: as SpatialImpacts has them
    """

    impulse: F
    velocity: F
