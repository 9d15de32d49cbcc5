"""The data behind the gallery's figures is what the solver says."""
import os
import random
import re
import sys
import tempfile
import unittest

from book import FIGURES, PROGRAM, ROOT, ask, at, blocks, option, quoted, scenarios, with_values

sys.path.insert(0, os.path.join(ROOT, "tests", "published"))
from test_scenes import coordinates_of_bodies, mechanism  # noqa: E402
from test_spatial_scenes import Body, contact_of_bodies  # noqa: E402

SWEPT = [name for name, figure in FIGURES.items() if "--vary" in figure.words]


def setUpModule():
    """Draws everything once and keeps the data."""
    global FOLDER
    holder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(holder.cleanup)
    FOLDER = holder.name
    for figure in FIGURES.values():
        problem = figure.draw(PROGRAM, FOLDER, "--script", os.path.join(FOLDER, figure.name))
        if problem:
            raise RuntimeError(problem)


def data(name, file):
    path = os.path.join(FOLDER, name, file)
    return blocks(path) if os.path.exists(path) else []


def contact_matrix(scene, answer):
    """W and v of a scenario with one contact, by another road than the program's."""
    if "contact_space" in scene:
        return scene["contact_space"]["W"], scene["contact_space"]["v"]
    if "mechanism" in scene:
        w, v, _ = mechanism(scene)
    elif scene.get("dimension") == 2:
        w, v = coordinates_of_bodies(scene).contact()
    else:
        contact = scene["contacts"][0]
        bodies = [Body(scene["bodies"][name], contact["point"]) for name in contact["bodies"]]
        return contact_of_bodies(bodies, answer["contacts"][0]["frame"])
    return [[float(x) for x in row] for row in w], [float(x) for x in v]


def classes(name):
    """(across, up, word or value) of every point of a map."""
    found = data(name, "grid.dat")
    words = dict(re.fullmatch(r"(\d+): (.+)", text).groups() for text in found[0].comments[1:])
    return [(x, y, words["%d" % z] if words else z) for block in found for x, y, z in block.rows]


class Columns:
    """Where velocity and impulse of a contact stand in a file of paths, by its first comment."""

    def __init__(self, comment, dimension):
        names = re.findall(r"\b(?:across|up|[vIP]_\w+|spring velocities|lengths)", comment)
        axes = ("t", "n") if dimension == 2 else ("t1", "t2", "n")
        place = {name: i for i, name in enumerate(names)}
        self.velocity = [place["v_" + axis] for axis in axes if "v_" + axis in place]
        impulse = "P_" if "P_n" in place else "I_"
        self.impulse = [place[impulse + axis] for axis in axes]


class Paths(unittest.TestCase):
    """One contact: every point of a path obeys v = v0 + W I, and the path ends where the solver does."""

    def drawn(self):
        for name, figure in FIGURES.items():
            scenes = scenarios(figure)
            found = data(name, "springs.dat") or data(name, "path.dat")
            if found and len(scenes[0]["contacts"]) == 1:
                yield name, scenes, found

    def close(self, actual, expected, scale):
        for a, b in zip(actual, expected):
            self.assertAlmostEqual(a, b, delta=1e-11 * scale)

    def check_row(self, row, columns, w, v):
        impulse = [row[i] for i in columns.impulse]
        expected = [v[i] + sum(a * b for a, b in zip(w[i], impulse)) for i in range(len(v))]
        scale = max(abs(x) for x in v) + max(abs(x) for line in w for x in line) * max(abs(x) for x in impulse)
        self.close([row[i] for i in columns.velocity], expected, scale)

    def check_path(self, rows, columns, scene, answer):
        w, v = contact_matrix(scene, answer)
        for row in rows if columns.velocity else []:
            self.check_row(row, columns, w, v)
        normal = [row[columns.impulse[-1]] for row in rows]
        self.assertEqual(normal, sorted(normal))
        contact = answer["contacts"][0]
        scale = max(abs(x) for x in contact["impulse_contact"])
        self.close([rows[-1][i] for i in columns.impulse], contact["impulse_contact"], scale)
        self.assertEqual([rows[0][i] for i in columns.impulse], [0] * len(v))
        self.close([rows[0][i] for i in columns.velocity], contact["velocity_before"], max(abs(x) for x in v))
        self.close([rows[-1][i] for i in columns.velocity], contact["velocity_after"], max(abs(x) for x in v))

    def test_every_point_and_the_end(self):
        names = set()
        for name, scenes, found in self.drawn():
            with self.subTest(name=name):
                columns = Columns(found[0].comments[0], scenes[0].get("dimension", 3))
                paths = [block.rows for block in found if len(block.rows[0]) > max(columns.impulse)]
                if "springs.dat" in os.listdir(os.path.join(FOLDER, name)):
                    paths = [sum(paths, [])]  # broken where the springs jump
                for rows, scene, answer in zip(paths[-len(scenes):], scenes, ask("solve", scenes)):
                    self.check_path(rows, columns, scene, answer)
                self.assertGreaterEqual(len(paths), len(scenes))
                names.add(name)
        self.assertGreaterEqual(len(names), 23)


