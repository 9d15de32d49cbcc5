"""--units us: the same numbers in other units, in summaries alone; and --all of long motions."""
import glob
import json
import os
import re
import unittest

from program import ROD, ROOT, SUPERBALL, SWING, TWO_BALLS, carom

# One unit of each kind in SI units.
US = {"mph": ("m/s", 0.44704), "ft": ("m", 0.3048), "deg/s": ("rad/s", 0.017453292519943295),
      "deg": ("rad", 0.017453292519943295), "ft lbf": ("J", 1.3558179483314004), "lbf s": ("N s", 4.4482216152605)}
NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]\d+)?")


def rows(out):
    """(label, unit, numbers) of each line whose label has a unit."""
    found = []
    for line in out.splitlines():
        match = re.match(r"(\s+.*)\[(.*?)\](.*)", line)
        if match and NUMBER.search(match.group(3)):
            found.append((match.group(1), match.group(2), [float(x) for x in NUMBER.findall(match.group(3))]))
    return found


class Units(unittest.TestCase):
    def compare(self, command, arguments, text):
        si, us = (carom(command, *arguments, *more, text=text) for more in ([], ["--units", "us"]))
        self.assertEqual((si.code, us.code), (0, 0))
        self.assertEqual(carom(command, *arguments, "--units", "si", text=text).out, si.out)
        for (label, unit, numbers), (other, us_unit, converted) in zip(rows(si.out), rows(us.out)):
            self.assertEqual(label, other)
            name, size = US.get(us_unit, (us_unit, 1))
            self.assertIn(unit, (name, "deg"))
            for x, y in zip(numbers, converted):
                self.assertLessEqual(abs(x - (y if unit == us_unit else y * size)), 1e-5 * max(abs(x), 1e-9), label)
        for unit, other in (("m/s", "mph"), ("N s", "lbf s"), ("J", "ft lbf")):
            self.assertEqual(len(re.findall(r"\[%s\]" % unit, us.out)), 0)
            self.assertEqual(len(re.findall(r"\[%s\]" % unit, si.out)), len(re.findall(r"\[%s\]" % other, us.out)))

    def test_impacts(self):
        for scene in (ROD, SUPERBALL, TWO_BALLS):
            self.compare("solve", ["-"], json.dumps(scene))
        self.compare("solve", [os.path.join(ROOT, "scenes", "two-cars-at-an-intersection.json")], "")

    def test_motions(self):
        self.compare("simulate", ["-"], json.dumps(SWING))
        for name in ("bouncing-ball.json", "draw-shot.json"):
            self.compare("simulate", [os.path.join(ROOT, "scenes", "motion", name)], "")

    def test_sentences_have_them_too(self):
        si, us = (carom("solve", "-", "--units", units, text=json.dumps(SUPERBALL)).out for units in ("si", "us"))
        stored = [float(re.search(r"stored ([\d.]+) %s and gave back" % unit, out).group(1))
                  for unit, out in (("J", si), ("ft lbf", us))]
        self.assertAlmostEqual(stored[0], stored[1] * US["ft lbf"][1], 5)
        self.assertRegex(us, r"ended at [\d.]+ lbf s\.")

    def test_usage(self):
        for arguments, part in ((["--units", "imperial"], "--units must be si or us, not `imperial`"),
                                (["--units", "us", "--json"], "--json is in SI units always"),
                                (["--units", "us", "--vary", "contacts.0.mu=0:1:2", "--show", "energy.after"],
                                 "--units is for summaries")):
            done = carom("solve", "-", *arguments, text=json.dumps(ROD))
            self.assertEqual((done.code, done.out), (2, ""))
            self.assertIn(part, done.err)


class Many(unittest.TestCase):
    def test_small_impacts_are_one_line_and_all_lists_them(self):
        for scene in glob.glob(os.path.join(ROOT, "scenes", "motion", "*.json")):
            impacts = carom("simulate", "--json", scene).json()["impacts"]
            few, every = carom("simulate", scene).out, carom("simulate", "--all", scene).out
            times = ["%.9g" % impact["time"] for impact in impacts]
            listed = every.split("\nPhases")[0].split("mode\n")[-1].splitlines() if impacts else []
            self.assertEqual(len([line for line in listed if line]), len(impacts), scene)
            for time, line in zip(times, listed):
                self.assertIn(" %s " % time, line)
            self.assertNotIn("smaller impacts", every)
            self.assertLess(len(few.splitlines()), 100)
            fastest = max([abs(impact["velocity_before"][-1]) for impact in impacts], default=0)
            for impact, time in zip(impacts, times):
                if few.count("more (--all") == 0 and abs(impact["velocity_before"][-1]) >= 0.01 * fastest:
                    self.assertIn(" %s " % time, few)


if __name__ == "__main__":
    unittest.main()
