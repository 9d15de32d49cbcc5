#!/usr/bin/env python3
"""`carom fit` from outside: the made data sets of scenes/fit, what it refuses, and the fields that others rely on."""
import csv
import io
import math
import os
import subprocess
import sys
import tempfile
import unittest

from program import PROGRAM, ROOT, carom

HAS_NLOPT = os.environ.get("CAROM_NLOPT", "1") not in ("", "0", "OFF")
DATA = os.path.join(ROOT, "scenes", "fit")
TWO_BALLS = ("--scenario", os.path.join(DATA, "two-balls.json"), "--estimate", "contacts.0.stiffness=0.01:100",
             "--estimate", "contacts.0.e=0:1", "--estimate", "contacts.1.e=0:1")


def data(name):
    return os.path.join(DATA, name)


def read(name):
    """The rows of a set."""
    with open(data(name)) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def table(rows):
    """Rows as text."""
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0])
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def fit(name, *arguments):
    """The answer as JSON, of a set that must be fitted."""
    done = carom("fit", data(name), "--json", *arguments)
    assert done.code == 0, done.err
    return done.json()


@unittest.skipIf(HAS_NLOPT, "built with NLopt")
class WithoutNlopt(unittest.TestCase):
    def test_it_names_the_package(self):
        done = carom("fit", data("ellipse.csv"))
        self.assertEqual(done.code, 2)
        self.assertIn("libnlopt-dev", done.err)


