"""The sweep over friction and Poisson's ratio: its tables are what carom answers, and the pages show them."""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SWEEP = os.path.join(ROOT, "tools", "ball-sweep")
PROGRAM = os.path.abspath(os.environ["CAROM_PROGRAM"])


def sweep(*arguments):
    done = subprocess.run([sys.executable, SWEEP, "--program", PROGRAM, *arguments], capture_output=True, text=True,
                          encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ball(mu, nu, scheme):
    """The ball of JIA10 section 3.1, written down here once more."""
    contact = {"bodies": ["ball", "table"], "point": [0, 0, 0], "normal": [0, 0, 1], "e": 0.5, "mu": mu,
               "poisson_ratio": nu}
    scenario = {"carom": 1, "contacts": [contact], "bodies": {
        "table": {"fixed": True},
        "ball": {"mass": 1, "inertia": [0.4, 0.4, 0.4], "position": [0, 0, 1], "velocity": [-1, 0, -5],
                 "spin": [0, 2, 0]}}}
    return dict(scenario, method={"scheme": scheme}) if scheme == "published" else scenario


def solve(scenarios):
    lines = "".join(json.dumps(scenario) + "\n" for scenario in scenarios)
    done = subprocess.run([PROGRAM, "solve", "--jsonl", "-"], input=lines, capture_output=True, text=True, check=True)
    bodies = [json.loads(line)["bodies"]["ball"] for line in done.stdout.splitlines()]
    return [(body["velocity"][0], body["spin"][1]) for body in bodies]


class BallSweep(unittest.TestCase):
    def test_every_row_is_what_carom_answers(self):
        rows = list(csv.DictReader(sweep("--csv").splitlines()))
        self.assertEqual(len(rows), 2 * (101 + 51))
        scenarios = [ball(float(row["value"]) if row["swept"] == "mu" else 0.4,
                          float(row["value"]) if row["swept"] == "nu" else 0.3, row["scheme"]) for row in rows]
        self.assertEqual([(float(row["V_x"]), float(row["omega_y"])) for row in rows], solve(scenarios))
        for swept, last in (("mu", 1.0), ("nu", 0.5)):
            for scheme in ("exact", "published"):
                values = [float(row["value"]) for row in rows if (row["swept"], row["scheme"]) == (swept, scheme)]
                self.assertEqual((values[0], values[-1], values), (0.0, last, sorted(set(values))))

    def test_the_ball_comes_back_where_a_sliding_ball_would(self):
        # Below about mu = 0.17 the ball slides all the way: V_x = -1 + mu I and omega_y = 2 - 2.5 mu I with I = 7.5
        # (Coulomb), or with the 2.5 of restitution counted half (published).
        text = sweep()
        for scheme, impulse in (("Exact", 7.5), ("Published", 6.25)):
            self.assertIn("- %s: the spin reverses from μ = %.6f, the ball comes back (V_x > 0) from μ = %.6f,"
                          % (scheme, 0.8 / impulse, 1 / impulse), text)

    def test_the_page_has_the_tables(self):
        with open(os.path.join(ROOT, "docs", "figures.md"), encoding="utf-8") as file:
            page = file.read()
        for table in sweep().split("\n\n"):
            self.assertIn(table.strip(), page)

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_the_figure_has_both_schemes_in_every_panel(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "ball.svg")
            sweep("--csv", "--figure", path)
            self.assertEqual(os.listdir(folder), ["ball.svg"])
            with open(path, encoding="utf-8") as file:
                svg = file.read()
        self.assertEqual(svg.count("stroke='rgb(  0, 114, 178)'"), 4 + 1, "four panels and the legend")
        self.assertEqual(svg.count("stroke='rgb(192,  79,   0)'"), 4 + 1)
        self.assertIn('fill="#ffffff"', svg)

    def test_a_program_that_fails_is_named(self):
        done = subprocess.run([sys.executable, SWEEP, "--program", "/bin/false"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("/bin/false cannot solve", done.stderr)


if __name__ == "__main__":
    unittest.main()
