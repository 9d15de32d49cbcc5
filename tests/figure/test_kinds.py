"""`carom figure` from outside: the kinds `springs` and `impulse`."""
import json
import os
import re
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from program import BALL_IN_SPACE, SUPERBALL, TWO_BALLS, carom  # noqa: E402

TUMBLING = {"carom": 1, "title": "tumbling",
            "contact_space": {"W": [[3.2, 0.4, -0.9], [0.4, 2.5, 0.5], [-0.9, 0.5, 1.4]], "v": [-2, 1.5, -3]},
            "contacts": [{"e": 0.5, "mu": 0.7, "eta2": 1.2}]}
CRADLE = {"carom": 1, "dimension": 2,
          "contact_space": {"v": [0, -1, 0, 0, 0, 0],
                            "W": [[1, 0, 0, 0, 0, 0], [0, 2, 0, -1, 0, 0], [0, 0, 1, 0, 0, 0], [0, -1, 0, 2, 0, -1],
                                  [0, 0, 0, 0, 1, 0], [0, 0, 0, -1, 0, 2]]},
          "contacts": [{"e": 1}] * 3}


@unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
class Kinds(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def draw(self, scenario, *arguments):
        """The words of the picture, without its tags, and its size."""
        done = carom("figure", "-", "-o", "it.svg", *arguments, text=json.dumps(scenario), cwd=self.folder)
        self.assertEqual((done.code, done.err), (0, ""))
        with open(os.path.join(self.folder, "it.svg"), encoding="utf-8") as file:
            svg = file.read()
        return re.sub("<[^>]*>", "", svg), re.search(r'width="(\d+)" height="(\d+)"', svg).groups()

    def test_the_default_kind_and_size_follow_the_model(self):
        for scenario, kind, words, size in ((SUPERBALL, "springs", "spring velocity", ("650", "900")),
                                            (TUMBLING, "springs", "tangential impulse", ("650", "1150")),
                                            (TWO_BALLS, "impulse", "1: upper-lower", ("650", "700")),
                                            (CRADLE, "impulse", "scaled time", ("650", "700"))):
            text, drawn = self.draw(scenario)
            self.assertIn(words, text)
            self.assertEqual(drawn, size)
            self.assertEqual((text, drawn), self.draw(scenario, "--kind", kind))

    def test_a_size_that_was_asked_for_is_kept(self):
        for scenario in (SUPERBALL, TUMBLING, TWO_BALLS, CRADLE):
            self.assertEqual(self.draw(scenario, "--size", "500x600")[1], ("500", "600"))

    def test_the_scheme_is_drawn_as_solved(self):
        published = dict(SUPERBALL, method={"scheme": "published"})
        self.assertIn("published scheme", self.draw(published, "--script", "published")[0])
        self.assertNotIn("published scheme", self.draw(SUPERBALL, "--script", "exact")[0])
        ends = []
        for name, scenario in (("published", published), ("exact", SUPERBALL)):
            with open(os.path.join(self.folder, name, "springs.dat"), encoding="utf-8") as file:
                last = [float(word) for word in file.read().splitlines()[-1].split()]
            after = carom("solve", "--json", "-", text=json.dumps(scenario)).json()["contacts"][0]
            self.assertEqual([last[1], last[2], last[0]], after["impulse_contact"])
            ends.append(last[1])
        self.assertNotEqual(*ends)

    def test_the_path_ends_at_the_answer(self):
        self.draw(TWO_BALLS, "--script", "kept")
        with open(os.path.join(self.folder, "kept", "path.dat"), encoding="utf-8") as file:
            last = [float(word) for word in file.read().splitlines()[-1].split()]
        contacts = carom("solve", "--json", "-", text=json.dumps(TWO_BALLS)).json()["contacts"]
        self.assertEqual(last[1:], [contact["impulse_contact"][-1] for contact in contacts])

    def test_the_example_of_the_help_draws(self):
        example = carom("help", "figure").out.split("echo '")[1].split("'")[0]
        self.assertIn("spring length", self.draw(json.loads(example))[0])

    def test_springs_too_stiff_to_draw(self):
        stiff = dict(SUPERBALL, contacts=[{"e": 0.9, "mu": 0.1, "eta2": 1e-7}])
        done = carom("figure", "-", "-o", "it.svg", text=json.dumps(stiff), cwd=self.folder)
        self.assertEqual((done.code, done.out, os.listdir(self.folder)), (1, "", []))
        self.assertIn("no springs to draw", done.err)


class Misfits(unittest.TestCase):
    def test_a_kind_that_does_not_fit_the_model(self):
        for kind, scenario, fitting in (("springs", BALL_IN_SPACE, "hodograph"), ("springs", TWO_BALLS, "impulse"),
                                        ("impulse", SUPERBALL, "springs"), ("process", TWO_BALLS, "impulse")):
            done = carom("figure", "-", "--kind", kind, text=json.dumps(scenario))
            self.assertEqual((done.code, done.out), (1, ""))
            self.assertRegex(done.err, "It has: %s\n$" % fitting)

    def test_a_mistyped_kind(self):
        for word, meant in (("sprigns", "springs"), ("impuls", "impulse")):
            done = carom("figure", "-", "--kind", word, text="{}")
            self.assertEqual(done.code, 2)
            self.assertIn("did you mean `%s`?" % meant, done.err)


if __name__ == "__main__":
    unittest.main()
