"""Tables from outside: every scene, what the answer holds, and input that is wrong."""
import copy
import csv
import glob
import io
import json
import math
import os
import re
import tempfile
import unittest

from program import ROOT, carom

SCENES = sorted(glob.glob(os.path.join(ROOT, "scenes", "table", "*.json")))
BALL = {"mass": 0.17, "shape": {"sphere": 0.028575}}
GAME = {
    "carom": 1,
    "bodies": {"cue ball": dict(BALL, position=[0.5, 0.5, 0.028575]), "1": dict(BALL, position=[1, 0.51, 0.028575])},
    "motion": {"until": 20, "gravity": [0, 0, -9.81],
               "table": {"size": [2, 1], "strokes": [{"ball": "cue ball", "speed": 2, "direction": [1, 0]}]}},
}


def play(game, *arguments):
    return carom("simulate", "-", "--json", *arguments, text=json.dumps(game))


class Answers(unittest.TestCase):
    def test_every_scene_is_played_and_its_ledger_closes(self):
        self.assertGreaterEqual(len(SCENES), 11)
        for scene in SCENES:
            answer = carom("simulate", "--json", scene)
            self.assertEqual(answer.code, 0, scene)
            energy = answer.json()["energy"]
            gone = energy["end"] + energy["impacts"] + energy["friction"] + energy["pocketed"]
            self.assertLess(abs(energy["start"] + energy["strokes"] - gone), 1e-12, scene)
            for body in answer.json()["end"]["bodies"].values():
                self.assertEqual(body["velocity"], [0, 0, 0], scene)

    def test_impacts_say_who_and_how(self):
        answer = play(GAME).json()
        names = [impact["what"] for impact in answer["impacts"]]
        self.assertEqual(names[0], "cue-cue ball")
        self.assertIn("cue ball-1", names)
        self.assertTrue(any(name.startswith("1-rail ") for name in names))
        hit = answer["impacts"][names.index("cue ball-1")]
        self.assertEqual(hit["cluster"], 1)
        self.assertGreater(hit["cut"], 0.1)
        self.assertGreater(hit["throw"], 0)
        self.assertLess(hit["velocity_before"][2], 0)
        self.assertGreater(hit["velocity_after"][2], 0)
        self.assertTrue({"slide", "roll", "rest"} <= {phase["state"] for phase in answer["phases"]})

    def test_a_rack_in_one_collision(self):
        game = copy.deepcopy(GAME)
        del game["bodies"]["1"]
        game["motion"]["table"]["racks"] = [{"triangle": 6, "at": [1.2, 0.5]}]
        answer = play(game).json()
        self.assertEqual(sorted(answer["end"]["bodies"]), ["1", "2", "3", "4", "5", "6", "cue ball"])
        self.assertEqual(max(impact.get("cluster", 0) for impact in answer["impacts"]), 10)

    def test_pockets(self):
        game = copy.deepcopy(GAME)
        game["bodies"]["1"]["position"][1] = 0.5
        game["motion"]["table"]["pockets"] = [{"at": [2, 0.5], "radius": 0.06}]
        answer = play(game).json()
        self.assertEqual([(ball["ball"], ball["pocket"]) for ball in answer["pocketed"]], [("1", 0)])
        self.assertIn("1-pocket 0", [impact["what"] for impact in answer["impacts"]])
        self.assertGreater(answer["energy"]["pocketed"], 0)

    def test_a_second_stroke_when_all_rest(self):
        game = copy.deepcopy(GAME)
        game["motion"]["until"] = 40
        game["motion"]["table"]["strokes"].append({"ball": "1", "time": "rest", "speed": 1, "direction": [0, 1]})
        strokes = [impact["time"] for impact in play(game).json()["impacts"] if impact["what"].startswith("cue-")]
        self.assertEqual(len(strokes), 2)
        self.assertGreater(strokes[1], 1)

    def test_until_events(self):
        whole, part = play(GAME).json(), play(GAME, "--until-events", "4").json()
        self.assertLess(part["end"]["time"], 5)
        self.assertEqual(part["impacts"], whole["impacts"][:len(part["impacts"])])
        self.assertEqual(carom("simulate", "-", "--until-events", "0", text=json.dumps(GAME)).code, 2)

    def test_rows(self):
        out = carom("simulate", "-", "--csv", "-", text=json.dumps(GAME)).out
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertEqual(len(rows), 501)
        energies = [float(row["energy"]) for row in rows]
        self.assertTrue(all(b <= a + 1e-12 for a, b in zip(energies, energies[1:])))
        end = play(GAME).json()["end"]["bodies"]["1"]["position"]
        self.assertAlmostEqual(float(rows[-1]["1.x"]), end[0], places=12)

    def test_what_is_written_is_read_the_same(self):
        shown = carom("simulate", "-", text=json.dumps(GAME)).out
        self.assertIn("cut ", shown)
        self.assertIn("given by strokes", shown)


