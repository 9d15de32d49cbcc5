"""Memory that runs out: every allocation of carom and of jansson fails in turn, for every command.

Of each run one of two must be true. Either it ends with exit code 0 and all that it should have written, to the byte;
or with another code, a sentence on stderr, and nothing on its way that looks like an answer: no file, or a whole one; no
half of a line. Never a signal, never a sanitizer's report.

By itself a run takes two dozen of all sites of each command (a minute or two). CAROM_FAULTS_ALL=1 takes all of
them, CAROM_FAULTS_TABLE=FILE writes a table of what happened, by the function that asked (make faults).
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(os.environ["CAROM_FAULTS"])
ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
ALL = os.environ.get("CAROM_FAULTS_ALL") == "1"
TABLE = os.environ.get("CAROM_FAULTS_TABLE")
A_FEW = 12 if os.environ.get("CAROM_SANITIZED") == "1" else 25
HDF5 = os.environ.get("CAROM_HDF5") == "1"
NLOPT = os.environ.get("CAROM_NLOPT") == "1"


def scene(*parts):
    return os.path.join(ROOT, "scenes", *parts)


def lines(*names):
    """Scenarios, one a line, with a bad one among them."""
    texts = []
    for name in names:
        with open(scene(name), encoding="utf-8") as file:
            texts.append(" ".join(file.read().split()))
    return "\n".join(texts[:1] + ['{"carom": 1, "bodies": }'] + texts[1:]) + "\n"


MANY = lines("two-cars-at-an-intersection.json", "masse-shot.json", "two-balls-elastic.json")
MOTIONS = lines("motion/bouncing-ball.json", "motion/falling-rod.json")
MAP = ["--vary", "contacts.0.mu=0.1:0.9:3", "--vary", "contacts.0.e=0.1:0.9:3", "--show", "energy.change"]
# Name; arguments, OUT being a place for a file; what is on standard input.
COMMANDS = [
    ("solve", ["solve", scene("two-cars-at-an-intersection.json")], ""),
    ("solve, springs", ["solve", scene("ball-with-backspin.json"), "--json"], ""),
    ("solve, several", ["solve", scene("block-on-two-corners-sliding.json"), "--json"], ""),
    ("solve, derivatives", ["solve", scene("falling-rod-2-reversed.json"), "--json", "--derivatives"], ""),
    ("solve, jsonl", ["solve", "--jsonl", "-"], MANY),
    ("solve, --set", ["solve", scene("bat-and-ball.json"), "--json", "--set", "contacts.0.mu=0.4"], ""),
    ("solve, --vary", ["solve", scene("two-cars-at-an-intersection.json"), "--vary", "contacts.0.mu=0.1:0.9:3",
                      "--show", "energy.change"], ""),
    ("check", ["check", scene("two-cars-at-an-intersection.json")], ""),
    ("explain", ["explain", scene("icosahedron-tetrahedron-4a-sticks-late.json")], ""),
    ("simulate", ["simulate", scene("motion", "bouncing-ball.json")], ""),
    ("simulate, csv", ["simulate", scene("motion", "falling-rod.json"), "--csv", "OUT.csv"], ""),
    ("simulate, table", ["simulate", scene("motion", "draw-shot.json"), "--json"], ""),
    ("simulate, crowd", ["simulate", scene("motion", "cars-meet-twice.json"), "--json"], ""),
    ("simulate, jsonl", ["simulate", "--jsonl", "-"], MOTIONS),
    ("figure", ["figure", scene("falling-rod-2-reversed.json"), "-o", "OUT.svg"], ""),
    ("figure, space", ["figure", scene("icosahedron-tetrahedron-4a-sticks-late.json"), "-o", "OUT.svg"], ""),
    ("figure, map", ["figure", scene("two-cars-at-an-intersection.json"), *MAP, "-o", "OUT.svg"], ""),
    ("figure, motion", ["figure", scene("motion", "falling-rod.json"), "-o", "OUT.svg"], ""),
    ("sweep, folder", ["sweep", scene("sweep", "two-cars.json"), "--rows", "30", "--threads", "1", "-o", "OUT/"], ""),
]
if HDF5:
    COMMANDS.append(("sweep, file",
                     ["sweep", scene("sweep", "two-cars.json"), "--rows", "30", "--threads", "1", "-o", "OUT.h5"], ""))
if NLOPT:
    COMMANDS.append(("fit", ["fit", "FEW.csv", "--bootstrap", "2"], ""))
    COMMANDS.append(("fit, json", ["fit", "FEW.csv", "--bootstrap", "2", "--json", "--law", "all"], ""))

happened = collections.OrderedDict()


def files_below(folder):
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


class Run:
    """One run of a command, in a folder of its own."""

    def __init__(self, arguments, text, at=0, on=False):
        with tempfile.TemporaryDirectory() as folder:
            tell = os.path.join(folder, "tell")
            place = os.path.join(folder, "place")
            os.mkdir(place)
            with open(scene("fit", "ellipse.csv"), encoding="utf-8") as file:
                few = "".join(file.readlines()[:16])
            with open(os.path.join(place, "FEW.csv"), "w", encoding="utf-8") as file:
                file.write(few)
            environment = dict(os.environ, CAROM_FAULT_AT=str(at), CAROM_FAULT_ON=str(int(on)), CAROM_FAULT_TELL=tell,
                               TMPDIR=place)
            done = subprocess.run([PROGRAM, *arguments], input=text.encode(), cwd=place, env=environment, timeout=120,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
            self.code, self.out = done.returncode, done.stdout
            self.err = done.stderr.decode(errors="replace")
            with open(os.path.join(place, "FEW.csv"), "rb") as file:
                self.touched = file.read() != few.encode()
            os.remove(os.path.join(place, "FEW.csv"))
            self.files = files_below(place)
            told = ["0"]
            if os.path.exists(tell):
                with open(tell, encoding="ascii") as file:
                    told = file.read().split()
            self.calls, self.places = int(told[0]), told[1:]


def names_of(places):
    """The functions that a failing call came from, innermost first; those of jansson and of libc have none here."""
    if not places:
        return []
    addresses = [place for place in places if int(place, 16) < 1 << 32]
    told = subprocess.run(["addr2line", "-f", "-s", "-e", PROGRAM, *addresses], stdout=subprocess.PIPE, text=True,
                          check=False).stdout.split("\n")
    own = [(told[i], told[i + 1]) for i in range(0, len(told) - 1, 2)]
    return [(name, where) for name, where in own
            if name != "??" and not name.startswith(("__wrap_", "fails", "backtrace", "__interceptor", "watched_malloc"))]


# What is told at the end of a sweep and how long it took differs from run to run.
def steady(text):
    return re.sub(r"\d+(\.\d+)?(e[-+]\d+)? ?(rows/s|ms|us|s)\b|in \d+(\.\d+)? s", "#", text)


def is_whole_picture(data):
    """Without memory for thinning its curves a picture has more points than it needs."""
    return data.startswith(b"<?xml") and data.rstrip().endswith(b"</svg>")


class Memory(unittest.TestCase):
    def check(self, name, run, good):
        self.assertIn(run.code, (0, 1, 2), run.err)
        self.assertNotIn("Sanitizer", run.err)
        self.assertNotIn("runtime error", run.err)
        self.assertFalse(run.touched, "the input was written to")
        leftovers = set(run.files) - set(good.files)
        if run.code == 0:
            self.assertEqual(leftovers, set(), "files that nobody asked for")
            for file, data in good.files.items():
                if file.endswith(".log"):  # times of day, for curiosity: it may be missing, with a sentence
                    self.assertTrue(file in run.files or file + " cannot be written" in run.err, "no " + file)
                else:
                    self.assertIn(file, run.files, "a file is missing")
                    self.assertTrue(run.files[file] == data or is_whole_picture(run.files[file]), file)
            self.assertEqual(steady(run.out.decode()), steady(good.out.decode()))
            return "all of the answer"
        self.assertRegex(run.err, r"[a-z]{3,}.*\n", "no sentence")
        if "sweep" not in name:  # what a sweep has begun it goes on with
            self.assertEqual(leftovers, set(), "files that nobody asked for")
            for file, data in run.files.items():
                self.assertTrue(data == good.files[file] or is_whole_picture(data), "half of " + file)
        for line in run.out.splitlines() if "--json" in good.arguments or "--jsonl" in good.arguments else []:
            json.loads(line)
        if "jsonl" in name:
            self.assertTrue(run.out == b"" or run.out.endswith(b"\n"), "half a line")
            self.assertIn(run.out.count(b"\n"), (0, good.out.count(b"\n")), "a line is lost")
        return "code %d: %s" % (run.code, re.sub(r"^.*?: ", "", run.err.strip().splitlines()[-1])[:60])

    def check_command(self, name, arguments, text):
        if arguments[0] == "figure" and not shutil.which("gnuplot"):
            self.skipTest("gnuplot is not installed")
        good = Run(arguments, text)
        good.arguments = arguments
        self.assertIn(good.code, (0, 2) if "jsonl" in name else (0,), good.err)
        self.assertGreater(good.calls, 5)
        step = 1 if ALL else max(1, good.calls // A_FEW)
        for at in range(1, good.calls + 1, step):
            for on in (False, True) if at % 7 == 1 else (False,):
                with self.subTest(command=name, allocation=at, of=good.calls, on=on):
                    run = Run(arguments, text, at, on)
                    own = names_of(run.places)
                    try:
                        told = self.check(name, run, good)
                    except AssertionError as error:
                        raise AssertionError("%s\n%s\n%s" % (error, own[:6], run.err[-1500:])) from None
                    finally:
                        if TABLE and own:
                            key = own[0]
                            happened.setdefault(key, collections.Counter())
                            if sys.exc_info()[0] is None:
                                happened[key][(name, told)] += 1

    @classmethod
    def tearDownClass(cls):
        if TABLE:
            with open(TABLE, "w", encoding="utf-8") as file:
                for (function, where), counts in sorted(happened.items(), key=lambda item: item[0][1]):
                    for (command, told), count in sorted(counts.items()):
                        file.write("%s\t%s\t%s\t%d\t%s\n" % (where.split(":")[0], function, command, count, told))


def add(name, arguments, text):
    setattr(Memory, "test_" + re.sub(r"\W+", "_", name), lambda self: self.check_command(name, arguments, text))


for row in COMMANDS:
    add(*row)

if __name__ == "__main__":
    unittest.main()
