"""carom simulate from outside: JSON, table, CSV, lines, exit codes, progress, and what Ctrl-C leaves behind."""
import copy
import csv
import glob
import io
import json
import os
import pty
import re
import signal
import subprocess
import tempfile
import time
import unittest

from program import PROGRAM, ROD, ROOT, SWING, carom

FLOOR = {"point": [0, 0], "normal": [0, 1], "surface": {"e": 0.5}}
# One metre of fall under 8 m/s^2 takes half a second.
DROP = {"carom": 1, "title": "drop", "dimension": 2,
        "bodies": {"ball": {"mass": 2, "inertia": 0.4, "position": [0, 1.5], "shape": {"sphere": 0.5}}},
        "motion": {"until": 3, "gravity": [0, -8], "planes": [FLOOR]}}
PENDULUM = {"carom": 1, "dimension": 2,
            "chain": {"base": [0, 0], "links": [{"length": 1, "mass": 1}] * 2, "angles": [0, 0.5], "rates": [0, 0]},
            "motion": {"until": 1.41, "gravity": [0, -9.81],
                       "planes": [{"point": [0, -1.5], "normal": [0, 1], "surface": {"e": 0.5, "mu": 0.3}}]}}
# Hours of swinging: only a signal ends it within the patience of a test.
ENDLESS = dict(PENDULUM, motion={"until": 1e6, "gravity": [0, -9.81]})
SHOT = {"carom": 1,
        "bodies": {"table": {"fixed": True},
                   "ball": {"mass": 2, "inertia": [0.8] * 3, "position": [0, 0, 1], "velocity": [3, 0, -2]}},
        "contacts": [{"bodies": ["ball", "table"], "point": [0, 0, 0], "normal": [0, 0, 1], "e": 0.5, "mu": 0.02}],
        "motion": {"until": 20, "gravity": [0, 0, -10],
                   "cloth": {"ball": "ball", "radius": 1, "slide": 0.2, "roll": 0.05}}}
SCENES = sorted(glob.glob(os.path.join(ROOT, "scenes", "motion", "*.json*")))


def simulate(scenario, *arguments):
    return carom("simulate", *arguments, "-", text=json.dumps(scenario))


def changed(scenario, value, *path):
    scenario = copy.deepcopy(scenario)
    place = scenario
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return scenario


