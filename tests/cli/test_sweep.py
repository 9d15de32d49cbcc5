#!/usr/bin/env python3
"""`carom sweep` from outside: what is in its file, that it goes on where it was, and what it says when it cannot."""
import ast
import csv
import filecmp
import io
import json
import math
import os
import re
import resource
import shlex
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from program import BALL_IN_SPACE, PROGRAM, ROD, SANITIZED, SUPERBALL, SWING, TWO_BALLS, carom

HAS_HDF5 = os.environ.get("CAROM_HDF5", "1") not in ("", "0", "OFF")


def with_sweep(scenario, **block):
    return dict(scenario, sweep=block)


ROD_SWEEP = with_sweep(ROD, method="sobol", rows=3000, seed=5,
                       vary={"contacts.0.mu": {"uniform": [0, 1]}, "bodies.rod.velocity.1": {"normal": [-1, 0.3]},
                             "contacts.0.e": {"triangular": [0, 0.5, 1]}},
                       store=["bodies.rod.velocity", "energy.change", "contacts.0.mode"])
# v after = -e v before, without friction: the product of two inputs, whose indices are known.
BOUNCE = with_sweep({"carom": 1, "dimension": 2, "contact_space": {"W": [[1, 0], [0, 1]], "v": [0, -1]},
                     "contacts": [{"e": 0.5, "mu": 0}]},
                    method="saltelli", rows=4 * 8192,
                    vary={"contacts.0.e": {"uniform": [0, 1]}, "contact_space.v.1": {"uniform": [-2, -1]}},
                    store=["contacts.0.velocity_after.1"])


def read_npy(path):
    """A .npy column as a list."""
    with open(path, "rb") as file:
        raw = file.read()
    assert raw[:8] == b"\x93NUMPY\x01\x00", path
    length = struct.unpack("<H", raw[8:10])[0]
    header = ast.literal_eval(raw[10:10 + length].decode())
    data, kind = raw[10 + length:], header["descr"]
    if kind.startswith("|S"):
        size = int(kind[2:])
        return [data[i:i + size].rstrip(b"\0").decode() for i in range(0, len(data), size)]
    code = {"<f8": "d", "<f4": "f", "|u1": "B", "<i8": "q"}[kind]
    return [x for (x,) in struct.iter_unpack("<" + code, data)]


class Folder(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        self.addCleanup(self.temporary.cleanup)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, scenario, name="study.json"):
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump(scenario, file)
        return self.path(name)

    def sweep(self, scenario, *arguments, out="out/", code=0, **options):
        file = self.write(scenario)
        done = carom("sweep", file, "-o", self.path(out), *arguments, **options)
        self.assertEqual(done.code, code, done.err)
        return done

    def column(self, name, out="out/"):
        return read_npy(os.path.join(self.path(out), name + ".npy"))


