"""One contact with tangential compliance through files: the reference cases, known answers, words and errors."""
import copy
import json
import math
import os
import unittest

from program import BALL_IN_SPACE, ROOT, SUPERBALL, carom, solve_lines
from test_answers import relative

# JIA10, section 3.1: the ball with backspin. The contact is what the bodies make of it.
BALL = {"carom": 1, "title": "ball",
        "bodies": {"ball": {"mass": 1, "inertia": [0.4, 0.4, 0.4], "position": [0, 0, 1], "velocity": [-1, 0, -5],
                            "spin": [0, 2, 0]}, "table": {"fixed": True}},
        "contacts": [{"bodies": ["ball", "table"], "point": [0, 0, 0], "normal": [0, 0, 1], "e": 0.5, "mu": 0.4,
                      "poisson_ratio": 0.3}]}


def load_cases():
    with open(os.path.join(ROOT, "tests", "cases", "compliant.json"), encoding="utf-8") as file:
        return json.load(file)["cases"]


def scenario_of(case, **changes):
    return {"carom": 1, "contact_space": {"W": case["W"], "v": case["v0"]},
            "contacts": [{"e": case["e"], "mu": case["mu"], "eta2": case["eta0sq"]}], **changes}


CASES = {case["name"]: case for case in load_cases()}


def solve(scenario):
    return carom("solve", "--json", "-", text=json.dumps(scenario)).json()


def explain(scenario):
    return carom("explain", "--json", "-", text=json.dumps(scenario)).json()


def sphere(v, **contact):
    """Stronge's sphere on a half-space, unit mass: the tangential frequency is 1.7 times the normal one."""
    surface = dict({"e": 0.7, "mu": 0.2, "eta2": 3.5 / 1.7 ** 2}, **contact)
    return {"carom": 1, "contact_space": {"W": [[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]], "v": v}, "contacts": [surface]}


class Reference(unittest.TestCase):
    """tests/cases/compliant.json: answers of a program of its own, in another form of the equations."""

    @classmethod
    def setUpClass(cls):
        cls.results, code = solve_lines([scenario_of(case) for case in CASES.values()])
        assert code == 0

    def rows(self):
        for case, result in zip(CASES.values(), self.results):
            with self.subTest(case=case["name"]):
                yield case, result, result["contacts"][0]

    def test_impulse_and_velocity(self):
        worst = 0.0
        for case, result, contact in self.rows():
            self.assertEqual((result["model"], result["method"]), ("compliant", "exact"))
            error = relative(contact["impulse_contact"], case["I"])
            worst = max(worst, error)
            self.assertLessEqual(error, 1e-11)
            speed = max(map(abs, case["v0"]))
            for got, wanted in zip(contact["velocity_after"], case["v"]):
                self.assertLessEqual(abs(got - wanted), 1e-10 * speed)
        print("%d reference cases: worst error %.2g" % (len(CASES), worst))

    def test_events_are_in_order_and_begin_and_end_as_they_must(self):
        for case, result, contact in self.rows():
            types = [event["type"] for event in result["events"]]
            impulses = [event["impulse"][0] for event in result["events"]]
            self.assertEqual(impulses, sorted(impulses))
            if case["mu"] > 0:  # without friction there is nothing that could stick or slip
                self.assertIn(types[0], ("start_slip", "start_stick"))
                self.assertEqual(impulses[0], 0)
            self.assertIn(types[-1], ("restitution_end",) if case["e"] > 0 else ("restitution_end", "compression_end"))
            self.assertEqual(impulses[-1], contact["impulse_contact"][2])
            self.assertEqual(types.count("compression_end"), 1 + types.count("recompress"))
            self.assertNotIn("states", result)

    def test_the_mode_joins_the_phases(self):
        phase = {"start_slip": "slip", "slip": "slip", "start_stick": "stick", "stick": "stick"}
        for case, result, contact in self.rows():
            phases = [phase[event["type"]] for event in result["events"] if event["type"] in phase]
            self.assertEqual(contact["mode"], "-".join(phases) if case["mu"] > 0 else "frictionless")

    def test_the_energy_ledger_adds_up(self):
        for case, result, _ in self.rows():
            energy = result["energy"]
            self.assertEqual(list(energy), ["before", "after", "change", "friction", "restitution", "spring"])
            scale = 1e-12 * energy["before"]
            lost = energy["friction"] + energy["restitution"] + energy["spring"]
            self.assertLessEqual(abs(energy["change"] + lost), scale)
            self.assertLessEqual(abs(energy["after"] - energy["before"] - energy["change"]), scale)
            self.assertEqual(energy["spring"] > 0, case["name"] == "e0")
            # The work of the impulse at the contact, by the mean of the velocities before and after.
            contact = result["contacts"][0]
            work = sum(p * (a + b) / 2 for p, a, b in zip(contact["impulse_contact"], contact["velocity_before"],
                                                          contact["velocity_after"]))
            self.assertLessEqual(abs(work - energy["change"]), 1e-12 * energy["before"])


