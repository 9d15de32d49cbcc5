"""Every scene with a ball on a cloth, by the program and by momentum and energy. Usage: test_cloth_scenes.py PROGRAM SCENES

The impact at time 0 is taken from `carom solve`; the rest follows from conserved quantities. The angular momentum about
the lowest point says how fast the ball will roll, the impulse of friction how long it slides, the work of the cloth how
far it rolls. All scenes have their cloth below the ball, with contact axes along x, y, z (in the plane x, y).
"""
import glob
import json
import math
import os
import subprocess
import sys
import unittest

TOLERANCE = 1e-11  # of the speeds, times and lengths there are; landings on springs are solved to 1e-12


def run(command, path):
    done = subprocess.run([PROGRAM, command, "--json", path], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def scenes():
    for path in sorted(glob.glob(os.path.join(SCENES, "*.json")) + glob.glob(os.path.join(SCENES, "*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        all_of_it = [json.loads(text)] if path.endswith(".json") else [json.loads(line) for line in text.splitlines()]
        if "cloth" in all_of_it[0]["motion"]:
            yield path, all_of_it


def size(vector):
    return math.sqrt(sum(x * x for x in vector))


def add(a, b, factor=1.0):
    return [x + factor * y for x, y in zip(a, b)]


class Ball:
    """The ball right after the impact: speeds along the cloth, slip, and what they lead to."""

    def __init__(self, scene, body):
        cloth, name = scene["motion"]["cloth"], scene["motion"]["cloth"]["ball"]
        data = scene["bodies"][name]
        self.plane = scene.get("dimension", 3) == 2
        self.name, self.mass, self.radius = name, data["mass"], cloth["radius"]
        self.k = (data["inertia"] if self.plane else data["inertia"][0]) / (self.mass * self.radius ** 2)
        self.slide, self.roll = cloth["slide"], cloth["roll"]
        self.gravity = -scene["motion"]["gravity"][-1]
        self.until = scene["motion"]["until"]
        self.v, self.rise = body["velocity"][:-1], body["velocity"][-1] if cloth.get("hop", True) else 0.0
        spin = [0, 0, body["spin"]] if self.plane else body["spin"]
        self.slip = [self.v[0] + self.radius * spin[2]] if self.plane else \
            [self.v[0] - self.radius * spin[1], self.v[1] + self.radius * spin[0]]
        self.position = data["position"][:-1]
        self.surface = next(c for c in scene["contacts"] if name in c["bodies"] and
                            any(scene["bodies"][b].get("fixed") for b in c["bodies"]))
        # Angular momentum about the lowest point, over the inertia about that point, is the speed of the roll.
        self.final = add(self.v, self.slip, -self.k / (1 + self.k))
        self.speed = size(self.v) + size(self.slip) + abs(self.rise)

    def velocity(self, slip):
        return add(self.final, slip, self.k / (1 + self.k))


class ClothScenes(unittest.TestCase):
    def close(self, actual, expected, scale, what):
        for a, b in zip(actual, expected):
            self.assertLessEqual(abs(a - b), TOLERANCE * scale, "%s: %r, expected %r" % (what, a, b))

    def check_landing(self, ball, landing, rise):
        surface, (*slip, normal) = ball.surface, landing["velocity_before"]
        (*push, lift), (*slip_after, rise_after) = landing["impulse"], landing["velocity_after"]
        e = 0 if rise < 1e-6 else surface["e"]  # the cut-off
        self.close([normal, rise_after], [-rise, e * rise], ball.speed, "normal velocities")
        self.close([lift], [ball.mass * (1 + e) * rise], ball.mass * ball.speed, "normal impulse")
        self.close(slip_after, add(slip, push, (1 + 1 / ball.k) / ball.mass), ball.speed, "slip after")
        self.assertLessEqual(size(push), surface["mu"] * lift * (1 + 1e-9) + 1e-15 * ball.mass)
        if landing["mode"] in ("slip", "lcr", "cr", "sliding"):
            self.close(push, [-surface["mu"] * lift * s / size(slip) for s in slip], ball.mass * ball.speed, "friction")
        return slip_after, rise_after

    def hop(self, ball, landings):
        """Time, position and slip when the last hop is over."""
        time, position, slip, rise = 0.0, ball.position, ball.slip, ball.rise
        for landing in landings:
            flight = 2 * rise / ball.gravity
            time, position = time + flight, add(position, ball.velocity(slip), flight)
            self.close([landing["time"]], [time], 1, "time of a landing")
            self.close(landing["velocity_before"][:-1], slip, ball.speed, "slip before")
            slip, rise = self.check_landing(ball, landing, rise)
        self.assertEqual(rise, 0)
        return time, position, slip

    def check_energy(self, result):
        energy = result["energy"]
        self.close([energy["start"] - energy["impacts"] - energy["friction"]], [energy["end"]], energy["start"],
                   "the ledger")
        self.assertEqual(energy["end"], result["end"]["energy"])

    def follow(self, ball, result):
        """The times at which slide, roll and rest begin, and where the ball is at the end."""
        landings = [impact for impact in result["impacts"] if impact["time"] > 0]
        times = []
        time, position, slip = self.hop(ball, landings) if ball.rise > 0 else (0.0, ball.position, ball.slip)
        times.append(time)
        slide = ball.k / (1 + ball.k) * size(slip) / (ball.slide * ball.gravity)  # m |v - v_roll| = mu m g t
        if time + slide > ball.until:
            left = ball.until - time
            push = [-ball.slide * ball.gravity * s / size(slip) for s in slip]
            return times, add(add(position, ball.velocity(slip), left), push, left * left / 2)
        position = add(position, add(ball.velocity(slip), ball.final), slide / 2)
        times.append(time + slide)
        speed = size(ball.final)
        distance = (1 + ball.k) * speed ** 2 / (2 * ball.roll * ball.gravity)  # energy = mu_r m g d
        times.append(times[-1] + 2 * distance / speed)
        self.assertLess(times[-1], ball.until, "the scene shows the ball at rest")
        return times, add(position, [v / speed for v in ball.final], distance)

    def check_scene(self, scene, impact, result):
        ball = Ball(scene, impact["bodies"][scene["motion"]["cloth"]["ball"]])
        times, position = self.follow(ball, result)
        wanted = ["slide", "roll", "rest"][:len(times)]
        phases = [phase for phase in result["phases"] if phase["state"] != "flight"]
        self.assertEqual([phase["state"] for phase in phases], wanted)
        self.close([phase["from"] for phase in phases], times, ball.until, "phases begin")
        self.assertEqual([p["to"] for p in result["phases"][:-1]], [p["from"] for p in result["phases"][1:]])
        self.assertEqual(result["phases"][-1]["to"], ball.until)
        end = result["end"]["bodies"][ball.name]
        self.close(end["position"][:-1], position, ball.speed * ball.until, "position at the end")
        self.close(end["position"][-1:], [ball.radius], ball.radius, "height at the end")
        if len(times) == 3:
            self.close(end["velocity"], [0] * 3, 0, "velocity at rest")
        self.check_energy(result)
        return len(result["impacts"])

    def test_every_scene(self):
        count = impacts = 0
        for path, all_of_it in scenes():
            for scene, impact, result in zip(all_of_it, run("solve", path), run("simulate", path)):
                with self.subTest(os.path.basename(path), title=scene["title"]):
                    impacts += self.check_scene(scene, impact, result)
                    count += 1
        self.assertGreaterEqual(count, 35)
        print("%d balls on cloth, %d impacts: as momentum and energy demand" % (count, impacts))

    def test_the_ball_with_backspin_comes_back(self):
        result = run("simulate", os.path.join(SCENES, "ball-with-backspin-comes-back.json"))[0]
        self.assertLess(result["end"]["bodies"]["ball"]["position"][0], -0.5)

    def test_the_hop_delays_the_roll(self):
        """By v_n/g, in every path of the massé shot; and the ball rolls along a parallel line."""
        for name in ("masse-shot-bundle", "masse-shot-bundle-other-reading"):
            pairs = [run("simulate", os.path.join(SCENES, name + end)) for end in (".jsonl", "-no-hop.jsonl")]
            self.assertEqual(len(pairs[0]), 6)
            for hopping, flat in zip(*pairs):
                begin = [next(p["from"] for p in r["phases"] if p["state"] == "roll") for r in (hopping, flat)]
                rise = hopping["impacts"][1]["velocity_after"][2]
                self.assertAlmostEqual(begin[0] - begin[1], rise / 9.81, delta=1e-12)


if __name__ == "__main__":
    PROGRAM, SCENES = sys.argv[1], sys.argv[2]
    unittest.main(argv=sys.argv[:1])