class Rows(Folder):
    def check_rows(self, scenario, rows, command="solve"):
        """Rows of the file against the program on the same numbers."""
        self.sweep(scenario)
        inputs = list(scenario["sweep"]["vary"])
        plain = {key: value for key, value in scenario.items() if key != "sweep"}
        for row in rows:
            settings = []
            for path in inputs:
                value = self.column("rows/" + path)[row]
                settings += ["--set", "%s=%s" % (path, value if isinstance(value, str) else repr(value))]
            done = carom(command, "-", "--json", *settings, text=json.dumps(plain))
            self.assertEqual(done.code, 0, done.err)
            result = done.json()
            for name in sorted(os.listdir(self.path("out/rows"))):
                path = name[:-4]
                if path in inputs or path == "status":
                    continue
                value = result
                for step in path.removeprefix("after.").split("."):
                    value = value[int(step)] if isinstance(value, list) else value[step]
                self.assertEqual(self.column("rows/" + path)[row], value, (row, path))

    def test_planar(self):
        self.check_rows(ROD_SWEEP, [0, 1, 1500, 2999])

    def test_spatial(self):
        self.check_rows(with_sweep(BALL_IN_SPACE, rows=300,
                                   vary={"contacts.0.mu": {"log_uniform": [0.01, 1]},
                                         "contact_space.v.0": {"normal": [0, 2]}},
                                   store=["contacts.0.velocity_after", "energy.after", "contacts.0.mode", "model"]),
                        [0, 7, 299])

    def test_compliant(self):
        self.check_rows(with_sweep(SUPERBALL, rows=100, vary={"contacts.0.eta2": {"uniform": [0.8, 1.6]}},
                                   store=["contacts.0.velocity_after", "energy.after"]), [0, 50, 99])

    def test_several_contacts(self):
        self.check_rows(with_sweep(TWO_BALLS, rows=100, vary={"contacts.0.e": {"uniform": [0, 1]},
                                                              "contacts.1.stiffness": {"log_uniform": [0.1, 10]}},
                                   store=["bodies.upper.velocity", "energy.after"]), [0, 50, 99])

    def test_motion(self):
        self.check_rows(with_sweep(SWING, rows=20, vary={"motion.planes.0.surface.e": {"uniform": [0.2, 0.8]}},
                                   store=["end.energy", "end.angles"]), [0, 19], command="simulate")

    def test_grid_of_vary(self):
        file = self.write(ROD)
        done = carom("sweep", file, "-o", self.path("g/"), "--vary", "contacts.0.mu=0:1:3", "--vary", "contacts.0.e=0:1:2",
                     "--show", "energy.change")
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(self.column("rows/contacts.0.mu", "g/"), [0, 0, 0.5, 0.5, 1, 1])
        self.assertEqual(self.column("rows/contacts.0.e", "g/"), [0, 1] * 3)
        table = carom("solve", file, "--vary", "contacts.0.mu=0:1:3", "--vary", "contacts.0.e=0:1:2", "--show",
                      "energy.change", "--table", "-")
        wanted = [float(row["energy.change"]) for row in csv.DictReader(io.StringIO(table.out))]
        self.assertEqual(self.column("rows/energy.change", "g/"), wanted)

    def test_words_followers_and_after(self):
        block = dict(rows=50, vary={"contacts.0.law": {"choice": ["stronge", "newton"]},
                                    "bodies.rod.velocity.0": {"grid": [0, 1, 3]}},
                     together=[["bodies.rod.velocity.0", "bodies.rod.spin"]],
                     store=["bodies.rod.velocity", "after.bodies.rod.spin"])
        self.sweep(dict(ROD, sweep=block))
        self.assertEqual(set(self.column("rows/contacts.0.law")), {"stronge", "newton"})
        self.assertEqual(self.column("rows/bodies.rod.spin"), self.column("rows/bodies.rod.velocity.0"))
        self.assertEqual(set(self.column("rows/bodies.rod.velocity.0")), {0, 0.5, 1})
        self.assertEqual(len(self.column("rows/after.bodies.rod.velocity.0")), 50)
        self.assertEqual(len(self.column("rows/after.bodies.rod.spin")), 50)

    def test_float32_and_statistics_only(self):
        scenario = json.loads(json.dumps(ROD_SWEEP))
        self.sweep(scenario, out="wide/")
        scenario["sweep"]["precision"] = "float32"
        self.sweep(scenario, out="narrow/")
        wide, narrow = self.column("rows/energy.change", "wide/"), self.column("rows/energy.change", "narrow/")
        self.assertEqual([struct.unpack("f", struct.pack("f", x))[0] for x in wide], narrow)
        scenario["sweep"].update(store=[], statistics={"of": ["energy.change"]})
        self.sweep(scenario, out="none/")
        self.assertEqual(sorted(os.listdir(self.path("none/rows"))), ["status.npy"])
        at = [self.column("summary/of", "wide/").index("energy.change")]
        self.assertEqual(self.column("summary/mean", "none/"), [self.column("summary/mean", "wide/")[i] for i in at])
        # Quantiles are those of the rows to a thousandth of the range; every row is in the histogram.
        exact, about = (json.loads(carom("sweep", "--report", self.path(out), "--json").out)["statistics"]["energy.change"]
                        for out in ("wide/", "none/"))
        cell = (exact["max"] - exact["min"]) / 1023
        self.assertEqual(len(about["quantiles"]), len(exact["quantiles"]))
        for (level, a), (same, b) in zip(exact["quantiles"], about["quantiles"]):
            self.assertEqual(level, same)
            self.assertLessEqual(abs(a - b), cell)
        self.assertEqual(sum(about["histogram"]["counts"]), len(wide))
        self.assertLessEqual(about["histogram"]["from"], exact["min"])
        self.assertGreaterEqual(about["histogram"]["to"], exact["max"])

    def test_sensitivity_needs_rows(self):
        scenario = json.loads(json.dumps(ROD_SWEEP))
        scenario["sweep"].update(method="saltelli", store=[], statistics={"of": ["energy.change"]})
        self.assertIn("`store` must not be empty", self.sweep(scenario, code=2).err)

    def test_failed_rows_are_counted_and_stop_nothing(self):
        scenario = with_sweep(ROD, rows=2000, vary={"contacts.0.e": {"uniform": [0.5, 1.5]}}, store=["energy.change"])
        done = self.sweep(scenario, code=1)
        status, energy = self.column("rows/status"), self.column("rows/energy.change")
        failed = [i for i, x in enumerate(self.column("rows/contacts.0.e")) if x > 1]
        self.assertEqual([i for i, x in enumerate(status) if x], failed)
        self.assertEqual([i for i, x in enumerate(energy) if math.isnan(x)], failed)
        self.assertIn("%d of 2000 rows have no answer" % len(failed), done.err)
        command = [line for line in done.err.splitlines() if line.startswith("  carom solve")]
        self.assertEqual(len(command), 3)
        again = carom(*command[0].split()[1:])
        self.assertEqual(again.code, 2, again.err)
        self.assertEqual(self.column("summary/count"), [2000 - len(failed)])
        self.sweep(scenario, "--stop-at-failure", out="stop/", code=1)


