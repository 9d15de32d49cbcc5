"""The gallery's figures of parameters: points of curves and maps, solved one by one, and what the page says of them."""
import math
import os
import random
import re
import tempfile
import unittest

from book import FIGURES, ask, at, blocks, draw, option, scenarios, with_values

SWEPT = [name for name, figure in FIGURES.items() if "--vary" in figure.words]


def setUpModule():
    """Draws everything once and keeps the data."""
    global FOLDER
    holder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(holder.cleanup)
    FOLDER = holder.name
    problems = draw(SWEPT, FOLDER, scripts=True)
    if problems:
        raise RuntimeError("".join(problems))


def data(name, file):
    path = os.path.join(FOLDER, name, file)
    return blocks(path) if os.path.exists(path) else []


def classes(name):
    """(across, up, word or value) of every point of a map."""
    found = data(name, "grid.dat")
    words = dict(re.fullmatch(r"(\d+): (.+)", text).groups() for text in found[0].comments[1:])
    return [(x, y, words["%d" % z] if words else z) for block in found for x, y, z in block.rows]


class Parameters(unittest.TestCase):
    """Swept figures: points of every curve, solved one by one."""

    def sweep(self, word):
        paths, _, numbers = word.partition("=")
        first, last, count = numbers.split(":")
        return paths.split(","), float(first), float(last), int(count)

    def test_curves(self):
        for name in SWEPT:
            figure = FIGURES[name]
            sweeps = [self.sweep(word) for word in option(figure, "--vary")]
            if len(sweeps) == 2:
                continue
            (paths, first, last, _), shown = sweeps[0], option(figure, "--show")[0].split(",")
            scenes, curves = scenarios(figure), data(name, "chart.dat")
            self.assertEqual(len(curves), len(shown) * len(scenes), name)
            for i, curve in enumerate(curves):
                show, scene = shown[i // len(scenes)], scenes[i % len(scenes)]
                rows = curve.rows[::7] + curve.rows[-1:]
                verb = "simulate" if "motion" in scene else "solve"
                answers = ask(verb, [with_values(scene, dict.fromkeys(paths, row[0])) for row in rows])
                with self.subTest(name=name, show=show):
                    self.assertEqual((curve.rows[0][0], curve.rows[-1][0]), (first, last))
                    self.assertEqual([row[1] for row in rows], [at(answer, show) for answer in answers])

    def test_maps(self):
        maps = 0
        for name in SWEPT:
            figure = FIGURES[name]
            sweeps = [self.sweep(word) for word in option(figure, "--vary")]
            if len(sweeps) == 1:
                continue
            with self.subTest(name=name):
                self.check_map(name, figure, sweeps)
            maps += 1
        self.assertGreaterEqual(maps, 3)

    def check_map(self, name, figure, sweeps):
        rows = classes(name)
        self.assertEqual(len(rows), sweeps[0][3] * sweeps[1][3])
        rows = random.Random(6).sample(rows, 40)
        scene = scenarios(figure)[0]
        settings = [{**dict.fromkeys(sweeps[0][0], x), **dict.fromkeys(sweeps[1][0], y)} for x, y, _ in rows]
        show = option(figure, "--show")[0]
        for row, told in zip(rows, self.words_of(show, [with_values(scene, values) for values in settings])):
            self.assertEqual(row[2], told)

    def words_of(self, show, scenes):
        if show == "explain.invariant_directions":
            items = [answer["invariant_directions"]["items"] for answer in ask("explain", scenes)]
            return [self.count_types([item["type"] for item in each]) for each in items]
        answers = ask("solve", scenes)
        if show == "events":
            told = [", ".join(event["type"] for event in answer["events"]) for answer in answers]
            return [words.replace("_", " ") for words in told]
        return [at(answer, show) for answer in answers]

    def count_types(self, types):
        return " + ".join("%d %s" % (types.count(word), word) for word in ("centripetal", "centrifugal") if word in types)


class Claims(unittest.TestCase):
    """What the page says about figures as a whole."""

    def test_bundles(self):
        inwards, swept = (ask("solve", scenarios(FIGURES[name])) for name in ("jw16-6-bundle", "jw16-8-bundle"))
        modes = [answer["contacts"][0]["mode"] for answer in inwards]
        self.assertEqual((len(modes), sum("s" in mode for mode in modes)), (15, 11))
        modes = [answer["contacts"][0]["mode"] for answer in swept]
        self.assertEqual((len(modes), [mode for mode in modes if "s" in mode]), (13, ["lscr"]))

    def test_the_feet_stand_from_0_46_on(self):
        for curve in data("quadruped-friction", "chart.dat")[:2]:
            self.assertTrue(all((row[1] > 1e-2) == (row[0] < 0.445) for row in curve.rows if abs(row[0] - 0.45) > 0.015))
            self.assertLess(max(abs(row[1]) for row in curve.rows if row[0] > 0.465), 1e-3)

    def test_the_ladder_holds_from_0_36_on(self):
        foot = data("ladder-slips", "chart.dat")[0]
        self.assertTrue(all((row[1] < -1e-6) == (row[0] < 0.36) for row in foot.rows))

    def test_the_disc_is_wedged_above_the_friction_angle(self):
        angle = math.tan(math.radians(10))
        velocity, spring, _, restitution = data("groove-wedge", "chart.dat")
        for curve, wedged in ((velocity, False), (spring, True), (restitution, False)):
            self.assertTrue(all((row[1] > 1e-9) == ((row[0] > angle) == wedged) for row in curve.rows))

    def test_newton_gains_energy_from_0_8_on(self):
        newton, *others = data("laws", "chart.dat")
        for e, change in newton.rows:
            self.assertEqual(change > 1e-12, e > 0.8 + 1e-9, e)
        for curve in others:
            self.assertLess(max(row[1] for row in curve.rows), 0)

    def test_borders_of_the_rod(self):
        for mu, e, mode in classes("map-rod"):
            least = (3 * (1 + e) + 5) / (5 * (1 + e) + 3)
            if abs(mu - 1) > 1e-9 and abs(mu - least) > 1e-9:
                self.assertEqual(mode, "sliding" if mu < least else "C-sticking" if mu > 1 else "R-sticking", (mu, e))

    def test_the_ball_comes_back_from_2_15_on(self):
        for mu, nu, velocity in classes("map-ball"):
            self.assertEqual(velocity > 0, mu > 2 / 15, (mu, nu))

    def test_the_astroid(self):
        for x, y, kind in classes("astroid"):
            count = 4 if abs(x) ** (2 / 3) + abs(y) ** (2 / 3) < 1 else 2
            sticks = (x / 1.5) ** 2 + (y / 0.5) ** 2 < 1
            told = "%d centripetal" % count if sticks else "%d centripetal + 1 centrifugal" % (count - 1)
            self.assertEqual(kind, told, (x, y))


if __name__ == "__main__":
    unittest.main()
