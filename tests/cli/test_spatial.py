"""One contact in space through files: the reference cases, different roads to one answer, words and schemes."""
import copy
import json
import math
import os
import random
import unittest

from program import ROOT, carom, solve_lines
from test_answers import relative

# The paths of two forms differ by a few roundings of W and v, which the mass ratio and the arms amplify; the worst seen
# over these seeds is near 1e-13.
ROUNDING = 1e-11


def load_cases():
    with open(os.path.join(ROOT, "tests", "cases", "spatial.json"), encoding="utf-8") as file:
        return json.load(file)["cases"]


def scenario_of(case, **changes):
    return {"carom": 1, "contact_space": {"W": case["W"], "v": case["v_minus"]},
            "contacts": [{"e": case["e"], "law": case["law"], "mu": case["mu"]}], **changes}


CASES = {case["name"]: case for case in load_cases()}


class Reference(unittest.TestCase):
    """tests/cases/spatial.json: 24-digit answers of two independent programs."""

    @classmethod
    def setUpClass(cls):
        cls.results, code = solve_lines([scenario_of(case) for case in CASES.values()])
        assert code == 0

    def rows(self):
        for case, result in zip(CASES.values(), self.results):
            with self.subTest(case=case["name"]):
                yield case, result, result["contacts"][0]

    def test_impulse_and_sequence(self):
        worst = 0.0
        for case, result, contact in self.rows():
            self.assertEqual((result["model"], result["method"]), ("spatial", "exact"))
            wanted = case["seq"] or "none"
            self.assertEqual(contact["mode"], wanted)
            error = relative(contact["impulse_contact"], case["I_r"]) if case["seq"] else 0
            worst = max(worst, error)
            self.assertLessEqual(error, 1e-12)
        print("%d reference cases: worst error %.2g" % (len(CASES), worst))

    def test_velocity_after(self):
        for case, _, contact in self.rows():
            speed = max(map(abs, case["v_minus"]))
            for got, wanted in zip(contact["velocity_after"], case["v_plus"]):
                self.assertLessEqual(abs(got - wanted), 1e-12 * speed)

    def test_events_carry_the_normal_impulse(self):
        for case, result, contact in self.rows():
            events = {}
            for event in result["events"]:
                self.assertEqual((event["contact"], len(event["impulse"])), (0, 1))
                events.setdefault(event["type"], event["impulse"][0])
            if not case["seq"]:
                self.assertEqual((events, result["states"]), ({}, []))
                continue
            self.assertLessEqual(relative([events["compression_end"]], [case["I_zc"]]), 1e-12)
            self.assertEqual(events["restitution_end"], contact["impulse_contact"][2])
            vanished = events.get("stick", events.get("reverse"))
            self.assertEqual(vanished is None, case["I_zs"] is None)
            if vanished:
                self.assertLessEqual(relative([vanished], [case["I_zs"]]), 1e-12)
            self.assertEqual("reverse" in events, "resumed_slip" in case["flags"])
            self.assertEqual("recompress" in events, "recompression" in case["flags"])

    def test_straight_has_its_tolerance(self):
        for case, result, _ in self.rows():
            straight = [event for event in result["events"] if event["type"] == "straight"]
            self.assertEqual(len(straight), 1 if case["seq"].startswith("l") else 0)
            for event in result["events"]:
                self.assertEqual("tolerance" in event, event["type"] == "straight")
            for event in straight:
                self.assertEqual((event["impulse"], event["tolerance"]), ([0], 1e-12))

    def test_the_energy_ledger_adds_up(self):
        for case, result, _ in self.rows():
            energy = result["energy"]
            self.assertNotIn("spring", energy)
            scale = 1e-12 * energy["before"]
            self.assertLessEqual(abs(energy["change"] + energy["friction"] + energy["restitution"]), scale)
            self.assertLessEqual(abs(energy["after"] - energy["before"] - energy["change"]), scale)
            if case["seq"] and case["law"] == "stronge" and "recompression" not in case["flags"]:
                lost = (1 - case["e"] ** 2) * case["E_c"]
                self.assertLessEqual(abs(energy["restitution"] - lost), 1e-12 * case["E_c"])

    def test_warnings_have_a_code_and_a_sentence(self):
        warnings = {case["name"]: result["warnings"] for case, result, _ in self.rows()}
        for name, code, part in (("separating", "separating", "separate"), ("recompression_9002", "recompressed", "compression")):
            self.assertEqual(list(warnings[name][0]), ["code", "text"])
            self.assertEqual(warnings[name][0]["code"], code)
            self.assertIn(part, warnings[name][0]["text"])
        self.assertEqual(warnings["paper_fig3_4a"], [])


