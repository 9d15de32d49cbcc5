"""One contact in space, solved from the definitions alone: a road of its own to carom's answer.

Slip is followed with the Gragg-Bulirsch-Stoer method in the variable s of dI_n = r ds, where the slip velocity decays
instead of stopping and everything is smooth; events are found by trying shorter steps. Once slip has died out
the rest is linear in the normal impulse. No series, no closed form of an arc, no formula of carom's is used.
"""
import math

COLUMNS = 7       # of the extrapolation: order 14
STEP = 0.2        # of s in units of 1/rho: the slip velocity changes by about as much
DIED_OUT = 1e-15  # of the slip before: what is left moves no digit that is compared


class Contact:
    """W = [[B, d], [d, wzz]] and how the surfaces meet; axes (t1, t2, n)."""

    def __init__(self, w, surface):
        (self.b11, self.b12, self.d1), (_, self.b22, self.d2), (_, _, self.wzz) = w
        self.e = surface["e"]
        self.mu = surface.get("mu", 0.0)
        self.law = surface.get("law", "stronge")
        det = self.b11 * self.b22 - self.b12 * self.b12
        self.hold = ((self.b22 * self.d1 - self.b12 * self.d2) / det, (self.b11 * self.d2 - self.b12 * self.d1) / det)
        self.holds = math.hypot(*self.hold) <= surface.get("mu_static", self.mu)
        self.rho = self.mu * (self.b11 + self.b22) + math.hypot(self.d1, self.d2)

    def rates(self, ix, iy):
        """d(x, y, v_n)/dI_n for a tangential impulse that grows at the rate (ix, iy)."""
        return (self.b11 * ix + self.b12 * iy + self.d1, self.b12 * ix + self.b22 * iy + self.d2,
                self.d1 * ix + self.d2 * iy + self.wzz)

    def turn_and_growth(self, angle):
        """g and f: how slip in this direction turns and grows."""
        c, s = math.cos(angle), math.sin(angle)
        gx, gy, _ = self.rates(-self.mu * c, -self.mu * s)
        return c * gy - s * gx, c * gx + s * gy

    def centrifugal(self):
        """The direction in which slip resumes: bisection on g where f > 0."""
        count = 3600
        for i in range(count):
            low, high = 2 * math.pi * i / count, 2 * math.pi * (i + 1) / count
            if self.turn_and_growth(low)[1] > 0 and self.turn_and_growth(low)[0] > 0 >= self.turn_and_growth(high)[0]:
                while high - low > 4e-16 * (1 + high):
                    middle = 0.5 * (low + high)
                    low, high = (middle, high) if self.turn_and_growth(middle)[0] > 0 else (low, middle)
                return math.cos(low), math.sin(low)
        raise AssertionError("no direction to resume in")


X, Y, VN, IX, IY, IN, WORK, FRICTION = range(8)  # the state; WORK is the integral of v_n dI_n


def derivative(contact, y):
    """d(state)/ds."""
    r = math.hypot(y[X], y[Y])
    k, mu = contact, contact.mu
    return [k.d1 * r - mu * (k.b11 * y[X] + k.b12 * y[Y]), k.d2 * r - mu * (k.b12 * y[X] + k.b22 * y[Y]),
            k.wzz * r - mu * (k.d1 * y[X] + k.d2 * y[Y]), -mu * y[X], -mu * y[Y], r, y[VN] * r, mu * r * r]


def midpoint(contact, y, h, pieces):
    """Gragg's modified midpoint rule."""
    h /= pieces
    before, now = y, [a + h * b for a, b in zip(y, derivative(contact, y))]
    for _ in range(pieces - 1):
        before, now = now, [a + 2 * h * b for a, b in zip(before, derivative(contact, now))]
    return [0.5 * (a + b + h * c) for a, b, c in zip(before, now, derivative(contact, now))]


def advance(contact, y, h):
    """One step, extrapolated to step size zero (Bulirsch and Stoer)."""
    table = []
    for k in range(COLUMNS):
        row = [midpoint(contact, y, h, 2 * (k + 1))]
        for j in range(k):
            factor = ((k + 1) / (k - j)) ** 2 - 1
            row.append([a + (a - b) / factor for a, b in zip(row[j], table[k - 1][j])])
        table.append(row)
    return table[-1][-1]