class Statistics(Folder):
    def test_against_definitions(self):
        done = self.sweep(ROD_SWEEP, "--json")
        x = self.column("rows/energy.change")
        told = done.json()["statistics"]["energy.change"]
        self.assertEqual(told["count"], 3000)
        self.assertAlmostEqual(told["mean"], statistics.fmean(x), delta=1e-14)
        self.assertAlmostEqual(told["sd"], statistics.stdev(x), delta=1e-14)
        self.assertEqual((told["min"], told["max"]), (min(x), max(x)))
        ordered = sorted(x)
        for level, value in told["quantiles"]:
            place = level * 2999
            below = int(place)
            wanted = ordered[below] + (ordered[below + 1] - ordered[below]) * (place - below)
            self.assertAlmostEqual(value, wanted, delta=1e-15)
        self.assertEqual(sum(told["histogram"]["counts"]), 3000)
        self.assertEqual(told["histogram"]["from"], min(x))

    def test_sensitivity_in_closed_form(self):
        done = self.sweep(BOUNCE, "--json")
        told = done.json()["statistics"]["contacts.0.velocity_after.1"]["sensitivity"]
        e, v, both = 2.25 / 12, 0.25 / 12, 1 / 144  # variances by e alone, by v alone, by both
        whole = e + v + both
        for path, alone, more in (("contacts.0.e", e, both), ("contact_space.v.1", v, both)):
            self.assertAlmostEqual(told[path]["S1"], alone / whole, delta=3e-3)
            self.assertAlmostEqual(told[path]["ST"], (alone + more) / whole, delta=3e-3)
            self.assertLess(told[path]["S1_width"], 0.05)

    def test_blocks_with_failed_rows_are_dropped(self):
        scenario = json.loads(json.dumps(BOUNCE))
        scenario["sweep"]["vary"]["contacts.0.e"] = {"uniform": [0, 1.0001]}
        done = self.sweep(scenario, "--json", code=1)
        told = done.json()["statistics"]["contacts.0.velocity_after.1"]
        self.assertGreater(told["blocks_dropped"], 0)
        self.assertLess(told["blocks_dropped"], 20)
        self.assertAlmostEqual(told["sensitivity"]["contacts.0.e"]["S1"], 0.871, delta=5e-3)

    def test_report_repeats_it(self):
        first = self.sweep(ROD_SWEEP, "--json").out
        again = carom("sweep", "--report", self.path("out/"), "--json")
        self.assertEqual((again.code, again.out), (0, first), again.err)

    def test_csv(self):
        done = self.sweep(ROD_SWEEP, "--csv", "-")
        rows = list(csv.DictReader(io.StringIO(done.out)))
        self.assertEqual(len(rows), 3000)
        self.assertEqual([float(row["energy.change"]) for row in rows], self.column("rows/energy.change"))
        self.assertEqual([row["contacts.0.mode"] for row in rows], self.column("rows/contacts.0.mode"))
        self.assertEqual({row["status"] for row in rows}, {"ok"})

    def test_figures(self):
        one = with_sweep(ROD, vary={"contacts.0.mu": {"grid": [0, 1, 50]}}, store=["energy.change"])
        two = with_sweep(ROD, vary={"contacts.0.mu": {"grid": [0, 1, 20]}, "contacts.0.e": {"grid": [0, 1, 15]}},
                         store=["energy.change"])
        bands = with_sweep(ROD, rows=1000, vary={"contacts.0.mu": {"grid": [0, 1, 6]},
                                                 "contacts.0.e": {"uniform": [0, 1]}}, store=["energy.change"],
                           statistics={"quantiles": [0.05, 0.5, 0.975]})
        none = with_sweep(ROD, rows=1000, vary={"contacts.0.e": {"uniform": [0, 1]}}, store=[],
                          statistics={"of": ["energy.change"]})
        for name, scenario, words in (("one", one, "energy change"), ("bands", bands, "97.5 %"), ("none", none, "energy"), ("two", two, "restitution"),
                                      ("rod", ROD_SWEEP, "3000 rows by sobol"), ("bounce", BOUNCE, "part of the variance")):
            self.sweep(scenario, "--figure", self.path(name + ".svg"), out=name + "/")
            with open(self.path(name + ".svg"), encoding="utf-8") as file:
                self.assertIn(words, "".join(re.findall(r">([^<]+)<", file.read())))

    def test_dry_run_touches_nothing(self):
        done = carom("sweep", self.write(ROD_SWEEP), "--dry-run")
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("3000 rows by sobol", done.out)
        self.assertIn("row 2999", done.out)
        self.assertEqual(os.listdir(self.folder), ["study.json"])


