"""Nothing is kept after a call, whether it went well or not."""
import ctypes
import gc
import json
import sys

import carom
import numpy as np
import pytest

ROD = np.array([[2.5, -1.5], [-1.5, 2.5]])
SCENARIO = json.dumps({"carom": 1, "dimension": 2, "contact_space": {"W": ROD.tolist(), "v": [0.6, -1]},
                       "contacts": [{"e": 0.9, "mu": 0.9}]})


def quietly(function):
    def call():
        try:
            function()
        except (ValueError, TypeError):
            pass
    return call


CALLS = {
    "arrays": lambda: carom.planar(ROD, np.zeros((50, 2)), e=[[0.5], [0.6]]),
    "lists": lambda: carom.planar(ROD.tolist(), [0.6, -1], mu_static=[0.5]),
    "shapes": quietly(lambda: carom.planar(ROD, np.zeros((50, 3)))),
    "outputs": quietly(lambda: carom.planar(ROD, np.zeros((50, 2)), out=[np.empty((50, 2))] * 7)),
    "words": quietly(lambda: carom.planar(ROD, ["a", "b"])),
    "why": quietly(lambda: carom.planar(ROD, np.full((30, 2), np.nan), errors="raise")),
    "several": lambda: carom.simultaneous(np.eye(4), [0, -1, 0, -1], dimension=2),
    "path": lambda: carom.trace(ROD, [0.6, -1]),
    "solve": lambda: carom.solve(SCENARIO).events,
    "error": quietly(lambda: carom.solve(SCENARIO[:-3])),
    "vary": lambda: carom.solve(SCENARIO, vary={"contacts.0.mu": [0.1, 0.2]}, show=["contacts.0.mode"]),
    "nowhere": quietly(lambda: carom.solve(SCENARIO, vary={"contacts.0.mu": [0.1]}, show=["contacts.0.none"])),
}


class MallInfo(ctypes.Structure):
    """What glibc's mallinfo2 tells; `used` is what C has allocated and not freed, in bytes."""

    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "a", "b", "c", "d", "e", "f", "used", "free", "g")]


LIBC = ctypes.CDLL(None)
LIBC.mallinfo2.restype = MallInfo


def growth(call, many):
    """Objects of Python and bytes of C that are left, a call."""
    gc.collect()
    objects, used = sys.getallocatedblocks(), LIBC.mallinfo2().used
    for _ in range(many):
        call()
    gc.collect()
    return (sys.getallocatedblocks() - objects) / many, (LIBC.mallinfo2().used - used) / many


@pytest.mark.parametrize("name", CALLS)
def test_nothing_is_left(name):
    """A leak leaves one object, or some bytes, in every call of every round; caches are filled once."""
    rounds = [growth(CALLS[name], 300) for _ in range(3)]
    assert min(objects for objects, _ in rounds) < 0.5 and min(used for _, used in rounds) < 8, rounds
