"""What a page of docs/ shows is what one gets. Usage: test_pages.py PROGRAM ROOT PAGE [EXAMPLE...]

Every EXAMPLE is shown whole, in a block of C with what it prints in the block after it. Any other block of C is a piece
of a file in docs/examples. Blocks that start with `$ build/carom` are what the program prints.
"""
import os
import re
import subprocess
import sys
import textwrap
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


def source_of(example):
    return lines(read("docs", "examples", os.path.basename(example).replace("example-", "").replace("-", "_") + ".c"))


def is_piece(shown, source):
    """Whether these lines follow each other in the source, at whatever depth."""
    pieces = (source[i:i + len(shown)] for i in range(len(source) - len(shown) + 1))
    return any(lines(textwrap.dedent("\n".join(piece))) == shown for piece in pieces)


class Page(unittest.TestCase):
    def test_shows_the_examples_that_are_compiled_and_what_they_print(self):
        shown = blocks()
        for example in EXAMPLES:
            with self.subTest(example=example):
                self.assertIn(("c", source_of(example)), shown)
                after = shown[shown.index(("c", source_of(example))) + 1]
                self.assertEqual(after, ("console", output_of(example)))

    def test_shows_no_other_code_than_pieces_of_examples(self):
        folder = os.path.join(ROOT, "docs", "examples")
        sources = [lines(read("docs", "examples", name)) for name in sorted(os.listdir(folder))]
        for language, shown in blocks():
            with self.subTest(shown=shown[0]):
                self.assertTrue(language != "c" or any(is_piece(shown, source) for source in sources))

    def test_shows_what_the_program_prints(self):
        for command, *shown in (text for _, text in blocks() if text[0].startswith("$ build/carom ")):
            with self.subTest(command=command):
                self.assertEqual(shown, output_of(PROGRAM, *command.split()[2:]))

    def test_shows_something(self):
        self.assertTrue([text for language, text in blocks() if language == "c" or text[0].startswith("$ build/carom ")])


if __name__ == "__main__":
    PROGRAM, ROOT, PAGE, *EXAMPLES = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
