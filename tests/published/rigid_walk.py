"""Contacts on normal springs with friction that is rigid along the tangents, followed in time with small steps.

A step moves the springs, lets the normal forces act, and then finds the friction impulses of the step: each within mu
times the normal impulse, and such that what they do not stop slips against them (sweeps over the contacts until nothing
changes). There are no series, no events to locate and no rule for what sticks; that comes out by itself. The error is
of first order in the step, so that two step sizes give one more digit. e > 0.
"""
import math

from spring_walk import Walk

ENOUGH = 1e-11  # of the speed: sweeps that change velocities by less are the last
MOST_SWEEPS = 2000


class RigidWalk(Walk):
    def __init__(self, w, v, surfaces, steps):
        super().__init__(w, v, [dict(surface, mu=0.0) for surface in surfaces], steps)
        self.mu = [surface.get("mu", 0.0) for surface in surfaces]
        self.speed = max(map(abs, v))
        self.kept = [[0.0] * (self.size - 1) for _ in surfaces]  # friction impulses of the step before
        self.columns = [list(column) for column in zip(*w)]

    def push(self, j, amount):
        self.impulse[j] += amount
        self.v = [a + b * amount for a, b in zip(self.v, self.columns[j])]

    def mobility(self, i):
        """No less than the largest that an impulse along a tangent has there."""
        rows = range(i * self.size, (i + 1) * self.size - 1)
        return max(sum(abs(self.w[a][b]) for b in rows) for a in rows)

    def correct(self, i, most):
        """Of one contact: what would stop its slip, as far as friction goes. How much the velocity changes by it."""
        first, old = i * self.size, self.kept[i]
        mobility = self.mobility(i)
        wanted = [p - self.v[first + a] / mobility for a, p in enumerate(old)]
        length = math.sqrt(sum(p * p for p in wanted))
        new = [p * most / length for p in wanted] if length > most else wanted
        for a, (p, q) in enumerate(zip(new, old)):
            if p != q:
                self.push(first + a, p - q)
        self.kept[i] = new
        return mobility * max(abs(p - q) for p, q in zip(new, old))

    def act(self, step):
        most = []
        for i, spring in enumerate(self.springs):
            normal = spring.press() * step if spring.active else 0.0
            self.push((i + 1) * self.size - 1, normal)
            most.append(self.mu[i] * normal)
            length = math.sqrt(sum(p * p for p in self.kept[i]))
            if length > most[i]:
                self.kept[i] = [p * most[i] / length for p in self.kept[i]]
            for a, p in enumerate(self.kept[i]):
                self.push(i * self.size + a, p)
        rubbing = [i for i, limit in enumerate(most) if limit > 0]
        for _ in range(MOST_SWEEPS):
            if max([self.correct(i, most[i]) for i in rubbing] + [0.0]) <= ENOUGH * self.speed:
                return


def walk_rigid(w, v, surfaces, steps=200):
    """Velocities after, and about how far they are off: two walks, and what they agree on."""
    walks = [RigidWalk(w, v, surfaces, count) for count in (steps, 2 * steps)]
    for walk in walks:
        walk.run()
    coarse, fine = (walk.v for walk in walks)
    return [2 * b - a for a, b in zip(coarse, fine)], max(abs(b - a) for a, b in zip(coarse, fine))