class Folder(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def file(self, name, scenario):
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump(scenario, file)
        return self.path(name)


class Json(unittest.TestCase):
    def test_the_keys_of_the_format(self):
        done = simulate(DROP, "--json")
        said = done.json()
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertEqual(list(said), ["carom", "title", "model", "impacts", "phases", "end", "energy", "warnings"])
        self.assertEqual((said["carom"], said["title"], said["model"], [w["code"] for w in said["warnings"]]),
                         (1, "drop", "motion", ["forced_plastic"]))
        self.assertEqual(list(said["impacts"][0]), ["time", "what", "plane", "mode", "velocity_before",
                                                    "velocity_after", "impulse", "energy"])
        self.assertEqual([list(phase) for phase in said["phases"]],
                         [["from", "to", "state", "what"], ["from", "to", "state", "what", "plane"]])
        self.assertEqual(list(said["end"]), ["time", "bodies", "energy"])
        self.assertEqual(list(said["end"]["bodies"]["ball"]), ["position", "angle", "velocity", "spin"])
        self.assertEqual(list(said["energy"]), ["start", "impacts", "friction", "end"])

    def test_the_numbers_of_a_dropped_ball(self):
        said = simulate(DROP, "--json").json()
        first = said["impacts"][0]
        self.assertEqual((first["what"], first["plane"]), ("ball", 0))
        self.assertAlmostEqual(first["time"], 0.5, delta=1e-12)
        self.assertAlmostEqual(first["velocity_before"][1], -4, delta=1e-11)
        self.assertAlmostEqual(first["velocity_after"][1], 2, delta=1e-11)
        self.assertAlmostEqual(first["impulse"][1], 12, delta=1e-10)
        self.assertAlmostEqual(first["energy"], 2 * 2 ** 2 / 2 + 2 * 8 * 0.5, delta=1e-10)
        self.assertEqual([phase["state"] for phase in said["phases"]], ["flight", "rest"])
        self.assertEqual(said["end"]["time"], 3)
        self.assertAlmostEqual(said["end"]["bodies"]["ball"]["position"][1], 0.5, delta=1e-9)
        energy = said["energy"]
        self.assertAlmostEqual(energy["start"] - energy["impacts"] - energy["friction"], energy["end"], delta=1e-9)
        self.assertEqual(said["end"]["energy"], energy["end"])

    def test_a_chain_has_angles_and_rates(self):
        said = simulate(PENDULUM, "--json").json()
        self.assertEqual(list(said["end"]), ["time", "angles", "rates", "energy"])
        self.assertEqual((len(said["end"]["angles"]), len(said["end"]["rates"])), (2, 2))
        self.assertEqual(said["impacts"][0]["what"], "tip")

    def test_a_body_in_space_can_go_on_where_it_ended(self):
        box = {"mass": 1, "inertia": [1, 2, 2.5], "position": [0, 0, 9], "velocity": [1, 0, 0], "spin": [1, 0.01, 2],
               "spin_frame": "body", "shape": {"sphere": 1}}
        floor = {"point": [0, 0, 0], "normal": [0, 0, 1], "surface": {"e": 0.5}}
        whole = {"carom": 1, "bodies": {"box": box}, "motion": {"until": 1, "gravity": [0, 0, -1], "planes": [floor]}}
        half = simulate(changed(whole, 0.5, "motion", "until"), "--json").json()["end"]["bodies"]["box"]
        self.assertEqual(list(half), ["position", "orientation", "velocity", "spin"])
        again = changed(changed(whole, dict(box, **half), "bodies", "box"), 0.5, "motion", "until")
        once, twice = (simulate(s, "--json").json()["end"]["bodies"]["box"] for s in (whole, again))
        for key in ("position", "velocity", "spin"):
            for a, b in zip(once[key], twice[key]):
                self.assertAlmostEqual(a, b, delta=1e-10)
        for a, b in zip(sum(once["orientation"], []), sum(twice["orientation"], [])):
            self.assertAlmostEqual(a, b, delta=1e-10)

    def test_a_shot_comes_first(self):
        said = simulate(SHOT, "--json").json()
        shot, landing = said["impacts"][:2]
        self.assertEqual((shot["time"], shot["what"], shot["contact"], "plane" in shot), (0, "ball-table", 0, False))
        self.assertEqual((landing["what"], landing["contact"], "plane" in landing), ("ball", 0, False))
        self.assertEqual([phase["state"] for phase in said["phases"]], ["flight", "slide", "roll", "rest"])
        self.assertEqual(list(said["end"]["bodies"]["ball"]), ["position", "velocity", "spin"])

    def test_names_come_back_as_text(self):
        odd = copy.deepcopy(DROP)
        odd["bodies"] = {'\u00fc"\u8857, \x1b[1m': DROP["bodies"]["ball"]}
        said = simulate(odd, "--json").json()
        self.assertEqual(list(said["end"]["bodies"]), list(odd["bodies"]))
        self.assertEqual(said["impacts"][0]["what"], '\u00fc"\u8857, ?[1m')
        self.assertNotIn("\x1b", simulate(odd).out)
        rows = list(csv.reader(io.StringIO(simulate(odd, "--csv", "-").out)))
        self.assertEqual((rows[0][1], len(rows[0])), ('\u00fc"\u8857, ?[1m.x', 8))

    def test_the_same_bits_every_time(self):
        self.assertEqual(simulate(PENDULUM, "--json").out, simulate(PENDULUM, "--json").out)


class SeveralAtOnce(unittest.TestCase):
    """A disc that runs into a corner: floor and wall at the same instant."""

    def corner(self, floor, wall):
        body = {"mass": 2, "inertia": 0.4, "position": [0.5, 0.5], "velocity": [-1, -2], "shape": {"sphere": 0.5}}
        planes = [{"point": [0, 0], "normal": n, "surface": s} for n, s in (([0, 1], floor), ([1, 0], wall))]
        scenario = {"carom": 1, "dimension": 2, "bodies": {"disc": body}, "motion": {"until": 0.01, "planes": planes}}
        said = simulate(scenario, "--json").json()
        return [w["code"] for w in said["warnings"]], [i["impulse"] for i in said["impacts"]], said["end"]

    def test_friction_is_rigid_where_planes_have_no_compliance(self):
        codes, impulses, end = self.corner({"e": 0.5, "mu": 0.3}, {"e": 0.5, "mu": 0.2})
        self.assertEqual(codes, [])
        springs = self.corner({"e": 0.5, "mu": 0.3, "poisson_ratio": 0.3}, {"e": 0.5, "mu": 0.2, "poisson_ratio": 0.3})
        self.assertEqual(springs[0], [])
        self.assertNotAlmostEqual(end["bodies"]["disc"]["spin"], springs[2]["bodies"]["disc"]["spin"], delta=1e-3)
        self.assertEqual(len(impulses), 2)

    def test_springs_beside_rigid_friction_are_springs_everywhere(self):
        springs = {"e": 0.5, "mu": 0.3, "eta2": 2}
        codes, impulses, _ = self.corner(springs, {"e": 0.5, "mu": 0.2})
        all_springs = self.corner(springs, {"e": 0.5, "mu": 0.2, "poisson_ratio": 0.3})
        self.assertEqual((codes, all_springs[0]), (["compliance_added"], []))
        self.assertEqual(impulses, all_springs[1])
        self.assertEqual(self.corner(springs, {"e": 0.5})[0], [])

    def test_static_friction_counts_as_friction(self):
        codes, impulses, _ = self.corner({"e": 0.5, "mu": 0.3, "mu_static": 0.6}, {"e": 0.5, "mu": 0.2})
        self.assertEqual(codes, ["static_replaced"])
        self.assertEqual(impulses, self.corner({"e": 0.5, "mu": 0.3}, {"e": 0.5, "mu": 0.2})[1])

    def test_an_approximate_collision_is_told_with_its_error(self):
        shot = copy.deepcopy(SHOT)
        shot["bodies"]["cue"] = {"mass": 1, "guide": [1, 0, 0], "velocity": [6, 0, 0]}
        shot["contacts"].append({"bodies": ["ball", "cue"], "point": [-1, 0, 1], "normal": [1, 0, 0], "e": 0.5})
        exact = simulate(shot, "--json").json()
        self.assertEqual([w["code"] for w in exact["warnings"]], ["forced_plastic"])
        shot["method"] = {"engine": "steps"}
        said = simulate(shot, "--json").json()
        told = [w for w in said["warnings"] if w["code"] == "approximate"]
        self.assertEqual(len(told), 1)
        self.assertTrue(0 < told[0]["error"] < 1e-2)
        self.assertRegex(simulate(shot).out, r"Note: velocities are off by about \S+ of the largest\.")


class Table(unittest.TestCase):
    def test_what_people_read(self):
        done = simulate(changed(DROP, 0.6, "motion", "planes", 0, "surface", "e"))
        self.assertEqual((done.code, done.err), (0, ""))
        for part in ("drop\n", "at rest from t = 1.9999", "Impacts", "Phases", "flight", "At the end", "position [m]",
                     "lost in impacts", "and 21 smaller impacts, from t = 1.99093007 s to 1.99999967 s (--all lists them)"):
            self.assertIn(part, done.out)
        self.assertFalse(any(line != line.rstrip() for line in done.out.splitlines()), "trailing blanks")
        self.assertLess(max(map(len, done.out.splitlines())), 120)

    def test_a_chain(self):
        out = simulate(PENDULUM).out
        for part in ("(standard input)\n", "The chain, followed for 1.41 s", "R-reversed", "rate [rad/s]", "link 1"):
            self.assertIn(part, out)

    def test_several_files(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, scenario in (("a.json", DROP), ("b.json", PENDULUM), ("c.json", ROD)):
                paths.append(os.path.join(folder, name))
                with open(paths[-1], "w", encoding="utf-8") as file:
                    json.dump(scenario, file)
            done = carom("simulate", *paths)
            self.assertEqual(done.code, 1)
            self.assertEqual(done.out.count("\nEnergy, with gravity"), 2)
            self.assertIn("`carom solve`", done.err)
            self.assertEqual([("error" in line) for line in carom("simulate", "--json", *paths).lines()],
                             [False, False, True])


class Csv(Folder):
    def test_rows_and_columns(self):
        out = self.path("drop.csv")
        done = carom("simulate", self.file("drop.json", DROP), "--csv", out)
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertIn("Impacts", done.out)
        with open(out, encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ["time", "ball.x", "ball.y", "ball.angle", "ball.vx", "ball.vy", "ball.spin", "energy"])
        self.assertEqual(len(rows), 502)
        numbers = [[float(x) for x in row] for row in rows[1:]]
        self.assertEqual((numbers[0][0], numbers[-1][0]), (0, 3))
        self.assertAlmostEqual(numbers[1][2], 1.5 - 4 * numbers[1][0] ** 2, delta=1e-12)
        self.assertEqual(sorted(os.listdir(self.folder)), ["drop.csv", "drop.json"])

    def test_standard_output(self):
        out = simulate(DROP, "--csv", "-").out
        self.assertTrue(out.startswith("time,ball.x,"))
        self.assertEqual(out.count("\n"), 502)

    def test_places_that_cannot_be_written(self):
        source = self.file("drop.json", DROP)
        os.mkdir(self.path("folder"))
        for place in (os.path.join(self.folder, "no", "x.csv"), self.path("folder"), "/dev/full"):
            if place == "/dev/full" and not os.path.exists(place):
                continue
            done = carom("simulate", source, "--csv", place)
            self.assertEqual(done.code, 2, place)
            self.assertIn("cannot write", done.err)
        self.assertEqual(sorted(os.listdir(self.folder)), ["drop.json", "folder"])

    def test_an_old_file_stays_when_the_new_one_fails(self):
        with open(self.path("x.csv"), "w", encoding="utf-8") as file:
            file.write("old")
        done = carom("simulate", self.file("bad.json", changed(DROP, -1, "motion", "until")), "--csv", self.path("x.csv"))
        self.assertEqual(done.code, 2)
        with open(self.path("x.csv"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "old")

    def test_bad_usage(self):
        source = self.file("drop.json", DROP)
        for arguments in ([source, source, "--csv", "x"], ["--jsonl", source, "--csv", "x"], [source, "--csv"],
                          [source, "--json", "--csv", "-"]):
            done = carom("simulate", *arguments, cwd=self.folder)
            self.assertEqual((done.code, done.out), (2, ""), arguments)
            self.assertGreater(len(done.err), 15)


class Lines(Folder):
    def test_one_answer_a_line(self):
        text = "\n".join([json.dumps(DROP), "", "{", json.dumps(ROD), json.dumps(PENDULUM)])
        done = carom("simulate", "--jsonl", "-", text=text)
        self.assertEqual(done.code, 2)
        self.assertEqual([line.get("error", {}).get("code") for line in done.lines()],
                         [None, "syntax", "unavailable", None])
        self.assertEqual([line["error"]["line"] for line in done.lines() if "error" in line], [3, 4])
        self.assertEqual(done.lines()[3], simulate(PENDULUM, "--json").json())

    def test_a_file_that_ends_in_jsonl(self):
        with open(self.path("two.jsonl"), "w", encoding="utf-8") as file:
            file.write("%s\n%s\n" % (json.dumps(DROP), json.dumps(PENDULUM)))
        done = carom("simulate", self.path("two.jsonl"))
        self.assertEqual((done.code, len(done.lines())), (0, 2))


class BadInput(unittest.TestCase):
    """Every one names its key and ends with exit code 2, in `simulate` as in `check`."""

    ROWS = [
        ("plane through the start", changed(DROP, [0, 1.2], "motion", "planes", 0, "point"), "motion.planes.0"),
        ("plane through the chain", changed(PENDULUM, [0, 0.1], "motion", "planes", 0, "point"), "motion.planes.0"),
        ("zero length", changed(PENDULUM, {"length": 0, "mass": 1}, "chain", "links", 1), "chain.links.1.length"),
        ("negative mass", changed(PENDULUM, {"length": 1, "mass": -1}, "chain", "links", 0), "chain.links.0.mass"),
        ("negative mass of a body", changed(DROP, -2, "bodies", "ball", "mass"), "bodies.ball.mass"),
        ("until 0", changed(DROP, 0, "motion", "until"), "motion.until"),
        ("until negative", changed(DROP, -1, "motion", "until"), "motion.until"),
        ("tolerance 0", changed(DROP, 0, "motion", "tolerance"), "motion.tolerance"),
        ("tolerance negative", changed(DROP, -1e-9, "motion", "tolerance"), "motion.tolerance"),
        ("sample 0", changed(DROP, 0, "motion", "sample"), "motion.sample"),
        ("cutoff 0", changed(DROP, 0, "motion", "cutoff_speed"), "motion.cutoff_speed"),
        ("no shape", changed(DROP, {"mass": 1, "inertia": 1, "position": [0, 1]}, "bodies", "ball"),
         "bodies.ball.shape"),
        ("cloth of another radius", changed(SHOT, 0.5, "motion", "cloth", "radius"), "motion.cloth.radius"),
        ("cloth that slopes", changed(SHOT, [1, 0, -10], "motion", "gravity"), "motion.gravity"),
        ("inertia of no ball", changed(SHOT, [0.8, 0.8, 0.9], "bodies", "ball", "inertia"), "bodies.ball.inertia"),
    ]

    def test_all(self):
        for name, scenario, key in self.ROWS:
            for command in ("simulate", "check"):
                done = carom(command, "--json", "-", text=json.dumps(scenario))
                self.assertEqual((done.code, done.json()["error"]["key"]), (2, key), (name, command, done.err))
                self.assertGreater(len(done.err), 30)
            plain = carom("simulate", "-", text=json.dumps(scenario))
            self.assertEqual((plain.code, plain.out), (2, ""), name)


class OtherCommands(unittest.TestCase):
    def test_solve_and_explain_name_simulate(self):
        for command in ("solve", "explain"):
            for scenario in (DROP, PENDULUM, SWING):
                done = carom(command, "--json", "-", text=json.dumps(scenario))
                self.assertEqual((done.code, done.json()["error"]["code"]), (1, "unavailable"))
                self.assertIn("`carom simulate`", done.err)

    def test_solve_answers_the_impact_at_time_0(self):
        shot = {key: value for key, value in SHOT.items() if key != "motion"}
        self.assertEqual(carom("solve", "--json", "-", text=json.dumps(SHOT)).out,
                         carom("solve", "--json", "-", text=json.dumps(shot)).out)
        self.assertIn("`carom simulate` follows", carom("solve", "-", text=json.dumps(SHOT)).out)
        self.assertEqual(carom("explain", "--json", "-", text=json.dumps(SHOT)).json()["model"], "spatial")

    def test_check(self):
        done = carom("check", "-", text=json.dumps(PENDULUM))
        self.assertEqual((done.code, done.err), (0, ""))
        for part in ("motion: impacts and the motion between them; available", "2 links", "until t = 1.41 s", "plane 0"):
            self.assertIn(part, done.out)
        said = carom("check", "--json", "-", text=json.dumps(SHOT)).json()
        self.assertEqual((said["model"], said["available"], said["contacts"], said["until"]), ("motion", True, 1, 20))
        self.assertIn("cloth      for ball", carom("check", "-", text=json.dumps(SHOT)).out)
        self.assertEqual(carom("check", "-", text=json.dumps(ENDLESS)).code, 0)

    def test_the_examples_of_the_help_run(self):
        examples = [piece.split("'")[0] for piece in carom("help", "simulate").out.split("echo '")[1:]]
        self.assertEqual(len(examples), 2)
        for example in examples:
            self.assertEqual(carom("simulate", "-", text=example).code, 0)


class Signals(Folder):
    def stopped(self, number, *arguments, source=None):
        """What a run leaves when a signal meets it; it gets longer to start if it must."""
        source = source or self.file("endless.json", ENDLESS)
        for wait in (0.3, 1, 5):
            process = subprocess.Popen([PROGRAM, "simulate", source, *arguments], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            time.sleep(wait)
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            if process.returncode >= 0:
                break
        return process.returncode, out.decode(), err.decode()

    def test_json_is_whole_and_says_so(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            code, out, err = self.stopped(number, "--json")
            said = json.loads(out)
            self.assertEqual((code, said["cut"], len(out.splitlines())), (1, True, 1))
            self.assertTrue(0 < said["end"]["time"] < 1e6)
            self.assertEqual(said["warnings"][-1]["code"], "cut")
            self.assertRegex(said["warnings"][-1]["text"], r"^cut: stopped at t = ")
            self.assertIn("stopped at t = ", err)
            self.assertEqual(said["phases"][-1]["to"], said["end"]["time"])

    def test_the_csv_is_whole_and_says_so(self):
        code, out, _ = self.stopped(signal.SIGINT, "--csv", self.path("endless.csv"))
        self.assertEqual(code, 1)
        self.assertIn("Note: cut", out)
        with open(self.path("endless.csv"), encoding="utf-8") as file:
            *rows, last = file.read().splitlines()
        self.assertRegex(last, r"^# cut: stopped at t = ")
        self.assertEqual({row.count(",") for row in rows}, {9})
        self.assertEqual(sorted(os.listdir(self.folder)), ["endless.csv", "endless.json"])

    def test_lines_end_with_the_one_that_was_cut(self):
        with open(self.path("lines.jsonl"), "w", encoding="utf-8") as file:
            file.write("%s\n%s\n%s\n" % (json.dumps(DROP), json.dumps(ENDLESS), json.dumps(DROP)))
        code, out, _ = self.stopped(signal.SIGINT, source=self.path("lines.jsonl"))
        self.assertEqual(code, 1)
        self.assertEqual([json.loads(line).get("cut") for line in out.splitlines()], [None, True])

    def test_no_bar_in_a_file(self):
        _, _, err = self.stopped(signal.SIGINT, "--json")
        self.assertNotIn("simulating", err)

    def shown_on_terminal(self, wait):
        ours, theirs = pty.openpty()
        process = subprocess.Popen([PROGRAM, "simulate", "--json", self.file("endless.json", ENDLESS)],
                                   stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
        shown = b""
        try:
            while piece := os.read(ours, 4096):
                shown += piece
        except OSError:  # how Linux says that the other side is closed
            pass
        os.close(ours)
        return shown.decode()

    def test_the_bar(self):
        shown = ""
        for wait in (1, 3, 10):  # a busy machine takes longer to begin
            shown = self.shown_on_terminal(wait)
            if "simulating" in shown:
                break
        self.assertRegex(shown, r"simulating \[[#.]{40}\] +\d+ %")
        self.assertTrue(re.search(r"\r +\r", shown), "the bar is wiped away")


class Scenes(unittest.TestCase):
    def test_there_are_scenes(self):
        self.assertGreaterEqual(len(SCENES), 10)

    def test_every_scene_runs_and_keeps_its_ledger(self):
        for scene in SCENES:
            with self.subTest(scene=os.path.basename(scene)):
                done = carom("simulate", "--json", scene)
                self.assertEqual((done.code, done.err), (0, ""))
                for said in done.lines():
                    energy, end = said["energy"], said["end"]
                    largest = max(abs(energy["start"]), abs(energy["end"]), energy["impacts"])
                    left = energy["start"] - energy["impacts"] - energy["friction"] - energy["end"]
                    self.assertLess(abs(left), 1e-9 * largest)
                    self.assertGreaterEqual(energy["friction"], -1e-12 * largest)
                    times = [impact["time"] for impact in said["impacts"]]
                    self.assertEqual(times, sorted(times))
                    self.assertTrue(all(0 <= t <= end["time"] for t in times))
                    self.assertTrue(all(phase["from"] < phase["to"] <= end["time"] for phase in said["phases"]))
                    ends = {(phase["to"], phase["what"], phase["state"]) for phase in said["phases"]}
                    again = [p for p in said["phases"] if (p["from"], p["what"], p["state"]) in ends]
                    self.assertEqual(again, [], "a phase that goes on is one")

    def test_every_scene_is_valid_and_has_a_table(self):
        for scene in SCENES:
            if scene.endswith(".json"):
                self.assertEqual(carom("check", scene).code, 0, scene)
                self.assertEqual(carom("simulate", scene).code, 0, scene)


if __name__ == "__main__":
    unittest.main()
