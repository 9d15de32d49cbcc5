"""Nothing is kept after a call, whether it went well or not."""
import gc
import json
import resource

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
    "lists": lambda: carom.planar(ROD.tolist(), [0.6, -1]),
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


def growth(call, many):
    """Bytes that the process has grown by, a call."""
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(many):
        call()
    gc.collect()
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / many


@pytest.mark.parametrize("name", CALLS)
def test_memory_stays(name):
    """A leak grows in every round; what an allocator takes once does not."""
    for _ in range(5):
        grown = growth(CALLS[name], 1000)
        if grown < 24:  # bytes: the smallest object of Python
            return
    pytest.fail(f"{grown:.0f} bytes a call")
