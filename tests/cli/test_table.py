"""--vary: a table of many answers to one scenario, for people and as CSV."""
import csv
import io
import json
import os
import tempfile
import unittest

from program import ROD, SWING, carom, solve_lines

TEXT, MOTION = json.dumps(ROD), json.dumps(SWING)


def table(*arguments, text=TEXT, command="solve"):
    done = carom(command, "-", *arguments, "--table", "-", text=text)
    return list(csv.reader(io.StringIO(done.out))), done


def with_contact(**changes):
    return dict(ROD, contacts=[dict(ROD["contacts"][0], **changes)])


class Impacts(unittest.TestCase):
    def test_every_row_is_what_solve_answers(self):
        rows, done = table("--vary", "contacts.0.mu=0:1.2:7", "--vary", "contacts.0.e=1:0:3", "--show",
                           "energy.change, contacts.0.mode,bodies.rod.velocity.1")
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertEqual(rows[0], ["contacts.0.mu", "contacts.0.e", "energy.change", "contacts.0.mode",
                                   "bodies.rod.velocity.1"])
        points = [(0 + 1.2 * i / 6 if i < 6 else 1.2, 1 - j / 2) for i in range(7) for j in range(3)]
        self.assertEqual([(float(row[0]), float(row[1])) for row in rows[1:]], points)
        results, _ = solve_lines([with_contact(mu=mu, e=e) for mu, e in points])
        for row, result in zip(rows[1:], results):
            self.assertEqual(float(row[2]), result["energy"]["change"])
            self.assertEqual(row[3], result["contacts"][0]["mode"])
            self.assertEqual(float(row[4]), result["bodies"]["rod"]["velocity"][1])

    def test_for_people(self):
        done = carom("solve", "-", "--vary", "contacts.0.mu=0:1:3", "--show", "contacts.0.mode,contacts.0.e,events",
                     text=TEXT)
        self.assertEqual(done.out,
                         "contacts.0.mu  contacts.0.mode  contacts.0.e  events\n"
                         "            0  C-reversed                0.5  reverse, compression end, restitution end\n"
                         "          0.5  C-reversed                0.5  reverse, compression end, restitution end\n"
                         "            1  C-sticking                0.5  stick, compression end, restitution end\n")

    def test_numbers_that_are_set_together(self):
        rows, _ = table("--vary", "bodies.rod.velocity.0,bodies.rod.spin=0:1:2", "--show", "energy.before")
        self.assertEqual(rows[0], ["bodies.rod.velocity.0", "bodies.rod.spin", "energy.before"])
        self.assertEqual(rows[2][:2], ["1", "1"])
        self.assertAlmostEqual(float(rows[2][2]), 0.5 * (1 + 1 + 1 / 12), 14)

    def test_numbers_that_the_file_gives_with_a_unit(self):
        car = json.loads(TEXT)
        car["bodies"]["rod"]["velocity"] = ["30 mph", "-1 ft/s"]
        car["bodies"]["rod"]["mass"] = "3 lb"
        for path in ("bodies.rod.velocity.0", "bodies.rod.mass"):
            rows, done = table("--vary", path + "=0.5:1.5:3", "--show", "energy.before", text=json.dumps(car))
            self.assertEqual((done.code, done.err), (0, ""))
            done = carom("solve", "--json", "-", "--set", path + "=1.5", text=json.dumps(car))
            self.assertEqual(float(rows[3][1]), done.json()["energy"]["before"])

    def test_goes_with_set(self):
        rows, _ = table("--set", "contacts.0.e=0.75", "--vary", "contacts.0.mu=0:1:2", "--show", "contacts.0.e")
        self.assertEqual([row[1] for row in rows[1:]], ["0.75", "0.75"])

    def test_points_without_an_answer(self):
        rows, done = table("--vary", "contacts.0.mu=-0.5:0.5:5", "--show", "contacts.0.mode,energy.change")
        self.assertEqual(done.code, 0)
        self.assertEqual([row[1:] for row in rows[1:3]], [["", ""], ["", ""]])
        self.assertTrue(rows[3][1])
        self.assertEqual(done.err, 'carom solve: 2 of 5 points have no answer and empty cells; the first, at '
                                   'contacts.0.mu = -0.5: "mu" is -0.5; it must be a number >= 0.\n')

    def test_a_word_with_a_comma_is_quoted(self):
        rows, done = table("--vary", "contacts.0.mu=0:1:2", "--show", "events")
        self.assertEqual(rows[1][1], "reverse, compression end, restitution end")
        self.assertIn('"reverse, compression end, restitution end"', done.out)

    def test_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "t.csv")
            done = carom("solve", "-", "--vary", "contacts.0.mu=0:1:2", "--show", "energy.after", "--table", out,
                         text=TEXT)
            self.assertEqual((done.code, done.out, done.err), (0, "", ""))
            with open(out, encoding="utf-8") as file:
                self.assertEqual(len(file.readlines()), 3)
            self.assertEqual(os.listdir(folder), ["t.csv"])
            done = carom("solve", "-", "--vary", "contacts.0.mu=0:1:2", "--show", "energy.after", "--table",
                         os.path.join(folder, "no", "t.csv"), text=TEXT)
            self.assertEqual(done.code, 2)
            self.assertIn("carom solve: cannot write", done.err)


