"""How many threads a call may use."""
from __future__ import annotations

import os
from typing import Literal, Union

Threads = Union[int, Literal["auto"]]


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
