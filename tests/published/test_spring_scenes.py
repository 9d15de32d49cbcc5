"""Every scene with springs (compliant, several contacts), by the program and by small steps in time (spring_walk.py;
rigid_walk.py where several contacts have friction without tangential springs).
Usage: test_spring_scenes.py PROGRAM SCENES"""
import glob
import json
import math
import os
import subprocess
import sys
import unittest

from rigid_walk import walk_rigid
from spring_walk import walk_springs
from test_spatial_scenes import cross, dot, has_springs, rotation, solve3, times, transposed, unit

ROUNDING = 1e-11  # of the largest number compared: sums of a few products, and forces integrated to about that

# What the models give where others have computed it too (spec of the papers, Siconos): body, velocity and spin.
KNOWN = {
    "ball-with-backspin.json": [("ball", "velocity", [0.544090155, 0, 2.5], 5e-10),
                                ("ball", "spin", [0, -1.860225388, 0], 5e-10)],
    "ball-with-backspin-published.json": [("ball", "velocity", [0.570974, 0, 2.5], 5e-7),
                                          ("ball", "spin", [0, -1.927434, 0], 1e-6)],
    "pencil-on-its-tip-printed-inertia.json": [("pencil", "velocity", [-0.255145, 0.407656, 3.259504], 1e-6),
                                               ("pencil", "spin", [-0.203172, -1.769134, -0.5], 1e-6)],
    "two-balls-elastic.json": [("upper", "velocity", [0, 0.945114612], 5e-10),
                               ("lower", "velocity", [0, 0.304064896], 5e-10)],
    "two-balls-plastic.json": [("upper", "velocity", [0, 0.613949419], 5e-10),
                               ("lower", "velocity", [0, 0.209719520], 5e-10)],
    "two-balls-restart-of-compression.json": [("upper", "velocity", [0, 0.636840], 1e-6),
                                              ("lower", "velocity", [0, 0.155810], 1e-6)],
    "ping-pong-2.25.json": [("upper", "velocity", [0, 2.8 * 0.777986839], 2e-9),
                            ("lower", "velocity", [0, 2.8 * 0.351036643], 2e-9)],
    "cradle-3.json": [("ball 1", "velocity", [-0.130262, 0], 1e-6), ("ball 2", "velocity", [0.150230, 0], 1e-6),
                      ("ball 3", "velocity", [0.980032, 0], 1e-6)],
    "cradle-3-hertz.json": [("ball 1", "velocity", [-0.0710, 0], 5e-5), ("ball 2", "velocity", [0.0764, 0], 5e-5),
                            ("ball 3", "velocity", [0.9946, 0], 1e-4)],
    "cradle-10-hertz.json": [("ball 9", "velocity", [0.147390307201, 0], 1e-9),
                             ("ball 10", "velocity", [0.985865866417, 0], 1e-9)],
    "masse-shot.json": [("ball", "velocity", [-1.425, 0.246, 0.456], 1e-3),
                        ("ball", "spin", [17.09, 83.81, -1.11], 1e-2)],
    "masse-shot-other-reading.json": [("ball", "velocity", [-2.073, 0.241, 0.467], 1e-3)],
}


def axes(count):
    return [[float(i == j) for j in range(count)] for i in range(count)]