def scene(name):
    return os.path.join(ROOT, "scenes", "table", name + ".json")


def numbers(path):
    """Blocks of a data file, parted by two empty lines, of legs, parted by one."""
    with open(path, encoding="utf-8") as file:
        text = "".join(line for line in file if not line.startswith("#"))
    blocks = [block for block in text.split("\n\n\n") if block.strip() and not block.strip().startswith("NaN")]
    return [[[[float(x) for x in row.split()] for row in leg.splitlines() if "NaN" not in row]
             for leg in block.split("\n\n") if leg.strip()] for block in blocks]


class Figures(unittest.TestCase):
    def draw(self, file, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            done = carom("figure", file, *arguments, "-o", os.path.join(folder, "t.svg"), "--script", folder)
            self.assertEqual(done.code, 0, done.err)
            found = {name: os.path.join(folder, name) for name in os.listdir(folder)}
            with open(found["table.gp"], encoding="utf-8") as script:
                words = script.read()
            return words, numbers(found["legs.dat"]), numbers(found["hits.dat"])

    def test_all_that_happened_from_above(self):
        for name in ("stop-shot", "jump-shot", "fifteen-ball-break"):
            script, legs, hits = self.draw(scene(name))
            answer = carom("simulate", "--json", scene(name)).json()
            with open(scene(name), encoding="utf-8") as file:
                table = json.load(file)["motion"]["table"]
            met = [impact for impact in answer["impacts"] if impact.get("cluster", 0) > 0
                   and not impact["what"].startswith("cue-") and "-" in impact["what"].replace("cue ball", "")]
            self.assertEqual(sum(len(leg) for block in hits for leg in block), len(met), name)
            self.assertEqual(len(re.findall("nohead back lw", script)), 4, name)
            self.assertEqual(script.count("fillcolor rgb '#606060'"), len(table.get("pockets", [])), name)
            ways = {(phase["what"], phase["state"]) for phase in answer["phases"]
                    if phase["state"] in ("flight", "slide", "roll") and phase["to"] > phase["from"]}
            self.assertEqual(len(legs), len(ways), name)
            dashes = {"flight": "dt (2,3)", "slide": "dt solid", "roll": "dt (10,4)"}
            for state, dash in dashes.items():
                drawn = len(re.findall("index .*" + re.escape(dash), script))
                self.assertEqual(drawn, sum(way[1] == state for way in ways), (name, state))

    def test_a_way_ends_where_the_ball_does(self):
        _, legs, _ = self.draw(scene("thirty-degree-rule"))
        ends = [leg[-1] for block in legs for leg in block]
        for body in carom("simulate", "--json", scene("thirty-degree-rule")).json()["end"]["bodies"].values():
            off = min(max(abs(a - b) for a, b in zip(end, body["position"])) for end in ends)
            self.assertLess(off, 1e-12)

    def test_impulses_of_the_break_are_as_wide_as_large(self):
        script, _, _ = self.draw(scene("fifteen-ball-break"), "--kind", "break")
        answer = carom("simulate", "--json", scene("fifteen-ball-break")).json()
        pushes = [sum(x * x for x in impact["impulse"]) ** 0.5 for impact in answer["impacts"]
                  if impact.get("cluster") == 31]
        widths = sorted(float(x) for x in re.findall(r"nohead back lw ([\d.e+-]+)", script))
        self.assertGreater(len(pushes), 15)
        self.assertEqual(len(widths), len(pushes))
        self.assertEqual(len(re.findall("head filled back", script)), 16)
        unit = widths[-1] / 9.4
        for width, push in zip(widths, sorted(pushes)):
            self.assertAlmostEqual(width / unit, 0.4 + 9 * push / max(pushes), 2)

    def test_the_chart_of_throw(self):
        """Rises while friction can hold the slip, falls behind that; never beyond the angle of friction."""
        rows = carom("simulate", scene("throw"), "--vary", "bodies.1.position.1=0.64:0.69:26", "--show",
                     "impacts.0.throw,impacts.0.cut", "--table", "-").out
        points = [(float(row[2]), abs(float(row[1]))) for row in list(csv.reader(io.StringIO(rows)))[1:]]
        top = max(points, key=lambda point: point[1])
        self.assertLess(abs(math.degrees(top[1]) - 4.31), 0.1)
        self.assertLess(abs(math.degrees(top[0]) - 27.5), 2)
        for _, throw in points:
            self.assertLess(math.tan(throw), 0.009951 + 0.108)  # friction where slip begins
        throws = [throw for _, throw in sorted(points)]
        at = throws.index(top[1])
        self.assertEqual(throws[:at + 1], sorted(throws[:at + 1]))
        self.assertEqual(throws[at:], sorted(throws[at:], reverse=True))


class BadInput(unittest.TestCase):
    def refused(self, change, key):
        game = copy.deepcopy(GAME)
        change(game)
        answer = play(game)
        self.assertEqual(answer.code, 2, key)
        self.assertEqual(answer.json()["error"]["key"], key)

    def test_each_is_named(self):
        def place(game, x, y):
            game["bodies"]["1"]["position"] = [x, y, 0.028575]

        self.refused(lambda game: place(game, 0.52, 0.5), "bodies.1.position")
        self.refused(lambda game: place(game, 2.2, 0.5), "bodies.1.position")
        self.refused(lambda game: place(game, 1, 0.01), "bodies.1.position")
        table = "motion.table"
        self.refused(lambda game: game["motion"]["table"].update(racks=[{"triangle": 15, "at": [1.9, 0.5]}]),
                     table + ".racks.0")
        self.refused(lambda game: game["motion"]["table"].update(cloth={"slide": -0.1}), table + ".cloth.slide")
        self.refused(lambda game: game["motion"]["table"].update(balls={"friction": -0.1}), table + ".balls.friction")
        self.refused(lambda game: game["motion"]["table"].update(cloth={"roll": -0.1}), table + ".cloth.roll")
        self.refused(lambda game: game["motion"]["table"].update(rails={"surface": {"e": 0.8, "mu": -0.1}}),
                     table + ".rails.surface.mu")

    def test_numbers_beyond_those_of_a_table(self):
        def stroke(**keys):
            one = dict({"ball": "cue ball", "speed": 2, "direction": [1, 0]}, **keys)
            return lambda game: game["motion"]["table"].update(strokes=[one])

        strokes = "motion.table.strokes.0"
        self.refused(stroke(speed=1e300), strokes + ".speed")
        self.refused(stroke(direction=[5e-324, 5e-324]), strokes + ".direction")
        self.refused(stroke(cue={"mass": 1e-90}), strokes + ".cue.mass")
        self.refused(stroke(cue={"end_mass": 1e90}), strokes + ".cue.end_mass")
        rack = {"row": 1, "at": [1.5, 0.5], "names": ["far"], "mass": 1, "radius": 1e308}
        self.refused(lambda game: game["motion"]["table"].update(racks=[rack]), "motion.table.racks.0")

    def test_sentences_are_true(self):
        def told(change):
            game = copy.deepcopy(GAME)
            change(game)
            return carom("simulate", "-", text=json.dumps(game)).err

        def rack(**keys):
            one = dict({"at": [1.9, 0.5], "names": list("abcdefghijklmno")}, **keys)
            return lambda game: game["motion"]["table"].update(racks=[one])

        overlap = told(lambda game: game["bodies"]["1"].update(position=[0.52, 0.5, 0.028575]))
        self.assertIn('"cue ball" and "1" overlap by 0.03715 m', overlap)
        outside = told(lambda game: game["bodies"]["1"].update(position=[2.2, 0.5, 0.028575]))
        self.assertIn("(2.2, 0.5) m, outside the rails, which go from (0, 0) to (2, 1) m", outside)
        self.assertIn("motion.table.racks.0: ", told(rack(triangle=15)))
        self.assertIn("15, 21 or 28 balls, not 14", told(rack(triangle=14, names=list("abcdefghijklmn"))))


if __name__ == "__main__":
    unittest.main()