class Answers(unittest.TestCase):
    def test_the_ball_of_the_paper(self):
        """JIA10 section 3.1 by Coulomb's law, and by the friction that its printed numbers come from."""
        rows = (("exact", 0.544090155, -1.860225388, 7.365582, 5e-10),
                ({"scheme": "published"}, 0.570974, -1.927434, 7.365582, 5e-7))
        for method, along, spin, loose, places in rows:
            result = solve(dict(BALL, method=method))
            self.assertEqual(result["method"], "exact" if method == "exact" else "published")
            ball = result["bodies"]["ball"]
            self.assertAlmostEqual(ball["velocity"][0], along, delta=places)
            self.assertAlmostEqual(ball["velocity"][2], 2.5, delta=1e-13)
            self.assertAlmostEqual(ball["spin"][1], spin, delta=3 * places)
            events = {event["type"]: event["impulse"][0] for event in result["events"]}
            self.assertAlmostEqual(events["stick"], 0.625, delta=1e-12)
            self.assertAlmostEqual(events["slip"], loose, delta=5e-7)
            self.assertAlmostEqual(events["compression_end"], 5, delta=1e-12)
            self.assertEqual(result["contacts"][0]["mode"], "slip-stick-slip")

    def test_the_sphere_of_strongs_book(self):
        for v, wanted in (([-0.5, 0, -1], 0.3291142832763286), ([-3, 0, -1], -1.81)):
            after = solve(sphere(v))["contacts"][0]["velocity_after"]
            self.assertAlmostEqual(after[0], wanted, delta=1e-12)
            self.assertAlmostEqual(after[2], 0.7, delta=1e-12)

    def test_in_the_plane(self):
        """Two axes in, two axes out: the same impact as in space."""
        flat = {"carom": 1, "dimension": 2, "contact_space": {"W": [[3.5, 0], [0, 1]], "v": [-0.5, -1]},
                "contacts": sphere([])["contacts"]}
        plane, space = solve(flat)["contacts"][0], solve(sphere([-0.5, 0, -1]))["contacts"][0]
        self.assertEqual(len(plane["impulse_contact"]), 2)
        self.assertEqual(plane["mode"], space["mode"])
        for key in ("impulse_contact", "velocity_after"):
            self.assertAlmostEqual(plane[key][0], space[key][0], delta=1e-14)
            self.assertAlmostEqual(plane[key][1], space[key][2], delta=1e-14)
        self.assertEqual(plane["velocity_before"], [-0.5, -1])

    def test_bodies_mechanism_and_contact_space_agree(self):
        mechanism = {"carom": 1, "contacts": [dict(e=0.5, mu=0.4, poisson_ratio=0.3, jacobian=[
            [1, 0, 0, 0, -1, 0], [0, 1, 0, 1, 0, 0], [0, 0, 1, 0, 0, 0]])],
            "mechanism": {"mass_matrix": [[(1 if i < 3 else 0.4) * (i == j) for j in range(6)] for i in range(6)],
                          "velocity": [-1, 0, -5, 0, 2, 0]}}
        bodies, other, space = solve(BALL), solve(mechanism), solve(scenario_of(CASES["ball_mu0.4_nu0.3"]))
        for result in (other, space):
            self.assertLessEqual(relative(result["contacts"][0]["impulse_contact"],
                                          bodies["contacts"][0]["impulse_contact"]), 1e-13)
        ball = bodies["bodies"]["ball"]
        for got, wanted in zip(other["mechanism"]["velocity"], ball["velocity"] + ball["spin"]):
            self.assertAlmostEqual(got, wanted, delta=1e-12)

    def test_poissons_ratio_is_another_name_for_eta2(self):
        by_ratio, by_eta2 = copy.deepcopy(BALL), copy.deepcopy(BALL)
        del by_eta2["contacts"][0]["poisson_ratio"]
        by_eta2["contacts"][0]["eta2"] = (2 - 0.3) / (2 * (1 - 0.3))
        self.assertEqual(solve(by_ratio), solve(by_eta2))

    def test_no_impact(self):
        for v, word in (([1, 0, 2], "separate"), ([0, 0, 0], "touch")):
            done = carom("solve", "--json", "-", text=json.dumps(sphere(v)))
            result = done.json()
            self.assertEqual((done.code, result["events"], result["states"]), (0, [], []))
            contact = result["contacts"][0]
            self.assertEqual((contact["mode"], contact["impulse_contact"], contact["velocity_after"]),
                             ("none", [0, 0, 0], v))
            self.assertIn("no impact", result["warnings"][0]["text"])
            self.assertIn(word, result["warnings"][0]["text"])
            out = carom("solve", "-", text=json.dumps(sphere(v))).out
            self.assertIn("There is no impact.", out)
            self.assertNotIn("Events", out)
            self.assertIn("nothing happens", explain(sphere(v))["meaning"][0])

    def test_hardly_any_compliance_is_solved_by_the_rigid_law_and_says_so(self):
        rigid = copy.deepcopy(BALL_IN_SPACE)
        stiff = copy.deepcopy(BALL_IN_SPACE)
        stiff["contacts"][0]["eta2"] = 1e-9
        result = solve(stiff)
        self.assertEqual(result["model"], "compliant")
        self.assertEqual(result["warnings"][0]["code"], "rigid_limit")
        self.assertIn("rigid law", result["warnings"][0]["text"])
        self.assertLessEqual(relative(result["contacts"][0]["impulse_contact"],
                                      solve(rigid)["contacts"][0]["impulse_contact"]), 1e-9)
        self.assertIn(result["contacts"][0]["mode"], ("slip", "slip-stick"))
        out = carom("solve", "-", text=json.dumps(stiff)).out
        self.assertIn("The contact slid, stuck at I_n = 0.9524, compression ended at 1, ended at 1.5 N s.", out)
        self.assertIn("act as if rigid", explain(stiff)["meaning"][0])

    def test_many_switches_are_cut_and_say_so(self):
        """A stiff tangential spring swings many times. What is listed is a beginning, in JSON and on the page."""
        stiff = sphere([0.002, 0.001, -1], mu=0.9, eta2=1e-5, e=1)
        result = solve(stiff)
        count = len(result["events"])
        self.assertGreater(count, 12)
        self.assertRegex(result["contacts"][0]["mode"], r"^(slip-stick-){5}slip-\.\.\.$")
        self.assertLess(len(result["contacts"][0]["mode"]), 64)
        out = carom("solve", "-", text=json.dumps(stiff)).out
        self.assertIn(", and after %d more switches ended at 2 N s." % (count - 11), out)
        full = sphere([0.05, 0.025, -1], mu=0.5, eta2=2e-6, e=1)
        result = solve(full)
        self.assertEqual(len(result["events"]), 96)
        self.assertIn("the list of events is full", result["warnings"][0]["text"])
        out = carom("solve", "-", text=json.dumps(full)).out
        self.assertRegex(out, r" more switches ended at 2 N s\.")
        self.assertRegex(out, r"  and \d+ more \(--json gives the first 96\)\n")


