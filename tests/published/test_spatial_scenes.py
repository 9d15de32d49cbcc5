"""Every rigid scene in space, by the program and by another road (slip_walk.py).
Usage: test_spatial_scenes.py PROGRAM SCENES"""
import glob
import json
import math
import os
import subprocess
import sys
import unittest

from slip_walk import FRICTION, IN, IX, IY, VN, WORK, X, Y, walk_slip

TOLERANCE = 5e-12  # the roads differ by 3e-13 at most (high-precision references side with both); the rest is other machines


def dot(a, b):
    return math.fsum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def times(matrix, vector):
    return [dot(row, vector) for row in matrix]


def transposed(matrix):
    return [list(row) for row in zip(*matrix)]


def unit(vector):
    length = math.sqrt(dot(vector, vector))
    return [x / length for x in vector]


def solve3(matrix, right):
    """Cramer's rule."""
    a, b, c = transposed(matrix)
    det = dot(a, cross(b, c))
    return [dot(right, cross(b, c)) / det, dot(a, cross(right, c)) / det, dot(a, cross(b, right)) / det]


def turned(axis, angle, vector):
    """Rodrigues."""
    k = unit(axis)
    c, s = math.cos(angle), math.sin(angle)
    return [c * v + s * q + (1 - c) * dot(k, vector) * p for p, v, q in zip(k, vector, cross(k, vector))]


def rotation(orientation):
    if orientation is None:
        return [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    if isinstance(orientation, list):
        return orientation
    if "quaternion" in orientation:
        w, *xyz = unit(orientation["quaternion"])
        axis, angle = xyz, 2 * math.atan2(math.sqrt(dot(xyz, xyz)), w)
    else:
        axis, angle = orientation["axis"], orientation["angle"]
    return transposed([turned(axis, angle, e) for e in ([1, 0, 0], [0, 1, 0], [0, 0, 1])])


class Body:
    """A free body in the world: what an impulse at the contact does to it."""

    def __init__(self, data, point):
        self.mass, self.fixed = data.get("mass"), bool(data.get("fixed"))
        if self.fixed:
            return
        moments = data["inertia"]
        self.inertia = moments if isinstance(moments[0], list) else \
            [[moments[i] if i == j else 0 for j in range(3)] for i in range(3)]
        self.axes = rotation(data.get("orientation"))
        self.in_body = data.get("spin_frame") == "body"
        spin = data.get("spin", [0, 0, 0])
        self.spin = times(self.axes, spin) if self.in_body else spin
        self.velocity = data.get("velocity", [0, 0, 0])
        self.arm = [p - c for p, c in zip(point, data["position"])]

    def point_velocity(self):
        if self.fixed:
            return [0, 0, 0]
        return [a + b for a, b in zip(self.velocity, cross(self.spin, self.arm))]

    def changes(self, impulse):
        """Of velocity and spin, world axes."""
        turn = times(transposed(self.axes), cross(self.arm, impulse))
        return [p / self.mass for p in impulse], times(self.axes, solve3(self.inertia, turn))

    def point_change(self, impulse):
        if self.fixed:
            return [0, 0, 0]
        velocity, spin = self.changes(impulse)
        return [a + b for a, b in zip(velocity, cross(spin, self.arm))]

    def after(self, impulse):
        velocity, spin = self.changes(impulse)
        spin = [a + b for a, b in zip(self.spin, spin)]
        return [a + b for a, b in zip(self.velocity, velocity)], \
            times(transposed(self.axes), spin) if self.in_body else spin


def contact_of_bodies(bodies, frame):
    """W and v in the given contact axes."""
    a, b = bodies
    columns = [[dot(t, [p + q for p, q in zip(a.point_change(u), b.point_change(u))]) for t in frame] for u in frame]
    relative = [p - q for p, q in zip(a.point_velocity(), b.point_velocity())]
    return transposed(columns), [dot(t, relative) for t in frame]


def has_springs(scene):
    """Those go another way: test_spring_scenes.py."""
    return len(scene["contacts"]) > 1 or any(key in scene["contacts"][0] for key in ("eta2", "poisson_ratio"))


class SpatialScenes(unittest.TestCase):
    def close(self, actual, expected, what):
        """Compares two lists against the largest entry."""
        scale = max([abs(x) for x in expected] + [1e-300])
        for a, b in zip(actual, expected):
            self.assertLessEqual(abs(a - b), TOLERANCE * scale, "%s: %r, expected %.17g" % (what, a, b))

    def check_frame(self, contact, frame):
        """The axes are the program's choice, but they must be axes and the normal must be the file's."""
        for i in range(3):
            for j in range(3):
                self.assertAlmostEqual(dot(frame[i], frame[j]), float(i == j), delta=1e-15)
        self.close(cross(frame[0], frame[1]), frame[2], "right-handed")
        self.close(frame[2], unit(contact["normal"]), "normal")
        if "tangent" in contact:
            self.assertGreater(dot(frame[0], contact["tangent"]), 0)
            self.assertAlmostEqual(dot(frame[1], contact["tangent"]), 0, delta=1e-15)

    def check_contact(self, result, v, path):
        contact, y = result["contacts"][0], path.state
        self.assertEqual(contact["mode"], path.sequence)
        self.close(contact["velocity_before"], v, "velocity before")
        self.close(contact["impulse_contact"], [y[IX], y[IY], y[IN]], "impulse")
        after = [y[X], y[Y], y[VN]] + v  # the speeds after are compared on the scale of those before
        self.close(contact["velocity_after"] + v, after, "velocity after")
        energy = result["energy"]
        losses = [y[FRICTION], -y[WORK], energy["before"]]
        self.close([energy["friction"], energy["restitution"], energy["before"]], losses, "energy")

    def check_bodies(self, scene, result, bodies, impulse):
        for sign, name, body in zip((1, -1), scene["contacts"][0]["bodies"], bodies):
            if body.fixed:
                self.assertNotIn(name, result["bodies"])
                continue
            velocity, spin = body.after([sign * p for p in impulse])
            self.close(result["bodies"][name]["velocity"], velocity, name + " velocity")
            self.close(result["bodies"][name]["spin"], spin, name + " spin")

    def check_scene(self, scene, path):
        done = subprocess.run([PROGRAM, "solve", "--json", path], capture_output=True, text=True, check=True)
        result = json.loads(done.stdout)
        contact = scene["contacts"][0]
        if "bodies" in scene:
            frame = result["contacts"][0]["frame"]
            self.check_frame(contact, frame)
            bodies = [Body(scene["bodies"][name], contact["point"]) for name in contact["bodies"]]
            w, v = contact_of_bodies(bodies, frame)
        else:
            w, v = scene["contact_space"]["W"], scene["contact_space"]["v"]
        walk = walk_slip(w, v, contact)
        self.check_contact(result, v, walk)
        if "bodies" in scene:
            impulse = times(transposed(frame), [walk.state[IX], walk.state[IY], walk.state[IN]])
            self.close(result["contacts"][0]["impulse"], impulse, "impulse in the world")
            self.check_bodies(scene, result, bodies, impulse)

    def test_every_scene(self):
        count = 0
        for path in sorted(glob.glob(os.path.join(SCENES, "*.json"))):
            with open(path, encoding="utf-8") as file:
                scene = json.load(file)
            if scene.get("dimension", 3) == 3 and not has_springs(scene):
                count += 1
                with self.subTest(os.path.basename(path)):
                    self.check_scene(scene, path)
        self.assertGreaterEqual(count, 15)


if __name__ == "__main__":
    PROGRAM, SCENES = sys.argv[1], sys.argv[2]
    unittest.main(argv=sys.argv[:1])
