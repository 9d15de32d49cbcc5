"""What one would write without carom: one impact in space a row, fixed steps of normal impulse, vectorised over rows."""
import numpy as np


def euler(W, v, e, mu, steps):
    """Stronge's law; friction against the slip; stick where slip is below a thousandth of the approach."""
    n = len(v)
    step = -v[:, 2] / W[:, 2, 2] * 6 / steps
    impulse, u = np.zeros_like(v), v.copy()
    work, stored = np.zeros(n), np.zeros(n)
    compressing, active = np.ones(n, bool), v[:, 2] < 0
    stick = -np.linalg.solve(W[:, :2, :2], W[:, :2, 2, None])[..., 0]
    needed = np.linalg.norm(stick, axis=1)
    for _ in range(20 * steps):
        if not active.any():
            break
        speed = np.linalg.norm(u[:, :2], axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            slides = -mu[:, None] * u[:, :2] / speed[:, None]
            rests = np.where((needed <= mu)[:, None], stick, mu[:, None] * stick / needed[:, None])
        along = np.where((speed > 1e-3 * np.abs(v[:, 2]))[:, None], slides, rests)
        push = np.concatenate([along, np.ones((n, 1))], 1) * (step * active)[:, None]
        change = np.einsum("nij,nj->ni", W, push)
        work -= (u[:, 2] + change[:, 2] / 2) * step * active
        impulse += push
        u += change
        ended = compressing & (u[:, 2] >= 0)
        stored = np.where(ended, work, stored)
        compressing &= ~ended
        active &= compressing | (work > (1 - e * e) * stored)
    return impulse, u
