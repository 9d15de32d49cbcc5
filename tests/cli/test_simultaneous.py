"""Several contacts at once through files: the reference cases, known answers, the shape of results, words, errors."""
import copy
import json
import math
import os
import random
import unittest

from program import ROOT, SUPERBALL, TWO_BALLS, carom, solve_lines
from test_answers import relative


def load_cases():
    with open(os.path.join(ROOT, "tests", "cases", "simultaneous.json"), encoding="utf-8") as file:
        return json.load(file)


CASES = load_cases()


def normals_only(w, v, surfaces):
    """Contacts whose tangents are of no interest: each has one of its own that nothing couples to."""
    count = len(v)
    matrix = [[float(i == j and i % 2 == 0) for j in range(2 * count)] for i in range(2 * count)]
    for i in range(count):
        for j in range(count):
            matrix[2 * i + 1][2 * j + 1] = w[i][j]
    return {"carom": 1, "dimension": 2, "contact_space": {"W": matrix, "v": [x for speed in v for x in (0, speed)]},
            "contacts": surfaces}


def frictionless(case):
    return normals_only(case["W"], case["v0"], [{"e": e, "stiffness": k} for e, k in zip(case["e"], case["k"])])


def general(case):
    contacts = [{"e": e, "mu": mu, "eta2": eta2, "stiffness": k}
                for e, mu, eta2, k in zip(case["e"], case["mu"], case["eta0sq"], case["k"])]
    return {"carom": 1, "contact_space": {"W": case["W"], "v": case["v0"]}, "contacts": contacts}


def row_of_balls(count, masses=None, speed=1.0, **surface):
    """Balls in a row; the first one runs into the others, which touch and rest."""
    masses = masses or [1.0] * count
    w = [[0.0] * (count - 1) for _ in range(count - 1)]
    for i in range(count - 1):
        w[i][i] = 1 / masses[i] + 1 / masses[i + 1]
        if i > 0:
            w[i][i - 1] = w[i - 1][i] = -1 / masses[i]
    return normals_only(w, [-speed] + [0] * (count - 2), [dict({"e": 1}, **surface) for _ in range(count - 1)])


def speeds_of_balls(result, masses, speed=1.0):
    """The velocities of a row of balls, from the impulses between them."""
    impulses = [0] + [contact["impulse_contact"][1] for contact in result["contacts"]] + [0]
    before = [speed] + [0] * (len(masses) - 1)
    return [v + (impulses[i] - impulses[i + 1]) / m for i, (v, m) in enumerate(zip(before, masses))]


def solve(scenario):
    return carom("solve", "--json", "-", text=json.dumps(scenario)).json()


def explain(scenario):
    return carom("explain", "--json", "-", text=json.dumps(scenario)).json()


def with_contacts(scenario, *changes):
    contacts = [dict(contact, **change) for contact, change in zip(scenario["contacts"], changes)]
    return dict(scenario, contacts=contacts)


RUBBED = with_contacts(TWO_BALLS, {"mu": 0.3, "eta2": 1.2}, {"mu": 0.2, "poisson_ratio": 0.3})


class Reference(unittest.TestCase):
    """tests/cases/simultaneous.json: answers of a program of its own."""

    def compare(self, cases, scenarios, tolerance, what):
        results, code = solve_lines(scenarios)
        self.assertEqual((code, len(results)), (0, len(cases)))
        worst = 0.0
        for case, result in zip(cases, results):
            with self.subTest(case=case["name"]):
                self.assertEqual((result["model"], result["method"]), ("simultaneous", "exact"))
                impulses = [contact["impulse_contact"] for contact in result["contacts"]]
                got = [p[-1] for p in impulses] if what == "normal" else [x for p in impulses for x in p]
                error = relative(got, case["I"])
                worst = max(worst, error)
                self.assertLessEqual(error, tolerance)
                self.check_shape(result)
        print("%d reference cases, %s: worst error %.2g" % (len(cases), what, worst))

    def check_shape(self, result):
        count = len(result["contacts"])
        for event in result["events"]:
            self.assertEqual(list(event), ["type", "contact", "impulse"])
            self.assertIn(event["contact"], range(count))
            self.assertEqual(len(event["impulse"]), count)
        for one, other in zip(result["events"], result["events"][1:]):
            self.assertTrue(all(a <= b + 1e-12 for a, b in zip(one["impulse"], other["impulse"])))
        for state in result["states"]:
            self.assertEqual(state, sorted(set(state)))
            self.assertTrue(state)
        self.assertTrue(all(a != b for a, b in zip(result["states"], result["states"][1:])))
        energy = result["energy"]
        self.assertEqual(list(energy), ["before", "after", "change", "friction", "restitution", "spring"])
        lost = energy["friction"] + energy["restitution"] + energy["spring"]
        self.assertLessEqual(abs(energy["change"] + lost), 1e-9 * energy["before"])
        self.assertGreaterEqual(energy["friction"], 0)
        for contact in result["contacts"]:
            speed = max(abs(x) for x in contact["velocity_before"] + contact["velocity_after"])
            self.assertGreaterEqual(contact["velocity_after"][-1], -1e-12 * speed - 1e-13)

    def test_without_friction(self):
        cases = CASES["frictionless"]
        self.compare(cases, [frictionless(case) for case in cases], 1e-11, "normal")

    def test_with_friction(self):
        cases = CASES["general"]
        self.compare(cases, [general(case) for case in cases], 1e-9, "all axes")


