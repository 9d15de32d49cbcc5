"""Places that take no more: a full disk, a closed pipe, a folder that nobody may write to, a file that may not grow.
Each command says so in a sentence, with its exit code, and leaves nothing half-written. And inputs without an end: many
lines in constant memory."""
import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import unittest

import long_lines

PROGRAM = os.path.abspath(os.environ["CAROM_PROGRAM"])
SANITIZED = os.environ.get("CAROM_SANITIZED", "0") not in ("", "0", "OFF")
NLOPT = os.environ.get("CAROM_NLOPT") == "1"
ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


def scene(*parts):
    return os.path.join(ROOT, "scenes", *parts)


CARS = scene("two-cars-at-an-intersection.json")
BALL = scene("motion", "bouncing-ball.json")
# What writes to standard output.
TELLERS = [
    ["solve", CARS], ["solve", CARS, "--json"], ["solve", scene("masse-shot-bundle.jsonl")], ["check", CARS],
    ["explain", CARS], ["explain", CARS, "--json"], ["simulate", BALL], ["simulate", BALL, "--csv", "-"],
    ["simulate", BALL, "--json"], ["sweep", scene("sweep", "two-cars.json"), "--dry-run"],
    ["solve", CARS, "--vary", "contacts.0.mu=0.1:0.9:9", "--show", "energy.change"], ["help"], ["--version"],
    ["completion", "bash"], ["help", "--man"],
]
# What writes a file, with how it is called.
WRITERS = [
    ("simulate", ["simulate", scene("motion", "falling-rod.json"), "--csv", "OUT.csv"]),
    ("sweep", ["sweep", scene("sweep", "two-cars.json"), "--rows", "20000", "-o", "OUT/"]),
]
if shutil.which("gnuplot"):
    WRITERS.append(("figure", ["figure", scene("falling-rod-2-reversed.json"), "-o", "OUT.svg"]))
if os.environ.get("CAROM_HDF5") == "1":
    WRITERS.append(("sweep", ["sweep", scene("sweep", "two-cars.json"), "--rows", "20000", "-o", "OUT.h5"]))
if NLOPT:
    TELLERS.append(["fit", scene("fit", "ellipse.csv"), "--bootstrap", "0"])
    WRITERS.append(("fit", ["fit", scene("fit", "ellipse.csv"), "--bootstrap", "0", "--csv", "OUT.csv"]))


def run(arguments, program=PROGRAM, **options):
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([program, *arguments], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=120, check=False,
                          **options)


def where_anybody_looks(folder, arguments):
    """Copies of the program and of the file that it reads, whose own folders may be closed to others."""
    os.chmod(folder, 0o755)
    copies = [shutil.copy(path, folder) for path in (PROGRAM, arguments[1])]
    os.chmod(copies[0], 0o755)
    os.chmod(copies[1], 0o644)
    return copies[0], [arguments[0], copies[1], *arguments[2:]]


def left_in(folder):
    return sorted(os.path.relpath(os.path.join(place, name), folder) for place, _, names in os.walk(folder)
                  for name in names)


class Disk(unittest.TestCase):
    def said(self, done, *words):
        err = done.stderr.decode()
        self.assertIn(done.returncode, (1, 2), err)
        self.assertTrue(any(word in err for word in words), err)
        self.assertTrue(err.endswith("\n"))
        self.assertNotIn("Sanitizer", err)

    def test_standard_output_on_a_full_disk(self):
        for arguments in TELLERS:
            with self.subTest(arguments=arguments), open("/dev/full", "wb") as full:
                self.said(run(arguments, stdout=full), "No space left on device")

    def test_standard_output_into_a_pipe_that_is_closed(self):
        for arguments in TELLERS:
            with self.subTest(arguments=arguments):
                reader, writer = os.pipe()
                os.close(reader)
                self.said(run(arguments, stdout=writer), "Broken pipe")
                os.close(writer)

    def test_standard_output_that_is_not_open(self):
        for arguments in TELLERS:
            with self.subTest(arguments=arguments):
                done = run(arguments, stdout=None, preexec_fn=lambda: os.close(1))
                self.said(done, "Bad file descriptor")

    def test_a_folder_that_nobody_may_write_to(self):
        for name, arguments in WRITERS:
            with self.subTest(arguments=arguments), tempfile.TemporaryDirectory() as place:
                program, copied = where_anybody_looks(place, arguments)
                folder = os.path.join(place, "closed")
                os.mkdir(folder, 0o555)
                options = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
                done = run(copied, program, cwd=folder, **options)
                os.chmod(folder, 0o755)
                self.said(done, "Permission denied")
                self.assertEqual(left_in(folder), [], name)

    @unittest.skipUnless(shutil.which("unshare"), "unshare is not installed")
    def test_files_on_a_small_full_disk(self):
        for name, arguments in WRITERS:
            with self.subTest(arguments=arguments), tempfile.TemporaryDirectory() as folder:
                # A disk of 16 kB, which is gone when the shell ends: what is left on it is listed before.
                script = ('mount -t tmpfs -o size=16k tmpfs "$0" 2>/dev/null || exit 77; cd "$0"; "$@"; code=$?; '
                          'find . -type f >&2; exit $code')
                done = subprocess.run(["unshare", "-rm", "sh", "-c", script, folder, PROGRAM, *arguments],
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
                if done.returncode == 77 or b"unshare:" in done.stderr:
                    self.skipTest("no file system can be mounted here")
                left = [line for line in done.stderr.decode().splitlines() if line.startswith("./")]
                self.said(done, "No space left on device", "not enough room", "room")
                if name != "sweep":
                    self.assertEqual(left, [])

    def test_files_that_may_not_grow(self):
        for name, arguments in WRITERS:
            if name == "figure":
                continue  # gnuplot is ended by the signal; tests/figure/test_trouble.py has what follows
            with self.subTest(arguments=arguments), tempfile.TemporaryDirectory() as folder:
                limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
                done = run(arguments, cwd=folder, preexec_fn=limit)
                self.assertNotEqual(done.returncode, -signal.SIGXFSZ, "killed without a word")
                self.said(done, "File too large")
                if name != "sweep":
                    self.assertEqual(left_in(folder), [])

    def test_an_old_file_survives(self):
        with tempfile.TemporaryDirectory() as folder:
            old = os.path.join(folder, "old.csv")
            with open(old, "w", encoding="utf-8") as file:
                file.write("precious\n")
            limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
            done = run(["simulate", scene("motion", "falling-rod.json"), "--csv", old], preexec_fn=limit)
            self.said(done, "File too large")
            with open(old, encoding="utf-8") as file:
                self.assertEqual(file.read(), "precious\n")


class Lines(unittest.TestCase):
    def test_many_lines_in_constant_memory(self):
        few, many = (1 << 20, 20 << 20) if SANITIZED else (5 << 20, 100 << 20)
        small, large = long_lines.run(PROGRAM, few), long_lines.run(PROGRAM, many)
        self.assertEqual(small.lines_out, small.lines_in)
        self.assertEqual(large.lines_out, large.lines_in)
        self.assertLess(large.peak, small.peak + (8 << 20), "bytes of memory")


if __name__ == "__main__":
    unittest.main()
