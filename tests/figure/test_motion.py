"""`carom figure` of motions, from outside: kinds, defaults, and the data behind pictures against `carom simulate`."""
import glob
import json
import math
import os
import re
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from program import ROD, ROOT, carom  # noqa: E402

GRAVITY, SAMPLES = 9.81, 4000


def plane(height=0.0, **surface):
    return {"point": [0, height], "normal": [0, 1], "surface": surface}


PENDULUM = {"carom": 1, "title": "pendulum", "dimension": 2,
            "chain": {"base": [0, 0], "links": [{"length": 1, "mass": 1}] * 2, "angles": [0, 0.5], "rates": [0, 0]},
            "motion": {"until": 2, "gravity": [0, -GRAVITY], "sample": 2 / SAMPLES,
                       "planes": [plane(-1.5, e=0.5, mu=0.3)]}}
DISC = {"carom": 1, "title": "disc", "dimension": 2,
        "bodies": {"disc": {"mass": 2, "inertia": 0.01, "position": [0, 1], "velocity": [0.5, 0], "spin": 3,
                            "shape": {"sphere": 0.1}}},
        "motion": {"until": 4, "gravity": [0, -GRAVITY], "planes": [plane(e=0.6, mu=0.2)]}}
BOX = {"carom": 1, "title": "box", "dimension": 2,
       "bodies": {"box": {"mass": 1, "inertia": 0.01, "position": [0, 1], "velocity": [1, 0], "angle": 0.3,
                          "shape": {"points": [[-0.2, -0.1], [0.2, 0.1], [0.2, -0.1], [-0.2, 0.1]]}}},
       "motion": {"until": 1, "gravity": [0, -GRAVITY],
                  "planes": [plane(e=0.4, mu=0.5, eta2=1.2)]}}
SHOT = {"carom": 1, "title": "shot",
        "bodies": {"ball": {"mass": 0.17, "inertia": [5.5e-5] * 3, "position": [0, 0, 0.0285],
                            "velocity": [-1.6, -0.3, 0.4], "spin": [28, 79, 5]}, "table": {"fixed": True}},
        "contacts": [{"bodies": ["ball", "table"], "point": [0, 0, 0], "normal": [0, 0, 1], "e": 0.5, "mu": 0.2,
                      "eta2": 1.2}],
        "motion": {"until": 8, "gravity": [0, 0, -GRAVITY], "sample": 8 / SAMPLES,
                   "cloth": {"ball": "ball", "radius": 0.0285, "slide": 0.15, "roll": 0.02}}}


def changed(scenario, path, value):
    """A copy with one number or word set by its dotted path."""
    copy = json.loads(json.dumps(scenario))
    at, keys = copy, path.split(".")
    for key in keys[:-1]:
        at = at[int(key)] if isinstance(at, list) else at[key]
    at[keys[-1]] = value
    return copy


def renamed(scenario, body, name):
    """A copy with another name for a body."""
    copy = json.loads(json.dumps(scenario))
    copy["bodies"] = {name if old == body else old: value for old, value in copy["bodies"].items()}
    for contact in copy.get("contacts", []):
        contact["bodies"] = [name if old == body else old for old in contact["bodies"]]
    if "cloth" in copy["motion"]:
        copy["motion"]["cloth"]["ball"] = name
    return copy


def simulated(scenario):
    return carom("simulate", "--json", "-", text=json.dumps(scenario)).json()