class Moving:
    """A body that moves: its velocities u, how they move a point, and what a generalized impulse does to u."""

    def __init__(self, data, dimension):
        self.data, self.dimension, self.spin_frame = data, dimension, None
        velocity = data.get("velocity", [0.0] * dimension)
        if "guide" in data:
            self.line = unit(data["guide"])
            self.u = [dot(velocity, self.line)]
        elif dimension == 2:
            self.u = list(velocity) + [data.get("spin", 0.0)]
        else:
            self.axes = rotation(data.get("orientation"))
            moments = data["inertia"]
            self.inertia = moments if isinstance(moments[0], list) else \
                [[moments[i] * e for e in row] for i, row in enumerate(axes(3))]
            spin = data.get("spin", [0.0] * 3)
            self.in_body = data.get("spin_frame") == "body"
            self.u = list(velocity) + (times(self.axes, spin) if self.in_body else list(spin))

    def row(self, point, axis):
        """How the velocities move the point along the axis."""
        if "guide" in self.data:
            return [dot(self.line, axis)]
        arm = [p - c for p, c in zip(point, self.data["position"])]
        if self.dimension == 2:
            return list(axis) + [arm[0] * axis[1] - arm[1] * axis[0]]
        return list(axis) + cross(arm, axis)

    def change(self, push):
        """Of u, by a generalized impulse."""
        mass = self.data["mass"]
        linear = [p / mass for p in push[:1 if "guide" in self.data else self.dimension]]
        if "guide" in self.data:
            return linear
        if self.dimension == 2:
            return linear + [push[2] / self.data["inertia"]]
        turn = times(transposed(self.axes), push[3:])
        return linear + times(self.axes, solve3(self.inertia, turn))

    def energy(self, u):
        mass, n = self.data["mass"], 1 if "guide" in self.data else self.dimension
        linear = mass * dot(u[:n], u[:n]) / 2
        if "guide" in self.data:
            return linear
        if self.dimension == 2:
            return linear + self.data["inertia"] * u[2] ** 2 / 2
        spin = times(transposed(self.axes), u[3:])
        return linear + dot(spin, times(self.inertia, spin)) / 2

    def shown(self, u):
        """Velocity and spin as the program prints them."""
        if "guide" in self.data:
            return [u[0] * x for x in self.line], None
        if self.dimension == 2:
            return u[:2], u[2]
        return u[:3], times(transposed(self.axes), u[3:]) if self.in_body else u[3:]


class World:
    """All bodies of a scene, with the rows of all contact axes."""

    def __init__(self, scene, frames):
        dimension = scene.get("dimension", 3)
        self.bodies = {name: Moving(data, dimension) for name, data in scene["bodies"].items() if not data.get("fixed")}
        self.rows = []  # for each contact axis: body name -> row
        for contact, frame in zip(scene["contacts"], frames):
            for axis in frame:
                row = {}
                for sign, name in zip((1, -1), contact["bodies"]):
                    if name in self.bodies:
                        row[name] = [sign * x for x in self.bodies[name].row(contact["point"], axis)]
                self.rows.append(row)

    def contact(self):
        changes = [{name: self.bodies[name].change(push) for name, push in row.items()} for row in self.rows]
        w = [[math.fsum(dot(row[name], change[name]) for name in row if name in change) for change in changes]
             for row in self.rows]
        return w, [math.fsum(dot(row[name], self.bodies[name].u) for name in row) for row in self.rows]

    def after(self, impulses):
        """Of every body, by the impulses on all contact axes."""
        found = {}
        for name, body in self.bodies.items():
            push = [0.0] * len(body.u)
            for row, impulse in zip(self.rows, impulses):
                if name in row:
                    push = [a + impulse * b for a, b in zip(push, row[name])]
            found[name] = [a + b for a, b in zip(body.u, body.change(push))]
        return found

    def sizes(self, impulses):
        """Of the largest term of each body's velocity and of its spin: what its rounding is judged by."""
        found = {}
        for name, body in self.bodies.items():
            terms = [body.u] + [body.change([impulse * x for x in row[name]])
                                for row, impulse in zip(self.rows, impulses) if name in row]
            n = 1 if "guide" in body.data else body.dimension
            found[name] = [max(abs(x) for term in terms for x in term[part] or [0.0])
                           for part in (slice(0, n), slice(n, None))]
        return found

    def energy(self, after=None):
        return sum(body.energy(after[name] if after else body.u) for name, body in self.bodies.items())


class Robot:
    """A mechanism: mass matrix, velocities, and a row for each contact axis."""

    def __init__(self, scene):
        self.mass, self.u = scene["mechanism"]["mass_matrix"], scene["mechanism"]["velocity"]
        self.rows = [row for contact in scene["contacts"] for row in contact["jacobian"]]

    def change(self, push):
        """M^-1 push, by elimination."""
        lines = [list(row) + [p] for row, p in zip(self.mass, push)]
        for i, pivot in enumerate(lines):
            for line in lines[i + 1:]:
                part = line[i] / pivot[i]
                line[i:] = [a - part * b for a, b in zip(line[i:], pivot[i:])]
        x = [0.0] * len(lines)
        for i in reversed(range(len(lines))):
            x[i] = (lines[i][-1] - dot(lines[i][i + 1:-1], x[i + 1:])) / lines[i][i]
        return x

    def contact(self):
        changes = [self.change(row) for row in self.rows]
        return [[dot(row, change) for change in changes] for row in self.rows], [dot(row, self.u) for row in self.rows]

    def after(self, impulses):
        push = [dot(column, impulses) for column in zip(*self.rows)]
        return [a + b for a, b in zip(self.u, self.change(push))]

    def energy(self, after=None):
        u = after or self.u
        return dot(u, times(self.mass, u)) / 2


