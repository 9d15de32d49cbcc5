"""What can go wrong with a figure: kinds that do not fit, places that cannot be written, hostile text, signals."""
import json
import os
import shutil
import signal
import subprocess
import time
import unittest

from drawing import CRADLE, CURVING, FITTING, ROD, SUPERBALL, TUMBLING, TWO_BALLS, Drawing, carom, with_friction
from program import BALL_IN_SPACE, PROGRAM


class Misfits(Drawing):
    def test_a_kind_that_does_not_fit_the_model(self):
        for kind, scenario, fitting in (("springs", BALL_IN_SPACE, "hodograph, impulse, energy, velocity"),
                                        ("springs", TWO_BALLS, "impulse, energy, energy-plane, velocity, "
                                                               "velocity-plane, scene"),
                                        ("energy-plane", CRADLE, "impulse, energy, velocity"),
                                        ("process", SUPERBALL, "springs, hodograph, impulse, energy, velocity"),
                                        ("process", TWO_BALLS, "impulse, energy, energy-plane, velocity, "
                                                               "velocity-plane, scene"),
                                        ("scene", CRADLE, "impulse, energy, velocity"),
                                        ("scene", CURVING, "hodograph, impulse, energy, velocity")):
            done = carom("figure", "-", "--kind", kind, text=json.dumps(scenario), cwd=self.folder)
            self.assertEqual((done.code, done.out, os.listdir(self.folder)), (1, "", []))
            self.assertRegex(done.err, "It has: %s\n$" % fitting)

    def test_a_scene_needs_places(self):
        done = carom("figure", "-", "--kind", "scene", text=json.dumps(CRADLE), cwd=self.folder)
        self.assertIn("with bodies that have a place (no mechanism, no contact space)", done.err)

    def test_a_mistyped_kind(self):
        for word, meant in (("sprigns", "springs"), ("impuls", "impulse"), ("velocty", "velocity"), ("al", "all")):
            done = carom("figure", "-", "--kind", word, text="{}")
            self.assertEqual(done.code, 2)
            self.assertIn("did you mean `%s`?" % meant, done.err)
            self.assertRegex(done.err, "(?m)^  energy-plane +simultaneous with 2 contacts$")
            self.assertRegex(done.err, "(?m)^  table +motion: a table$")

    def test_an_output_that_cannot_be_written(self):
        for output in ("missing/it.svg", "taken.svg"):
            os.makedirs(self.path("taken.svg"), exist_ok=True)
            done = carom("figure", "-", "-o", output, text=json.dumps(ROD), cwd=self.folder)
            self.assertEqual((done.code, done.out), (1, ""))
            self.assertIn("cannot write" if shutil.which("gnuplot") else "gnuplot", done.err)
            self.assertEqual(os.listdir(self.folder), ["taken.svg"])

    def test_without_gnuplot_no_kind_leaves_a_file(self):
        for scenario, kinds in FITTING:
            for kind in sorted(kinds):
                self.refused(1, ["gnuplot-nox"], "-", "--kind", kind, text=json.dumps(scenario),
                             env=dict(os.environ, PATH=self.folder))


@unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
class Hostile(Drawing):
    TITLE = "`touch ran` $(touch ran) \"'\\ {/:Bold x}\nsystem('touch ran') @ran %s"

    def test_titles_are_text_in_every_kind(self):
        bodies = {"a`touch ran`'": TWO_BALLS["bodies"]["upper"], "b\\{/x}": TWO_BALLS["bodies"]["lower"],
                  "table": {"fixed": True}}
        balls = dict(TWO_BALLS, bodies=bodies,
                     contacts=[dict(TWO_BALLS["contacts"][0], bodies=["a`touch ran`'", "b\\{/x}"]),
                               dict(TWO_BALLS["contacts"][1], bodies=["b\\{/x}", "table"])])
        for scenario in (ROD, CURVING, TUMBLING, balls):
            done = carom("figure", "-", "--kind", "all", "-o", "it.svg", cwd=self.folder,
                         text=json.dumps(dict(scenario, title=self.TITLE)))
            self.assertEqual((done.code, done.err), (0, ""))
        self.assertNotIn("ran", os.listdir(self.folder))
        self.assertIn("$(touch ran)", self.words("it-velocity.svg"))
        self.assertIn("b\\{/x}", self.words("it-velocity.svg"))

    def test_titles_are_text_in_every_overlay(self):
        files = [self.write("%d.json" % i, dict(with_friction(ROD, 0.3 + i), title=title))
                 for i, title in enumerate(("a`touch ran`{/x}_2", "b$(touch ran)'"))]
        for kind in sorted(FITTING[0][1] - {"scene"}):  # which shows one scenario
            self.assertIn("a`touch ran`{/x}_2", self.overlay(files, "--kind", kind))
            self.overlay(files, "--kind", kind, "--title", self.TITLE)
        self.assertNotIn("ran", os.listdir(self.folder))


class Interrupted(Drawing):
    """A gnuplot that never ends, and signals while it runs."""

    def setUp(self):
        super().setUp()
        for name in ("bin", "tmp", "out"):
            os.mkdir(self.path(name))
        with open(self.path("bin", "gnuplot"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nprintf half > carom-drawing.part\nexec sleep 60\n")
        os.chmod(self.path("bin", "gnuplot"), 0o755)

    def interrupt(self, number, *arguments):
        env = dict(os.environ, PATH=self.path("bin") + os.pathsep + os.environ["PATH"], TMPDIR=self.path("tmp"))
        run = subprocess.Popen([PROGRAM, "figure", "-", *arguments], cwd=self.path("out"), env=env,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        run.stdin.write(json.dumps(ROD).encode())
        run.stdin.close()
        # gnuplot is at work when its drawing is there.
        folders = [self.path("tmp"), self.path("out")]
        deadline = time.monotonic() + 30
        while not any("carom-drawing.part" in names for folder in folders for _, _, names in os.walk(folder)):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        run.send_signal(number)
        code = run.wait(timeout=30)
        out, err = run.stdout.read(), run.stderr.read()
        run.stdout.close()
        run.stderr.close()
        return code, out, err

    def test_nothing_is_left_behind(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for kind in ("process", "energy", "hodograph", "all"):
                self.assertEqual(self.interrupt(number, "--kind", kind), (-number, b"", b""))
                self.assertEqual((os.listdir(self.path("tmp")), os.listdir(self.path("out"))), ([], []))

    def test_an_old_picture_stays(self):
        with open(self.path("out", "it.svg"), "w", encoding="utf-8") as file:
            file.write("old")
        self.interrupt(signal.SIGTERM, "-o", "it.svg", "--script", "kept")
        self.assertEqual(self.read("out", "it.svg"), "old")
        self.assertEqual(set(os.listdir(self.path("out"))), {"it.svg", "kept"})
        self.assertNotIn("carom-drawing.part", os.listdir(self.path("out", "kept")))

if __name__ == "__main__":
    unittest.main()