KINDS = ("out.h5", "out/") if HAS_HDF5 else ("out/",)


def same(a, b):
    if not os.path.isdir(a):
        return filecmp.cmp(a, b, shallow=False)
    names = [os.path.relpath(os.path.join(path, name), a) for path, _, files in os.walk(a) for name in files]
    return len(names) > 0 and all(filecmp.cmp(os.path.join(a, n), os.path.join(b, n), shallow=False) for n in names)


class Files(Folder):
    def test_same_bytes_for_threads_and_parts(self):
        for kind in KINDS:
            self.sweep(ROD_SWEEP, "--threads", "1", out="one-" + kind)
            self.sweep(ROD_SWEEP, "--threads", "3", "--sync", "chunk", out="three-" + kind)
            self.assertTrue(same(self.path("one-" + kind), self.path("three-" + kind)), kind)
            for part in (2, 0, 1):
                self.sweep(ROD_SWEEP, "--part", "%d/3" % part, out="parts-" + kind)
            self.assertEqual(carom("sweep", "--report", self.path("parts-" + kind)).code, 0)
            self.assertTrue(same(self.path("one-" + kind), self.path("parts-" + kind)), kind)

    def test_a_share_says_what_is_left(self):
        done = self.sweep(ROD_SWEEP, "--part", "0/3")
        self.assertIn("--report", done.err)
        early = carom("sweep", "--report", self.path("out/"))
        self.assertEqual(early.code, 2)
        self.assertIn("not done yet", early.err)

    def interrupt(self, kind, number):
        block = dict(ROD_SWEEP["sweep"], rows=4000000 if not SANITIZED else 400000)
        file = self.write(dict(ROD, sweep=block))
        out = self.path(kind)
        with subprocess.Popen([PROGRAM, "sweep", file, "-o", out, "--sync", "none"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as process:
            deadline = time.time() + 60
            while not os.path.exists(out) and time.time() < deadline:
                time.sleep(0.01)
            time.sleep(0.3)
            process.send_signal(number)
            _, err = process.communicate(timeout=60)
        return process.returncode, err, file, out

    def test_signals_finish_what_is_in_hand(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            got, err, file, out = self.interrupt("cut-%d/" % code, number)
            self.assertEqual(got, code, err)
            self.assertIn("carom sweep %s -o %s" % (file, out), err)
            done = read_npy(os.path.join(out, "done.npy"))
            self.assertTrue(0 < sum(done) < len(done), (sum(done), len(done)))
            # The command that is printed goes on to the end.
            again = carom(*shlex.split(err.splitlines()[-1])[1:])
            self.assertEqual(again.code, 0, again.err)
            self.assertEqual(set(read_npy(os.path.join(out, "done.npy"))), {1})
        self.assertTrue(same(self.path("cut-130/"), self.path("cut-143/")))

    @unittest.skipUnless(HAS_HDF5, "built without HDF5")
    def test_another_sweep_is_not_overwritten(self):
        self.sweep(ROD_SWEEP, out="out.h5")
        with open(self.path("out.h5"), "rb") as file:
            before = file.read()
        for change, key in ((("--seed", "9"), "sweep.seed"), (("--rows", "99"), "sweep.rows"),
                            (("--set", "bodies.rod.mass=2"), "bodies.rod.mass"),
                            (("--show", "energy.after"), "sweep.store"),
                            (("--vary", "contacts.0.mu=uniform:0:2"), "sweep.vary.contacts.0.mu")):
            done = self.sweep(ROD_SWEEP, *change, out="out.h5", code=2)
            self.assertIn(key, done.err)
            self.assertIn("another sweep", done.err)
        with open(self.path("out.h5"), "rb") as file:
            self.assertEqual(file.read(), before)
        self.sweep(ROD_SWEEP, "--seed", "9", "--fresh", out="out.h5")

    def test_fresh_begins_again(self):
        for kind in KINDS:
            self.sweep(ROD_SWEEP, out="again-" + kind)
            self.sweep(ROD_SWEEP, "--seed", "9", "--show", "energy.after", "--fresh", out="again-" + kind)
            self.sweep(ROD_SWEEP, "--seed", "9", "--show", "energy.after", out="anew-" + kind)
            self.assertTrue(same(self.path("anew-" + kind), self.path("again-" + kind)), kind)

    def test_what_is_no_sweep_is_left_alone(self):
        for kind in KINDS:
            other = self.path("other" + kind[3:])
            if kind.endswith("/"):
                os.mkdir(other)
                open(os.path.join(other, "precious"), "w", encoding="utf-8").close()
            else:
                with open(other, "w", encoding="utf-8") as file:
                    file.write("precious")
            for more in ((), ("--fresh",)):
                done = self.sweep(ROD_SWEEP, *more, out="other" + kind[3:], code=2)
                self.assertIn("not a", done.err)
            self.assertTrue(os.path.exists(other))

    def test_no_place_to_write(self):
        for kind in KINDS:
            done = self.sweep(ROD_SWEEP, out="missing/" + kind, code=2)
            self.assertIn("cannot make", done.err)
        done = self.sweep(ROD_SWEEP, out="out.txt", code=2)
        self.assertIn(".h5", done.err)

    def as_nobody(self, *arguments):
        """Runs the program as somebody whom folders can refuse: root, whom they cannot, becomes nobody."""
        def become():
            if os.getuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
        os.chmod(self.folder, 0o755)
        with open(PROGRAM, "rb") as file:  # from a folder that anybody may look into
            with open(self.path("carom"), "wb") as copy:
                copy.write(file.read())
        os.chmod(self.path("carom"), 0o755)
        return subprocess.run([self.path("carom"), *arguments], preexec_fn=become, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False, timeout=60)

    def test_places_that_are_closed(self):
        """A folder that cannot be written to, and a finished sweep there, which is still reported."""
        for kind in KINDS:
            closed = self.path("closed-" + kind.strip("/"))
            os.mkdir(closed)
            study = self.write(ROD_SWEEP)
            self.sweep(ROD_SWEEP, out=os.path.join(closed, "done-" + kind))
            self.sweep(ROD_SWEEP, "--part", "0/3", out=os.path.join(closed, "begun-" + kind))
            for path, folders, files in os.walk(closed):
                for name in folders + files:
                    os.chmod(os.path.join(path, name), 0o555)
            os.chmod(closed, 0o555)
            for name, words in (("new-", "Permission denied"), ("begun-", "Permission denied")):
                done = self.as_nobody("sweep", study, "-o", os.path.join(closed, name + kind))
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(words, done.stderr)
            for arguments in (("--report",), (study, "-o")):
                done = self.as_nobody("sweep", *arguments, os.path.join(closed, "done-" + kind))
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn("energy.change", done.stdout)
            for path, folders, files in os.walk(closed):
                os.chmod(path, 0o755)

    def test_a_full_disk_is_said_at_the_start(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
        for kind in KINDS:
            file = self.write(with_sweep(ROD, rows=100000, vary={"contacts.0.mu": {"uniform": [0, 1]}},
                                         store=["energy.change"]))
            done = subprocess.run([PROGRAM, "sweep", file, "-o", self.path("full" + kind)], preexec_fn=limit,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("File too large", done.stderr)
            self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("full")], [])

    @unittest.skipIf(HAS_HDF5, "built with HDF5")
    def test_without_hdf5_it_says_what_to_install(self):
        self.assertIn("libhdf5-dev", self.sweep(ROD_SWEEP, out="out.h5", code=2).err)


class Usage(Folder):
    def test_bad_usage(self):
        file = self.write(ROD_SWEEP)
        out = self.path("out/")
        for arguments, words in (
                ((file,), "-o OUT"),
                ((file, file, "-o", out), "one FILE"),
                ((file, "-o", out, "--part", "3/3"), "--part"),
                ((file, "-o", out, "--threads", "0"), "--threads"),
                ((file, "-o", out, "--sync", "never"), "--sync"),
                ((file, "-o", out, "--rows", "1.5"), "--rows"),
                ((file, "-o", out, "--seed", "-1"), "--seed"),
                ((file, "-o", out, "--vary", "contacts.0.mu"), "PATH=SPREAD"),
                ((file, "-o", out, "--vary", "contacts.0.mu=even:1:2"), "no spread"),
                ((file, "-o", out, "--vary", "contacts.0.muu=0:1:2"), "contacts.0.mu"),
                ((file, "-o", out, "--show", "energy.chnge"), "energy.change"),
                ((file, "-o", out, "--show", ""), "--show")):
            done = carom("sweep", *arguments)
            self.assertEqual(done.code, 2, arguments)
            self.assertIn(words, done.err)
        self.assertEqual(os.listdir(self.folder), ["study.json"])

    def test_nothing_to_do(self):
        self.assertIn("nothing is varied", self.sweep(ROD, "--show", "energy.change", code=2).err)
        self.assertIn("nothing is stored", self.sweep(ROD, "--vary", "contacts.0.mu=0:1:3", code=2).err)

    def test_bad_blocks_are_named_by_every_command(self):
        for block, key in (({"rows": 0}, "sweep.rows"), ({"rowz": 5}, "sweep.rowz"), ({"method": "guess"}, "sweep.method"),
                           ({"vary": {"contacts.0.mu": {"uniform": [1]}}}, "sweep.vary.contacts.0.mu.uniform"),
                           ({"vary": {"contacts.0.mu": {}}}, "sweep.vary.contacts.0.mu"),
                           ({"vary": {"contacts.0.mu": {"uniform": [0, 1], "normal": [0, 1]}}}, "sweep.vary.contacts.0.mu"),
                           ({"vary": {"contacts.0.mu": {"grid": [0, 1, 1.5]}}}, "sweep.vary.contacts.0.mu"),
                           ({"together": [["a", "b"]]}, "sweep.together.0"),
                           ({"correlation": [["a", "b", 0.5]]}, "sweep.correlation.0.0"),
                           ({"store": [5]}, "sweep.store.0"), ({"precision": "half"}, "sweep.precision"),
                           ({"statistics": {"quantiles": [2]}}, "sweep.statistics.quantiles.0"),
                           ({"statistics": {"histogram": -1}}, "sweep.statistics.histogram"),
                           ({"seed": 0.5}, "sweep.seed")):
            done = carom("check", "-", text=json.dumps(dict(ROD, sweep=block)))
            self.assertEqual(done.code, 2, block)
            self.assertIn(" " + key + ":", done.err)


if __name__ == "__main__":
    sys.exit(unittest.main())
