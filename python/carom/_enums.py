"""The words and numbers of the C library. Written by tools/python-enums: change the lists of the headers instead."""
from enum import IntEnum, IntFlag

from . import _core

_WORDS = {name: {row[1]: row for row in rows} for name, rows in _core.lists().items()}


class _Code(IntEnum):
    @property
    def word(self) -> str:
        """As files and results have it."""
        return _WORDS[type(self).__name__][self.value][2]

    @property
    def sentence(self) -> str:
        """For people."""
        return _WORDS[type(self).__name__][self.value][3]


class _Bits(IntFlag):
    @property
    def words(self) -> list[str]:
        """As files and results have them."""
        return [row[2] for bit, row in _WORDS[type(self).__name__].items() if self.value & bit]

    @property
    def sentences(self) -> list[str]:
        """For people."""
        return [row[3] for bit, row in _WORDS[type(self).__name__].items() if self.value & bit]


class Law(_Code):
    """What the coefficient of restitution means."""

    STRONGE = 0
    POISSON = 1
    NEWTON = 2


class Mode(_Code):
    """What happened at one contact in the plane."""

    NONE = 0
    SLIDING = 1
    C_STICKING = 2
    R_STICKING = 3
    C_REVERSED = 4
    R_REVERSED = 5


class Sequence(_Code):
    """What happened in which order at one contact in space."""

    NONE = 0
    CR = 1
    SCR = 2
    CSR = 3
    LCR = 4
    LSCR = 5
    LCSR = 6


class ContactMode(_Code):
    """What a contact on springs, or one of several, did."""

    NONE = 0
    FRICTIONLESS = 1
    SLIP = 2
    STICK = 3
    SLIP_STICK = 4
    STICK_SLIP = 5
    SLIP_STICK_SLIP = 6
    STICK_SLIP_STICK = 7
    MIXED = 8


class Status(_Code):
    """Whether there is an answer, and if not, why."""

    OK = 0
    NOT_FINITE = 1
    OUT_OF_RANGE = 2
    NOT_SYMMETRIC = 3
    NOT_POSITIVE = 4
    NOT_UNIT = 5
    INCONSISTENT = 6
    NO_FINITE_ANSWER = 7
    OVERFLOW = 8
    TOO_FAR_APART = 9
    TOO_SMALL = 10
    UNAVAILABLE = 11
    BUDGET = 12
    SYNTAX = 13
    UNKNOWN_KEY = 14
    MISSING_KEY = 15
    WRONG_TYPE = 16
    DUPLICATE_KEY = 17
    BAD_VALUE = 18
    NO_MEMORY = 19
    IO = 20
    NO_PROGRAM = 21
    PROGRAM_FAILED = 22
    STOPPED = 23


class Event(_Code):
    """What can happen at a contact during an impact."""

    COMPRESSION_END = 0
    RESTITUTION_END = 1
    RECOMPRESS = 2
    REACTIVATE = 3
    STICK = 4
    SLIP = 5
    REVERSE = 6
    STRAIGHT = 7
    LOCK = 8
    RELEASE = 9
    START_SLIP = 10
    START_STICK = 11
    JAM = 12


class Model(_Code):
    """Which law of impact answered."""

    PLANAR = 0
    SPATIAL = 1
    COMPLIANT = 2
    SIMULTANEOUS = 3
    MOTION = 4


class Warn(_Bits):
    """Worth telling, but no error."""

    SEPARATING = 1 << 0
    RESTING = 1 << 1
    INDETERMINATE = 1 << 2
    ENERGY_GAIN = 1 << 3
    JAMMED = 1 << 4
    FRICTION_JAM = 1 << 5
    STILL_APPROACHING = 1 << 6
    RECOMPRESSED = 1 << 7
    RIGID_LIMIT = 1 << 8
    LOG_CUT = 1 << 9
    LOCKED = 1 << 10
    LAW_REPLACED = 1 << 11
    STATIC_REPLACED = 1 << 12
    COMPLIANCE_ADDED = 1 << 13
    FORCED_PLASTIC = 1 << 14
    APPROXIMATE = 1 << 15
    SENSITIVE = 1 << 16


class Flag(_Bits):
    """What is true of an outcome."""

    DIRECT = 1 << 0
    CENTRAL = 1 << 1
    TANGENTIAL = 1 << 2
    SLIP_VANISHED = 1 << 3
    STUCK = 1 << 4
    RESUMED = 1 << 5
    CONDITION_FAILS = 1 << 6
    RECOMPRESSED = 1 << 7
    ACTED = 1 << 8
    LOCKED = 1 << 9


class Smooth(_Code):
    """How an outcome behaves across a boundary between branches."""

    SMOOTH = 0
    KINK = 1
    JUMP = 2
    CONE = 3


class Boundary(_Code):
    """A boundary between branches of the outcome."""

    NONE = 0
    APPROACH_ZERO = 1
    COMPRESSION_AT_STICK = 2
    END_AT_STICK = 3
    STICK_LIMIT = 4
    STATIC_FRICTION = 5
    ZERO_SLIP = 6
    GRAZING = 7