class Errors(unittest.TestCase):
    def refuse(self, code, key, part, scenario):
        done = carom("solve", "--json", "-", text=json.dumps(scenario))
        error = done.json()["error"]
        self.assertEqual((done.code, error["code"], error["key"]), (2, code, key), error["message"])
        self.assertIn(part, error["message"])

    def test_what_springs_do_not_go_with(self):
        for changes, key, part in (({"exponent": 1.5}, "contacts.0.exponent", "with one contact"),
                                   ({"eta2": 0}, "contacts.0.eta2", "> 0"),
                                   ({"poisson_ratio": 0.3}, "contacts.0.poisson_ratio", "give one")):
            self.refuse("bad_value", key, part, sphere([-1, 0, -1], **changes))

    def test_what_springs_replace(self):
        plain = solve(sphere([-1, 0, -1]))
        for changes, code in (({"law": "poisson"}, "law_replaced"), ({"law": "newton"}, "law_replaced"),
                              ({"mu_static": 0.5}, "static_replaced")):
            said = solve(sphere([-1, 0, -1], **changes))
            self.assertEqual([warning["code"] for warning in said["warnings"]], [code])
            self.assertEqual(said["contacts"], plain["contacts"])
            told = carom("solve", "-", text=json.dumps(sphere([-1, 0, -1], **changes))).out
            self.assertIn("Stronge's law with e", told)
            self.assertNotIn("static 0.5", told)

    def test_published_is_for_this_model_only_and_the_others_are_not(self):
        self.refuse("bad_value", "method.scheme", "tangential compliance",
                    dict(BALL_IN_SPACE, method={"scheme": "published"}))
        for scheme in ({"scheme": "ni", "step": 0.01}, {"scheme": "vs"}):
            self.refuse("bad_value", "method.scheme", "without tangential compliance", dict(SUPERBALL, method=scheme))
        self.refuse("unknown_key", "method.step", "step", dict(SUPERBALL, method={"scheme": "published", "step": 1}))

    def test_the_solver_names_the_key_of_the_file(self):
        flat = sphere([-1, 0, -1])
        flat["contact_space"]["W"] = [[1, 0, 0], [0, 1, 0], [0, 0, 0]]
        self.refuse("bad_value", "contact_space.W.2.2", "must be > 0", flat)
        done = carom("solve", "--json", "-", text=json.dumps(sphere([-1, 0, -1e200])))
        self.assertEqual((done.code, done.json()["error"]["code"]), (2, "bad_value"))

    def test_an_error_stands_in_its_place(self):
        lines = [sphere([-1, 0, -1]), sphere([-1, 0, -1], exponent=1.5), sphere([-2, 0, -1])]
        results, code = solve_lines(lines)
        self.assertEqual((code, ["error" in result for result in results]), (2, [False, True, False]))
        self.assertEqual(results[0], solve(lines[0]))


