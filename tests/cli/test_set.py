"""What newcomers reach for: --set, names, questions of check, and a contradiction that is told at once."""
import json
import unittest

from program import ROD, SUPERBALL, SWING, carom

TEXT = json.dumps(ROD, indent=1)


def changed(**contact):
    return json.dumps(dict(ROD, contacts=[dict(ROD["contacts"][0], **contact)]))


class Set(unittest.TestCase):
    def test_gives_what_the_changed_file_gives(self):
        for command in ("solve", "check", "explain"):
            wanted = carom(command, "--json", "-", text=changed(mu=0.25, law="newton")).out
            done = carom(command, "--json", "-", "--set", "contacts.0.mu=0.25", "--set=contacts.0.law=newton", text=TEXT)
            self.assertEqual((done.code, done.out, done.err), (0, wanted, ""), command)

    def test_of_a_motion(self):
        wanted = carom("simulate", "--json", "-", text=json.dumps(dict(SWING, motion=dict(SWING["motion"], until=0.5))))
        done = carom("simulate", "--json", "-", "--set", "motion.until=500ms", text=json.dumps(SWING))
        self.assertEqual((done.code, done.out), (0, wanted.out))

    def test_values_are_json_or_text(self):
        for setting in ("bodies.rod.velocity=[0.3, -1]", "bodies.rod.velocity.0=0.3", 'bodies.rod.velocity.0="0.3 m/s"',
                        "bodies.rod.velocity.0=0.3m/s", "bodies.rod.velocity.0=30 cm/s"):
            done = carom("solve", "--json", "-", "--set", setting, text=TEXT)
            if "cm/s" in setting:
                self.assertEqual(done.code, 2)
                self.assertIn("the units are m/s, km/h, mph or ft/s", done.err)
            else:
                self.assertAlmostEqual(done.json()["contacts"][0]["velocity_before"][0], 0.3, 15)

    def test_later_ones_see_earlier_ones_and_may_mend_a_file(self):
        broken = json.dumps({key: value for key, value in ROD.items() if key != "dimension"})
        done = carom("solve", "--json", "-", "--set", "dimension=2", "--set", "bodies.rod.spin=1", "--set",
                     "bodies.rod.spin=2", text=broken)
        wanted = carom("solve", "--json", "-", "--set", "bodies.rod.spin=2", text=TEXT)
        self.assertEqual((done.code, done.out), (0, wanted.out))

    def test_what_is_wrong_names_the_path_and_what_is_near(self):
        for setting, part in (("contacts.0.mue=1", '(standard input):23: contacts.0.mue: unknown key "mue"; did you mean '
                                                   '"mu"?'),
                              ("contcts.0.mu=1", "contcts.0.mu: `contcts.0.mu` names no number of this scenario; the "
                                                 "nearest that does is `contacts.0.mu`"),
                              ("bodies.rd.mass=1", "nearest that does is `bodies.rod.mass`"),
                              ("contacts.0.mu=-1", 'contacts.0.mu: "mu" is -1; it must be a number >= 0'),
                              ("contacts.0.law=newtn", 'it must be "stronge", "poisson" or "newton"')):
            done = carom("solve", "-", "--set", setting, text=TEXT)
            self.assertEqual((done.code, done.out), (2, ""))
            self.assertIn(part, done.err)
        error = carom("solve", "--json", "-", "--set", "contcts.0.mu=1", text=TEXT).json()["error"]
        self.assertEqual((error["code"], error["key"]), ("unknown_key", "contcts.0.mu"))

    def test_a_broken_file_is_told_first(self):
        done = carom("solve", "-", "--set", "a.b.c=1", text='{"carom": 1, "bodis": {}}')
        self.assertIn("bodis", done.err)

    def test_usage(self):
        for settings, part in ((["contacts.0.mu"], "--set must be PATH=VALUE, such as contacts.0.mu=0.3, not `contacts"),
                               (["=1"], "PATH=VALUE"), (["contacts.0.mu="], "PATH=VALUE"),
                               (["contacts.0.mu=1"] * 65, "--set can be given 64 times")):
            done = carom("solve", "-", *[word for setting in settings for word in ("--set", setting)], text=TEXT)
            self.assertEqual((done.code, done.out), (2, ""))
            self.assertIn(part, done.err)
        self.assertEqual(carom("solve", "-", *["--set", "contacts.0.mu=1"] * 64, text=TEXT).code, 0)
        done = carom("solve", "--jsonl", "-", "--set", "contacts.0.mu=1", text=json.dumps(ROD))
        self.assertEqual(done.code, 2)
        self.assertIn("not the lines of a .jsonl", done.err)


