"""One planar contact, solved from the definitions alone with 60 digits: a road of its own to carom's answer.

The impulse is followed event by event (slip stops, compression ends, the law says stop); within a segment everything
is linear in the normal impulse p. No formula for a mode is used, so a mistake in one cannot hide here.
"""
from decimal import Decimal, getcontext

getcontext().prec = 60
ZERO = Decimal(0)
SINGULAR = 16 * Decimal(2) ** -52


class Contact:
    """W = [[b1, -b3], [-b3, b2]] and how the surfaces meet."""

    def __init__(self, w, surface):
        self.b1, self.b2, self.b3 = w[0][0], w[1][1], -w[0][1]
        self.e = Decimal(surface["e"])
        self.mu = Decimal(surface.get("mu", 0))
        self.law = surface.get("law", "stronge")
        self.holds = Decimal(surface.get("mu_static", self.mu)) * self.b1 >= abs(self.b3)
        self.singular = self.b1 * self.b2 - self.b3 ** 2 <= SINGULAR * self.b1 * self.b2


class Walk:
    """A point on the path: impulse (px, py), velocity (s, c), work done so far."""

    def __init__(self, contact, v):
        self.contact = contact
        self.s, self.c = v
        self.c0 = self.c
        self.px = self.py = self.normal_work = self.friction = ZERO
        self.compression = None  # (py, normal work) where compression ended
        self.mode = "sliding"
        self.ended = False
        self.ratio = self.first_ratio()

    def first_ratio(self):
        """dpx/dpy: friction opposes the slip, or holds, or opposes the slip that the normal impulse starts."""
        k = self.contact
        if self.s != 0:
            return -k.mu if self.s > 0 else k.mu
        if k.holds:
            self.mode = "C-sticking"
            return k.b3 / k.b1
        return k.mu if k.b3 > 0 else -k.mu

    def rates(self):
        k = self.contact
        sticking = self.s == 0 and k.holds
        return (ZERO if sticking else k.b1 * self.ratio - k.b3), k.b2 - k.b3 * self.ratio

    def happens(self):
        sticking = self.s == 0 and self.contact.holds
        return self.c < 0 or (self.c == 0 and self.rates()[1] < 0 and not sticking)

    def distance_to_end(self, rate):
        """Normal impulse until the law of restitution is met; compression has ended."""
        k = self.contact
        py, work = self.compression
        if k.law == "poisson":
            return (1 + k.e) * py - self.py
        if k.law == "newton":
            return (-k.e * self.c0 - self.c) / rate
        missing = self.normal_work - (1 - k.e ** 2) * work
        return (-self.c + max(ZERO, self.c ** 2 - 2 * rate * missing).sqrt()) / rate

    def next_event(self):
        s_rate, c_rate = self.rates()
        ahead = []
        if self.s * s_rate < 0:
            ahead.append((-self.s / s_rate, self.stop_slip))
        if self.compression is None and c_rate > 0:
            ahead.append((max(ZERO, -self.c / c_rate), self.end_compression))
        if self.compression is not None:
            ahead.insert(0, (max(ZERO, self.distance_to_end(c_rate)), self.end))
        return min(ahead, key=lambda item: item[0])

    def advance(self, p):
        s_rate, c_rate = self.rates()
        self.normal_work += (self.c + c_rate * p / 2) * p
        self.friction -= self.ratio * (self.s + s_rate * p / 2) * p
        self.s, self.c = self.s + s_rate * p, self.c + c_rate * p
        self.px, self.py = self.px + self.ratio * p, self.py + p

    def stop_slip(self):
        k = self.contact
        self.s = ZERO
        self.mode = ("C" if self.compression is None else "R") + ("-sticking" if k.holds else "-reversed")
        if k.singular:  # slip and approach vanish together
            self.c = ZERO
            self.ended = k.holds
        self.ratio = k.b3 / k.b1 if k.holds else -self.ratio

    def end_compression(self):
        self.c = ZERO
        self.compression = (self.py, self.normal_work)

    def end(self):
        self.ended = True


def walk(w, v, surface):
    """The finished path of one impact; mode "none" if there is none."""
    path = Walk(Contact(w, surface), v)
    if not path.happens():
        path.mode = "none"
        return path
    for _ in range(4):  # slip stops, compression ends, the impact ends: no more can happen
        p, event = path.next_event()
        path.advance(p)
        event()
        if path.ended:
            return path
    raise AssertionError("the walk did not end")
