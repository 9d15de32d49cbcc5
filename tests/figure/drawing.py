"""What the tests of `carom figure` share: scenarios, and a folder to draw in."""
import json
import os
import re
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from program import ROD, SUPERBALL, TWO_BALLS, carom  # noqa: E402

TUMBLING = {"carom": 1, "title": "tumbling",
            "contact_space": {"W": [[3.2, 0.4, -0.9], [0.4, 2.5, 0.5], [-0.9, 0.5, 1.4]], "v": [-2, 1.5, -3]},
            "contacts": [{"e": 0.5, "mu": 0.7, "eta2": 1.2}]}
CRADLE = {"carom": 1, "dimension": 2,
          "contact_space": {"v": [0, -1, 0, 0, 0, 0],
                            "W": [[1, 0, 0, 0, 0, 0], [0, 2, 0, -1, 0, 0], [0, 0, 1, 0, 0, 0], [0, -1, 0, 2, 0, -1],
                                  [0, 0, 0, 0, 1, 0], [0, 0, 0, -1, 0, 2]]},
          "contacts": [{"e": 1}] * 3}
# Slip that curves and stops (JW16, the icosahedron).
CURVING = {"carom": 1, "title": "curving",
           "contact_space": {"W": [[11.5984, -0.910367, 2.44236], [-0.910367, 9.90134, 1.95747],
                                   [2.44236, 1.95747, 2.59042]], "v": [-0.262, 0.386, -0.077]},
           "contacts": [{"e": 0.95, "mu": 0.8}]}
FITTING = ((ROD, {"process", "hodograph", "impulse", "energy", "velocity", "scene"}),
           (CURVING, {"hodograph", "impulse", "energy", "velocity"}),
           (SUPERBALL, {"springs", "hodograph", "impulse", "energy", "velocity"}),
           (TUMBLING, {"springs", "hodograph", "impulse", "energy", "velocity"}),
           (TWO_BALLS, {"impulse", "energy", "energy-plane", "velocity", "velocity-plane", "scene"}),
           (CRADLE, {"impulse", "energy", "velocity"}))


def with_friction(scenario, mu, title=None):
    """The same with another friction, and perhaps another title."""
    changed = dict(scenario, contacts=[dict(contact, mu=mu) for contact in scenario["contacts"]])
    return dict(changed, title=title) if title else changed


class Drawing(unittest.TestCase):
    """A folder for each test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def read(self, *names):
        with open(self.path(*names), encoding="utf-8") as file:
            return file.read()

    def write(self, name, *scenarios):
        """A file with a scenario a line."""
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.writelines(json.dumps(scenario) + "\n" for scenario in scenarios)
        return name

    def words(self, name):
        """The words of a picture, without its tags."""
        return re.sub("<[^>]*>", "", self.read(name))

    def draw(self, scenario, *arguments):
        """The words of the picture, and its size."""
        done = carom("figure", "-", "-o", "it.svg", *arguments, text=json.dumps(scenario), cwd=self.folder)
        self.assertEqual((done.code, done.err), (0, ""))
        return self.words("it.svg"), re.search(r'width="(\d+)" height="(\d+)"', self.read("it.svg")).groups()

    def overlay(self, files, *arguments):
        """The words of one picture of several files."""
        done = carom("figure", *files, "-o", "it.svg", *arguments, cwd=self.folder)
        self.assertEqual((done.code, done.err), (0, ""))
        return self.words("it.svg")

    def blocks(self, *names):
        """A data file of a script: blocks of rows of numbers."""
        found, block = [], []
        for line in self.read(*names).splitlines() + ["", ""]:
            if line.startswith("#"):
                continue
            if line.strip():
                block.append([float(word) for word in line.split()[:8] if not word.startswith('"')])
            elif block and block[-1] is None:
                found.append([row for row in block if row])
                block = []
            elif block:
                block.append(None)
        return found

    def refused(self, code, words, *arguments, text="", env=None):
        """The run fails with such a message, and no picture is there."""
        done = carom("figure", *arguments, text=text, cwd=self.folder, env=env)
        self.assertEqual((done.code, done.out), (code, ""))
        for word in words:
            self.assertIn(word, done.err)
        self.assertFalse([name for name in os.listdir(self.folder) if name.endswith((".svg", ".pdf", ".png"))])
