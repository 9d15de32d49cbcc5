"""Motion between impacts, a road of its own to what `carom simulate` prints.

Steps are those of Gragg, Bulirsch and Stoer (the midpoint rule, extrapolated); an event is refined by taking the step
again from its beginning, shorter, until the event function is zero. Impacts go to impulse_walk.py. Contact that is
held is found by trying every combination of leaving, sticking and sliding until one contradicts nothing.
"""
import itertools
import math
from decimal import Decimal

from impulse_walk import walk as follow_impulse
from motion_things import dot, solve, things

COLUMNS = 8  # of the extrapolation: order 16
ACCURACY = 2e-15  # of a step
RESOLUTION = 1e-17  # s, of an event
LONGEST, SHORTEST = 0.03, 1e-3  # s, of a step: the longest, and the first one after an event
TOUCHING = 1e-9  # m
STOPPED = 1e-12  # m/s: a slip this slow has stopped
SAME_TIME = 1e-12  # s
ORDER = ("stop", "slip", "leave", "impact", "top", "bottom")


class Beyond(Exception):
    """What this walk does not follow: an impact in which several contacts take part, and a contact with a singular W
    that is held (the first joint, which moves on a circle)."""


class Plane:
    def __init__(self, plane):
        self.point, self.surface = plane["point"], plane["surface"]
        length = math.sqrt(dot(plane["normal"], plane["normal"]))
        self.normal = [x / length for x in plane["normal"]]
        self.tangent = [self.normal[1], -self.normal[0]]
        self.mu = self.surface.get("mu", 0)
        self.mu_static = self.surface.get("mu_static", self.mu)


class Touch:
    """A point at a plane: rows of J along t and n, their drift J' u, the gap and the velocity."""

    def __init__(self, point, plane, u):
        axes = (plane.tangent, plane.normal)
        self.rows = [point.row(axis) for axis in axes]
        self.drift = [dot(point.drift, axis) for axis in axes]
        self.slip, self.approach = (dot(row, u) for row in self.rows)
        self.gap = dot([x - p for x, p in zip(point.position, plane.point)], plane.normal)


def midpoint(rate, y, h, count):
    """The change of y. Changes, not states, are added up: rounding then shrinks with the step."""
    h = h / count
    before, now = [0 * a for a in y], [h * b for b in rate(y)]
    for _ in range(count - 1):
        slope = rate([a + d for a, d in zip(y, now)])
        before, now = now, [a + 2 * h * b for a, b in zip(before, slope)]
    slope = rate([a + d for a, d in zip(y, now)])
    return [(a + b + h * c) / 2 for a, b, c in zip(before, now, slope)]


def extrapolated(rate, y, h):
    """The state after a step of length h, and an estimate of its error; a short step needs few columns."""
    before, error = [], 1
    for k in range(COLUMNS):
        row = [midpoint(rate, y, h, 2 * (k + 1))]
        for j, coarse in enumerate(before):
            weight = (k - j) ** 2
            row.append([a + (a - b) * weight / ((k + 1) ** 2 - weight) for a, b in zip(row[j], coarse)])
        before = row
        if k > 1:
            error = max(abs(a - b) / (1 + abs(c)) for a, b, c in zip(before[-1], before[-2], y))
        if error < ACCURACY / 100:
            break
    return [a + d for a, d in zip(y, before[-1])], error


def refine(function, h, first, last):
    """The end of the shortest step at which function, positive before, is not positive any more (Pegasus rule)."""
    low, high, side = 0 * h, h, 0
    for _ in range(200):
        middle = (low * last - high * first) / (last - first)
        if not low < middle < high:
            middle = (low + high) / 2
        if high - low <= RESOLUTION or not low < middle < high:
            break
        value = function(middle)
        if value > 0:
            if side == 1:
                last = last * first / (first + value)
            low, first, side = middle, value, 1
        else:
            if side == -1:
                first = first * last / (last + value)
            high, last, side = middle, value, -1
        if value == 0:
            break
    return high


