"""The data behind the gallery's figures of impacts is what the solver says."""
import os
import re
import sys
import tempfile
import unittest

from book import FIGURES, ROOT, ask, blocks, draw, quoted, scenarios

sys.path.insert(0, os.path.join(ROOT, "tests", "published"))
from test_scenes import coordinates_of_bodies, mechanism  # noqa: E402
from test_spatial_scenes import Body, contact_of_bodies  # noqa: E402

DRAWN = [name for name, figure in FIGURES.items() if "--vary" not in figure.words]


def setUpModule():
    """Draws everything once and keeps the data."""
    global FOLDER
    holder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(holder.cleanup)
    FOLDER = holder.name
    problems = draw(DRAWN, FOLDER, scripts=True)
    if problems:
        raise RuntimeError("".join(problems))


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
            if found and len(scenes[0].get("contacts", [])) == 1:
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
        for name in DRAWN:
            figure = FIGURES[name]
            scenes, marks = scenarios(figure), data(name, "events.dat")
            if len(scenes) == 1 and "contacts" in scenes[0] and marks and not data(name, "bars.dat"):
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
            if len(scene["contacts"]) == 2 and "-plane" not in " ".join(FIGURES[name].words):
                events = ask("solve", [scene])[0]["events"]
                places = {(0.0, 0.0)} | {tuple(event["impulse"]) for event in events}
                self.assertLessEqual({tuple(row[:2]) for row in rows}, places, name)
                self.assertEqual(tuple(rows[-1][:2]), tuple(events[-1]["impulse"]), name)


class Several(unittest.TestCase):
    """Several contacts: paths end at the answer, and velocities start and end with those of the bodies."""

    def test_impulses(self):
        checked = 0
        for name, figure in FIGURES.items():
            found = data(name, "path.dat")
            if found and "impulse of each contact" in found[0].comments[0]:
                contacts = ask("solve", scenarios(figure))[0]["contacts"]
                last = found[-1].rows[-1]
                self.assertEqual(last[1:], [contact["impulse_contact"][-1] for contact in contacts], name)
                checked += 1
        self.assertGreaterEqual(checked, 4)

    def test_velocities_of_two_balls(self):
        """At every event v = v0 + W I, W being that of a ball on a ball on a table."""
        scene = scenarios(FIGURES["jme13-8a-velocity"])[0]
        upper, lower = 1 / scene["bodies"]["upper"]["mass"], 1 / scene["bodies"]["lower"]["mass"]
        answer = ask("solve", [scene])[0]
        places = [(-1, 0)]
        for one, two in (event["impulse"] for event in answer["events"]):
            places.append((-1 + (upper + lower) * one - lower * two, lower * (two - one)))
        marks = data("jme13-8a-velocity", "events.dat")[0].rows
        self.assertEqual(len(marks), len(places))
        for mark, place in zip(marks, places):
            self.assertAlmostEqual(mark[0], place[0], delta=1e-14)
            self.assertAlmostEqual(mark[1], place[1], delta=1e-14)
        after = [contact["velocity_after"][1] for contact in answer["contacts"]]
        self.assertEqual(data("jme13-8a-velocity", "path.dat")[-1].rows[-1][:2], after)

    def test_energies_of_two_balls(self):
        """What is lost is 1 - e^2 of the energy at every end of compression."""
        scene = scenarios(FIGURES["jme13-8b-energy"])[0]
        path = os.path.join(FOLDER, "jme13-8b-energy", "events.dat")
        words = quoted(path).split("; ")
        lost = 0
        for row, word in zip(blocks(path)[0].rows, words):
            if "ends compression" in word:
                contact = int(word[0])
                lost += (1 - scene["contacts"][contact]["e"] ** 2) * row[contact]
        self.assertAlmostEqual(lost, ask("solve", [scene])[0]["energy"]["restitution"], delta=1e-14)

    def test_the_wave_of_the_cradle(self):
        scene = scenarios(FIGURES["cradle-wave"])[0]
        after = ask("solve", [scene])[0]["bodies"]
        found = data("cradle-wave", "chart.dat")
        for curve, (name, body) in zip(found, scene["bodies"].items()):
            self.assertEqual(curve.rows[0][1], body.get("velocity", [0])[0], name)
            self.assertAlmostEqual(curve.rows[-1][1], after[name]["velocity"][0], delta=1e-12)
        tops = [max(curve.rows, key=lambda row: row[1])[0] for curve in found[:len(scene["bodies"])]]
        self.assertEqual(tops, sorted(tops))


class Ledger(unittest.TestCase):
    def test_the_energies_end_at_those_of_the_answer(self):
        energy = ask("solve", scenarios(FIGURES["mor11-2.6-energy"]))[0]["energy"]
        stored, friction, restitution, change = data("mor11-2.6-energy", "chart.dat")
        self.assertAlmostEqual(stored.rows[-1][1], 0, delta=1e-14 * energy["before"])
        for curve, key in ((friction, "friction"), (restitution, "restitution"), (change, "change")):
            self.assertEqual(curve.rows[0][1], 0)
            self.assertAlmostEqual(curve.rows[-1][1], energy[key], delta=1e-14 * energy["before"])


if __name__ == "__main__":
    unittest.main()