# How figures say what the solver reports. An end is said twice where contacts leave one by one.
WORDS = {"compression_end": r"compression ends|ends compression", "stick": r"sticks", "reverse": r"reverses",
         "slip": r"\bslips\b", "reactivate": r"comes back", "recompress": r"compresses again"}


class Events(unittest.TestCase):
    """The marks of a figure of one impact name every event of the solver, and no other."""

    def drawn(self):
        for name, figure in FIGURES.items():
            scenes, marks = scenarios(figure), data(name, "events.dat")
            if len(scenes) == 1 and marks and not data(name, "bars.dat"):
                yield name, scenes[0], marks[0].rows, quoted(os.path.join(FOLDER, name, "events.dat"))

    def test_words(self):
        checked = 0
        for name, scene, _, words in self.drawn():
            happened = [event["type"] for event in ask("solve", [scene])[0]["events"]]
            with self.subTest(name=name):
                for kind, pattern in WORDS.items():
                    self.assertEqual(len(re.findall(pattern, words)), happened.count(kind), kind)
            checked += 1
        self.assertGreaterEqual(checked, 18)

    def test_places_of_two_contacts(self):
        for name, scene, rows, _ in self.drawn():
            if len(scene["contacts"]) == 2:
                events = ask("solve", [scene])[0]["events"]
                places = {(0.0, 0.0)} | {tuple(event["impulse"]) for event in events}
                self.assertLessEqual({tuple(row[:2]) for row in rows}, places, name)
                self.assertEqual(tuple(rows[-1][:2]), tuple(events[-1]["impulse"]), name)


class Several(unittest.TestCase):
    """Several contacts: paths end at the answer, and velocities start and end with those of the bodies."""

    def test_impulses(self):
        checked = 0
        for name, figure in FIGURES.items():
            scenes, found = scenarios(figure), data(name, "path.dat")
            if found and len(scenes[0]["contacts"]) > 1:
                contacts = ask("solve", scenes)[0]["contacts"]
                last = found[-1].rows[-1]
                self.assertEqual(last[1:], [contact["impulse_contact"][-1] for contact in contacts], name)
                checked += 1
        self.assertGreaterEqual(checked, 4)

    def test_the_wave_of_the_cradle(self):
        scene = scenarios(FIGURES["cradle-wave"])[0]
        after = ask("solve", [scene])[0]["bodies"]
        found = data("cradle-wave", "chart.dat")
        for curve, (name, body) in zip(found, scene["bodies"].items()):
            self.assertEqual(curve.rows[0][1], body.get("velocity", [0])[0], name)
            self.assertAlmostEqual(curve.rows[-1][1], after[name]["velocity"][0], delta=1e-12)
        tops = [max(curve.rows, key=lambda row: row[1])[0] for curve in found[:len(scene["bodies"])]]
        self.assertEqual(tops, sorted(tops))


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
                answers = ask("solve", [with_values(scene, dict.fromkeys(paths, row[0])) for row in rows])
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

    def test_the_astroid(self):
        for x, y, kind in classes("astroid"):
            count = 4 if abs(x) ** (2 / 3) + abs(y) ** (2 / 3) < 1 else 2
            sticks = (x / 1.5) ** 2 + (y / 0.5) ** 2 < 1
            told = "%d centripetal" % count if sticks else "%d centripetal + 1 centrifugal" % (count - 1)
            self.assertEqual(kind, told, (x, y))


if __name__ == "__main__":
    unittest.main()
