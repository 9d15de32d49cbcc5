"""`carom solve --derivatives`: in the summary, as JSON and line by line; where there are none."""
import copy
import json
import unittest

from program import BALL_IN_SPACE, ROD, SUPERBALL, TWO_BALLS, carom

PLANE = ["W_tt", "W_tn", "W_nn", "v_t", "v_n", "mu", "e"]
SPACE = ["W_xx", "W_xy", "W_xz", "W_yy", "W_yz", "W_zz", "v_x", "v_y", "v_z", "mu", "e"]

# A box that strikes the floor with a corner.
BOX = {"carom": 1, "bodies": {"box": {"mass": 1, "inertia": [0.4, 0.5, 0.6], "position": [0.2, 0.1, 1],
                                      "velocity": [1, 0.5, -2], "spin": [1, -1, 2]}, "floor": {"fixed": True}},
       "contacts": [{"bodies": ["box", "floor"], "point": [0, 0, 0], "normal": [0, 0, 1], "e": 0.6, "mu": 0.4}]}

# The same on springs.
SPUN = copy.deepcopy(BOX)
SPUN["contacts"][0]["eta2"] = 1.1


def derivatives(scenario):
    done = carom("solve", "--json", "--derivatives", "-", text=json.dumps(scenario))
    return done.json()["contacts"][0]["derivatives"]


class Derivatives(unittest.TestCase):
    def test_columns_and_shape(self):
        flat = copy.deepcopy(ROD)
        flat["contacts"][0]["eta2"] = 1.2
        for scenario, columns in ((ROD, PLANE), (BALL_IN_SPACE, SPACE), (SUPERBALL, SPACE + ["eta2"]),
                                  (flat, PLANE + ["eta2"])):
            d = derivatives(scenario)
            self.assertEqual(d["columns"], columns)
            rows = 2 if columns[0] == "W_tt" else 3
            for block in ("impulse", "velocity"):
                self.assertEqual([len(row) for row in d[block]], [len(columns)] * rows)
            self.assertEqual(d["smooth"], "smooth")
            self.assertGreater(d["margin"], 1e-9)

    def test_bodies_are_what_differences_say(self):
        h = 1e-6
        for scenario in (ROD, BOX):
            body = next(name for name, b in scenario["bodies"].items() if "mass" in b)
            ends = []
            for sign in (1, -1):
                moved = copy.deepcopy(scenario)
                moved["bodies"][body]["mass"] += sign * h
                ends.append(carom("solve", "--json", "-", text=json.dumps(moved)).json()["bodies"][body]["velocity"])
            done = carom("solve", "--json", "--derivatives", "-", text=json.dumps(scenario)).json()
            d = done["bodies"][body]["derivatives"]
            column = d["columns"].index(body + ".mass")
            for row, up, down in zip(d["velocity"], *ends):
                self.assertAlmostEqual(row[column], (up - down) / (2 * h), delta=1e-6)
            self.assertEqual(len(d["velocity"][0]), len(d["columns"]))

    def test_explain_says_how_near_the_next_change_is(self):
        done = carom("explain", "--json", "-", text=json.dumps(ROD)).json()
        d = derivatives(ROD)
        self.assertEqual({key: d[key] for key in ("smooth", "boundary", "margin")}, done["next_change"])
        self.assertIn("nearest change of mode", done["meaning"][-1])

    def test_they_are_what_differences_say(self):
        h = 1e-6
        flat = copy.deepcopy(ROD)
        flat["contacts"][0]["eta2"] = 1.2
        for scenario, key in ((ROD, "mu"), (ROD, "e"), (BALL_IN_SPACE, "mu"), (BALL_IN_SPACE, "e"), (flat, "eta2"),
                              (flat, "mu"), (SPUN, "eta2"), (SPUN, "e")):
            ends = []
            for sign in (1, -1):
                moved = copy.deepcopy(scenario)
                moved["contacts"][0][key] += sign * h
                ends.append(carom("solve", "--json", "-", text=json.dumps(moved)).json()["contacts"][0])
            d = derivatives(scenario)
            column = d["columns"].index(key)
            for block, name in (("impulse", "impulse_contact"), ("velocity", "velocity_after")):
                for row, (up, down) in enumerate(zip(ends[0][name], ends[1][name])):
                    self.assertAlmostEqual(d[block][row][column], (up - down) / (2 * h), delta=1e-7)

    def test_without_the_option_nothing_changes(self):
        text = json.dumps(ROD)
        self.assertNotIn("derivatives", carom("solve", "--json", "-", text=text).out)
        plain, more = (carom("solve", "-", *option, text=text).out for option in ([], ["--derivatives"]))
        self.assertTrue(more.startswith(plain))
        self.assertIn("the next kink", more)

    def test_lines(self):
        text = "\n".join(json.dumps(one) for one in (ROD, TWO_BALLS, BALL_IN_SPACE)) + "\n"
        done = carom("solve", "--jsonl", "--derivatives", "-", text=text)
        self.assertEqual(["error" in line for line in done.lines()], [False, True, False])
        self.assertEqual(done.lines()[2]["contacts"][0]["derivatives"]["columns"], SPACE)

    def test_where_there_are_none(self):
        done = carom("solve", "--derivatives", "-", text=json.dumps(TWO_BALLS))
        self.assertEqual((done.code, done.out), (1, ""))
        self.assertIn("several", done.err)

    def test_springs_in_words(self):
        done = carom("solve", "--derivatives", "-", text=json.dumps(SPUN)).out
        self.assertRegex(done, r"\n  eta2 +[-0-9.e]+ +[-0-9.e]+")
        told = carom("explain", "--json", "-", text=json.dumps(SPUN)).json()
        self.assertEqual(told["next_change"]["boundary"], derivatives(SPUN)["boundary"])

    def test_bodies_on_springs_are_what_differences_say(self):
        h, ends = 1e-6, []
        for sign in (1, -1):
            moved = copy.deepcopy(SPUN)
            moved["bodies"]["box"]["mass"] += sign * h
            ends.append(carom("solve", "--json", "-", text=json.dumps(moved)).json()["bodies"]["box"]["velocity"])
        d = carom("solve", "--json", "--derivatives", "-", text=json.dumps(SPUN)).json()["bodies"]["box"]["derivatives"]
        for row, up, down in zip(d["velocity"], *ends):
            self.assertAlmostEqual(row[d["columns"].index("box.mass")], (up - down) / (2 * h), delta=1e-6)

    def test_on_a_kink(self):
        scenario = {"carom": 1, "dimension": 2, "contact_space": {"W": [[2, 0.9], [0.9, 1.5]], "v": [0, -1]},
                    "contacts": [{"e": 0.5, "mu": 0.3}]}
        d = derivatives(scenario)
        self.assertEqual((d["smooth"], d["boundary"], d["margin"]), ("kink", "zero-slip", 0))


if __name__ == "__main__":
    unittest.main()
