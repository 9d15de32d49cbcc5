"""Every rigid scene in the plane, by the program and by a walk with 60 digits (impulse_walk.py).
Usage: test_scenes.py PROGRAM SCENES"""
import glob
import json
import os
import subprocess
import sys
import unittest
from decimal import Decimal

from impulse_walk import walk

TOLERANCE = 64 * 2.0 ** -52  # about twenty rounded operations, each of them on numbers of the size that is compared


def decimals(values):
    return [decimals(v) for v in values] if isinstance(values, list) else Decimal(values)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def unit(vector):
    length = dot(vector, vector).sqrt()
    return [x / length for x in vector]


class Coordinates:
    """Independent coordinates: how each moves the contact (t, n), its inverse inertia and its velocity."""

    def __init__(self):
        self.columns, self.inverse, self.velocity, self.names = [], [], [], []

    def add(self, name, column, inverse_inertia, velocity):
        self.names.append(name)
        self.columns.append(column)
        self.inverse.append(inverse_inertia)
        self.velocity.append(velocity)

    def contact(self):
        rows = list(zip(*self.columns))
        w = [[sum(a * b * m for a, b, m in zip(r, q, self.inverse)) for q in rows] for r in rows]
        return w, [dot(r, self.velocity) for r in rows]

    def after(self, impulse):
        moved = zip(self.names, self.velocity, self.inverse, self.columns)
        return {name: v + m * dot(column, impulse) for name, v, m, column in moved}


def coordinates_of_bodies(scene):
    contact = scene["contacts"][0]
    n = unit(decimals(contact["normal"]))
    t = [n[1], -n[0]]
    found = Coordinates()
    for sign, name in zip((1, -1), contact["bodies"]):
        body = scene["bodies"][name]
        if body.get("fixed"):
            continue
        velocity = decimals(body.get("velocity", [0, 0]))
        if "guide" in body:
            line = tuple(unit(decimals(body["guide"])))
            found.add((name, line), [sign * dot(t, line), sign * dot(n, line)], 1 / Decimal(body["mass"]),
                      dot(velocity, line))
            continue
        arm = [p - c for p, c in zip(decimals(contact["point"]), decimals(body["position"]))]
        for axis in (0, 1):
            found.add((name, axis), [sign * t[axis], sign * n[axis]], 1 / Decimal(body["mass"]), velocity[axis])
        turn = [sign * (arm[0] * a[1] - arm[1] * a[0]) for a in (t, n)]
        found.add((name, "spin"), turn, 1 / Decimal(body["inertia"]), Decimal(body.get("spin", 0)))
    return found


def mechanism(scene):
    """W, v and a function impulse -> velocity after; one or two degrees of freedom."""
    mass, u = decimals(scene["mechanism"]["mass_matrix"]), decimals(scene["mechanism"]["velocity"])
    rows = decimals(scene["contacts"][0]["jacobian"])
    if len(u) == 1:
        inverse = [[1 / mass[0][0]]]
    else:
        det = mass[0][0] * mass[1][1] - mass[0][1] * mass[1][0]
        inverse = [[mass[1][1] / det, -mass[0][1] / det], [-mass[1][0] / det, mass[0][0] / det]]
    columns = [[dot(line, row) for line in inverse] for row in rows]  # M^-1 J^T, one per contact axis
    w = [[dot(row, column) for column in columns] for row in rows]

    def after(impulse):
        return [x + dot([column[i] for column in columns], impulse) for i, x in enumerate(u)]

    return w, [dot(row, u) for row in rows], after


def has_springs(scene):
    """Those go another way: test_spring_scenes.py."""
    return len(scene["contacts"]) > 1 or any(key in scene["contacts"][0] for key in ("eta2", "poisson_ratio"))


class Scenes(unittest.TestCase):
    def close(self, actual, expected, what):
        """Compares two lists against the largest entry."""
        scale = max([abs(float(x)) for x in expected] + [1e-300])
        for a, b in zip(actual, expected):
            self.assertLessEqual(abs(a - float(b)), TOLERANCE * scale, "%s: %r, expected %.17g" % (what, a, b))

    def check_contact(self, result, v, path):
        contact = result["contacts"][0]
        self.assertEqual(contact["mode"], path.mode)
        self.close(contact["velocity_before"], v, "velocity before")
        self.close(contact["impulse_contact"], [path.px, path.py], "impulse")
        speed = [path.s, path.c] + v  # the speeds after are compared on the scale of those before
        self.close(contact["velocity_after"] + [float(x) for x in v], speed, "velocity after")
        energy = result["energy"]
        losses = [path.friction, -path.normal_work, Decimal(energy["before"])]
        self.close([energy["friction"], energy["restitution"], energy["before"]], losses, "energy")

    def check_bodies(self, result, after):
        for (name, axis), value in after.items():
            body = result["bodies"][name]
            if axis == "spin":
                self.close([body["spin"]], [value], name + " spin")
            elif axis in (0, 1):
                pair = [after[(name, 0)], after[(name, 1)]]
                self.close(body["velocity"], pair, name + " velocity")
            else:
                self.close(body["velocity"], [value * x for x in axis], name + " velocity")

    def check_scene(self, scene, path):
        done = subprocess.run([PROGRAM, "solve", "--json", path], capture_output=True, text=True, check=True)
        result = json.loads(done.stdout)
        if "bodies" in scene:
            coordinates = coordinates_of_bodies(scene)
            w, v = coordinates.contact()
        else:
            w, v, mechanism_after = mechanism(scene)
        truth = walk(w, v, scene["contacts"][0])
        self.check_contact(result, v, truth)
        if "bodies" in scene:
            self.check_bodies(result, coordinates.after([truth.px, truth.py]))
        else:
            before = scene["mechanism"]["velocity"]  # the scale, for a mechanism that comes to rest
            after = mechanism_after([truth.px, truth.py])
            self.close(result["mechanism"]["velocity"] + before, after + before, "mechanism")

    def test_every_scene(self):
        count = 0
        for path in sorted(glob.glob(os.path.join(SCENES, "*.json"))):
            with open(path, encoding="utf-8") as file:
                scene = json.load(file)
            if scene.get("dimension", 3) == 2 and not has_springs(scene):
                count += 1
                with self.subTest(os.path.basename(path)):
                    self.check_scene(scene, path)
        self.assertGreaterEqual(count, 20)


if __name__ == "__main__":
    PROGRAM, SCENES = sys.argv[1], sys.argv[2]
    unittest.main(argv=sys.argv[:1])