class Motions(unittest.TestCase):
    def test_every_row_is_what_simulate_answers(self):
        shown = "impacts.count,impacts.0.time,end.energy,end.angles.0,phases.0.state,impacts.0.what"
        rows, done = table("--vary", "motion.planes.0.surface.e=0.2:0.8:3", "--show", shown, text=MOTION,
                           command="simulate")
        self.assertEqual((done.code, done.err), (0, ""))
        for row in rows[1:]:
            scene = json.loads(MOTION)
            scene["motion"]["planes"][0]["surface"]["e"] = float(row[0])
            wanted = carom("simulate", "--json", "-", text=json.dumps(scene)).json()
            self.assertEqual([float(x) for x in row[1:5]],
                             [len(wanted["impacts"]), wanted["impacts"][0]["time"], wanted["end"]["energy"],
                              wanted["end"]["angles"][0]])
            self.assertEqual(row[5:], [wanted["phases"][0]["state"], wanted["impacts"][0]["what"]])

    def test_a_value_that_some_rows_lack(self):
        rows, done = table("--vary", "motion.until=0.1:1:2", "--show", "impacts.0.time", text=MOTION,
                           command="simulate")
        self.assertEqual((done.code, done.err, rows[1][1]), (0, "", ""))
        self.assertTrue(rows[2][1])


class BadRequests(unittest.TestCase):
    def refuse(self, code, part, *arguments, text=TEXT, command="solve"):
        done = carom(command, "-", *arguments, text=text)
        self.assertEqual((done.code, done.out), (code, ""), (arguments, done.err))
        self.assertIn(part, done.err)

    def test_they_are_told(self):
        one, show = ("--vary", "contacts.0.mu=0:1:2"), ("--show", "energy.after")
        self.refuse(2, "--vary needs --show", *one)
        self.refuse(2, "--show goes with --vary", *show)
        self.refuse(2, "--table goes with --vary", "--table", "-")
        self.refuse(2, "--vary prints a table, not JSON", *one, *show, "--json")
        self.refuse(2, "once or twice", *one, *one, *one, *show)
        self.refuse(2, "PATH=FROM:TO:COUNT", "--vary", "contacts.0.mu=0:1", *show)
        self.refuse(2, "PATH=FROM:TO:COUNT", "--vary", "contacts.0.mu=0:inf:3", *show)
        self.refuse(2, "--show must name 1 to 32 paths", *one, "--show", "a,,b")
        self.refuse(2, "a single scenario", *one, *show, "other.json")
        self.refuse(2, "more than 250000 points", "--vary", "contacts.0.mu=0:1:600", "--vary", "contacts.0.e=0:1:600",
                    *show)
        self.refuse(2, "nearest that does is `contacts.0.mu`", "--vary", "contacts.0.muu=0:1:2", *show)
        self.refuse(2, "nearest that does is `energy.after`", *one, "--show", "energy.aftr")
        self.refuse(2, '"mu" is -2', "--vary", "contacts.0.mu=-2:-1:2", *show)
        self.refuse(2, "nearest that does is `end.time`", "--vary", "motion.until=1:2:2", "--show", "end.tim",
                    text=MOTION, command="simulate")
        self.refuse(2, "--csv is the path of one motion", "--vary", "motion.until=1:2:2", "--show", "end.time", "--csv",
                    "-", text=MOTION, command="simulate")
        self.refuse(1, "states an impact and no \"motion\"", "--vary", "contacts.0.mu=0:1:2", "--show", "end.time", command="simulate")
        self.refuse(1, "no impact at time 0", "--vary", "motion.until=1:2:2", "--show", "end.time", text=MOTION)


if __name__ == "__main__":
    unittest.main()