@unittest.skipUnless(HAS_NLOPT, "built without NLopt")
class Made(unittest.TestCase):
    def inside(self, answer, **truth):
        for name, value in truth.items():
            found = answer["estimates"][name]
            width = found["high"] - found["low"]
            # Three widths: one data set need not hold the truth within its 95 %.
            self.assertLess(abs(found["value"] - value), width, name)
            self.assertLess(found["low"], found["value"])
            self.assertLess(found["value"], found["high"])

    def test_the_fields_that_others_rely_on(self):
        answer = fit("ellipse.csv")
        self.inside(answer, mu=0.2, e=0.6)
        self.assertEqual(answer["law"], "stronge")
        self.assertEqual(set(answer["estimates"]["mu"]), {"value", "low", "high", "sd", "known"})
        self.assertEqual(set(answer["residual"]), {"median", "p90", "rms"})
        self.assertEqual(sum(answer["modes"].values()), 200)
        self.assertEqual(set(answer["imbalance"]), {"median", "suspect", "median_flipped"})
        self.assertIsNone(answer["imbalance"]["suspect"])
        self.assertEqual(len(answer["correlation"]), 2)
        self.assertAlmostEqual(answer["correlation"][0][0], 1)
        self.assertEqual(answer["warnings"], [])
        self.assertGreater(answer["loss"], 0)

    def test_all_laws(self):
        answer = fit("ellipse.csv", "--law", "all", "--bootstrap", "0")
        self.assertEqual([a["law"] for a in answer["laws"]], ["stronge", "poisson", "newton"])
        self.assertEqual(len(answer["comparison"]), 3)
        self.assertEqual([c["better"] for c in answer["comparison"][:2]], ["stronge", "stronge"])

    def test_a_left_handed_frame_is_refused_and_can_be_flipped(self):
        done = carom("fit", data("left-handed.csv"))
        self.assertEqual(done.code, 2)
        self.assertIn("--flip vx", done.err)
        flipped = fit("left-handed.csv", "--flip", "vx")
        self.assertEqual(flipped["estimates"], fit("ellipse.csv")["estimates"])

    def test_where_everything_sticks_friction_is_no_number(self):
        answer = fit("sticking.csv", "--law", "poisson")
        mu = answer["estimates"]["mu"]
        self.assertEqual((mu["value"], mu["sd"], mu["high"], mu["known"]), (None, None, None, "at_least"))
        self.assertLess(mu["low"], 0.8)
        self.inside(answer, e=0.5)
        text = carom("fit", data("sticking.csv"), "--law", "poisson").out
        self.assertRegex(text, r"mu +>= [0-9.]+ \(not identified\)")

    def test_speed_and_covariates(self):
        plain = fit("speed.csv", "--bootstrap", "0")
        self.assertGreater(plain["lurking"]["temperature"], 0.4)
        answer = fit("speed.csv", "--e-model", "power", "--covariate", "temperature")
        self.inside(answer, mu=0.25, b=0.2)
        self.assertEqual(answer["lurking"], {})
        self.assertLess(answer["residual"]["rms"], 0.5 * plain["residual"]["rms"])

    def test_compliance_with_its_profile(self):
        answer = fit("superball.csv", "--with", "eta2", "--bootstrap", "0")
        self.inside(answer, mu=0.5, e=0.8, eta2=1.2)
        profile = answer["profile"]
        self.assertEqual(profile["of"], "eta2")
        best = min(zip(profile["loss"], profile["at"]))
        self.assertLess(abs(math.log(best[1] / 1.2)), 0.1)
        # It has several valleys: the phase of the swing.
        loss = profile["loss"]
        valleys = sum(a > b < c for a, b, c in zip(loss, loss[1:], loss[2:]))
        self.assertGreater(valleys, 2)

    def test_a_stiffness_ratio_from_several_masses(self):
        answer = fit("two-balls.csv", "--bootstrap", "0", *TWO_BALLS)
        self.inside(answer, **{"contacts.0.stiffness": 2.5, "contacts.0.e": 0.9, "contacts.1.e": 0.7})

    def test_a_stiffness_ratio_from_one_ratio_of_masses_is_refused(self):
        done = carom("fit", data("one-ratio.csv"), *TWO_BALLS)
        self.assertEqual(done.code, 2)
        self.assertIn("contacts.0.stiffness, contacts.0.e, contacts.1.e apart", done.err)

    def test_predictions(self):
        done = carom("fit", data("ellipse.csv"), "--bootstrap", "0", "--csv", "-")
        rows = list(csv.DictReader(io.StringIO(done.out[done.out.index("id,"):])))
        self.assertEqual(len(rows), 200)
        row = rows[0]
        measured = float(row["vy1"]) + float(row["px"]) * float(row["w1"])
        self.assertLess(abs(measured - float(row["predicted_n"])), 0.5)
        self.assertIn(row["mode"], ("sliding", "C-sticking", "R-sticking", "C-reversed", "R-reversed"))

    def test_a_figure(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "fit.svg")
            with open(data("superball.csv")) as file:
                few = "".join(file.readlines()[:12])
            for arguments, text in ((["ellipse.csv"], ""), (["sticking.csv"], ""), (["speed.csv"], ""),
                                    (["-", "--with", "eta2"], few)):
                name = arguments[0] if text else data(arguments[0])
                done = carom("fit", name, *arguments[1:], "--bootstrap", "0", "--figure", picture, text=text)
                self.assertEqual(done.code, 0, done.err)
                with open(picture) as file:
                    text = file.read()
                for words in ("residual 1", "loss over friction", "after / before"):
                    self.assertIn(words, text)
                self.assertEqual("least loss" in text, "eta2" in arguments)
            with open(data("two-balls.csv")) as file:
                few = "".join(file.readlines()[:8])
            done = carom("fit", "-", *TWO_BALLS, "--bootstrap", "0", "--figure", picture, text=few)
            self.assertIn("a fit of a scenario has no figure", done.err)

    def test_a_plan(self):
        plan = fit("sticking.csv", "--plan", "--bootstrap", "0")["plan"]
        self.assertAlmostEqual(sum(p["share"] for p in plan["measure"]), 1)
        self.assertGreater(plan["impacts_for_5_percent"], 0)

    def test_degrees_are_suspected_aloud(self):
        rows = read("ellipse.csv")
        for row in rows:
            row["phi"] = "90"
        done = carom("fit", "-", text=table(rows))
        self.assertIn("looks like degrees", done.out + done.err)

    def test_deviations_replace_the_weights(self):
        rows = read("ellipse.csv")
        for row in rows:  # the noise that was put in: 1 % of the speed in the metric of the masses
            m, rho, vx, vy, w = (float(row[name]) for name in ("m", "rho", "vx0", "vy0", "w0"))
            speed = math.sqrt(vx * vx + vy * vy + rho * rho * w * w)
            row.update(sigma_vx=0.01 * speed, sigma_vy=0.01 * speed, sigma_w=0.01 * speed / rho)
        done = carom("fit", "-", "--json", "--bootstrap", "0", text=table(rows))
        self.assertEqual(done.code, 0, done.err)
        self.inside(done.json(), mu=0.2, e=0.6)
        self.assertAlmostEqual(done.json()["residual"]["rms"], 1, delta=0.1)

    def test_groups_are_resampled_together(self):
        rows = read("ellipse.csv")
        for i, row in enumerate(rows):
            row["group"] = "day %d" % (i // 2)
        pairs = [dict(rows[i - i % 2]) for i in range(len(rows))]  # every impact twice, in one group
        once = carom("fit", "-", "--json", "--bootstrap", "0", text=table(rows[::2])).json()
        twice = carom("fit", "-", "--json", "--bootstrap", "0", text=table(pairs)).json()
        alone = carom("fit", "-", "--json", "--bootstrap", "0",
                      text=table([{k: v for k, v in row.items() if k != "group"} for row in pairs])).json()
        sd = [answer["estimates"]["mu"]["sd"] for answer in (once, twice, alone)]
        self.assertAlmostEqual(sd[1] / sd[0], 1, places=3)
        self.assertAlmostEqual(sd[2] / sd[0], 0.5 ** 0.5, places=3)

    def test_bad_usage(self):
        for arguments in (["--law", "hooke"], ["--flip", "q"], ["--huber", "-1"], ["--bootstrap", "1.5"],
                          ["--with", "mu"], ["--e-model", "x"], ["--huber", "1", "--least-squares"],
                          ["--estimate", "contacts.0.mu=0:1"], ["--scenario", data("two-balls.json")], ["--seed", "x"]):
            done = carom("fit", data("ellipse.csv"), *arguments)
            self.assertEqual(done.code, 2, arguments)
            self.assertIn("carom fit:", done.err)


class Generator(unittest.TestCase):
    def test_the_sets_are_those_that_the_generator_makes(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, os.path.join(ROOT, "tools", "fit-data"), PROGRAM, folder], check=True)
            for name in sorted(os.listdir(folder)):
                with open(os.path.join(folder, name)) as made, open(data(name)) as kept:
                    self.assertEqual(made.read(), kept.read(), name)


if __name__ == "__main__":
    unittest.main()