class Motion(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def read(self, *names):
        with open(self.path(*names), encoding="utf-8") as file:
            return file.read()

    def draw(self, scenario, *arguments):
        """The words of the picture, without its tags, and its size."""
        done = carom("figure", "-", "-o", "it.svg", "--script", "kept", *arguments, text=json.dumps(scenario),
                     cwd=self.folder)
        self.assertEqual((done.code, done.err), (0, ""))
        svg = self.read("it.svg")
        return re.sub("<[^>]*>", "", svg), re.search(r'width="(\d+)" height="(\d+)"', svg).groups()

    def numbers(self, name):
        """Rows of numbers of a data file; words in quotes stay words."""
        rows = []
        for line in self.read("kept", name).splitlines():
            if line.strip() and not line.startswith("#"):
                rows.append([float(word) if word[0] != '"' else word[1:-1] for word in
                             re.findall(r'"[^"]*"|\S+', line)])
        return [row for row in rows if row[0] == row[0]]

    def curves(self):
        """Curves of a chart by their words, as rows of time and value."""
        found, words = {}, None
        for line in self.read("kept", "points.dat").splitlines():
            if line.startswith("#"):
                words = line.split(": ", 1)[-1]
            elif line.strip():
                found.setdefault(words, []).append([float(word) for word in line.split()])
        return found

    def samples(self, scenario):
        """The table of `carom simulate --csv`, as lists by column."""
        done = carom("simulate", "-", "--csv", "it.csv", text=json.dumps(scenario), cwd=self.folder)
        self.assertEqual(done.code, 0, done.err)
        rows = [line.split(",") for line in self.read("it.csv").splitlines()]
        return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


@unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
class Kinds(Motion):
    def test_the_default_follows_what_moves(self):
        for scenario, kind, words in ((PENDULUM, "strobe", "path of the tip"), (SHOT, "path", "hops, above the cloth"),
                                      (DISC, "height", "height over the plane"), (BOX, "height", "lowest point")):
            default = self.draw(scenario)
            self.assertIn(words, default[0])
            self.assertEqual(default, self.draw(scenario, "--kind", kind))

    def test_every_kind_that_fits(self):
        for scenario, words in ((PENDULUM, {"height": "tip", "phases": "rests", "energy": "lost in impacts"}),
                                (DISC, {"strobe": "path of the centre", "phases": "rolls", "energy": "kinetic"}),
                                (BOX, {"strobe": "impact, and when", "phases": "corner 0", "energy": "gravity"}),
                                (SHOT, {"height": "lowest point", "phases": "slides", "energy": "lost to friction"})):
            for kind, word in words.items():
                self.assertIn(word, self.draw(scenario, "--kind", kind)[0], kind)

    def test_a_size_that_was_asked_for_is_kept(self):
        for scenario, kind in ((PENDULUM, "strobe"), (SHOT, "path"), (DISC, "height"), (BOX, "phases"),
                               (BOX, "energy")):
            self.assertEqual(self.draw(scenario, "--kind", kind, "--size", "500x600")[1], ("500", "600"))

    def test_all_kinds_at_once(self):
        done = carom("figure", "-", "-o", "it.svg", "--kind", "all", text=json.dumps(PENDULUM), cwd=self.folder)
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertEqual(sorted(os.listdir(self.folder)),
                         ["it-%s.svg" % kind for kind in ("energy", "height", "phases", "strobe")])

    def test_every_scene_draws_and_is_small(self):
        scenes = sorted(glob.glob(os.path.join(ROOT, "scenes", "motion", "*.json*")))
        self.assertGreater(len(scenes), 10)
        for scene in scenes:
            done = carom("figure", os.path.abspath(scene), "-o", "it.svg", cwd=self.folder)
            self.assertEqual((done.code, done.err), (0, ""), scene)
            with open(scene, encoding="utf-8") as file:
                limit = 100000 if '"meet"' in file.read() else 60000  # several bodies, each with its poses
            self.assertLess(os.path.getsize(self.path("it.svg")), limit, scene)

    def test_names_of_others_are_shown_and_never_run(self):
        for name in ("`touch pwned`", "'; system('touch pwned'); '", "{/:Bold x}_y^z@&\\"):
            for scenario, body, kinds in ((DISC, "disc", ("height", "phases", "strobe", "energy")),
                                          (SHOT, "ball", ("path", "phases"))):
                named = renamed(scenario, body, name)
                two = json.loads(json.dumps(named))
                two["title"] = name
                if scenario is DISC:
                    two["bodies"]["other " + name] = dict(named["bodies"][name], position=[0.5, 2])
                for kind in kinds:
                    self.draw(two, "--kind", kind)
        self.assertEqual(sorted(os.listdir(self.folder)), ["it.svg", "kept"])

    def test_paths_are_laid_over_each_other(self):
        with open(self.path("shots.jsonl"), "w", encoding="utf-8") as file:
            for mu in (0.1, 0.2, 0.3):
                shot = changed(changed(SHOT, "title", "shot with slide = %g" % mu), "motion.cloth.slide", mu)
                file.write(json.dumps(shot) + "\n")
        done = carom("figure", "shots.jsonl", "-o", "it.svg", "--script", "kept", cwd=self.folder)
        self.assertEqual((done.code, done.err), (0, ""))
        legs = self.read("kept", "legs.dat")
        self.assertEqual(len(re.findall("^# route", legs, re.M)), 9)
        text = re.sub("<[^>]*>", "", self.read("it.svg"))
        for number in ("0.1", "0.2", "0.3"):
            self.assertIn(number, text)


@unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
class Data(Motion):
    def test_the_path_of_the_tip_is_that_of_the_simulation(self):
        self.draw(PENDULUM)
        table = self.samples(PENDULUM)
        rows = {time: (x, y) for time, x, y in zip(table["time"], table["x_1"], table["y_1"])}
        path = self.numbers("paths.dat")
        self.assertGreater(len(path), 40)
        for x, y, time in path:
            # Both add the same two cosines; a rounding or two of numbers of size 2.
            self.assertLess(math.dist((x, y), rows[time]), 1e-14)

    def test_poses_are_chains_of_unit_links(self):
        self.draw(PENDULUM)
        poses = self.numbers("poses.dat")
        self.assertEqual(len(poses) % 3, 0)
        for base, joint, tip in zip(poses[::3], poses[1::3], poses[2::3]):
            self.assertEqual(base[:2], [0, 0])
            self.assertAlmostEqual(math.dist(base[:2], joint[:2]), 1, delta=1e-14)
            self.assertAlmostEqual(math.dist(joint[:2], tip[:2]), 1, delta=1e-14)

    def test_marks_lie_where_and_say_when_the_impacts_were(self):
        self.assertRegex(self.draw(PENDULUM)[0], "and 1[0-9] gentler impacts")
        impacts = simulated(PENDULUM)["impacts"]
        marks = [row for row in self.numbers("impacts.dat") if re.search(r"[\d.]+ s", row[5])]
        self.assertEqual(len(marks), 3)
        for mark, impact in zip(marks, impacts):
            # The mark of the last one is also that of the end: the picture ends when the tip is that near to its rest.
            self.assertAlmostEqual(mark[1], -1.5, delta=2e-3 if "end" in mark[5] else 1e-15)
            self.assertEqual(re.search(r"([\d.]+) s", mark[5]).group(1), "%.4g" % impact["time"])

    def test_the_outline_of_a_box_is_its_hull(self):
        self.draw(BOX, "--kind", "strobe")
        table = self.samples(changed(BOX, "motion.sample", 1 / SAMPLES))
        poses = self.numbers("poses.dat")
        for i in range(0, len(poses), 5):
            corners = [pose[:2] for pose in poses[i:i + 5]]
            self.assertEqual(corners[0], corners[4])
            sides = sorted(math.dist(a, b) for a, b in zip(corners, corners[1:]))
            for side, length in zip(sides, (0.2, 0.2, 0.4, 0.4)):
                self.assertAlmostEqual(side, length, delta=1e-12)
            row = min(range(len(table["time"])), key=lambda r: abs(table["time"][r] - poses[i][3]))
            centre = [sum(corner[j] for corner in corners[:4]) / 4 for j in (0, 1)]
            self.assertLess(math.dist(centre, (table["box.x"][row], table["box.y"][row])), 1e-12)

    def test_height_and_energy_are_those_of_the_simulation(self):
        self.draw(DISC)
        curves, table = self.curves(), self.samples(changed(DISC, "motion.sample", 4 / SAMPLES))
        rows = {time: (y, energy) for time, y, energy in zip(table["time"], table["disc.y"], table["energy"])}
        shared = 0
        for time, height in curves["lowest point"]:
            self.assertGreater(height, -1e-4)  # between rows it is carried on with the velocity of the row before
            if time in rows:
                self.assertAlmostEqual(height, rows[time][0] - 0.1, delta=1e-15)
                shared += 1
        self.assertGreater(shared, 50)
        energies = curves["energy, kinetic + gravity"]
        self.assertGreater(len(energies), len(curves["centre"]) // 2)
        for (before, _), (time, energy), (after, _) in zip(energies, energies[1:], energies[2:]):
            if before < time < after:  # an impact has two points at its time
                self.assertAlmostEqual(energy, rows[time][1], delta=1e-12)

    def test_the_ledger_of_the_energy_figure(self):
        for scenario in (PENDULUM, DISC, BOX, SHOT):
            self.draw(scenario, "--kind", "energy")
            curves, ledger = self.curves(), simulated(scenario)["energy"]
            scale = max(value for _, value in curves["kinetic"])
            self.assertAlmostEqual(curves["kinetic + gravity"][0][1], ledger["start"], delta=1e-12 * scale)
            self.assertAlmostEqual(curves["kinetic + gravity"][-1][1], ledger["end"], delta=1e-9 * scale)
            # Curves that nobody would see are left out.
            for words, lost in (("lost in impacts", ledger["impacts"]), ("lost to friction", ledger["friction"])):
                drawn = curves[words][-1][1] if words in curves else 0
                self.assertAlmostEqual(drawn, lost, delta=1e-9 * scale if words in curves else 1e-4 * scale)
            for (_, total), (_, kinetic) in zip(curves["kinetic + gravity"][:1], curves["kinetic"][:1]):
                self.assertAlmostEqual(total, kinetic + curves["gravity"][0][1], delta=1e-12 * scale)

    def test_bars_are_the_phases(self):
        for scenario in (PENDULUM, DISC, BOX, SHOT):
            self.draw(scenario, "--kind", "phases")
            result = simulated(scenario)
            bars = [(row[0], row[1], row[5]) for row in self.numbers("bars.dat")]
            self.assertEqual(sorted(bars), sorted((p["from"], p["to"], p["state"]) for p in result["phases"]))
            strokes = [row[0] for row in self.numbers("impacts.dat")]
            self.assertEqual(sorted(strokes), sorted(i["time"] for i in result["impacts"] if "plane" in i or i["time"]))

    def test_legs_are_the_phases_and_end_where_the_ball_rests(self):
        self.draw(SHOT)
        result, text = simulated(SHOT), self.read("kept", "legs.dat")
        found = re.findall(r"^# route 1, (\w+) from (\S+) s to (\S+) s$", text, re.M)
        moving = [p for p in result["phases"] if p["state"] != "rest"]
        self.assertEqual([(word, float(a), float(b)) for word, a, b in found],
                         [(p["state"], p["from"], p["to"]) for p in moving])
        self.assertEqual([word for word, _, _ in found], ["flight", "slide", "roll"])
        end = result["end"]["bodies"]["ball"]["position"]
        # From the row before, with its velocity: 1e-3 s at 1e-3 of a metre a second and less.
        self.assertLess(math.dist(self.numbers("legs.dat")[-1], end[:2]), 1e-6)

    def test_a_straight_way_is_drawn_against_time(self):
        straight = changed(changed(SHOT, "bodies.ball.velocity", [1.5, 0, 0]), "bodies.ball.spin", [0, -120, 0])
        self.assertIn("as if it rolled", self.draw(straight)[0])
        table = self.samples(straight)
        curves = self.curves()
        for time, x in curves["slides"][:20]:
            self.assertAlmostEqual(x, table["ball.x"][table["time"].index(time)], delta=1e-15)
        rolling = curves["velocity of the ball"][-1][1], curves["{/:Italic R}ω: as if it rolled"][-1][1]
        self.assertAlmostEqual(*rolling, delta=1e-12)


class Misfits(Motion):
    def refuse(self, scenario, code, words, *arguments):
        done = carom("figure", "-", *arguments, text=json.dumps(scenario), cwd=self.folder)
        self.assertEqual((done.code, done.out, os.listdir(self.folder)), (code, "", []))
        self.assertRegex(done.err, words)

    def test_a_kind_that_does_not_fit(self):
        for kind, scenario, fitting in (("path", PENDULUM, "strobe, height, phases, energy"),
                                        ("strobe", SHOT, "scene, path, height, phases, energy"),
                                        ("process", DISC, "scene, strobe, height, phases, energy"),
                                        ("springs", SHOT, "scene, path, height, phases, energy")):
            self.refuse(scenario, 1, "It has: %s\n$" % fitting, "--kind", kind)
        self.refuse(ROD, 1, "`strobe`", "--kind", "strobe")

    def test_a_mistyped_kind(self):
        self.refuse(PENDULUM, 2, "did you mean `strobe`", "--kind", "strob")
        self.refuse(PENDULUM, 2, "did you mean `phases`", "--kind", "phase")

    def test_more_than_a_kind_can_show(self):
        for name in ("a.json", "b.json"):
            with open(self.path(name), "w", encoding="utf-8") as file:
                json.dump(PENDULUM, file)
        done = carom("figure", "a.json", "b.json", cwd=self.folder)
        self.assertEqual((done.code, done.out), (2, ""))
        self.assertIn("at most 1 scenario, not 2", done.err)
        with open(self.path("b.json"), "w", encoding="utf-8") as file:
            json.dump(ROD, file)
        done = carom("figure", "a.json", "b.json", cwd=self.folder)
        self.assertEqual((done.code, done.out), (1, ""))
        self.assertIn("an impact alone", done.err)

    def test_a_motion_that_cannot_be_run(self):
        self.refuse(changed(DISC, "bodies.disc.position", [0, 0.05]), 2, "motion.planes")


if __name__ == "__main__":
    unittest.main()
