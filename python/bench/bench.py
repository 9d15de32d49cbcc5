"""CPU time of carom for Python beside the C array call and a NumPy Euler. Usage: bench.py [FACTOR]

Each pair is timed in turns and the smallest time counts, since the machine may be busy. FACTOR scales the sizes.
"""
import os
import sys
import time

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), folder) for folder in (".", "../tests")]

import numpy as np  # noqa: E402
from euler import euler  # noqa: E402
from reference import LIB, planar_set, pointers, spatial_set  # noqa: E402

import carom  # noqa: E402

ROUNDS = 15


def best(functions, n):
    """ns of CPU time an element, of functions that take turns."""
    times = [float("inf")] * len(functions)
    for _ in range(ROUNDS):
        for i, function in enumerate(functions):
            start = time.thread_time_ns()
            function()
            times[i] = min(times[i], (time.thread_time_ns() - start) / n)
    return times


def beside_c(name, make, n):
    W, v, e, mu, _ = make(np.random.default_rng(1), n)
    solve, c = getattr(carom, name), getattr(LIB, f"reference_{name}")
    ours, theirs = solve(W, v, e=e, mu=mu), solve(W, v, e=e, mu=mu)
    into, outof = pointers((W, v, e, mu)), pointers(theirs)
    python, C, fresh = best([lambda: solve(W, v, e=e, mu=mu, out=ours), lambda: c(n, into, outof),
                             lambda: solve(W, v, e=e, mu=mu)], n)
    assert all(np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in zip(ours, theirs))
    print(f"{name + ', out=':26} n = {n:8}: {python:8.1f} ns an impact, C array call {C:8.1f}, more {python - C:6.1f} (bar 15)")
    print(f"{name + ', new arrays':26} n = {n:8}: {fresh:8.1f} ns")
    return python - C


def scalar():
    W, v = np.array([[2.5, -1.5], [-1.5, 2.5]]), np.array([0.6, -1])
    w, u = W.tolist(), v.tolist()
    many = 2000
    arrays, lists = best([lambda: [carom.planar(W, v, e=0.9, mu=0.9) for _ in range(many)],
                          lambda: [carom.planar(w, u, e=0.9, mu=0.9) for _ in range(many)]], many)
    print(f"{'planar, one call':26} arrays {arrays / 1000:.2f} us (bar 5), lists {lists / 1000:.2f} us")


def beside_euler(n):
    W, v, e, mu, _ = spatial_set(np.random.default_rng(2), n)
    exact = carom.spatial(W, v, e=e, mu=mu)
    for steps in (100, 400):
        start = time.thread_time_ns()
        impulse, _ = euler(W, v, e, mu, steps)
        ns = (time.thread_time_ns() - start) / n
        off = np.linalg.norm(impulse - exact.impulse, axis=1) / np.linalg.norm(exact.impulse, axis=1)
        print(f"{f'NumPy Euler, {steps} steps':26} n = {n:8}: {ns:8.0f} ns, off by {np.median(off):.0e} in the median, "
              f"{off.max():.0e} at most")


def main():
    factor = float(sys.argv[1]) if len(sys.argv) > 1 else 1
    beside_c("planar", planar_set, int(1e6 * factor))
    beside_c("spatial", spatial_set, int(1e5 * factor))
    scalar()
    beside_euler(max(int(2000 * factor), 10))


if __name__ == "__main__":
    main()
