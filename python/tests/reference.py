"""ctypes face of reference.c, and random impacts for tests and benchmarks."""
import ctypes
import os

import carom
import numpy as np

FOLDER = os.environ.get("CAROM_PYTHON_BUILD") or os.path.dirname(os.path.dirname(carom.__file__))


class Impact(ctypes.Structure):
    _fields_ = [("dimension", ctypes.c_int), ("contacts", ctypes.c_int)] + [
        (name, ctypes.c_void_p) for name in ("w", "v", "surfaces", "impulse", "velocity", "energy", "codes")] + [
        ("error", ctypes.c_double)]


def library():
    lib = ctypes.CDLL(os.path.join(FOLDER, "libcarom-python-reference.so"))
    lib.reference_solve.argtypes = [ctypes.POINTER(Impact)]
    for name in ("reference_planar", "reference_spatial"):
        getattr(lib, name).restype = ctypes.c_ssize_t
        getattr(lib, name).argtypes = [ctypes.c_ssize_t, ctypes.c_void_p, ctypes.c_void_p]
    return lib


LIB = library()


def pointers(arrays):
    return (ctypes.c_void_p * len(arrays))(*[array.ctypes.data for array in arrays])


class Solver:
    """Single impacts through the C door."""

    def __init__(self, dimension, contacts):
        self.w, self.v = np.empty((dimension * contacts,) * 2), np.empty(dimension * contacts)
        self.surfaces = np.tile([0, 1, 0, 0, 0, 1, 1.0], (contacts, 1))
        self.impulse, self.velocity = np.empty((contacts, dimension)), np.empty((contacts, dimension))
        self.energy, self.codes = np.empty(4), np.empty(2 * contacts + 2, np.int32)
        self.impact = Impact(dimension, contacts, *(array.ctypes.data for array in (
            self.w, self.v, self.surfaces, self.impulse, self.velocity, self.energy, self.codes)))
        self.call, self.at = LIB.reference_solve, ctypes.byref(self.impact)

    def solve(self):
        return self.call(self.at)

    @property
    def error(self):
        return self.impact.error


def planar_set(rng, n):
    """Rods that fall on a floor at any angle."""
    angle = rng.uniform(0.05, 3.09, n)
    x, y = 0.5 * np.cos(angle), 0.5 * np.sin(angle)
    W = np.empty((n, 2, 2))
    W[:, 0, 0], W[:, 1, 1] = 1 + 12 * y * y, 1 + 12 * x * x
    W[:, 0, 1] = W[:, 1, 0] = -12 * x * y
    v = np.stack([rng.uniform(-2, 2, n), rng.uniform(-2, 0.1, n)], 1)
    return W, v, rng.uniform(0, 1, n), rng.uniform(0, 1.2, n), rng.integers(0, 3, n)


def contact_matrix(rng, n):
    """Two bodies of random mass, shape and pose that meet at a point."""
    W = np.zeros((n, 3, 3))
    for _ in range(2):
        m = np.exp(rng.uniform(np.log(0.1), np.log(10), n))
        arm = rng.normal(size=(n, 3))
        arm *= (rng.uniform(0.2, 1, n) / np.linalg.norm(arm, axis=1))[:, None]
        axes = np.linalg.qr(rng.normal(size=(n, 3, 3)))[0]
        half = rng.uniform(0.2, 1, (n, 3)) ** 2
        inertia = 0.2 * m[:, None] * (half.sum(1)[:, None] - half)
        turn = np.cross(arm[:, None, :], axes.transpose(0, 2, 1))
        W += np.eye(3) / m[:, None, None] + np.einsum("nka,nkb,nk->nab", turn, turn, 1 / inertia)
    return (W + W.transpose(0, 2, 1)) / 2


def spatial_set(rng, n):
    approach = np.exp(rng.uniform(np.log(0.1), np.log(10), n))
    slip, angle = approach * np.exp(rng.uniform(np.log(0.1), np.log(10), n)), rng.uniform(-np.pi, np.pi, n)
    v = np.stack([slip * np.cos(angle), slip * np.sin(angle), -approach], 1)
    return contact_matrix(rng, n), v, rng.uniform(0, 1, n), rng.uniform(0, 1.5, n), rng.integers(0, 3, n)


def several_set(rng, n, contacts, dimension):
    """Mechanisms with more freedoms than contact directions need, and some with fewer."""
    size = contacts * dimension
    J = rng.normal(size=(n, size, size + 1))
    W = J @ J.transpose(0, 2, 1)
    v = rng.normal(size=(n, size))
    v[:, dimension - 1::dimension] = -np.abs(v[:, dimension - 1::dimension])
    return (W + W.transpose(0, 2, 1)) / 2, v, rng.uniform(0, 1, (n, contacts)), rng.uniform(0, 0.8, (n, contacts))
