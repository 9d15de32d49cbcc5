"""What the README shows is what one gets. Usage: test_readme.py PROGRAM EXAMPLE ROOT"""
import os
import re
import subprocess
import sys
import unittest


def read(*parts):
    with open(os.path.join(ROOT, *parts), encoding="utf-8") as file:
        return file.read()


def blocks(language):
    return re.findall(r"^```%s\n(.*?)^```$" % language, read("README.md"), re.M | re.S)


def lines(text):
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def output_of(*command):
    environment = dict(os.environ, NO_COLOR="1")
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout


class Readme(unittest.TestCase):
    def test_shows_the_example_that_is_compiled(self):
        self.assertEqual(lines(blocks("c")[0]), lines(read("docs", "examples", "first_impact.c")))

    def test_shows_what_the_example_prints(self):
        self.assertEqual(lines(blocks("console")[1]), lines(output_of(EXAMPLE)))

    def test_shows_what_the_program_prints(self):
        command, *shown = lines(blocks("console")[0])
        words = command.split()
        self.assertEqual(words[:2], ["$", "build/carom"])
        self.assertEqual(shown, lines(output_of(PROGRAM, *words[2:])))

    def test_lists_every_scene(self):
        for folder in ("scenes", os.path.join("scenes", "motion")):
            scenes = {name for name in os.listdir(os.path.join(ROOT, folder)) if name.endswith((".json", ".jsonl"))}
            listed = set(re.findall(r"`([\w.-]+\.jsonl?)`", read(folder, "README.md")))
            self.assertEqual(scenes, listed)

    def test_names_scenes_that_are_there(self):
        named = set(re.findall(r"scenes/([\w./-]+\.jsonl?)", read("README.md")))
        self.assertGreaterEqual(len(named), 8)
        for name in named:
            self.assertTrue(os.path.exists(os.path.join(ROOT, "scenes", name)), name)

    def test_every_model_it_calls_available_solves_a_scene(self):
        available = re.findall(r"^\| (.+?) \| \*\*available\*\* \|$", read("README.md"), re.M)
        scenes = ("falling-rod-1-direct.json", "bat-and-ball.json", "superball-bounce.json", "masse-shot.json",
                  "motion/double-pendulum.json")
        self.assertEqual(len(available), len(scenes))
        for name in scenes:
            command = "simulate" if name.startswith("motion") else "solve"
            self.assertIn("Energy", output_of(PROGRAM, command, os.path.join("scenes", name)))

    def test_links_lead_somewhere(self):
        pages = ["README.md", "scenes/README.md", "scenes/motion/README.md"] + ["docs/" + n for n in os.listdir(os.path.join(ROOT, "docs"))]
        for page in (p for p in pages if p.endswith(".md")):
            for target in re.findall(r"\]\(([^)#:]+)\)", read(page)):
                with self.subTest(page=page, target=target):
                    self.assertTrue(os.path.exists(os.path.join(ROOT, os.path.dirname(page), target)))


if __name__ == "__main__":
    PROGRAM, EXAMPLE, ROOT = sys.argv[1:4]
    unittest.main(argv=sys.argv[:1])
