"""`carom figure -o x.html` and `-o x.gif`, from outside: films against `carom simulate`, and what is no film."""
import glob
import json
import math
import os
import re
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from program import ROD, ROOT, carom  # noqa: E402

# A page holds 6 digits of places of a metre or so, and poses between samples go straight.
CLOSE = 1e-4
PENDULUM = os.path.join(ROOT, "scenes", "motion", "double-pendulum.json")


class Film(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def draw(self, scene, name, *arguments, text=""):
        return carom("figure", scene, "-o", self.path(name), *arguments, text=text)

    def page(self, scene, *arguments, text=""):
        result = self.draw(scene, "x.html", *arguments, text=text)
        self.assertEqual(result.code, 0, result.err)
        with open(self.path("x.html"), encoding="utf-8") as file:
            return file.read()


def number(page, key):
    return float(re.search(r"%s: ([-0-9.e+]+)" % key, page).group(1))


def poses(page):
    return [[float(x) for x in row.split(",")] for row in re.findall(r"poses: \[([^\]]*)\]", page)]


class Pages(Film):
    def test_the_poses_are_those_of_the_simulation(self):
        page = self.page(PENDULUM)
        frames, interval = int(number(page, "frames")), number(page, "interval")
        (rows,) = poses(page)
        self.assertEqual(len(rows), frames * 3 * 2)  # base, joint and tip
        with open(PENDULUM, encoding="utf-8") as file:
            scenario = json.load(file)
        for frame in (0, frames // 3, frames // 2, frames - 1):
            scenario["motion"]["until"] = max(frame * interval, 1e-9)
            end = carom("simulate", "--json", "-", text=json.dumps(scenario)).json()["end"]
            first, second = end["angles"]
            elbow = (math.cos(first), math.sin(first))
            tip = (elbow[0] + math.cos(first + second), elbow[1] + math.sin(first + second))
            for want, got in zip((0, 0, *elbow, *tip), rows[6 * frame:6 * frame + 6]):
                self.assertAlmostEqual(want, got, delta=CLOSE)

    def test_balls_of_a_table_are_where_they_are_between_samples_too(self):
        scene = os.path.join(ROOT, "scenes", "table", "bank-shot.json")
        page = self.page(scene)
        frames, interval = int(number(page, "frames")), number(page, "interval")
        rows = poses(page)
        self.assertEqual([len(row) for row in rows], [frames * 2 * 2] * 2)  # centre and rim of two balls
        self.assertEqual(len(re.search(r"walls: \[((?:\[[^\]]*\],)*)\]", page).group(1).split("],")) - 1, 4)
        with open(scene, encoding="utf-8") as file:
            scenario = json.load(file)
        for frame in (0, 7, frames // 9, frames // 5, frames // 3, frames - 1):
            scenario["motion"]["until"] = max(frame * interval, 1e-9)
            bodies = carom("simulate", "--json", "-", text=json.dumps(scenario)).json()["end"]["bodies"]
            for row, name in zip(rows, scenario["bodies"]):
                for want, got in zip(bodies[name]["position"], row[4 * frame:4 * frame + 2]):
                    self.assertAlmostEqual(want, got, delta=CLOSE)

    def test_every_motion_has_one_and_it_needs_nothing_else(self):
        scenes = sorted(glob.glob(os.path.join(ROOT, "scenes", "motion", "*.json")))
        scenes += sorted(glob.glob(os.path.join(ROOT, "scenes", "table", "*.json")))
        self.assertGreater(len(scenes), 20)
        for scene in scenes:
            if os.path.basename(scene) == "snooker.json":  # more balls than a film shows
                continue
            page = self.page(scene)
            self.assertNotIn("http", page, scene)
            self.assertNotIn("src=", page, scene)
            for row in poses(page):
                self.assertEqual(len(row) % (2 * int(number(page, "frames"))), 0, scene)
                self.assertTrue(all(math.isfinite(x) for x in row), scene)

    def test_no_gnuplot_is_needed(self):
        result = carom("figure", PENDULUM, "-o", self.path("x.html"), env={"PATH": "/nowhere"})
        self.assertEqual(result.code, 0, result.err)

    def test_a_title_is_text(self):
        page = self.page(PENDULUM, "--title", "</h1><script>alert('x')</script> & more")
        self.assertEqual(page.count("<script"), 1)
        self.assertIn("&#60;/h1&#62;", page)

    def test_a_folder_that_is_not_there_leaves_nothing(self):
        result = self.draw(PENDULUM, "none/x.html")
        self.assertNotEqual(result.code, 0)
        self.assertIn("cannot write", result.err)
        self.assertEqual(os.listdir(self.folder.name), [])


class Gifs(Film):
    def test_a_gif_has_many_frames_of_the_size_asked_for(self):
        result = self.draw(PENDULUM, "x.gif", "--size", "320x240")
        self.assertEqual(result.code, 0, result.err)
        with open(self.path("x.gif"), "rb") as file:
            data = file.read()
        self.assertEqual(data[:6], b"GIF89a")
        self.assertEqual((int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")), (320, 240))
        self.assertGreater(data.count(b"\x21\xf9\x04"), 20)  # graphic control: one a frame


class Misfits(Film):
    def test_impacts_and_several_motions_are_no_films(self):
        for result in (self.draw("-", "x.html", text=json.dumps(ROD)),
                       carom("figure", PENDULUM, PENDULUM, "-o", self.path("x.gif"))):
            self.assertNotEqual(result.code, 0)
        self.assertIn("motion", self.draw("-", "x.html", text=json.dumps(ROD)).err)
        self.assertEqual(os.listdir(self.folder.name), [])


if __name__ == "__main__":
    unittest.main()
