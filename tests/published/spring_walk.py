"""Contacts on springs, followed in time with small steps: a road of its own to carom's answers.

Each contact carries the springs of JIA10 and JME13. A step moves the springs, shortens a tangential spring that pulls
harder than friction can hold, and lets the forces act. There are no modes, no events to locate and no closed forms;
what sticks and what slips comes out by itself. The error is of first order in the step, so that two step sizes give
one more digit.
"""
import math


class Spring:
    """One contact: its springs now, and what the surfaces are like."""

    def __init__(self, surface, tangents):
        nu = surface.get("poisson_ratio")
        eta2 = surface.get("eta2", 1.0) if nu is None else (2 - nu) / (2 * (1 - nu))
        self.e, self.mu, self.p = surface["e"], surface.get("mu", 0.0), surface.get("exponent", 1.0)
        self.k = surface.get("stiffness", 1.0)
        self.kt = self.k / eta2
        self.tangents = tangents
        self.active = self.compresses = False
        self.release()

    def release(self):
        self.x, self.s, self.active = 0.0, [0.0] * self.tangents, False

    def press(self):
        return self.k * max(-self.x, 0.0) ** self.p

    def move(self, v, step):
        """v is (tangents, normal). The tangential spring gives way where friction cannot hold it."""
        self.x += v[-1] * step
        if self.mu == 0:
            return
        self.s = [a + b * step for a, b in zip(self.s, v)]
        length, most = math.sqrt(sum(a * a for a in self.s)), self.mu * self.press() / self.kt
        if length > most:
            self.s = [a * most / length for a in self.s]

    def force(self):
        return [-self.kt * a for a in self.s] + [self.press()]

    def turn(self, normal_speed):
        """The end of compression takes its share; True if the spring got harder."""
        if normal_speed < 0:
            self.compresses = True
        elif self.compresses and self.x < 0:
            self.compresses = False
            self.x *= self.e ** 2
            self.k /= self.e ** (2 * self.p)
            return True
        return False


class Walk:
    """W and v of all contacts, (tangents, normal) each; e > 0."""

    def __init__(self, w, v, surfaces, steps):
        self.w, self.v, self.steps = w, list(v), steps
        self.size = len(v) // len(surfaces)
        self.springs = [Spring(surface, self.size - 1) for surface in surfaces]
        self.impulse = [0.0] * len(v)
        self.energy = sum(x * x for x in v) / min(w[i][i] for i in range(len(v)) if w[i][i] > 0)

    def at(self, i):
        return self.v[i * self.size:(i + 1) * self.size]

    def step_size(self):
        """A small part of the fastest swing that the springs allow."""
        fastest = 0.0
        for i, spring in enumerate(self.springs):
            deepest = ((spring.p + 1) * self.energy / spring.k) ** (1 / (spring.p + 1))
            k = max(spring.p * spring.k * deepest ** (spring.p - 1), spring.kt if spring.mu > 0 else 0.0)
            rows = range(i * self.size, (i + 1) * self.size)
            fastest = max([fastest] + [k * sum(abs(x) for x in self.w[row]) for row in rows])
        return 2 * math.pi / math.sqrt(fastest) / self.steps

    def act(self, step):
        for i, spring in enumerate(self.springs):
            if not spring.active:
                continue
            for j, force in enumerate(spring.force(), i * self.size):
                if force == 0:
                    continue
                self.impulse[j] += force * step
                for row, line in enumerate(self.w):
                    self.v[row] += line[j] * force * step

    def advance(self, step):
        """False when no contact is active any more. True in hardened if the step must shrink."""
        hardened, busy = False, False
        for i, spring in enumerate(self.springs):
            if not spring.active and self.at(i)[-1] < 0:
                spring.active = spring.compresses = True
            if spring.active:
                spring.move(self.at(i), step / 2)
        self.act(step)
        for i, spring in enumerate(self.springs):
            if not spring.active:
                continue
            spring.move(self.at(i), step / 2)
            hardened = spring.turn(self.at(i)[-1]) or hardened
            if spring.x >= 0 and self.at(i)[-1] >= 0:
                spring.release()
            busy = busy or spring.active
        return busy or any(self.at(i)[-1] < 0 for i in range(len(self.springs))), hardened

    def run(self, most=3000000):
        step = self.step_size()
        for _ in range(most):
            busy, hardened = self.advance(step)
            if not busy:
                return self.impulse
            if hardened:
                step = self.step_size()
        raise AssertionError("the walk does not end")


def walk_springs(w, v, surfaces, steps=500):
    """Impulses of all contacts, and about how far they are off: two walks, and what they agree on."""
    coarse, fine = (Walk(w, v, surfaces, count).run() for count in (steps, 2 * steps))
    return [2 * b - a for a, b in zip(coarse, fine)], max(abs(b - a) for a, b in zip(coarse, fine))