# Small matrices as lists of rows.
def transpose(a):
    return [list(column) for column in zip(*a)]


def multiply(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def apply(a, x):
    return [sum(p * q for p, q in zip(row, x)) for row in a]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    length = math.sqrt(sum(x * x for x in a))
    return [x / length for x in a]


def rotation(q):
    w, x, y, z = unit(q)
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def random_vector(rng):
    return [rng.uniform(-1, 1) for _ in range(3)]


def random_body(rng):
    """Moments 1 to 1.9 apart keep the triangle inequality."""
    size = 10 ** rng.uniform(-1, 1)
    return {"mass": 10 ** rng.uniform(-1, 1), "inertia": [size * rng.uniform(1, 1.9) for _ in range(3)],
            "position": random_vector(rng), "orientation": {"quaternion": unit([rng.gauss(0, 1) for _ in range(4)])},
            "velocity": random_vector(rng), "spin": random_vector(rng), "spin_frame": rng.choice(["world", "body"])}


def random_bodies(rng):
    return {"carom": 1, "bodies": {"a": random_body(rng), "b": random_body(rng)},
            "contacts": [{"bodies": ["a", "b"], "point": random_vector(rng), "normal": unit(random_vector(rng)),
                          "tangent": random_vector(rng), "e": rng.random(), "mu": 2 * rng.random(),
                          "law": rng.choice(["stronge", "poisson", "newton"])}]}


def orientation(body):
    return rotation(body["orientation"]["quaternion"])


def world_spin(body, spin):
    return apply(orientation(body), spin) if body["spin_frame"] == "body" else spin


def velocities(scenario, bodies):
    """Centre and world spin of both bodies: the coordinates of the mechanism form."""
    return [u for name in ("a", "b")
            for u in (*bodies[name]["velocity"], *world_spin(scenario["bodies"][name], bodies[name]["spin"]))]


def diagonal_inertia(body, power):
    turn = orientation(body)
    moments = [[body["inertia"][i] ** power if i == j else 0 for j in range(3)] for i in range(3)]
    return multiply(multiply(turn, moments), transpose(turn))


def mass_matrix(scenario, power=1):
    """The mass matrix, or with power -1 its inverse."""
    matrix = [[0.0] * 12 for _ in range(12)]
    for k, body in enumerate(scenario["bodies"].values()):
        inertia = diagonal_inertia(body, power)
        for i in range(3):
            matrix[6 * k + i][6 * k + i] = body["mass"] ** power
            for j in range(3):
                matrix[6 * k + 3 + i][6 * k + 3 + j] = (inertia[i][j] + inertia[j][i]) / 2
    return matrix


def frame(contact):
    """t1 is the tangent without its part along the normal; t2 = n x t1."""
    n, t = contact["normal"], contact["tangent"]
    along = sum(p * q for p, q in zip(n, t))
    t1 = unit([q - along * p for p, q in zip(n, t)])
    return [t1, cross(n, t1), n]


def jacobian(scenario):
    contact, rows = scenario["contacts"][0], []
    for axis in frame(contact):
        row = []
        for name, sign in (("a", 1), ("b", -1)):
            arm = [p - c for p, c in zip(contact["point"], scenario["bodies"][name]["position"])]
            row += [sign * x for x in axis] + [sign * x for x in cross(arm, axis)]
        rows.append(row)
    return rows


def laws(scenario):
    return {key: scenario["contacts"][0][key] for key in ("e", "mu", "law")}


def as_mechanism(scenario):
    return {"carom": 1, "mechanism": {"mass_matrix": mass_matrix(scenario),
                                      "velocity": velocities(scenario, scenario["bodies"])},
            "contacts": [dict(laws(scenario), jacobian=jacobian(scenario))]}


def as_contact_space(scenario):
    rows = jacobian(scenario)
    w = multiply(multiply(rows, mass_matrix(scenario, -1)), transpose(rows))
    return {"carom": 1, "contact_space": {"W": w, "v": apply(rows, velocities(scenario, scenario["bodies"]))},
            "contacts": [laws(scenario)]}


class TwoRoads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        rng = random.Random(16)
        cls.scenarios = [random_bodies(rng) for _ in range(400)]
        cls.bodies, code = solve_lines(cls.scenarios)
        assert code == 0

    def test_impacts_of_every_sequence_are_among_them(self):
        self.assertEqual({result["contacts"][0]["mode"] for result in self.bodies}, {"none", "cr", "scr", "csr"})

    def same_impact(self, one, other):
        a, b = one["contacts"][0], other["contacts"][0]
        self.assertEqual(a["mode"], b["mode"])
        self.assertEqual([e["type"] for e in one["events"]], [e["type"] for e in other["events"]])
        for key in ("impulse_contact", "velocity_before", "velocity_after"):
            self.assertLessEqual(relative(a[key], b[key], 1.0), ROUNDING)
        for key in ("change", "friction", "restitution"):
            self.assertLessEqual(abs(one["energy"][key] - other["energy"][key]), ROUNDING)

    def test_contact_space_gives_what_bodies_give(self):
        results, code = solve_lines([as_contact_space(scenario) for scenario in self.scenarios])
        self.assertEqual(code, 0)
        for one, other in zip(results, self.bodies):
            self.same_impact(one, other)

    def test_a_mechanism_gives_what_bodies_give(self):
        results, code = solve_lines([as_mechanism(scenario) for scenario in self.scenarios])
        self.assertEqual(code, 0)
        for scenario, one, other in zip(self.scenarios, results, self.bodies):
            self.same_impact(one, other)
            wanted = velocities(scenario, other["bodies"])  # the spin came back in the frame it was given in
            self.assertLessEqual(relative(one["mechanism"]["velocity"], wanted, 1.0), ROUNDING)
            self.assertLessEqual(abs(one["energy"]["before"] - other["energy"]["before"]), ROUNDING)

    def test_the_energy_after_is_that_of_the_velocities_after(self):
        for scenario, result in zip(self.scenarios, self.bodies):
            u = velocities(scenario, result["bodies"])
            recomputed = sum(p * q for p, q in zip(u, apply(mass_matrix(scenario), u))) / 2
            self.assertLessEqual(abs(result["energy"]["after"] - recomputed), ROUNDING * recomputed)

    def test_frame_and_world_impulse(self):
        for scenario, result in zip(self.scenarios, self.bodies):
            contact, axes = result["contacts"][0], frame(scenario["contacts"][0])
            for got, wanted in zip(contact["frame"], axes):
                self.assertLessEqual(relative(got, wanted), ROUNDING)
            for name, sign in (("a", 1), ("b", -1)):
                body = scenario["bodies"][name]
                for axis in range(3):
                    gained = body["mass"] * (result["bodies"][name]["velocity"][axis] - body["velocity"][axis])
                    self.assertLessEqual(abs(gained - sign * contact["impulse"][axis]), ROUNDING)

    def test_the_choice_of_tangent_changes_nothing_in_the_world(self):
        turned = copy.deepcopy(self.scenarios)
        for scenario in turned:
            del scenario["contacts"][0]["tangent"]
        results, _ = solve_lines(turned)
        for one, other in zip(results, self.bodies):
            self.assertEqual(one["contacts"][0]["mode"], other["contacts"][0]["mode"])
            self.assertLessEqual(relative(one["contacts"][0]["impulse"], other["contacts"][0]["impulse"], 1.0), ROUNDING)


# Slip that vanishes and resumes in another direction needs |B^-1 d| > mu and unequal principal values of B.
RESUMES_IN_COMPRESSION = {"W": [[19, 0, -0.1], [0, 2.75, 0.3], [-0.1, 0.3, 0.15]], "v_minus": [-1, -2.4, -1], "mu": 0.1,
                          "e": 0.5, "law": "stronge"}
RESUMES_IN_RESTITUTION = {"W": [[10, 0, -1.8], [0, 0.57, 0.7], [-1.8, 0.7, 2.4]], "v_minus": [-0.37, -0.49, -1],
                          "mu": 0.86, "e": 0.5, "law": "stronge"}


class Words(unittest.TestCase):
    """The summary tells every sequence."""

    def summary(self, case, **changes):
        done = carom("solve", "-", text=json.dumps(scenario_of(case, **changes)))
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertFalse(any(line != line.rstrip() for line in done.out.splitlines()), "trailing blanks")
        return done.out

    def test_every_sequence_has_its_story(self):
        plastic = ", and with it the impact (e = 0)."
        stories = [
            (CASES["central_aniso"], "Compression ended while sliding; restitution ended while still sliding."),
            (CASES["e_zero"], "Compression ended while sliding" + plastic),
            (CASES["paper_fig4b"], "The contact stuck during compression; compression and restitution ended while stuck."),
            (dict(CASES["paper_fig4b"], e=0),
             "The contact stuck during compression; compression ended while stuck" + plastic),
            (RESUMES_IN_COMPRESSION, "Slip vanished during compression and resumed in another direction; compression "
                                     "and restitution ended while sliding."),
            (dict(RESUMES_IN_COMPRESSION, e=0), "Slip vanished during compression and resumed in another direction; "
                                                "compression ended while sliding" + plastic),
            (CASES["paper_fig3_4a"],
             "Compression ended while sliding; then the contact stuck; restitution ended while stuck."),
            (RESUMES_IN_RESTITUTION, "Compression ended while sliding; then slip vanished and resumed in another "
                                     "direction; restitution ended while sliding."),
            (CASES["zero_gamma_stick"],
             "There was no slip before, and the contact stayed stuck from beginning to end."),
            (CASES["zero_gamma_resume"], "There was no slip before, but friction could not hold the contact: it slid "
                                         "from the first moment on."),
            (CASES["paper_frictionless"], "Without friction nothing hindered the slip, in compression and in "
                                          "restitution."),
            (CASES["separating"], "There is no impact."),
        ]
        for case, story in stories:
            self.assertIn("\n%s\n" % story, self.summary(case))

    def test_notes(self):
        fails, turns = "Note: condition (18)", "Note: slip began in an invariant direction, so it did not turn."
        again = "Note: compression restarted"
        for name, present in [("ball_sticks", [turns]), ("ball_slips", [turns]), ("on_centrifugal_ray", [turns]),
                              ("paper_fig4d", [fails]), ("recompression_9002", [fails, again]), ("paper_fig4b", [])]:
            out = self.summary(CASES[name])
            for note in (fails, turns, again):
                self.assertEqual(note in out, note in present, (name, note))

    def test_numbers_and_units(self):
        out = self.summary(CASES["paper_fig3_4a"])
        for pattern in (r"Impact in space \(sequence csr\)\. Stronge's law with e = 0\.95; friction mu = 0\.8\.",
                        r"tangential 1 +tangential 2 +normal", r"speed \[m/s\] +angle \[deg\]",
                        r"  before +0\.466777 +124\.142\n", r"  after +0 +-\n",
                        r"compression ended \(I_zc\) +0\.043964\n", r"slip vanished: stuck \(I_zs\) +0\.0714555\n",
                        r"stored in compression \(E_c\) +0\.00146382 +\d"):
            self.assertRegex(out, pattern)
        self.assertRegex(self.summary(CASES["zero_gamma_resume"]), r"slip vanished, resumed \(I_zs\) +0\n")
        self.assertRegex(self.summary(CASES["recompression_9002"]),
                         r"compression began again +\S+\n(.*\n)*  compression ended again +\S+\n")

    def test_bodies_have_names(self):
        scenario = random_bodies(random.Random(5))
        scenario["bodies"] = {"pin": scenario["bodies"]["a"], "ball": scenario["bodies"]["b"]}
        scenario["contacts"][0]["bodies"] = ["pin", "ball"]
        scenario["bodies"]["pin"]["velocity"] = [-20 * x for x in scenario["contacts"][0]["normal"]]
        out = carom("solve", "-", text=json.dumps(scenario)).out
        for part in ("pin meets ball: ", "(of pin against ball)", "spin z [rad/s]", "impulse, world axes [N s]"):
            self.assertIn(part, out)


class Schemes(unittest.TestCase):
    CASE = CASES["paper_fig3_4a"]

    def solve(self, **method):
        result = carom("solve", "--json", "-", text=json.dumps(scenario_of(self.CASE, method=method))).json()
        self.assertEqual((result["model"], result["method"]), ("spatial", method["scheme"]))
        return result["contacts"][0]

    def error(self, **method):
        return relative(self.solve(**method)["impulse_contact"], self.CASE["I_r"])

    def test_they_approach_the_exact_answer(self):
        for scheme in ("ni", "fs"):
            coarse, fine = self.error(scheme=scheme, step=1e-4), self.error(scheme=scheme, step=1e-6)
            self.assertLess(fine, 1e-3, scheme)  # Euler: the error goes with the step
            self.assertLess(fine, 0.2 * coarse, scheme)
            self.assertGreater(fine, 1e-12, scheme)

    def test_the_options_arrive(self):
        default = self.solve(scheme="vs")
        self.assertEqual(default, self.solve(scheme="vs", epsilon=0.5, h1=0.01, h2=0.01))
        for change in ({"epsilon": 0.25}, {"h1": 0.002}, {"h2": 0.002}):
            self.assertNotEqual(default, self.solve(scheme="vs", **change), change)
        self.assertEqual(default["mode"], "csr")

    def test_the_summary_says_so(self):
        out = carom("solve", "-", text=json.dumps(scenario_of(self.CASE, method={"scheme": "vs"}))).out
        self.assertRegex(out, r"Note: solved by the published scheme VS in \d+ steps, which is an approximation\.")

    def test_direction_that_settles_on_the_way_is_no_straight_start(self):
        done = carom("solve", "-", text=json.dumps(scenario_of(CASES["paper_fig4b"], method={"scheme": "vs"})))
        self.assertIn("slip does not turn", done.out)  # the event of the scheme
        self.assertIn("The contact stuck during compression;", done.out)
        self.assertNotIn("slip began in an invariant direction", done.out)


class Errors(unittest.TestCase):
    def test_the_solver_names_the_key_of_the_file(self):
        flat = {"W": [[1, 0, 0], [0, 1, 1], [0, 1, 1]], "v": [0, 0, -1]}
        contact = {"e": 0.5, "mu": 0.3}
        for scenario, key in [
                ({"contact_space": dict(flat, W=[[1, 2, 0], [2, 1, 0], [0, 0, 1]]), "contacts": [contact]},
                 "contact_space.W"),
                ({"contact_space": flat, "contacts": [dict(contact, mu=2)]}, "contact_space.v"),
                (scenario_of(CASES["paper_fig4b"], method={"scheme": "vs", "epsilon": 1}), "method.epsilon")]:
            done = carom("solve", "--json", "-", text=json.dumps(dict(scenario, carom=1)))
            self.assertEqual((done.code, done.json()["error"]["key"]), (2, key), done.err)

    def test_contacts_that_cannot_move_along_a_tangent_are_solved(self):
        contact = {"e": 0.5, "mu": 0.3}
        plane = {"mass_matrix": [[1, 0], [0, 1]], "velocity": [1, -1]}
        cue = {"cue": {"mass": 1, "guide": [0, 0, 1], "velocity": [0, 0, -1]}, "table": {"fixed": True}}
        touch = {"bodies": ["cue", "table"], "point": [0, 0, 0], "normal": [0, 0, 1]}
        for scenario, impulse in [
                ({"mechanism": plane, "contacts": [dict(contact, jacobian=[[0.6, 0], [0.8, 0], [0, 1]])]},
                 [-0.27, -0.36, 1.5]),
                ({"bodies": cue, "contacts": [dict(contact, **touch)]}, [0, 0, 1.5])]:
            done = carom("solve", "--json", "-", text=json.dumps(dict(scenario, carom=1)))
            said = done.json()
            self.assertEqual((done.code, said["model"]), (0, "planar"), done.err)
            for value, wanted in zip(said["contacts"][0]["impulse_contact"], impulse):
                self.assertAlmostEqual(value, wanted, delta=1e-15)
            words = carom("explain", "-", text=json.dumps(dict(scenario, carom=1))).out
            self.assertIn("W lets the contact move along", words)
            self.assertIn("the planar law answers", carom("solve", "-", text=json.dumps(dict(scenario, carom=1))).out)

    def test_a_singular_w_is_explained_without_a_bound(self):
        jam = {"carom": 1, "contact_space": {"W": [[1, 0, 0.5], [0, 1, 0.3], [0.5, 0.3, 0.34]], "v": [-1, -0.5, -0.65]},
               "contacts": [{"e": 0.5, "mu": 0.8}]}
        said = carom("explain", "--json", "-", text=json.dumps(jam)).json()
        self.assertIsNone(said["termination"]["compression_bound"])
        self.assertIn("W is singular", said["meaning"][-2])
        self.assertEqual([w["code"] for w in carom("solve", "--json", "-", text=json.dumps(jam)).json()["warnings"]],
                         ["jammed"])

    def test_an_energy_too_large_for_a_double_is_an_error(self):
        case = dict(CASES["paper_fig4b"], v_minus=[1e200, 0, -1e200])
        done = carom("solve", "--json", "-", text=json.dumps(scenario_of(case)))
        self.assertEqual((done.code, done.json()["error"]["code"]), (2, "bad_value"))

    def test_magnitudes_too_far_apart_are_an_error(self):
        case = dict(CASES["paper_fig4b"], v_minus=[1e100, 0, -1e-100])
        done = carom("solve", "--json", "-", text=json.dumps(scenario_of(case)))
        self.assertEqual((done.code, done.json()["error"]["code"]), (2, "bad_value"))
        self.assertIn("so far apart in magnitude", done.err)


if __name__ == "__main__":
    unittest.main()