class Words(unittest.TestCase):
    def test_the_story(self):
        out = carom("solve", "-", text=json.dumps(BALL)).out
        for part in ("ball meets table: the contact slid, stuck at I_n = 0.625, compression ended at 5, slid back from "
                     "7.366, ended at 7.5 N s.\n", "(slip-stick-slip)", "e = 0.5; friction mu = 0.4; eta2 = 1.21429",
                     "The normal spring stored 12.5 J and gave back 3.125 J; the tangential ones held up to 1.21",
                     "and kept none.", "began sliding  ", "slip stopped: stuck  ", "held by the normal spring"):
            self.assertIn(part, out)
        self.assertFalse(any(line != line.rstrip() for line in out.splitlines()), "trailing blanks")

    def test_other_stories(self):
        rows = ((sphere([-0.1, 0, -1]), "The contact stuck at once, "),
                (sphere([-3, 0, -1]), r"The contact slid, compression ended at I_n = 1, ended at 1\.7 N s\."),
                (sphere([-3, 0, -1], mu=0), r"Without friction the tangential springs had nothing to do; compression "
                                            r"ended at I_n = 1, the impact at 1\.7 N s\."),
                (sphere([-0.1, 0, -1], e=0), r"kept 0\.00\d+ J\."),
                (dict(BALL, method={"scheme": "published"}), r"Note: solved by the published scheme"))
        for scenario, part in rows:
            done = carom("solve", "-", text=json.dumps(scenario))
            self.assertEqual((done.code, done.err), (0, ""))
            self.assertRegex(done.out, part)

    def test_explain(self):
        said = explain(BALL)
        self.assertEqual(list(said), ["carom", "title", "model", "mode", "compliance", "start", "slip", "springs",
                                      "next_change", "meaning"])
        self.assertEqual(said["mode"], "slip-stick-slip")
        self.assertAlmostEqual(said["compliance"]["frequency_ratio"], math.sqrt(3.5 / (1.7 / 1.4)), delta=1e-12)
        self.assertEqual(said["start"], {"slip": 3, "limit": 0.4 * said["compliance"]["eta2"] * 5, "sticks": False})
        self.assertAlmostEqual(said["slip"]["after"], -2.40431554298, delta=1e-11)
        self.assertTrue(said["slip"]["comes_back"])
        springs = said["springs"]
        self.assertEqual(list(springs), ["normal", "normal_given_back", "tangential", "tangential_left"])
        self.assertAlmostEqual(springs["normal"], 12.5, delta=1e-12)
        self.assertAlmostEqual(springs["normal_given_back"], 3.125, delta=1e-12)
        # The slip is caught with all its energy but what friction took; the spring holds that when v_t is 0.
        self.assertTrue(1.1 < springs["tangential"] < 3 ** 2 / 3.5 / 2)
        self.assertEqual(springs["tangential_left"], 0)

    def test_what_it_means(self):
        rows = ((BALL, ["starts sliding, because its slip", "is not below mu eta2",
                        "caught the slip once and broke loose once", "It comes back", "could have stopped it at best", "kept none of it"]),
                (sphere([-0.1, 0, -1]), ["starts stuck, because its slip", "is below mu eta2"]),
                (sphere([-3, 0, -1]), ["never stuck", "It does not come back"]),
                (sphere([-3, 0, -1], mu=0), ["stay slack"]),
                (sphere([0, 0, -1]), ["There is no slip before", "starts stuck", "never slid"]),
                (sphere([-0.1, 0, -1], e=0), ["with e = 0 the impact ends with compression"]))
        for scenario, parts in rows:
            text = " ".join(explain(scenario)["meaning"])
            for part in parts:
                self.assertIn(part, text)

    def test_explain_for_people(self):
        done = carom("explain", "-", text=json.dumps(BALL))
        self.assertEqual((done.code, done.err), (0, ""))
        for pattern in (r"compliance, eta2 = k_n/k_t +1\.21429\n", r"stuck below mu eta2 \|v_n\| \[m/s\] +2\.42857\n",
                        r"frequency, tangential/normal +1\.69775\n", r"What that means here\n  - eta2 = 1\.21429"):
            self.assertRegex(done.out, pattern)
        said = done.out[done.out.index("What decides"):]
        self.assertLessEqual(max(map(len, said.splitlines())), 100)


if __name__ == "__main__":
    unittest.main()
