"""Tables from outside: every scene, what the answer holds, and input that is wrong."""
import copy
import csv
import glob
import io
import json
import os
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


if __name__ == "__main__":
    unittest.main()