class Walk:
    """A point on the path, and what happened before it."""

    def __init__(self, contact, v):
        self.contact = contact
        self.state = list(v) + [0.0] * 5
        self.before = v[2]
        self.sequence = ""
        self.compressing = True
        self.first_compression = None  # normal impulse
        self.reserve = 0.0             # J that restitution will give back, less what it has given
        self.reserve_from = 0.0        # normal work at that moment

    def mark(self, letter):
        if letter not in self.sequence:
            self.sequence += letter

    def distance(self, y):
        """Crosses zero upwards where the phase ends: negative before it."""
        if self.compressing:
            return y[VN]
        if self.contact.law == "poisson":
            return y[IN] - (1 + self.contact.e) * self.first_compression
        if self.contact.law == "newton":
            return y[VN] + self.contact.e * self.before
        return (y[WORK] - self.reserve_from) - self.reserve

    def end_phase(self):
        """True if that was the last one."""
        self.mark("c" if self.compressing else "r")
        if not self.compressing:
            return True
        if self.first_compression is None:
            self.first_compression = self.state[IN]
            self.reserve = -self.contact.e ** 2 * self.state[WORK]
        else:  # compressed again: what is stored now drops to e^2 of it
            self.reserve = self.contact.e ** 2 * (self.reserve - (self.state[WORK] - self.reserve_from))
        self.reserve_from = self.state[WORK]
        self.compressing = False
        if self.distance(self.state) >= 0:
            self.mark("r")
        return self.distance(self.state) >= 0

    def recompresses(self, y):
        return not self.compressing and self.contact.law == "stronge" and y[VN] < 0 and self.state[VN] > 0

    def cut(self, h, crossed):
        """The part of a step until `crossed` first says so."""
        low, high = 0.0, h
        while high - low > 1e-15 * h:
            middle = 0.5 * (low + high)
            low, high = (low, middle) if crossed(advance(self.contact, self.state, middle)) else (middle, high)
        return advance(self.contact, self.state, high)

    def slip(self):
        """Follows the arc until slip dies out. True if the impact ended before."""
        start = math.hypot(self.state[X], self.state[Y])
        h = STEP / self.contact.rho
        while math.hypot(self.state[X], self.state[Y]) > DIED_OUT * start:
            y = advance(self.contact, self.state, h)
            if self.recompresses(y):
                self.state = self.cut(h, lambda z: z[VN] < 0)
                self.compressing = True
            elif self.distance(y) >= 0:
                self.state = self.cut(h, lambda z: self.distance(z) >= 0)
                if self.end_phase():
                    return True
            else:
                self.state = y
        return False

    def straight(self, ix, iy, until_rest):
        """Follows a constant direction of the tangential impulse to the end, or until slip is zero."""
        while True:
            gx, gy, rate = self.contact.rates(ix, iy)
            p = self.length(rate)
            slip = math.hypot(self.state[X], self.state[Y])
            slowing = -(self.state[X] * gx + self.state[Y] * gy) / slip if until_rest else 0.0
            stops = until_rest and slowing > 0 and slip / slowing <= p
            self.move(slip / slowing if stops else p, ix, iy)
            if stops:
                self.state[X] = self.state[Y] = 0.0
                return False
            if self.end_phase():
                return True

    def length(self, rate):
        """Normal impulse to the end of the phase when v_n grows at a constant rate."""
        k, y = self.contact, self.state
        if self.compressing:
            return -y[VN] / rate
        if k.law == "poisson":
            return (1 + k.e) * self.first_compression - y[IN]
        if k.law == "newton":
            return (-k.e * self.before - y[VN]) / rate
        left = -self.distance(y)
        return 2 * left / (y[VN] + math.sqrt(y[VN] ** 2 + 2 * rate * left))

    def move(self, p, ix, iy):
        y = self.state
        gx, gy, rate = self.contact.rates(ix, iy)
        y[WORK] += (y[VN] + 0.5 * rate * p) * p
        y[FRICTION] -= ((y[X] + 0.5 * gx * p) * ix + (y[Y] + 0.5 * gy * p) * iy) * p
        for i, change in zip((X, Y, VN, IX, IY, IN), (gx, gy, rate, ix, iy, 1.0)):
            y[i] += change * p


def on_invariant_ray(contact, v):
    if contact.mu == 0 or (v[0] == 0 and v[1] == 0):
        return False
    return abs(contact.turn_and_growth(math.atan2(v[1], v[0]))[0]) <= 1e-12 * contact.rho


def finish(walk):
    """What follows when slip has vanished: it is held, or it resumes."""
    walk.mark("s")
    walk.state[X] = walk.state[Y] = 0.0
    contact = walk.contact
    if contact.holds:
        ix, iy = -contact.hold[0], -contact.hold[1]
    else:
        c, s = contact.centrifugal()
        ix, iy = -contact.mu * c, -contact.mu * s
    walk.straight(ix, iy, False)
    if contact.holds:
        walk.state[X] = walk.state[Y] = 0.0


def walk_slip(w, v, surface):
    """The finished path of one impact. Its sequence is "none" if there is no approach."""
    contact = Contact(w, surface)
    walk = Walk(contact, v)
    if v[2] >= 0:
        walk.sequence = "none"
        return walk
    if on_invariant_ray(contact, v):
        walk.sequence = "l"
        r = math.hypot(v[0], v[1])
        ended = walk.straight(-contact.mu * v[0] / r, -contact.mu * v[1] / r, True)
    elif contact.mu == 0:
        ended = walk.straight(0.0, 0.0, False)
    else:
        ended = walk.slip()
    if not ended:
        finish(walk)
    return walk