class Answers(unittest.TestCase):
    def test_two_balls(self):
        """JME13 sections 6 and 9: velocities of the balls, and the states, as the model has them."""
        third = 2 / math.sqrt(3)
        rows = ((third, 1, 1, 1, (0.945114612, 0.304064896), None),
                (third, 0.9, 0.7, 1, (0.613949419, 0.209719520), [[0, 1], [1], [0, 1], [0]]),
                (0.5, 0.9, 0.7, 1, (0.636840, 0.155810), [[0, 1], [1]]),
                (1, 0.950043, 0.846529, 2.25, (0.777986839, 0.351036643), [[0, 1], [0]]))
        for mass, e1, e2, k, speeds, states in rows:
            scenario = with_contacts(TWO_BALLS, {"e": e1}, {"e": e2, "stiffness": k})
            scenario["bodies"] = copy.deepcopy(TWO_BALLS["bodies"])
            scenario["bodies"]["lower"]["mass"] = mass
            result = solve(scenario)
            places = 1e-6 if mass == 0.5 else 1e-9
            for name, wanted in zip(("upper", "lower"), speeds):
                self.assertAlmostEqual(result["bodies"][name]["velocity"][1], wanted, delta=places)
            self.assertNotIn("table", result["bodies"])
            self.assertEqual([contact["mode"] for contact in result["contacts"]], ["frictionless"] * 2)
            if states:
                self.assertEqual(result["states"], states)

    def test_the_stiffness_limits(self):
        """One contact much stiffer than the other: what is left are impacts one after the other."""
        for limit in CASES["limits"]:
            ratio = {"0": 1e-9}.get(limit["kr"], 1e9)
            m1, m2, v0 = limit["m1"], limit["m2"], limit["v0"]
            w = [[1 / m1 + 1 / m2, -1 / m2], [-1 / m2, 1 / m2]]
            scenario = normals_only(w, [v0, 0], [{"e": limit["e1"]}, {"e": limit["e2"], "stiffness": ratio}])
            impulses = [contact["impulse_contact"][1] for contact in solve(scenario)["contacts"]]
            got = (v0 + impulses[0] / m1, (impulses[1] - impulses[0]) / m2)
            # The limit is reached with the square root of the ratio.
            for a, b in zip(got, (limit["v1"], limit["v2"])):
                self.assertAlmostEqual(a, b, delta=10 * math.sqrt(1e-9))

    def test_cradles(self):
        linear = solve(row_of_balls(3))
        for got, wanted in zip(speeds_of_balls(linear, [1] * 3), (-0.130262, 0.150230, 0.980032)):
            self.assertAlmostEqual(got, wanted, delta=1e-6)
        hertz = solve(row_of_balls(3, exponent=1.5))
        for got, wanted in zip(speeds_of_balls(hertz, [1] * 3), (-0.0710, 0.0764, 0.9946)):
            self.assertAlmostEqual(got, wanted, delta=1e-4)

    def test_ten_hertz_balls(self):
        """The converged velocities of the last two in the reference chain of Siconos."""
        speeds = speeds_of_balls(solve(row_of_balls(10, exponent=1.5)), [1] * 10)
        self.assertAlmostEqual(speeds[8], 0.147390307201, delta=1e-9)
        self.assertAlmostEqual(speeds[9], 0.985865866417, delta=1e-9)

    def test_balls_as_bodies_are_the_same_as_balls_in_contact_space(self):
        count, masses = 6, [1, 2, 0.5, 3, 1, 0.7]
        bodies = {"ball %d" % i: {"mass": m, "inertia": 0.1, "position": [i, 0], "velocity": [float(i == 0), 0]}
                  for i, m in enumerate(masses)}
        contacts = [{"bodies": ["ball %d" % i, "ball %d" % (i + 1)], "point": [i + 0.5, 0], "normal": [-1, 0],
                     "e": 0.9} for i in range(count - 1)]
        result = solve({"carom": 1, "dimension": 2, "bodies": bodies, "contacts": contacts})
        other = solve(row_of_balls(count, masses, e=0.9))
        speeds = speeds_of_balls(other, masses)
        for i, speed in enumerate(speeds):
            self.assertAlmostEqual(result["bodies"]["ball %d" % i]["velocity"][0], speed, delta=1e-12)
        self.assertEqual(result["states"], other["states"])
        momentum = sum(m * v for m, v in zip(masses, speeds))
        self.assertAlmostEqual(momentum, 1, delta=1e-13)

    def test_contacts_that_do_not_feel_each_other_are_single_impacts(self):
        single = dict(SUPERBALL["contacts"][0], mu=0.4)
        w = SUPERBALL["contact_space"]["W"]
        apart = [[w[i % 3][j % 3] if i // 3 == j // 3 else 0 for j in range(6)] for i in range(6)]
        both = solve({"carom": 1, "contact_space": {"W": apart, "v": [1, 0.5, -1, -0.2, 0, -2]},
                      "contacts": [single, dict(single, stiffness=7)]})
        for contact, v in zip(both["contacts"], ([1, 0.5, -1], [-0.2, 0, -2])):
            alone = solve({"carom": 1, "contact_space": {"W": w, "v": v}, "contacts": [single]})["contacts"][0]
            self.assertLessEqual(relative(contact["impulse_contact"], alone["impulse_contact"]), 1e-9)
            self.assertEqual(contact["mode"], alone["mode"])

    def test_the_order_of_the_contacts_changes_nothing(self):
        rng = random.Random(5)
        case = CASES["general"][-1]
        scenario, size = general(case), 3
        count = len(scenario["contacts"])
        order = list(range(count))
        rng.shuffle(order)
        index = [size * contact + axis for contact in order for axis in range(size)]
        space = scenario["contact_space"]
        mixed = {"carom": 1, "contacts": [scenario["contacts"][i] for i in order],
                 "contact_space": {"W": [[space["W"][i][j] for j in index] for i in index],
                                   "v": [space["v"][i] for i in index]}}
        one, other = solve(scenario), solve(mixed)
        for new, old in enumerate(order):
            self.assertLessEqual(relative(other["contacts"][new]["impulse_contact"],
                                          one["contacts"][old]["impulse_contact"]), 1e-9)

    def test_a_cue_in_its_guide(self):
        """The guided body takes impulse along its line only."""
        cue = {"carom": 1, "bodies": {"cue": {"mass": 0.5, "guide": [0.8, 0, -0.6], "velocity": [1.6, 0, -1.2]},
                                      "ball": {"mass": 0.17, "inertia": [5.5e-5] * 3, "position": [0, 0, 0.0286]},
                                      "table": {"fixed": True}},
               "contacts": [{"bodies": ["cue", "ball"], "point": [-0.02288, 0, 0.04576], "normal": [-0.8, 0, 0.6],
                             "e": 0.65, "mu": 0.6, "eta2": 3},
                            {"bodies": ["ball", "table"], "point": [0, 0, 0], "normal": [0, 0, 1], "e": 0.5, "mu": 0.2,
                             "eta2": 2, "stiffness": 0.8}]}
        result = solve(cue)
        velocity = result["bodies"]["cue"]["velocity"]
        self.assertNotIn("spin", result["bodies"]["cue"])
        self.assertAlmostEqual(velocity[0] * 0.6 + velocity[2] * 0.8, 0, delta=1e-15)
        along = sum(p * g for p, g in zip(result["contacts"][0]["impulse"], (0.8, 0, -0.6)))
        self.assertAlmostEqual(velocity[0], 0.8 * (2 + along / 0.5), delta=1e-14)
        ball = [p - q for p, q in zip(result["contacts"][1]["impulse"], result["contacts"][0]["impulse"])]
        for got, wanted in zip(result["bodies"]["ball"]["velocity"], ball):
            self.assertAlmostEqual(got, wanted / 0.17, delta=1e-13)

    def test_redundant_contacts_share_the_load(self):
        """A box falls flat on four corners: W is singular, the springs decide, and symmetry says how."""
        corners = [(x, y) for x in (-0.1, 0.1) for y in (-0.2, 0.2)]
        box = {"carom": 1, "bodies": {"box": {"mass": 2, "inertia": [0.03, 0.01, 0.04], "position": [0, 0, 0.1],
                                              "velocity": [0, 0, -1]}, "floor": {"fixed": True}},
               "contacts": [{"bodies": ["box", "floor"], "point": [x, y, 0], "normal": [0, 0, 1], "e": 0.5}
                            for x, y in corners]}
        for contact in solve(box)["contacts"]:
            self.assertAlmostEqual(contact["impulse_contact"][2], 2 * 1.5 / 4, delta=1e-12)
            self.assertAlmostEqual(contact["velocity_after"][2], 0.5, delta=1e-12)

    def test_no_impact(self):
        for speed, word in ((0, "touch"), (1, "separate")):
            apart = copy.deepcopy(TWO_BALLS)
            apart["bodies"]["upper"]["velocity"] = [0, speed]
            done = carom("solve", "--json", "-", text=json.dumps(apart))
            result = done.json()
            self.assertEqual((done.code, result["events"], result["states"]), (0, [], []))
            for contact in result["contacts"]:
                self.assertEqual((contact["mode"], contact["impulse_contact"]), ("none", [0, 0]))
            self.assertEqual(result["bodies"]["upper"]["velocity"], [0, speed])
            self.assertIn("no impact", result["warnings"][0]["text"])
            out = carom("solve", "-", text=json.dumps(apart)).out
            self.assertIn("There is no impact at any of the 2 contacts.", out)
            self.assertNotIn("States", out)
            self.assertIn("nothing happens", explain(apart)["meaning"][0])

    def test_a_contact_that_never_acts(self):
        """The one that approaches is far from the one that separates, which stays out of it."""
        w = [[2, 0], [0, 1]]
        result = solve(normals_only(w, [-1, 0.5], [{"e": 1}, {"e": 1}]))
        self.assertEqual([contact["mode"] for contact in result["contacts"]], ["frictionless", "none"])
        self.assertEqual(result["states"], [[0]])
        self.assertEqual(result["warnings"], [])

    def test_modes_with_friction_are_phases(self):
        sliding = copy.deepcopy(RUBBED)
        sliding["bodies"]["upper"]["velocity"] = [0.4, -1]
        for contact in solve(sliding)["contacts"]:
            for phase in contact["mode"].split("-"):
                self.assertIn(phase, ("slip", "stick", "..."))

    def test_a_plastic_contact_locks(self):
        result = solve(with_contacts(TWO_BALLS, {"e": 0.9}, {"e": 0, "stiffness": 100}))
        self.assertAlmostEqual(result["bodies"]["lower"]["velocity"][1], 0, delta=1e-12)
        self.assertIn("lock", [event["type"] for event in result["events"]])

    def test_a_log_that_is_full_says_so(self):
        """A hard table below a soft ball: more bounces than anybody wants listed, and the answer is complete."""
        hard = with_contacts(TWO_BALLS, {"e": 1}, {"e": 0.9999, "stiffness": 1e8})
        result, said = solve(hard), explain(hard)
        self.assertEqual(len(result["events"]), 4096)
        self.assertGreater(said["counts"]["events"], 4096)
        self.assertIn("the list of events is full", result["warnings"][0]["text"])
        self.assertEqual([len(event["impulse"]) for event in result["events"][-2:]], [2, 2])
        for contact in result["contacts"]:
            self.assertGreaterEqual(contact["velocity_after"][1], 0)
        self.assertIn("as far as the list of events goes", " ".join(said["meaning"]))
        self.assertRegex(carom("solve", "-", text=json.dumps(hard)).out,
                         r"  and %d more \(--json gives the first 4096\)\n" % (said["counts"]["events"] - 24))

    def test_a_log_that_outgrows_its_first_room_is_complete(self):
        many = with_contacts(TWO_BALLS, {"e": 1}, {"e": 0.999, "stiffness": 1e6})
        result = solve(many)
        self.assertGreater(len(result["events"]), 128)
        self.assertEqual(result["events"][-1]["type"], "restitution_end")
        self.assertEqual(result["warnings"], [])
        for contact, impulse in zip(result["contacts"], result["events"][-1]["impulse"]):
            self.assertAlmostEqual(impulse, contact["impulse_contact"][1], delta=1e-12)

    def test_streaming(self):
        lines = [TWO_BALLS, with_contacts(TWO_BALLS, {"mu_static": 0.1}, {}), RUBBED, row_of_balls(4)]
        results, code = solve_lines(lines)
        self.assertEqual((code, ["error" in result for result in results]), (2, [False, True, False, False]))
        self.assertEqual(results[0], solve(TWO_BALLS))
        self.assertEqual(results[3], solve(row_of_balls(4)))


def block_on_two_corners(velocity, spin=0.0, **surface):
    """A block of 2 kg, 0.2 m wide and 0.1 m high, lands on two corners."""
    return {"carom": 1, "dimension": 2,
            "bodies": {"block": {"mass": 2, "inertia": 0.01, "position": [0, 0.05], "velocity": velocity, "spin": spin},
                       "floor": {"fixed": True}},
            "contacts": [dict({"bodies": ["block", "floor"], "point": [x, 0], "normal": [0, 1]}, **surface)
                         for x in (-0.1, 0.1)]}


def disc_in_groove(half_angle, **surface):
    """A disc of 1 kg and 0.1 m falls with 1 m/s into a V whose walls make this angle with the vertical."""
    c, s = math.cos(half_angle), math.sin(half_angle)
    return {"carom": 1, "dimension": 2,
            "bodies": {"disc": {"mass": 1, "inertia": 0.005, "position": [0, 0], "velocity": [0, -1]},
                       "walls": {"fixed": True}},
            "contacts": [dict({"bodies": ["disc", "walls"], "point": [-0.1 * x, -0.1 * s], "normal": [x, s]}, **surface)
                         for x in (c, -c)]}


def codes_of(result):
    return [warning["code"] for warning in result["warnings"]]


class RigidFriction(unittest.TestCase):
    """Friction without eta2 or poisson_ratio: what sticks does not move."""

    def test_a_foot_that_sticks_stands_still(self):
        result = solve(block_on_two_corners([0.1, -1], e=0, mu=0.8))
        self.assertEqual(codes_of(result), ["locked"])
        for contact in result["contacts"]:
            self.assertTrue(contact["mode"].endswith("stick"), contact["mode"])
        for x in result["bodies"]["block"]["velocity"] + [result["bodies"]["block"]["spin"]]:
            self.assertAlmostEqual(x, 0, delta=1e-12)
        springs = solve(block_on_two_corners([0.1, -1], e=0, mu=0.8, poisson_ratio=0.3))
        self.assertGreater(abs(springs["bodies"]["block"]["velocity"][0]), 1e-2)

    def test_contacts_that_do_not_feel_each_other_are_single_rigid_impacts(self):
        planar = [[2, 0.5], [0.5, 1]]
        space = SUPERBALL["contact_space"]["W"]
        surface = {"e": 0.6, "mu": 0.4}
        for dimension, w, vs in ((2, planar, ([1, -1], [-0.2, -2])), (3, space, ([1, 0.5, -1], [-0.2, 0, -2]))):
            size = 2 * dimension
            apart = [[w[i % dimension][j % dimension] if i // dimension == j // dimension else 0
                      for j in range(size)] for i in range(size)]
            both = solve({"carom": 1, "dimension": dimension, "contact_space": {"W": apart, "v": vs[0] + vs[1]},
                          "contacts": [surface, dict(surface, stiffness=7)]})
            for contact, v in zip(both["contacts"], vs):
                alone = solve({"carom": 1, "dimension": dimension, "contact_space": {"W": w, "v": v},
                               "contacts": [surface]})["contacts"][0]
                self.assertLessEqual(relative(contact["impulse_contact"], alone["impulse_contact"]), 1e-9)

    def test_an_exponent_goes_with_it(self):
        sliding = [block_on_two_corners([3, -1], e=0.5, mu=0.2, exponent=p) for p in (1, 1.5)]
        linear, hertz = map(solve, sliding)
        self.assertEqual((linear["warnings"], hertz["warnings"]), ([], []))
        self.assertGreater(abs(linear["bodies"]["block"]["spin"] - hertz["bodies"]["block"]["spin"]), 1e-3)

    def test_a_disc_jams_in_a_groove_narrower_than_the_friction_angle(self):
        jammed, free = (solve(disc_in_groove(math.radians(10), e=0.8, mu=mu)) for mu in (0.5, 0.1))
        self.assertEqual((codes_of(jammed), codes_of(free)), (["jammed"], []))
        self.assertEqual([event["type"] for event in jammed["events"]].count("jam"), 2)
        for x in jammed["bodies"]["disc"]["velocity"]:
            self.assertAlmostEqual(x, 0, delta=1e-12)
        self.assertGreater(jammed["energy"]["spring"], 0)
        self.assertGreater(free["bodies"]["disc"]["velocity"][1], 0.1)
        text = json.dumps(disc_in_groove(math.radians(10), e=0.8, mu=0.5))
        out = carom("solve", "-", text=text).out
        self.assertIn("In the end the bodies are wedged.", out)
        self.assertIn("wedged: at rest for good", out)
        said = " ".join(explain(json.loads(text))["meaning"])
        for part in ("Friction is rigid along the tangents", "the bodies are wedged", "J stayed in the springs"):
            self.assertIn(part, said)

    def test_words_say_which_friction(self):
        rigid = block_on_two_corners([0.1, -1], e=0.5, mu=0.3)
        springs = with_contacts(rigid, {"eta2": 1}, {"eta2": 1})
        for scenario, word, law in ((rigid, "rigid", "friction mu = 0.3, rigid;"),
                                    (springs, "springs", "friction mu = 0.3, on springs;"),
                                    (TWO_BALLS, "none", "no friction;")):
            self.assertEqual(explain(scenario)["friction"], word)
            self.assertIn(law, carom("solve", "-", text=json.dumps(scenario)).out)


class Trust(unittest.TestCase):
    """Answers that say how far they are to be trusted."""

    def check_approximate(self, result):
        told = [warning for warning in result["warnings"] if warning["code"] == "approximate"]
        self.assertEqual(len(told), 1)
        self.assertTrue(0 < told[0]["error"] < 1e-2)

    def test_the_engine_of_steps(self):
        scenario = dict(TWO_BALLS, method={"engine": "steps"})
        result, exact = solve(scenario), solve(TWO_BALLS)
        self.assertEqual(result["method"], "steps")
        self.check_approximate(result)
        for got, want in zip(result["contacts"], exact["contacts"]):
            self.assertLess(abs(got["velocity_after"][-1] - want["velocity_after"][-1]), 1e-2)

    def test_steps_of_rigid_contacts(self):
        exact = block_on_two_corners([1, -1], 3, e=0.5, mu=0.3)
        results, code = solve_lines([exact, dict(exact, method={"engine": "steps"})])
        self.assertEqual(code, 0)
        self.assertEqual(codes_of(results[0]), [])
        self.check_approximate(results[1])
        for one, other in zip(results[0]["contacts"], results[1]["contacts"]):
            for a, b in zip(one["velocity_after"], other["velocity_after"]):
                self.assertAlmostEqual(a, b, delta=5e-3)

    def test_words_of_an_approximate_answer(self):
        text = json.dumps(dict(TWO_BALLS, method={"engine": "steps"}))
        out = carom("solve", "-", text=text).out
        self.assertRegex(out, r"Note: the answer is approximate")
        self.assertRegex(out, r"Note: velocities are off by about \S+ of the largest\.")
        said = explain(json.loads(text))["meaning"]
        self.assertRegex(said[-1], r"approximate, off by about \S+ of the largest\.$")


class Errors(unittest.TestCase):
    def refuse(self, code, key, part, scenario):
        done = carom("solve", "--json", "-", text=json.dumps(scenario))
        error = done.json()["error"]
        self.assertEqual((done.code, error["code"], error["key"]), (2, code, key), error["message"])
        self.assertIn(part, error["message"])

    def test_what_several_contacts_do_not_go_with(self):
        rows = (("bad_value", "contacts.1.mu_static", "must equal mu", [{}, {"mu_static": 0.1}]),
                ("bad_value", "contacts.1.eta2", "or none", [{"mu": 0.2, "eta2": 1}, {"mu": 0.2}]),
                ("bad_value", "contacts.1.exponent", "same for all", [{}, {"exponent": 1.5}]),
                ("bad_value", "contacts.0.exponent", "with tangential springs",
                 [{"exponent": 1.5, "mu": 0.1, "eta2": 1}, {"exponent": 1.5}]),
                ("bad_value", "contacts.1.stiffness", "> 0", [{}, {"stiffness": 0}]))
        for code, key, part, changes in rows:
            self.refuse(code, key, part, with_contacts(TWO_BALLS, *changes))

    def test_what_several_contacts_replace(self):
        for asked in ([{"law": "poisson"}, {}], [{}, {"law": "newton"}]):
            said, plain = solve(with_contacts(TWO_BALLS, *asked)), solve(TWO_BALLS)
            self.assertEqual([w["code"] for w in said["warnings"] if w not in plain["warnings"]], ["law_replaced"])
            self.assertEqual(said["contacts"], plain["contacts"])

    def test_published_is_for_one_contact(self):
        self.refuse("bad_value", "method.scheme", "one contact", dict(TWO_BALLS, method={"scheme": "published"}))
        self.refuse("bad_value", "method.scheme", "one 3-D contact", dict(TWO_BALLS, method={"scheme": "vs"}))

    def test_the_solver_names_the_key_of_the_file(self):
        across = copy.deepcopy(TWO_BALLS)
        across["bodies"]["upper"] = {"mass": 1, "guide": [1, 0]}
        across["bodies"]["lower"] = {"mass": 1, "guide": [1, 0]}
        self.refuse("bad_value", "contacts.0.normal", "does a guide run across", across)
        self.refuse("bad_value", "contacts", "times as stiff", with_contacts(TWO_BALLS, {}, {"stiffness": 1e40}))

    def test_velocities_that_no_impulse_can_stop(self):
        """W = [[1, -1], [-1, 1]] leaves the sum of the velocities as it is."""
        done = carom("solve", "--json", "-", text=json.dumps(
            normals_only([[1, -1], [-1, 1]], [-1, -1], [{"e": 1}, {"e": 1}])))
        error = done.json()["error"]
        self.assertEqual((done.code, error["code"]), (2, "bad_value"), error["message"])
        self.assertRegex(error["message"], r"[^?.][?.]$")

    def test_too_many_contacts(self):
        done = carom("solve", "--json", "-", text=json.dumps(row_of_balls(66)))
        self.assertEqual((done.code, done.json()["error"]["key"]), (2, "contacts"))


class Words(unittest.TestCase):
    def test_the_summary(self):
        out = carom("solve", "-", text=json.dumps(TWO_BALLS)).out
        for pattern in (r"^two balls\n2 contacts at once, through 4 states and \d+ events.*In the end none of them "
                        r"approaches\.\n", r"Stronge's law with e = 0\.7 to 0\.9; no friction; equal stiffness\.\n",
                        r"Contacts, normal +before \[m/s\] +after \[m/s\] +impulse \[N s\]\n"
                        r"  upper-lower +-1 +0\.404",
                        r"  lower-table +0 +0\.20972 +\S+  frictionless\n",
                        r"States, the active contacts in order\n   1  upper-lower, lower-table\n   2  lower-table\n",
                        r"Events, normal impulses \[N s\] +at +upper-lower +lower-table\n",
                        r"  compression ended +lower-table +\S+ +\S+\n", r"  restitution ended +upper-lower +\S+ +\S+\n"):
            self.assertRegex(out, pattern)
        self.assertNotIn("tangential", out)
        self.assertFalse(any(line != line.rstrip() for line in out.splitlines()), "trailing blanks")
        self.assertLessEqual(max(map(len, out.splitlines())), 160)

    def test_friction_gets_its_table(self):
        sliding = copy.deepcopy(RUBBED)
        sliding["bodies"]["upper"]["velocity"] = [0.4, -1]
        out = carom("solve", "-", text=json.dumps(sliding)).out
        self.assertRegex(out, r"Contacts, tangential +before \[m/s\] +after \[m/s\] +impulse \[N s\]\n"
                              r"  upper-lower +0\.4 ")
        self.assertIn("friction mu = 0.2 to 0.3", out)

    def test_long_tables_are_cut(self):
        out = carom("solve", "-", text=json.dumps(row_of_balls(30, exponent=1.5, e=0.95))).out
        self.assertIn("Contacts, normal", out)
        self.assertRegex(out, r"  and 5 more \(--json gives all\)\n")
        self.assertRegex(out, r"its impulse\n")
        self.assertRegex(out, r"  and \d+ more \(--json gives (all|the first 4096)\)\n\nEnergy")
        self.assertIn("force law k x^1.5 (Hertz)", out)
        self.assertLessEqual(max(map(len, out.splitlines()[3:])), 120)

    def test_many_bodies_and_long_states(self):
        count = 30
        bodies = {"ball %d" % i: {"mass": 1, "inertia": 0.1, "position": [i, 0], "velocity": [float(i == 0), 0]}
                  for i in range(count)}
        contacts = [{"bodies": ["ball %d" % i, "ball %d" % (i + 1)], "point": [i + 0.5, 0], "normal": [-1, 0], "e": 1}
                    for i in range(count - 1)]
        out = carom("solve", "-", text=json.dumps({"carom": 1, "dimension": 2, "bodies": bodies,
                                                   "contacts": contacts})).out
        table = out[out.index("Bodies, world axes"):out.index("Energy")]
        self.assertIn("\n  ball 0\n    velocity x [m/s]  ", table)
        self.assertIn("\n  ball 23\n", table)
        self.assertNotIn("\n  ball 24\n", table)
        self.assertNotIn("velocity y", table)
        self.assertTrue(table.endswith("  and 6 more (--json gives all)\n\n"))
        states = out[out.index("States, "):out.index("Events")].splitlines()
        self.assertRegex(states[1], r"^   1  ball 0-ball 1, ball 1-ball 2, ")
        self.assertRegex(states[2], r"^      ball \d+-ball \d+, ")
        self.assertLessEqual(max(map(len, states)), 102)

    def test_two_contacts_of_the_same_bodies_have_numbers(self):
        block = {"carom": 1, "dimension": 2,
                 "bodies": {"block": {"mass": 1, "inertia": 0.1, "position": [0, 0.1], "velocity": [0, -1]},
                            "floor": {"fixed": True}},
                 "contacts": [{"bodies": ["block", "floor"], "point": [x, 0], "normal": [0, 1], "e": 0.5}
                              for x in (-0.5, 0.5)]}
        out = carom("solve", "-", text=json.dumps(block)).out
        self.assertIn("block-floor 1, block-floor 2", out)

    def test_explain(self):
        said = explain(TWO_BALLS)
        self.assertEqual(list(said), ["carom", "title", "model", "contacts", "stiffness_ratio", "friction", "pairs",
                                      "counts", "meaning"])
        self.assertEqual([contact["name"] for contact in said["contacts"]], ["upper-lower", "lower-table"])
        self.assertEqual(list(said["contacts"][0]), ["name", "stiffness", "mode", "locked"])
        self.assertEqual(said["pairs"][0]["contacts"], [0, 1])
        lower = 1 / (2 / math.sqrt(3))
        self.assertAlmostEqual(said["pairs"][0]["coupling"], -lower / math.sqrt((1 + lower) * lower), delta=1e-15)
        counts = said["counts"]
        self.assertEqual(list(counts), ["groups", "approaching", "acted", "states", "events", "recompress",
                                        "reactivate", "lock"])
        self.assertEqual((counts["groups"], counts["approaching"], counts["acted"], counts["states"]), (1, 1, 2, 4))
        self.assertEqual(counts["reactivate"], 1)
        result = solve(TWO_BALLS)
        self.assertEqual((counts["states"], counts["events"]), (len(result["states"]), len(result["events"])))

    def test_groups(self):
        """Contacts that do not feel each other; a ring of those that do is one group."""
        def groups(w):
            count = len(w)
            return explain(normals_only(w, [-1] * count, [{"e": 1}] * count))["counts"]["groups"]
        ring = [[2, 0.5, 0.5, 0.5], [0.5, 2, 0.5, 0.5], [0.5, 0.5, 2, 0.5], [0.5, 0.5, 0.5, 2]]
        pairs = [[2, 0, 1, 0], [0, 2, 0, 1], [1, 0, 2, 0], [0, 1, 0, 2]]
        late = [[2, 0, 0, 1], [0, 2, 0, 1], [0, 0, 2, 1], [1, 1, 1, 2]]
        alone = [[float(i == j) for j in range(4)] for i in range(4)]
        self.assertEqual([groups(w) for w in (ring, pairs, late, alone)], [1, 2, 1, 4])

    def test_what_it_means(self):
        apart = normals_only([[2, 0], [0, 1]], [-1, -1], [{"e": 1}, {"e": 1}])
        rows = ((TWO_BALLS, ["All contacts are equally stiff", "1 of 1 pairs", "upper-lower and lower-table the most",
                             "presses on", "impulse reached 1 more", "came back once."]),
                (with_contacts(TWO_BALLS, {}, {"stiffness": 2.5}), ["2.5 times as stiff as the softest"]),
                (with_contacts(TWO_BALLS, {}, {"e": 0, "stiffness": 100}), ["lower-table was held at rest"]),
                (apart, ["No contact feels another: these are 2 impacts", "no other was drawn in"]))
        for scenario, parts in rows:
            text = " ".join(explain(scenario)["meaning"])
            for part in parts:
                self.assertIn(part, text)

    def test_explain_for_people(self):
        done = carom("explain", "-", text=json.dumps(TWO_BALLS))
        self.assertEqual((done.code, done.err), (0, ""))
        for pattern in (r"that carried impulse +2\n", r"stiffest over softest +1\n",
                        r"Who feels whom +coupling\n  upper-lower, lower-table +-0\.\d+  presses on\n",
                        r"What that means here\n  - All contacts are equally stiff"):
            self.assertRegex(done.out, pattern)
        said = done.out[done.out.index("What decides"):]
        self.assertLessEqual(max(map(len, said.splitlines())), 100)
        self.assertFalse(any(line != line.rstrip() for line in done.out.splitlines()), "trailing blanks")


if __name__ == "__main__":
    unittest.main()
