"""Motion in the plane, by `carom simulate` and by a walk of its own (motion_walk.py): times, velocities and modes of
impacts, phases, and where things are at the end. Usage: test_motion.py PROGRAM SCENES"""
import json
import os
import subprocess
import sys
import unittest

from motion_walk import walks

# The walk rounds a gap to some 1e-15 m. An impact at the speed v is late by that over v, and what follows is off by as
# much; both roads hop this low at the end of a chatter only.
ROUNDING = 4e-15


def simulate(scene):
    done = subprocess.run([PROGRAM, "simulate", "--json", "-"], input=json.dumps(scene), capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError("exit code %d: %s" % (done.returncode, done.stderr))
    return json.loads(done.stdout)


def load(name):
    with open(os.path.join(SCENES, name), encoding="utf-8") as file:
        return json.load(file)


def merged(phases):
    """Phases of one place in a row with the same name are one; rest is a stick that lasts."""
    found = []
    for phase in phases:
        state = {"rest": "stick", "roll": "stick"}.get(phase["state"], phase["state"])
        what = None if state == "flight" else phase["what"]
        if found and found[-1][2:] == (state, what) and abs(found[-1][1] - phase["from"]) < 1e-12:
            found[-1] = (found[-1][0], phase["to"], state, what)
        else:
            found.append((phase["from"], phase["to"], state, what))
    return found


def mode_of(impact):
    """The first joint moves on a circle: slip and approach stop together, and C- or R- is a matter of rounding."""
    return impact["mode"][2:] if impact["what"] == "joint 1" else impact["mode"]


class Motion(unittest.TestCase):
    def close(self, actual, expected, tolerance, what):
        for a, b in zip(actual, expected):
            self.assertLessEqual(abs(a - b), tolerance, "%s: %r, expected %.17g" % (what, a, b))

    def check_impacts(self, impacts, walk):
        """Returns the time by which the two roads may differ at the end."""
        late = 0
        for i, truth in enumerate(walk.impacts):
            self.assertLess(i, len(impacts), "impact %d at %.15g is missing" % (i + 1, truth["time"]))
            impact, speed = impacts[i], abs(truth["velocity_before"][1])
            where = "impact %d at %.15g" % (i + 1, truth["time"])
            self.assertEqual((impact["what"], impact["plane"]), (truth["what"], truth["plane"]), where)
            self.assertEqual(mode_of(impact), mode_of(truth), where)
            late += ROUNDING / max(speed, 1e-9)
            self.close([impact["time"]], [truth["time"]], 1e-11 + late, where + ", time")
            for key in ("velocity_before", "velocity_after"):
                self.close(impact[key], truth[key], 1e-10 + 100 * late, "%s, %s" % (where, key))
            self.close(impact["impulse"], truth["impulse"], 1e-10 + 100 * late, where + ", impulse")
            self.close([impact["energy"]], [truth["energy"]], 1e-10 + 100 * late, where + ", energy")
        return late

    def check_phases(self, phases, walk, tolerance):
        for actual, truth in zip(merged(phases), merged(walk.phases)):
            self.assertEqual(actual[2:], truth[2:], "%r, expected %r" % (actual, truth))
            # The last one may be cut where the walk stops.
            ends = 1 if truth[1] >= walk.t else 2
            self.close(actual[:ends], truth[:ends], tolerance, "%s of %s" % truth[2:])
        self.assertGreaterEqual(len(merged(phases)), len(merged(walk.phases)))

    def check(self, scene, least_impacts):
        result = simulate(scene)
        walk, = walks(scene)
        self.assertGreaterEqual(len(walk.impacts), least_impacts)
        late = self.check_impacts(result["impacts"], walk)
        # A held contact starts where the chatter ends; friction that must be overcome does not notice.
        self.check_phases(result["phases"], walk, 1e-10 + 100 * late)
        if walk.t < walk.until:  # it goes no further
            return walk
        self.assertEqual(len(result["impacts"]), len(walk.impacts))
        if "chain" in scene:
            end = result["end"]["angles"] + result["end"]["rates"]
            self.close(end, walk.y, 1e-9 + 100 * late, "at the end")
        self.close([result["end"]["energy"]], [walk.thing.energy(*walk.halves(walk.y))], 1e-9 + 100 * late, "energy")
        return walk

    def states(self, walk):
        return [state for _, _, state, _ in merged(walk.phases)]

    def test_double_pendulum(self):
        walk = self.check(load("double-pendulum.json"), 20)
        self.assertEqual(self.states(walk), ["flight", "stick"])

    def test_slippery_floor(self):
        """The tip slides, turns back, and passes the stretched pose where W is singular."""
        scene = load("double-pendulum-low-friction.json")
        scene["motion"]["until"] = 3.5
        walk = self.check(scene, 20)
        self.assertEqual(self.states(walk), ["flight", "slide"])

    def test_no_friction_at_all(self):
        """Here the pressure of the tip falls to zero while it slides, and it takes off again."""
        scene = load("double-pendulum-low-friction.json")
        scene["motion"]["planes"][0]["surface"] = {"e": 0.2}
        scene["motion"].update(until=3.35, cutoff_speed=1e-4)
        self.assertEqual(self.states(self.check(scene, 10))[:3], ["flight", "slide", "flight"])

    def test_chain_of_three_in_a_corner(self):
        """Joint and tip strike floor and wall; the tip slides, sticks, slides, and leaves."""
        walk = self.check(CHAIN_OF_THREE, 11)
        self.assertEqual(self.states(walk), ["flight", "slide", "stick", "slide", "flight"])
        self.assertEqual({(i["what"], i["plane"]) for i in walk.impacts}, {("joint 2", 1), ("tip", 0)})

    def test_every_law_and_more_friction_than_the_floor_can_give(self):
        """With mu = 0.9 a slide would drive the tip into the floor (k1 < 0)."""
        for law, mu, mu_static in (("stronge", 0.2, 0.5), ("poisson", 0.9, 0.9), ("newton", 0.9, 1)):
            scene = load("double-pendulum.json")
            scene["motion"]["planes"][0]["surface"] = {"e": 0.3, "mu": mu, "mu_static": mu_static, "law": law}
            scene["motion"].update(until=1.6, cutoff_speed=1e-4)
            with self.subTest(law):
                self.check(scene, 5)

    def test_disc(self):
        for name in ("bouncing-ball.json", "ball-comes-to-rest.json"):
            with self.subTest(name):
                scene = load(name)
                scene["motion"]["until"] = 3
                self.check(scene, 20)

    def test_rod_and_square(self):
        """Corners of free bodies, until two of them strike at once."""
        rod = load("falling-rod.json")
        square = load("tumbling-square.json")
        for plane in square["motion"]["planes"]:
            del plane["surface"]["poisson_ratio"]
        self.check(rod, 2)
        self.check(square, 5)


# Links of different make; scenes of this kind have no exact answer but by integration.
CHAIN_OF_THREE = {
    "carom": 1, "dimension": 2,
    "chain": {"base": [0, 0],
              "links": [{"length": 1, "mass": 1}, {"length": 0.8, "mass": 0.7},
                        {"length": 0.9, "mass": 0.5, "centre": 0.3, "inertia": 0.05}],
              "angles": [0.4, 0.7, 0], "rates": [0, 0.5, -1]},
    "motion": {"until": 2, "cutoff_speed": 1e-5, "gravity": [0, -9.81],
               "planes": [{"point": [0, -2], "normal": [0, 1], "surface": {"e": 0.24, "mu": 0.48}},
                          {"point": [-0.5, 0], "normal": [0.96, 0.28], "surface": {"e": 0.7, "mu": 0.4}}]},
}


if __name__ == "__main__":
    PROGRAM, SCENES = sys.argv[1], sys.argv[2]
    unittest.main(argv=sys.argv[:1])
