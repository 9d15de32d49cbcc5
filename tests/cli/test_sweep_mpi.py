#!/usr/bin/env python3
"""`carom-mpi sweep` with 1 to 4 processes: the bytes of one process, and the same words when something is wrong."""
import filecmp
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from program import PROGRAM, ROD, TWO_BALLS, carom

MPI = os.path.abspath(os.environ["CAROM_MPI_PROGRAM"])
OUT = "out.h5"
SWEEPS = {
    "rod": dict(ROD, sweep={"method": "sobol", "rows": 50000, "vary": {"contacts.0.mu": {"uniform": [0, 1]},
                                                                       "bodies.rod.velocity.0": {"normal": [0, 1]}},
                            "store": ["bodies.rod.velocity", "energy.change", "contacts.0.mode"]}),
    "balls": dict(TWO_BALLS, sweep={"method": "saltelli", "rows": 2000, "vary": {"contacts.0.e": {"uniform": [0, 1]},
                                                                                 "contacts.1.e": {"uniform": [0, 1]}},
                                    "store": ["bodies.upper.velocity.1"]}),
}
# Some seconds of work.
MANY = {"rows": 300000, "vary": {"contacts.0.e": {"uniform": [0, 1]}}, "store": ["bodies.upper.velocity.1"]}

# Two runs of OpenMPI that begin at once quarrel about their folder, so each test has its own.
SESSIONS = tempfile.TemporaryDirectory(prefix="mpi")


def mpirun(ranks, *arguments, **variables):
    environment = dict(os.environ, **variables, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMPI_MCA_orte_tmpdir_base=SESSIONS.name)
    return subprocess.run(["mpirun", "--oversubscribe", "-n", str(ranks), MPI, *arguments], env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)


class Processes(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, scenario=None):
        with open(self.path(name + ".json"), "w", encoding="utf-8") as file:
            json.dump(scenario or SWEEPS[name], file)
        return self.path(name + ".json")

    def test_same_bytes_and_same_words(self):
        for name in SWEEPS:
            file = self.write(name)
            alone = carom("sweep", file, "-o", self.path(name + "-alone.h5"))
            self.assertEqual(alone.code, 0, alone.err)
            for ranks in (1, 2, 3, 4):
                out = self.path("%s-%d.h5" % (name, ranks))
                done = mpirun(ranks, "sweep", file, "-o", out, "--threads", "1")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stdout, alone.out)
                self.assertTrue(filecmp.cmp(out, self.path(name + "-alone.h5"), shallow=False), (name, ranks))

    def test_progress_counts_all_processes(self):
        """Rank 0 tells how far all are: it has one of three threads, so what it did alone would stay near a third."""
        file = self.write("many", dict(TWO_BALLS, sweep=MANY))
        done = mpirun(3, "sweep", file, "-o", self.path(OUT), "--threads", "1", CAROM_SWEEP_TELL="0.3")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = re.findall(r"^sweep  (\d+) %  (\S+) rows/s  (?:(\d+):(\d\d) left)?$", done.stderr, re.M)
        self.assertEqual(len(lines), done.stderr.count("\n"), done.stderr)
        self.assertGreater(len(lines), 3, done.stderr)
        shares = [int(line[0]) for line in lines]
        self.assertEqual(shares, sorted(shares))
        self.assertGreater(shares[-1], 60, done.stderr)
        self.assertLessEqual(shares[-1], 100, done.stderr)

    def test_errors_end_all(self):
        file = self.write("rod")
        for arguments, words in ((("sweep", file, "-o", self.path("x/y.h5")), "cannot make"),
                                 (("sweep", self.path("none.json"), "-o", self.path(OUT)), "cannot read"),
                                 (("sweep", file, "-o", self.path(OUT), "--part", "0/2"), "--part"),
                                 (("sweep", "-", "-o", self.path(OUT)), "standard input"),
                                 (("sweep", file, "-o", self.path(OUT), "--show", "energy.chnge"), "energy.change")):
            done = mpirun(2, *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stderr.count(words) >= 1, True, done.stderr)

    def test_other_commands_work_too(self):
        file = self.write("rod")
        done = mpirun(2, "solve", file, "--json")
        self.assertEqual((done.returncode, done.stdout), (0, carom("solve", file, "--json").out))
        self.assertTrue(os.path.exists(PROGRAM))


if __name__ == "__main__":
    sys.exit(unittest.main())
