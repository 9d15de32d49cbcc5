"""`carom figure --vary --show` from outside: charts and maps are what `solve` answers; bad requests are told."""
import json
import os
import re
import shutil
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from program import ROD, ROOT, SANITIZED, SWING, TWO_BALLS, carom, solve_lines  # noqa: E402

SCENES = os.path.join(ROOT, "scenes")
BALL = os.path.join(SCENES, "ball-with-backspin.json")
PUBLISHED = os.path.join(SCENES, "ball-with-backspin-published.json")
SLIDING = os.path.join(SCENES, "falling-rod-3-sliding.json")
AFTER = "bodies.ball.velocity.0,bodies.ball.spin.1"


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def changed(scenario, steps, value):
    """A copy with one number set; steps are keys and indices."""
    copy = json.loads(json.dumps(scenario))
    at = copy
    for step in steps[:-1]:
        at = at[step]
    at[steps[-1]] = value
    return copy


def read_blocks(path):
    """The curves of a data file: lists of points, a new one after two empty lines."""
    with open(path, encoding="utf-8") as file:
        blocks = file.read().split("\n\n\n")
    rows = [[[float(word) for word in line.split()] for line in block.splitlines() if line and line[0] != "#"]
            for block in blocks]
    return [block for block in rows if block]


def steps_of(first, last, count):
    return [first + (last - first) * i / (count - 1) for i in range(count - 1)] + [last]


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def figure(self, *arguments, text=""):
        return carom("figure", *arguments, text=text, cwd=self.folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def draw(self, *arguments, text=""):
        """The picture as text, and its words."""
        done = self.figure(*arguments, "-o", "it.svg", text=text)
        self.assertEqual((done.code, done.err), (0, ""))
        with open(self.path("it.svg"), encoding="utf-8") as file:
            svg = file.read()
        return svg, re.sub("<[^>]*>", "", svg)


@unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
class Charts(Folder):
    def sweep(self, path, last, count, first=0):
        self.draw(BALL, PUBLISHED, "--vary", "contacts.0.%s=%r:%r:%d" % (path, first, last, count), "--show", AFTER,
                  "--script", "data")
        return read_blocks(self.path("data", "points.dat"))

    def test_every_point_of_the_ball_is_what_solve_answers(self):
        self.assertNotEqual(0.03 + (0.29 - 0.03), 0.29, "a range whose end is not what rounding makes of it")
        for path, first, last, count in (("mu", 0, 1.0, 101), ("poisson_ratio", 0, 0.5, 51), ("e", 0.03, 0.29, 3)):
            curves = self.sweep(path, last, count, first)
            self.assertEqual(len(curves), 4, "two panels with two files each")
            for file, scene in enumerate((BALL, PUBLISHED)):
                values = steps_of(first, last, count)
                scenarios = [changed(load(scene), ["contacts", 0, path], value) for value in values]
                balls = [answer["bodies"]["ball"] for answer in solve_lines(scenarios)[0]]
                self.assertEqual([point[1] for point in curves[file]], [ball["velocity"][0] for ball in balls])
                self.assertEqual([point[1] for point in curves[2 + file]], [ball["spin"][1] for ball in balls])
                self.assertEqual([point[0] for point in curves[file]], values)

    def test_the_ball_comes_back_where_the_page_says(self):
        # While the ball slides all the way, V_x = -1 + mu I and omega_y = 2 - 2.5 mu I with I = 7.5 (Coulomb), or with
        # the 2.5 of restitution counted half (published).
        curves = self.sweep("mu", 1.0, 1001)
        for file, impulse in enumerate((7.5, 6.25)):
            for mu, v_x in curves[file]:
                if mu <= 0.165:
                    self.assertAlmostEqual(v_x, -1 + mu * impulse, delta=1e-13)
            back = next(mu for mu, v_x in curves[file] if v_x > 0)
            self.assertTrue(1 / impulse < back <= 1 / impulse + 1e-3)
            turns = next(mu for mu, spin in curves[2 + file] if spin < 0)
            self.assertTrue(0.8 / impulse < turns <= 0.8 / impulse + 1e-3)
        fastest = max(curves[0], key=lambda point: point[1])
        self.assertAlmostEqual(fastest[0], 0.336, delta=1.1e-3)
        self.assertAlmostEqual(fastest[1], 0.556623, delta=1e-6)
        # JIA10 prints an extremum of 0.57591 at 0.36.
        at_036 = dict((round(mu, 6), v_x) for mu, v_x in curves[1])[0.36]
        self.assertAlmostEqual(at_036, 0.57591, delta=5e-5)

    def test_the_picture_has_a_panel_for_each_unit_and_words_for_each_axis(self):
        svg, words = self.draw(BALL, PUBLISHED, "--vary", "contacts.0.mu=0:1:101", "--show", AFTER)
        for part in ("velocity Vx after", "[m/s]", "spin ωy after", "[rad/s]", "friction μ", "Stronge", "e = 0.5"):
            self.assertIn(part, words)
        for colour in ("  0, 114, 178", "192,  79,   0"):
            self.assertEqual(svg.count("stroke='rgb(%s)'" % colour), 2 + 1, "two panels and the legend")
        self.assertLess(len(svg), 60000)

    def test_without_a_title_the_figure_says_what_is_drawn_against_what(self):
        _, text = self.draw(SLIDING, "--vary", "contacts.0.mu=0.7:1.2:6",
                             "--vary", "contacts.0.e=0:1:6", "--show", "contacts.0.mode")
        self.assertIn("Mode against friction and restitution", text)
        self.assertIn("varied: Falling rod, case 3", text)
        self.assertIn("Stronge's law", text)
        _, text = self.draw(SLIDING, "--vary", "contacts.0.mu=0.7:1.2:6", "--show",
                             "energy.change,contacts.0.impulse.0,contacts.0.impulse.1", "--title", "My own")
        self.assertIn("My own", text)
        self.assertNotIn("against", text)
        self.assertNotIn("Falling rod", text)

    def test_numbers_of_one_unit_share_a_panel(self):
        _, words = self.draw("-", "--vary", "contacts.0.e=0:1:51", "--show",
                             "bodies.upper.velocity.1,bodies.lower.velocity.1,energy.friction,energy.restitution",
                             text=json.dumps(TWO_BALLS))
        for part in ("velocity[m/s]", "energy[J]", "upper: Vy after", "lower: Vy after", "lost in restitution",
                     "contact 0: restitution e"):
            self.assertIn(part, re.sub(r"\s*\n\s*", "", words))

    def test_words_are_drawn_where_they_hold(self):
        self.draw("-", "--vary", "contacts.0.mu=0:1:101", "--show", "contacts.0.mode", "--script", "data",
                  text=json.dumps(ROD))
        pieces = read_blocks(self.path("data", "points.dat"))[0]
        # The mode changes where friction holds, at mu = |B3|/B1 = 0.6: half-way between the points 0.59 and 0.6, or
        # 0.6 and 0.61, as rounding has it.
        self.assertEqual([point[1] for point in pieces], [0, 0, 1, 1])
        self.assertEqual((pieces[0][0], pieces[3][0]), (0, 1))
        self.assertAlmostEqual(pieces[1][0], 0.6, delta=0.0051)
        self.assertEqual(pieces[1][0], pieces[2][0])

    def test_energy_that_appears_is_shaded(self):
        scene = os.path.join(SCENES, "falling-rod-2-sticking-%s.json")
        laws = [scene % law for law in ("newton", "poisson", "stronge")]
        _, words = self.draw(*laws, "--vary", "contacts.0.e=0:1:51", "--show", "energy.change")
        self.assertIn("energy gained", words)
        _, words = self.draw(laws[2], "--vary", "contacts.0.e=0:1:51", "--show", "energy.change")
        self.assertNotIn("energy gained", words)

    def test_points_without_an_answer_are_gaps_that_are_counted(self):
        done = self.figure("-", "--vary", "contacts.0.mu=-0.5:0.5:11", "--show", "energy.change", "-o", "it.svg",
                           "--script", "data", text=json.dumps(ROD))
        self.assertEqual(done.code, 0)
        self.assertIn("5 of 11 points have no answer and are left out; the first: ", done.err)
        self.assertIn("mu", done.err)
        points = read_blocks(self.path("data", "points.dat"))[0]
        self.assertEqual(len(points), 6)
        with open(self.path("it.svg"), encoding="utf-8") as file:
            self.assertIn("5 points have no answer", file.read())

    def test_names_are_text(self):
        for name in ("a.b", "it's", "`touch bad`", "x{/Bold y}_z", 'quote"s', "$(touch bad)"):
            rod = json.loads(json.dumps(ROD).replace('"rod"', json.dumps(name)))
            rod["bodies"]["other"] = {"mass": 1, "inertia": 1, "position": [3, 3]}
            _, words = self.draw("-", "--vary", "bodies.%s.velocity.0=0:1:5" % name, "--show",
                                 "bodies.%s.velocity.0" % name, text=json.dumps(rod))
            shown = name.replace("&", "&amp;").replace('"', "&quot;").replace("'", "&#39;")
            self.assertTrue(name + ": velocity" in words or shown + ": velocity" in words, words)
            self.assertEqual(os.listdir(self.folder), ["it.svg"])

    def test_lines_of_a_jsonl_file_are_files(self):
        with open(self.path("rods.jsonl"), "w", encoding="utf-8") as file:
            for law in ("stronge", "newton"):
                file.write(json.dumps(dict(changed(ROD, ["contacts", 0, "law"], law), title="rod by " + law)) + "\n")
        self.draw("rods.jsonl", "--vary", "contacts.0.e=0:1:11", "--show", "energy.change", "--script", "data")
        self.assertEqual(len(read_blocks(self.path("data", "points.dat"))), 2)


@unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
class Maps(Folder):
    def test_every_point_is_what_solve_answers_and_borders_are_exact(self):
        self.draw("-", "--vary", "contacts.0.mu=0:1.2:25", "--vary", "contacts.0.e=0:1:5", "--show", "contacts.0.mode",
                  "--script", "data", text=json.dumps(ROD))
        with open(self.path("data", "grid.dat"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        names = [line.split(": ", 1)[1] for line in lines if re.match(r"# \d+: ", line)]
        points = [[float(word) for word in line.split()] for line in lines if line and line[0] != "#"]
        scenarios = [changed(changed(ROD, ["contacts", 0, "mu"], mu), ["contacts", 0, "e"], e) for mu, e, _ in points]
        modes = [answer["contacts"][0]["mode"] for answer in solve_lines(scenarios)[0]]
        self.assertEqual([names[int(point[2])] for point in points], modes)
        self.assertEqual(set(modes), {"C-reversed", "C-sticking"})
        self.draw("-", "--vary", "contacts.0.mu=0:1.2:25", "--vary", "contacts.0.e=0:1:5", "--show", "energy.change",
                  "--script", "numbers", text=json.dumps(ROD))
        changes = [point[2] for block in read_blocks(self.path("numbers", "grid.dat")) for point in block]
        self.assertEqual(changes, [answer["energy"]["change"] for answer in solve_lines(scenarios)[0]])
        # The border is mu = 0.6 for every e, found to a thousandth of the grid's 0.05.
        inner = {point[0] for block in read_blocks(self.path("data", "map.dat")) for point in block
                 if 0 < point[0] < 1.2}
        for place in inner:
            self.assertAlmostEqual(place, 0.6, delta=5e-5)

    def test_a_region_thinner_than_a_step_keeps_its_corner(self):
        self.draw(os.path.join(SCENES, "falling-rod-3-sliding.json"), "--vary", "contacts.0.mu=0.7:1.2:51", "--vary",
                  "contacts.0.e=0:1:26", "--show", "contacts.0.mode", "--script", "data")
        # WM92, case 3: sliding ends on mu = (3(1 + e) + 5)/(5(1 + e) + 3), which meets mu = 1 at e = 0. Between the two
        # lines R-sticking is thinner than a step of the grid for e < 0.05; its lowest corner is where both words change.
        points = [point for block in read_blocks(self.path("data", "map.dat")) for point in block]
        inner = [(mu, e) for mu, e in (point[:2] for point in points) if 0.7 < mu < 1.2 and 0 < e < 1]
        def gap(mu, e):
            return min(abs(mu - (3 * (1 + e) + 5) / (5 * (1 + e) + 3)), abs(mu - 1))
        self.assertLess(max(gap(mu, e) for mu, e in inner), 0.01 / 8)  # a step, which is parted where regions are thin
        on_the_curve = [e for mu, e in inner if abs(mu - 1) > 5e-4]
        self.assertLess(min(on_the_curve), 0.012)

    def test_words_numbers_and_counts_look_different(self):
        both = ("--vary", "contacts.0.mu=0:1.2:31", "--vary", "bodies.rod.velocity.0=-2:2:31", "--show")
        for show, present, absent in (("contacts.0.mode", "C-sticking", "[J]"),
                                      ("energy.change", "energy change ΔT [J]", "C-sticking"),
                                      ("events.count", "3", "[J]"),
                                      ("explain.stick.holds", "true", "[J]")):
            svg, words = self.draw("-", *both, show, text=json.dumps(ROD))
            self.assertIn(present, words)
            self.assertNotIn(absent, words)
            self.assertLess(len(svg), 60000)

    def test_a_symmetric_matrix_is_varied_as_a_whole(self):
        _, words = self.draw(os.path.join(SCENES, "two-or-four-directions.json"), "--vary",
                             "contact_space.W.0.2,contact_space.W.2.0=-1.6:1.6:33", "--vary",
                             "contact_space.W.1.2,contact_space.W.2.1=-1.2:1.2:25", "--show",
                             "explain.invariant_directions")
        self.assertIn("4 centripetal", words)
        self.assertIn("inverse mass W02 [1/kg]", words)

    @unittest.skipIf(SANITIZED, "sanitizers take their time")
    def test_ten_thousand_points_take_no_time(self):
        begin = time.monotonic()
        self.draw("-", "--vary", "contacts.0.mu=0:1:101", "--vary", "contacts.0.e=0:1:101", "--show", "energy.change",
                  text=json.dumps(ROD))
        self.assertLess(time.monotonic() - begin, 10, "about half a second alone on a machine")


class BadRequests(Folder):
    def refuse(self, code, part, *arguments, text=json.dumps(ROD)):
        done = self.figure("-", *arguments, text=text)
        self.assertEqual((done.code, done.out), (code, ""), (arguments, done.err))
        self.assertIn(part, done.err)
        self.assertEqual(os.listdir(self.folder), [])

    def test_arguments(self):
        vary, show = ("--vary", "contacts.0.mu=0:1:5"), ("--show", "energy.change")
        for part, arguments in (
                ("--vary needs --show", vary), ("--show goes with --vary", show),
                ("PATH=FROM:TO:COUNT", ("--vary", "contacts.0.mu", *show)),
                ("PATH=FROM:TO:COUNT", ("--vary", "contacts.0.mu=0:1", *show)),
                ("PATH=FROM:TO:COUNT", ("--vary", "contacts.0.mu=0:1:1", *show)),
                ("PATH=FROM:TO:COUNT", ("--vary", "contacts.0.mu=0:1:10002", *show)),
                ("PATH=FROM:TO:COUNT", ("--vary", "contacts.0.mu=0:1:5x", *show)),
                ("PATH=FROM:TO:COUNT", ("--vary", "contacts.0.mu=0:nan:5", *show)),
                ("PATH=FROM:TO:COUNT", ("--vary", "contacts.0.mu=0:inf:5", *show)),
                ("PATH=FROM:TO:COUNT", ("--vary", "contacts.0.mu=1:1:5", *show)),
                ("PATH=FROM:TO:COUNT", ("--vary", "contacts.0.mu=-1e308:1e308:5", *show)),
                ("1 to 16 paths", ("--vary", "=0:1:5", *show)),
                ("1 to 16 paths", ("--vary", "contacts.0.mu,=0:1:5", *show)),
                ("1 to 12 paths", (*vary, "--show", "")), ("1 to 12 paths", (*vary, "--show", ",".join("a" * 13))),
                ("once or twice", (*vary, *vary, *vary, *show)),
                ("does not go with --kind", (*vary, *show, "--kind", "process")),
                ("which shows one value", (*vary, *vary, "--show", "energy.change,energy.friction")),
                ("which shows one file", (*vary, *vary, *show, "other.json")),
                ("250000", ("--vary", "contacts.0.mu=0:1:1000", "--vary", "contacts.0.e=0:1:1000", *show)),
                ("needs a value", ("--vary",)), ("WxH", (*vary, *show, "--size", "big"))):
            self.refuse(2, part, *arguments)

    def test_paths(self):
        for part, path, show in (("`contacts.0.mu`", "contact.0.mu", "energy.change"),
                                 ("`contacts.0.mu`", "mu", "energy.change"),
                                 ("`bodies.rod.velocity.0`", "bodies.rod.velocity", "energy.change"),
                                 ("`energy.change`", "contacts.0.mu", "energy.chance"),
                                 ("`explain.stick.ratio`", "contacts.0.mu", "explain.stick.ration")):
            self.refuse(2, part, "--vary", path + "=0:1:5", "--show", show)

    def test_nothing_can_be_solved(self):
        self.refuse(2, "mu", "--vary", "contacts.0.mu=-2:-1:5", "--show", "energy.change")
        self.refuse(2, "`energy.change` names no value of the motion", "--vary", "motion.until=1:2:5", "--show",
                    "energy.change", text=json.dumps(SWING))
        self.refuse(2, "not JSON", "--vary", "contacts.0.mu=0:1:5", "--show", "energy.change", text="{")

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_a_place_that_cannot_be_written(self):
        first, second = ["--vary", "contacts.0.mu=0:1:5"], ["--vary", "contacts.0.e=0:1:5"]
        for varied in (first, first + second):
            self.refuse(1, "nowhere", *varied, "--show", "energy.change", "-o", "nowhere/it.svg")

    def test_a_path_longer_than_any(self):
        self.refuse(2, "names no number", "--vary", "contacts.0." + "x" * 1500 + "=0:1:5", "--show", "energy.change")
        self.refuse(2, "PATH=FROM:TO:COUNT", "--vary", "contacts.0." + "x" * 3000 + "=0:1:5", "--show", "energy.change")


if __name__ == "__main__":
    unittest.main()
