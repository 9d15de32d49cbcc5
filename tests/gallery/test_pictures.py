"""The gallery: its page, its pictures as they are stored, and as they are drawn now."""
import os
import re
import tempfile
import unittest

from book import FIGURES, PICTURES, Picture, draw, read
from expected import EXPECTED

LARGEST, LARGEST_SUM = 80e3, 2e6  # bytes: a page of pictures must load, and a clone must stay small


class Page(unittest.TestCase):
    def test_every_picture_has_its_command_and_every_command_its_picture(self):
        shown = re.findall(r"!\[[^]]+\]\(gallery/([\w.-]+)\.svg\)", read("docs", "gallery.md"))
        self.assertEqual(shown, list(FIGURES))

    def test_the_folder_has_these_pictures_and_nothing_else(self):
        self.assertEqual(sorted(os.listdir(PICTURES)), sorted(name + ".svg" for name in FIGURES))

    def test_every_figure_of_the_papers_is_there(self):
        headings = re.findall(r"^##+ (.*)$", read("docs", "gallery.md"), re.M)
        printed = {"Wang and Mason 1992": "7 8 9 10", "Morgan 2011": "2.6 2.7 2.9 3.1", "Jia 2010": "4 5 6 8 9",
                   "Jia and Wang 2016": "4 5 6 7 8 10", "Jia, Mason and Erdmann 2013": "1 5 6 7 8 9 14 16"}
        found, paper = {}, None
        for heading in headings:
            numbers = re.match(r"Figs?\. ([^:]+):", heading)
            if numbers:
                found[paper] += re.findall(r"[\d.]+", numbers[1])
            else:
                paper = heading
                found[paper] = []
        for paper, numbers in printed.items():
            self.assertLessEqual(set(numbers.split()), set(found[paper]), paper)

    def test_every_section_on_a_figure_says_what_is_in_print(self):
        for section in re.split(r"^##+ ", read("docs", "gallery.md"), flags=re.M):
            if re.match(r"Figs?\.", section):
                self.assertIn("*In print:*", section)


class Stored(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pictures = {name: Picture(os.path.join(PICTURES, name + ".svg")) for name in FIGURES}

    def test_sizes(self):
        for name, picture in self.pictures.items():
            self.assertLess(picture.bytes, LARGEST, name)
        self.assertLess(sum(picture.bytes for picture in self.pictures.values()), LARGEST_SUM)

    def test_the_background_is_opaque(self):
        for name, picture in self.pictures.items():
            back = picture.background
            covered = [float(back[key]) for key in ("x", "y", "width", "height")]
            self.assertEqual((covered, back["fill"]), ([0, 0, picture.width, picture.height], "#ffffff"), name)

    def test_curves_marks_and_labels(self):
        self.assertEqual(sorted(EXPECTED), sorted(FIGURES))
        for name, (curves, marks, labels) in EXPECTED.items():
            with self.subTest(name=name):
                picture = self.pictures[name]
                self.assertEqual((picture.curves, picture.marks), (curves, marks))
                texts = picture.texts()
                for label in labels.split(" | "):
                    self.assertIn(label, texts)

    def test_axes_say_what_they_show(self):
        for name, picture in self.pictures.items():
            self.assertRegex("\n".join(picture.texts()), r"\[.+\]|friction|restitution", name)

    def test_no_label_leaves_the_picture(self):
        for name, picture in self.pictures.items():
            for label in picture.labels:
                left, top, right, bottom = label.box
                inside = left >= 0 and top >= 0 and right <= picture.width and bottom <= picture.height
                self.assertTrue(inside, "%s: %s" % (name, label.text))

    def test_no_label_covers_another(self):
        for name, picture in self.pictures.items():
            for i, one in enumerate(picture.labels):
                for other in picture.labels[:i]:
                    self.assertFalse(one.hits(other), "%s: %s, %s" % (name, one.text, other.text))

    def test_numbers_below_an_axis_stay_clear_of_its_title(self):
        for name, picture in self.pictures.items():
            rows = {}
            for label in picture.labels:
                if re.fullmatch(r"−?[\d.]+", label.text):
                    rows.setdefault(label.box[3], []).append(label)
            for bottom, row in rows.items():
                if len(row) < 4:
                    continue
                left, right = min(label.box[0] for label in row), max(label.box[2] for label in row)
                below = [label for label in picture.labels if label.box[1] >= bottom - 1
                         and label.box[0] < right and label.box[2] > left]
                gap = min((label.box[1] - bottom for label in below), default=99)
                self.assertGreater(gap, 10, "%s: %s" % (name, row[0].text))


class Redrawn(unittest.TestCase):
    """Another gnuplot may place things elsewhere; what is drawn must be the same."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.problems = draw(FIGURES, cls.folder.name)

    def test_all_are_drawn_in_silence(self):
        self.assertEqual(self.problems, [])

    def test_they_show_what_the_stored_ones_show(self):
        for name in FIGURES:
            with self.subTest(name=name):
                stored = Picture(os.path.join(PICTURES, name + ".svg"))
                now = Picture(os.path.join(self.folder.name, name + ".svg"))
                self.assertEqual((now.width, now.height, now.texts()), (stored.width, stored.height, stored.texts()))
                self.assertEqual((now.curves, now.marks), (stored.curves, stored.marks))

    def test_the_same_gnuplot_draws_the_same_lines(self):
        for name in FIGURES:
            paths = [os.path.join(folder, name + ".svg") for folder in (PICTURES, self.folder.name)]
            stored, now = (Picture(path) for path in paths)
            if stored.version != now.version:
                self.skipTest("stored with %s, drawn with %s" % (stored.version, now.version))
            with self.subTest(name=name):
                stored, now = ([float(x) for x in re.findall(r"-?\d+\.\d+", read(path))] for path in paths)
                self.assertEqual(len(stored), len(now))
                self.assertLess(max(abs(a - b) for a, b in zip(stored, now)), 0.1)


if __name__ == "__main__":
    unittest.main()
