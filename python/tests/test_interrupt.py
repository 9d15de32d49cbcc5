"""Ctrl-C ends a long call, whatever it is."""
import os
import signal
import threading
import time

import carom
import numpy as np
import pytest
from conftest import ROOT

W = np.diag([3.5, 3.4, 1.0]) + 0.1
V = np.broadcast_to([1.0, 0.5, -2.0], (20_000_000, 3))  # minutes of springs, without memory for inputs
FEW = [None] * 6 + [np.empty(len(V), np.uint8)] + [None] * 2
CHAIN = os.path.join(ROOT, "scenes", "motion", "chain-of-five.json")
CALLS = {
    "one thread": lambda: carom.compliant(W, V, e=0.5, mu=0.3, out=FEW),
    "two threads": lambda: carom.compliant(W, V, e=0.5, mu=0.3, out=FEW, threads=2),
    "sweep": lambda: carom.sweep(CHAIN, {"motion.until": {"grid": [3, 3.1, 20_000]}}, show=["end.energy"]),
}


@pytest.mark.parametrize("name", CALLS)
def test_interrupt(name):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background is started to ignore it
    try:
        interrupt(CALLS[name])
    finally:
        signal.signal(signal.SIGINT, before)


def interrupt(call):
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    start = time.process_time()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    timer.join()
    assert time.process_time() - start < 8  # seconds of work; a minute and more would be left