class Walk:
    """A thing on its way. held: (point, plane) -> "stick", or the direction +1, -1 in which it slides."""

    def __init__(self, thing, motion):
        self.thing, self.planes = thing, [Plane(p) for p in motion.get("planes", [])]
        self.cutoff, self.until = motion.get("cutoff_speed", 1e-6), motion["until"]
        self.t, self.y = 0, list(thing.start)
        self.held, self.rising = {}, set()
        self.impacts, self.phases = [], []
        self.begun = {}  # phase -> since when
        self.step = SHORTEST

    # ---- what forces do

    def halves(self, y):
        return y[:self.thing.size], y[self.thing.size:]

    def touches(self, y):
        q, u = self.halves(y)
        found = {}
        for k, plane in enumerate(self.planes):
            for i, point in enumerate(self.thing.points(q, u, plane)):
                found[i, k] = Touch(point, plane, u)
        return found

    def balance(self, y, modes):
        """u' with contacts held as modes say, and for each of them (force t, n) and (acceleration t, n).
        None where the combination has no solution."""
        q, u = self.halves(y)
        mass, force = self.thing.dynamics(q, u)
        if not modes:
            return solve(mass, [force])[0], {}, {}
        at = self.touches(y)
        rows = [row for key in modes for row in at[key].rows]
        solved = solve(mass, rows + [force])
        answers, free = solved[:-1], solved[-1]
        w = [[dot(row, answer) for answer in answers] for row in rows]
        c = [dot(row, free) + drift for row, drift in zip(rows, [d for key in modes for d in at[key].drift])]
        impulses = self.hold(list(modes.items()), w, c)
        a = [dot(row, impulses) + x for row, x in zip(w, c)]
        rate = [x + sum(f * answer[i] for f, answer in zip(impulses, answers)) for i, x in enumerate(free)]
        forces = {key: tuple(impulses[2 * i:2 * i + 2]) for i, key in enumerate(modes)}
        return rate, forces, {key: tuple(a[2 * i:2 * i + 2]) for i, key in enumerate(modes)}

    def hold(self, modes, w, c):
        """Forces (t, n of each contact) that keep what sticks and what slides on the planes."""
        size = len(c)
        shapes, rows = [], []  # how forces follow from the unknowns, and which accelerations vanish
        for i, (key, mode) in enumerate(modes):
            if mode is None:
                continue
            for axis in (0, 1) if mode == "stick" else (1,):
                shape = [0] * size
                shape[2 * i + axis] = 1
                if mode != "stick":
                    shape[2 * i] = -mode * self.planes[key[1]].mu
                shapes.append(shape)
                rows.append(2 * i + axis)
        if not rows:
            return [0] * size
        matrix = [[dot(w[r], shape) for shape in shapes] for r in rows]
        strengths = solve(matrix, [[-c[r] for r in rows]])[0]
        return [sum(x * shape[i] for x, shape in zip(strengths, shapes)) for i in range(size)]

    def rate(self, y):
        return y[self.thing.size:] + self.balance(y, self.held)[0]

    # ---- events

    def watched(self, y, y_end, at):
        """Functions of the state at the end of a step that are positive now and are not at the step's end."""
        found = []

        def watch(kind, key, function):
            first, last = function(y), function(y_end)
            if first > 0 and last <= 0:
                found.append((kind, key, function, first, last))

        for key, touch in at.items():
            if key in self.held:
                self.watch_held(watch, key)
            elif key in self.rising:
                watch("top", key, lambda y, key=key: self.touches(y)[key].approach)
            else:
                watch("impact", key, lambda y, key=key: self.touches(y)[key].gap)
                if touch.approach < 0:
                    watch("bottom", key, lambda y, key=key: -self.touches(y)[key].approach)
        return found

    def watch_held(self, watch, key):
        watch("leave", key, lambda y: self.balance(y, self.held)[1][key][1])
        if self.held[key] == "stick":
            mu = self.planes[key[1]].mu_static
            for sign in (-1, 1):
                def room(y, sign=sign):
                    force = self.balance(y, self.held)[1][key]
                    return mu * force[1] + sign * force[0]
                watch("slip", key, room)
        else:
            watch("stop", key, lambda y: self.held[key] * self.touches(y)[key].slip)

    def advance(self):
        """One step, and what ended it: None or (kind, contact)."""
        at = self.touches(self.y)
        self.rising = {key for key in self.rising if at[key].gap <= TOUCHING}
        for key, touch in at.items():
            if key not in self.held and key not in self.rising and touch.gap <= 0:
                return "impact", key
        h = min(self.step, self.until - self.t)
        y, error = extrapolated(self.rate, self.y, h)
        while error > ACCURACY and h > 1e-6:
            h = h / 2
            y, error = extrapolated(self.rate, self.y, h)
        first = None
        while True:  # a shorter step may turn out to hold something earlier
            found = [event for event in self.watched(self.y, y, at) if event[:2] != first]
            ends = [(refine(lambda s, f=f: f(extrapolated(self.rate, self.y, s)[0]), h, low, high), kind, key)
                    for kind, key, f, low, high in found]
            soonest = min(end[0] for end in ends) if ends else h
            if not ends or (first and soonest >= h - SAME_TIME):
                break
            # A chain that comes to rest has several at once; what changes the contact goes first.
            together = [end for end in ends if end[0] <= soonest + SAME_TIME]
            earliest = min(together, key=lambda end: ORDER.index(end[1]))
            h, first = earliest[0], earliest[1:]
            y = extrapolated(self.rate, self.y, h)[0]
        self.t, self.y = self.t + h, y
        self.step = SHORTEST if first else min(LONGEST, 2 * self.step)
        return first

    # ---- what events do

    def resolve(self, kind, key):
        if kind == "impact":
            self.impact(key, self.touches(self.y)[key].approach)
        elif kind == "top":
            self.rising.remove(key)
        elif kind == "stop":
            self.decide({k: k == key for k in self.held})
        elif kind == "slip":
            force = self.balance(self.y, self.held)[1][key][0]
            self.decide({k: k == key for k in self.held}, {key: 1 if force < 0 else -1})
        elif kind == "leave":
            del self.held[key]
            self.rising.add(key)
            self.decide(dict.fromkeys(self.held, False))

    def impact(self, key, approach):
        others = [k for k, touch in self.touches(self.y).items()
                  if k != key and (k in self.held or (abs(touch.gap) < TOUCHING and touch.approach < STOPPED))]
        if others:
            raise Beyond(self.t)
        touch = self.touches(self.y)[key]
        q, u = self.halves(self.y)
        answers = solve(self.thing.dynamics(q, u)[0], touch.rows)
        surface = dict(self.planes[key[1]].surface)
        if abs(approach) < self.cutoff:
            surface["e"] = 0
        w = [[Decimal(str(dot(row, answer))) for answer in answers] for row in touch.rows]
        w[0][1] = w[1][0]
        surface = {k: v if k == "law" else Decimal(str(v)) for k, v in surface.items()}
        path = follow_impulse(w, [Decimal(str(touch.slip)), Decimal(str(approach))], surface)
        px, py = self.number(path.px), self.number(path.py)
        u = [x + px * a + py * b for x, a, b in zip(u, *answers)]
        self.y = q + u
        self.held.pop(key, None)
        at = self.touches(self.y)
        self.rising = {k for k in self.rising if at[k].approach > 0}  # the impact may have turned others down
        self.impacts.append({"time": self.t, "what": self.thing.names[key[0]], "plane": key[1], "mode": path.mode,
                             "velocity_before": [touch.slip, touch.approach],
                             "velocity_after": [self.number(path.s), self.number(path.c)],
                             "impulse": [px, py], "energy": self.thing.energy(q, u)})
        if path.c > 0:
            self.rising.add(key)
        elif path.contact.singular:
            raise Beyond(self.t)
        else:
            self.decide({**dict.fromkeys(self.held, False), key: path.s == 0})

    @staticmethod
    def number(x):
        return float(x)

    def decide(self, stopped, forced=None):
        """Which contacts leave, stick and slide from now on; forced: those that must slip, and in which direction."""
        forced = forced or {}
        at = self.touches(self.y)
        options = []
        for key, stops in stopped.items():
            if key in forced:
                options.append((None, forced[key]))
            elif stops or self.held.get(key) == "stick" or abs(at[key].slip) < STOPPED:
                options.append((None, "stick", 1, -1))
            else:
                options.append((None, 1 if at[key].slip > 0 else -1))
        for choice in itertools.product(*options):
            modes = dict(zip(stopped, choice))
            if self.consistent(modes, at, forced):
                self.held = {key: mode for key, mode in modes.items() if mode is not None}
                self.rising |= set(modes) - set(self.held)
                return
        if len(stopped) > 1:
            raise Beyond(self.t)
        self.impact(next(iter(stopped)), 0 * self.t)  # no force will do: a tangential impact

    def consistent(self, modes, at, forced):
        try:
            _, forces, accelerations = self.balance(self.y, modes)
        except ZeroDivisionError:
            return False
        for key, mode in modes.items():
            (f_t, f_n), (a_t, a_n) = forces[key], accelerations[key]
            if mode is None and not a_n > 0:
                return False
            if mode is not None and not f_n >= 0:
                return False
            if mode == "stick" and abs(f_t) > self.planes[key[1]].mu_static * f_n:
                return False
            if mode in (1, -1) and key not in forced and abs(at[key].slip) < STOPPED and mode * a_t < 0:
                return False
        return True

    # ---- the whole way

    def state_of(self, key):
        return "stick" if self.held[key] == "stick" else "slide"

    def note_phases(self, last=False):
        now = {(key, self.state_of(key)) for key in self.held} or {(None, "flight")}
        for phase in [p for p in self.begun if last or p not in now]:
            since, (key, state) = self.begun.pop(phase), phase
            if self.t > since:
                self.phases.append({"from": since, "to": self.t, "state": state,
                                    "what": None if key is None else self.thing.names[key[0]]})
        for phase in now:
            self.begun.setdefault(phase, self.t)

    def begin(self):
        for key, touch in self.touches(self.y).items():
            if abs(touch.gap) > TOUCHING:
                continue
            if touch.approach > 0:
                self.rising.add(key)
            elif touch.approach < 0:
                self.impact(key, touch.approach)
            else:
                self.decide({**dict.fromkeys(self.held, False), key: False})

    def run(self):
        """Until the end, or as far as this walk goes."""
        try:
            self.begin()
            self.note_phases()
            while self.t < self.until:
                event = self.advance()
                if event and event[0] != "bottom":
                    self.resolve(*event)
                self.note_phases()
        except Beyond:
            pass
        self.note_phases(last=True)
        self.phases.sort(key=lambda p: p["from"])
        return self


def walks(scene):
    return [Walk(thing, scene["motion"]).run() for thing in things(scene)]
