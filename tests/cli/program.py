"""Runs the built program for the tests beside this file. CAROM_PROGRAM names it; ctest sets that."""
import json
import os
import subprocess

PROGRAM = os.path.abspath(os.environ["CAROM_PROGRAM"])
SANITIZED = os.environ.get("CAROM_SANITIZED", "0") not in ("", "0", "OFF")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

# A rod of unit mass and length at 45 degrees falls on a floor (WM92, section 6, case 2).
ARM = 0.5 * 0.5 ** 0.5
ROD = {
    "carom": 1, "title": "rod", "dimension": 2,
    "bodies": {"rod": {"mass": 1, "inertia": 1 / 12, "position": [ARM, ARM], "velocity": [0.6, -1]},
               "floor": {"fixed": True}},
    "contacts": [{"bodies": ["rod", "floor"], "point": [0, 0], "normal": [0, 1], "e": 0.5, "mu": 0.9}],
}
# The same impact in contact space.
ROD_IN_CONTACT_SPACE = {
    "carom": 1, "dimension": 2, "contact_space": {"W": [[2.5, -1.5], [-1.5, 2.5]], "v": [0.6, -1]},
    "contacts": [{"e": 0.5, "mu": 0.9}],
}
# A ball slides into a table.
BALL_IN_SPACE = {"carom": 1, "contact_space": {"W": [[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]], "v": [1, 0, -1]},
                 "contacts": [{"e": 0.5, "mu": 0.3}]}
# The same ball with tangential compliance: it grips.
SUPERBALL = {"carom": 1, "contact_space": BALL_IN_SPACE["contact_space"],
             "contacts": [{"e": 0.9, "mu": 0.8, "eta2": 1.2}]}
# A ball falls on a ball that lies on a table (JME13, Table 1).
TWO_BALLS = {
    "carom": 1, "title": "two balls", "dimension": 2,
    "bodies": {"upper": {"mass": 1, "inertia": 0.1, "position": [0, 1.5], "velocity": [0, -1]},
               "lower": {"mass": 2 / 3 ** 0.5, "inertia": 0.1, "position": [0, 0.5]}, "table": {"fixed": True}},
    "contacts": [{"bodies": ["upper", "lower"], "point": [0, 1], "normal": [0, 1], "e": 0.9},
                 {"bodies": ["lower", "table"], "point": [0, 0], "normal": [0, 1], "e": 0.7}],
}
# A motion and no impact at time 0: a chain that swings over a floor.
SWING = {"carom": 1, "dimension": 2,
         "chain": {"base": [0, 0], "links": [{"length": 1, "mass": 1}], "angles": [0], "rates": [0]},
         "motion": {"until": 1, "gravity": [0, -9.81],
                    "planes": [{"point": [0, -0.5], "normal": [0, 1], "surface": {"e": 0.5, "mu": 0.3}}]}}


class Done:
    """What a run of the program left: exit code, output and messages."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def json(self):
        return json.loads(self.out)

    def lines(self):
        return [json.loads(line) for line in self.out.splitlines()]


def carom(*arguments, text="", **options):
    """Runs the program with text (or bytes) on its standard input."""
    raw = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run([PROGRAM, *arguments], input=raw, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                          **options)
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def solve_lines(scenarios):
    """Results of many scenarios through one run, with the exit code."""
    done = carom("solve", "--jsonl", "-", text="".join(json.dumps(scenario) + "\n" for scenario in scenarios))
    return done.lines(), done.code
