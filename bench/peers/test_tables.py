"""What docs/comparison.md says of carom is what carom-peers prints. Usage: test_tables.py PROGRAM PAGE

Rows of engines are not compared: another version of an engine may say something else. Times are not compared either.
"""
import subprocess
import sys
import unittest


class Tables(unittest.TestCase):
    def rows(self, *tables):
        text = subprocess.run([PROGRAM, "--alone", *tables], capture_output=True, text=True, check=True).stdout
        return [line for line in text.splitlines() if line.startswith("| **carom**")]

    def test_rows_of_carom_stand_in_the_page(self):
        with open(PAGE, encoding="utf-8") as file:
            page = file.read().splitlines()
        rows = self.rows("rods", "balls", "touching", "corners")
        self.assertEqual(len(rows), 8)
        for row in rows:
            self.assertIn(row, page)

    def test_rows_of_motions_but_their_times(self):
        with open(PAGE, encoding="utf-8") as file:
            page = [line.split("|")[:-2] for line in file if line.startswith("| **carom**")]
        rows = self.rows("pendulum", "box")
        self.assertEqual(len(rows), 2)
        for row in rows:
            self.assertIn(row.split("|")[:-2], page)

    def test_stronge_never_gains(self):
        stronge = self.rows("rods")[0].split("|")
        self.assertEqual(stronge[6].split()[0], "0")
        self.assertEqual(stronge[7].strip(), "0")


if __name__ == "__main__":
    PROGRAM, PAGE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