class Names(unittest.TestCase):
    """Names of contacts and coordinates in what people read."""
    ARM = {"carom": 1, "dimension": 2,
           "mechanism": {"mass_matrix": [[2, 0.5], [0.5, 1]], "velocity": [-1, -2], "coordinates": ["hip", "knee"]},
           "contacts": [{"name": "left foot", "jacobian": [[1, 0], [0, 1]], "e": 0.5, "mu": 0.3},
                        {"jacobian": [[0, 1], [1, 0]], "e": 0.5, "mu": 0.3}]}

    def test_in_summary_check_and_explanation(self):
        text = json.dumps(self.ARM)
        out = carom("solve", "-", text=text).out
        for part in ("\n  hip  ", "\n  knee ", "\n  left foot ", "\n  contact 1 "):
            self.assertIn(part, out)
        self.assertIn("contact 0  left foot: Stronge's law", carom("check", "-", text=text).out)
        self.assertIn("left foot, contact 1", carom("explain", "-", text=text).out)

    def test_in_json(self):
        result = carom("solve", "--json", "-", text=json.dumps(self.ARM)).json()
        self.assertEqual(result["contacts"][0]["name"], "left foot")
        self.assertNotIn("name", result["contacts"][1])
        self.assertEqual(result["mechanism"]["coordinates"], ["hip", "knee"])

    def test_a_name_cannot_move_the_cursor(self):
        arm = json.loads(json.dumps(self.ARM).replace("hip", "\\u001b[2J").replace("left foot", "\\u001b[2J"))
        for command in ("solve", "check", "explain"):
            done = carom(command, "-", text=json.dumps(arm))
            self.assertEqual(done.code, 0)
            self.assertNotIn("\x1b", done.out)


class Questions(unittest.TestCase):
    def test_check_has_them_as_solve_has(self):
        for text in (changed(normal=[0, -1]), json.dumps(SUPERBALL), TEXT):
            check = carom("check", "--json", "-", text=text).json()
            solve = carom("solve", "--json", "-", text=text).json()
            self.assertEqual(check.get("questions"), solve.get("questions"))
        asked = carom("check", "--json", "-", text=changed(normal=[0, -1])).json()["questions"]
        self.assertEqual(asked[0]["key"], "contacts.0.normal")


class ClothAndPlanes(unittest.TestCase):
    """Both together are impossible, whatever else the file lacks."""

    def test_is_said_at_once(self):
        table = {"carom": 1, "dimension": 2,
                 "bodies": {"ball": {"mass": 1, "inertia": 0.4, "position": [0, 1]}, "table": {"fixed": True}},
                 "contacts": [{"bodies": ["ball", "table"], "point": [0, 0], "normal": [0, 1], "e": 0.5}],
                 "motion": {"until": 1, "gravity": [0, -10],
                            "cloth": {"ball": "ball", "radius": 1, "slide": 0.2, "roll": 0.01},
                            "planes": [{"point": [5, 0], "normal": [-1, 0], "surface": {"e": 1}}]}}
        text = json.dumps(table)
        done = carom("simulate", "-", text=text)
        self.assertEqual((done.code, done.out), (1, ""))
        self.assertIn('leave out "planes" or "cloth"', done.err)
        self.assertIn('leave out "planes" or "cloth"', carom("check", "-", text=text).out)
        self.assertEqual(carom("solve", "-", text=text).code, 0)


if __name__ == "__main__":
    unittest.main()
