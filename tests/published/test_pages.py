"""What a page of docs/ shows is what one gets. Usage: test_pages.py PROGRAM EXAMPLE ROOT PAGE

The first block of C is the example's source, the block after it what it prints; blocks that start with `$ build/carom`
are what the program prints.
"""
import os
import re
import subprocess
import sys
import unittest


def read(*parts):
    with open(os.path.join(ROOT, *parts), encoding="utf-8") as file:
        return file.read()


def blocks():
    """(language, lines) of every fenced block of the page."""
    found = re.findall(r"^```(\w+)\n(.*?)^```$", read("docs", PAGE), re.M | re.S)
    return [(language, lines(text)) for language, text in found]


def lines(text):
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def output_of(*command):
    environment = dict(os.environ, NO_COLOR="1")
    return lines(subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout)


class Page(unittest.TestCase):
    def test_shows_the_example_that_is_compiled(self):
        source = os.path.basename(EXAMPLE).replace("example-", "").replace("-", "_") + ".c"
        shown = [text for language, text in blocks() if language == "c"]
        self.assertEqual(shown[0], lines(read("docs", "examples", source)))

    def test_shows_what_the_example_prints(self):
        languages = [language for language, _ in blocks()]
        self.assertEqual(blocks()[languages.index("c") + 1][1], output_of(EXAMPLE))

    def test_shows_what_the_program_prints(self):
        commands = [text for _, text in blocks() if text[0].startswith("$ build/carom ")]
        self.assertTrue(commands)
        for command, *shown in commands:
            with self.subTest(command=command):
                self.assertEqual(shown, output_of(PROGRAM, *command.split()[2:]))


if __name__ == "__main__":
    PROGRAM, EXAMPLE, ROOT, PAGE = sys.argv[1:5]
    unittest.main(argv=sys.argv[:1])