def solved(path):
    done = subprocess.run([PROGRAM, "solve", "--json", path], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def scenes_in(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return [json.loads(line) for line in text.splitlines()] if path.endswith(".jsonl") else [json.loads(text)]


class SpringScenes(unittest.TestCase):
    def close(self, actual, expected, what, tolerance=ROUNDING, scale=0.0):
        """Compares two lists against the largest entry."""
        scale = max([abs(x) for x in expected] + [scale, 1e-300])
        for a, b in zip(actual, expected):
            self.assertLessEqual(abs(a - b), tolerance * scale, "%s: %r, expected %.17g" % (what, a, b))

    def check_contacts(self, result, w, v, impulses):
        """v after = v before + W I; nothing approaches, and friction stays within its cone."""
        size = len(v) // len(result["contacts"])
        self.close([x for c in result["contacts"] for x in c["velocity_before"]], v, "velocity before")
        after = [a + b for a, b in zip(v, times(w, impulses))]
        self.close([x for c in result["contacts"] for x in c["velocity_after"]] + v, after + v, "velocity after")
        speed = max(map(abs, v))
        for contact in result["contacts"]:
            self.assertGreaterEqual(contact["velocity_after"][size - 1], -1e-12 * speed)
            self.assertGreaterEqual(contact["impulse_contact"][size - 1], 0)

    def check_cone(self, scene, result):
        for surface, contact in zip(scene["contacts"], result["contacts"]):
            *tangential, normal = contact["impulse_contact"]
            self.assertLessEqual(math.sqrt(dot(tangential, tangential)), surface.get("mu", 0) * normal * (1 + 1e-12))

    def check_bodies(self, world, result, impulses):
        for name, u in world.after(impulses).items():
            velocity, spin = world.bodies[name].shown(u)
            speed, turn = world.sizes(impulses)[name]
            said = result["bodies"][name]
            self.close(said["velocity"], velocity, name + " velocity", scale=speed)
            if spin is None:
                self.assertNotIn("spin", said)
            elif isinstance(spin, list):
                self.close(said["spin"], spin, name + " spin", scale=turn)
            else:
                self.close([said["spin"]], [spin], name + " spin", scale=turn)

    def check_energy(self, world, result, impulses):
        """The ledger adds up, and it is about the energy that the bodies have."""
        energy, before, left = result["energy"], world.energy(), world.energy(world.after(impulses))
        self.close([energy["before"], energy["after"]], [before, left], "energy", tolerance=1e-10)
        lost = energy["friction"] + energy["restitution"] + energy["spring"]
        self.close([energy["after"]], [energy["before"] - lost], "ledger", scale=before)
        for key in ("friction", "restitution", "spring"):
            self.assertGreaterEqual(energy[key], -1e-12 * before, key)

    def check_rigid_walk(self, scene, result, w, v):
        """Velocities alone: how redundant contacts share the friction is a convention. An answer may say how far it is off."""
        walked, doubt = walk_rigid(w, v, scene["contacts"])
        scale = max(map(abs, v))
        self.assertLess(doubt, 2e-2 * scale)
        after = [x for contact in result["contacts"] for x in contact["velocity_after"]]
        error = sum(3 * max(warning["error"], 1e-3) for warning in result["warnings"] if "error" in warning)
        self.close(after, walked, "velocity by small steps", tolerance=2 * doubt / scale + 1e-6 + error, scale=scale)
        return max(abs(a - b) for a, b in zip(after, walked)) / scale

    def check_walk(self, scene, w, v, impulses):
        """By small steps; what two step sizes disagree on is how far to trust them."""
        walked, doubt = walk_springs(w, v, scene["contacts"])
        scale = max(map(abs, walked))
        self.assertLess(doubt, 1e-3 * scale)
        self.close(impulses, walked, "impulse by small steps", tolerance=4 * doubt / scale + 1e-6)
        return max(abs(a - b) for a, b in zip(impulses, walked)) / scale

    def check_scene(self, scene, result):
        impulses = [x for contact in result["contacts"] for x in contact["impulse_contact"]]
        if "mechanism" in scene:
            world = Robot(scene)
            self.close(result["mechanism"]["velocity"], world.after(impulses), "velocity")
        else:
            world = World(scene, [contact["frame"] for contact in result["contacts"]])
            for contact, said in zip(scene["contacts"], result["contacts"]):
                self.close(said["frame"][-1], unit(contact["normal"]), "normal")
            self.check_bodies(world, result, impulses)
        w, v = world.contact()
        self.check_contacts(result, w, v, impulses)
        self.check_cone(scene, result)
        self.check_energy(world, result, impulses)
        # Small steps cannot follow bounces that pile up or a wedge, and know Coulomb's friction only.
        if "method" in scene or any(event["type"] in ("lock", "jam") for event in result["events"]):
            return 0
        rigid = any(c.get("mu", 0) > 0 and "eta2" not in c and "poisson_ratio" not in c for c in scene["contacts"])
        return self.check_rigid_walk(scene, result, w, v) if rigid else self.check_walk(scene, w, v, impulses)

    def test_every_scene(self):
        count, walked, worst = 0, 0, 0.0
        for path in sorted(glob.glob(os.path.join(SCENES, "*.json*"))):
            scenes = scenes_in(path)
            if not has_springs(scenes[0]):
                continue
            results = solved(path)
            self.assertEqual(len(results), len(scenes))
            for scene, result in zip(scenes, results):
                count += 1
                with self.subTest(os.path.basename(path), title=scene["title"]):
                    difference = self.check_scene(scene, result)
                    walked += 1 if difference > 0 else 0
                    worst = max(worst, difference)
        self.assertGreaterEqual(walked, 75)
        print("%d scenes with springs, %d by small steps: they differ by %.2g at most" % (count, walked, worst))

    def test_known_answers(self):
        for name, rows in KNOWN.items():
            result = solved(os.path.join(SCENES, name))[0]
            for body, key, wanted, tolerance in rows:
                with self.subTest(name, body=body, key=key):
                    for a, b in zip(result["bodies"][body][key], wanted):
                        self.assertAlmostEqual(a, b, delta=tolerance)

    def test_known_states(self):
        for name, states in (("two-balls-plastic.json", [[0, 1], [1], [0, 1], [0]]),
                             ("two-balls-restart-of-compression.json", [[0, 1], [1]]),
                             ("ping-pong-2.25.json", [[0, 1], [0]]), ("masse-shot.json", [[0, 1], [0]])):
            self.assertEqual(solved(os.path.join(SCENES, name))[0]["states"], states, name)

    def test_where_the_ball_starts_to_come_back(self):
        """JIA10 Fig. 6: with friction and with Poisson's ratio the ball's velocity rises, from away to back."""
        for name, first_sign in (("ball-with-backspin-friction.jsonl", -1), ("ball-with-backspin-material.jsonl", 1)):
            along = [result["bodies"]["ball"]["velocity"][0] for result in solved(os.path.join(SCENES, name))]
            self.assertGreater(first_sign * along[0], 0)
            self.assertGreater(along[-1], 0)

    def test_compliance_at_the_cue_turns_the_curve(self):
        """JME13 Fig. 16(d): more compliance turns the path from right to left. With eta2 = 2, the first of the six, it is
        nearly straight in one of the readings."""
        for name, between in (("masse-shot-bundle.jsonl", (6, 7)), ("masse-shot-bundle-other-reading.jsonl", (4, 5))):
            sides = []
            for result in solved(os.path.join(SCENES, name)):
                (vx, vy, _), (wx, wy, _) = result["bodies"]["ball"]["velocity"], result["bodies"]["ball"]["spin"]
                slip = (vx - 0.0286 * wy, vy + 0.0286 * wx)
                sides.append(vx * slip[1] - vy * slip[0] > 0)  # friction pushes against the slip: to the right
            turns = [(i + 2, i + 3) for i in range(1, 5) if sides[i] and not sides[i + 1]]
            self.assertEqual((len(sides), turns), (6, [between]), name)


if __name__ == "__main__":
    PROGRAM, SCENES = sys.argv[1], sys.argv[2]
    unittest.main(argv=sys.argv[:1])
