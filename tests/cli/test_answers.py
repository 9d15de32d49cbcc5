"""Answers through files: the reference cases, and different roads to one answer."""
import copy
import json
import os
import random
import unittest

from program import ROOT, carom, solve_lines

# The paths of two forms differ by a few roundings of W and v, which the mass ratio and the arms amplify; the worst seen
# over these seeds is near 1e-13.
ROUNDING = 1e-11


def relative(got, wanted, floor=1e-300):
    return max(abs(a - b) for a, b in zip(got, wanted)) / max([abs(b) for b in wanted] + [floor])


def reference_scenario(inputs, law):
    return {"carom": 1, "dimension": 2,
            "contact_space": {"W": [[inputs["B1"], -inputs["B3"]], [-inputs["B3"], inputs["B2"]]],
                              "v": [inputs["S0"], inputs["C0"]]},
            "contacts": [{"e": inputs["e"], "law": law, "mu": inputs["mu"],
                          "mu_static": inputs.get("mu_st", inputs["mu"])}]}


class Reference(unittest.TestCase):
    """tests/cases/planar.json: 400-bit answers to the doubles in it."""

    def test_all_cases(self):
        with open(os.path.join(ROOT, "tests", "cases", "planar.json"), encoding="utf-8") as file:
            cases = json.load(file)["cases"]
        rows = [(case["name"], law, case["inputs"], wanted) for case in cases for law, wanted in case["laws"].items()]
        results, code = solve_lines([reference_scenario(inputs, law) for _, law, inputs, _ in rows])
        self.assertEqual((code, len(results)), (0, len(rows)))
        worst = {True: 0.0, False: 0.0}
        for (name, law, _, wanted), result in zip(rows, results):
            with self.subTest(case=name, law=law):
                contact = result["contacts"][0]
                floor = 1e-12 if "none" in wanted["modes_ok"] else 1e-300
                error = relative(contact["impulse_contact"], [wanted["Px"], wanted["Py"]], floor)
                singular = "singular" in name
                worst[singular] = max(worst[singular], error)
                self.assertLessEqual(error, 1e-8 if singular else 1e-12)
                self.assertIn(contact["mode"], wanted["modes_ok"])
        print("%d reference cases: worst error %.2g, nearly singular ones %.2g"
              % (len(rows), worst[False], worst[True]))


def random_bodies(rng):
    """Two free bodies that touch at a point and approach there."""
    def body():
        return {"mass": 10 ** rng.uniform(-1, 1), "inertia": 10 ** rng.uniform(-1, 1),
                "position": [rng.uniform(-1, 1), rng.uniform(-1, 1)],
                "velocity": [rng.uniform(-1, 1), rng.uniform(-1, 1)], "spin": rng.uniform(-1, 1)}
    x, y = rng.gauss(0, 1), rng.gauss(0, 1)
    length = (x * x + y * y) ** 0.5
    return {"carom": 1, "dimension": 2, "bodies": {"a": body(), "b": body()},
            "contacts": [{"bodies": ["a", "b"], "point": [rng.uniform(-1, 1), rng.uniform(-1, 1)],
                          "normal": [x / length, y / length], "e": rng.random(), "mu": rng.random(),
                          "law": rng.choice(["stronge", "poisson", "newton"])}]}


def jacobian(scenario):
    """Rows t and n over (a.x, a.y, a.spin, b.x, b.y, b.spin)."""
    contact = scenario["contacts"][0]
    n, rows = contact["normal"], []
    for axis in ((n[1], -n[0]), n):
        row = []
        for name, sign in (("a", 1), ("b", -1)):
            centre = scenario["bodies"][name]["position"]
            arm = [contact["point"][0] - centre[0], contact["point"][1] - centre[1]]
            row += [sign * axis[0], sign * axis[1], sign * (arm[0] * axis[1] - arm[1] * axis[0])]
        rows.append(row)
    return rows


def masses(scenario):
    return [m for b in scenario["bodies"].values() for m in (b["mass"], b["mass"], b["inertia"])]


def velocities(bodies):
    return [u for b in bodies.values() for u in (*b["velocity"], b["spin"])]


def laws(scenario):
    return {key: scenario["contacts"][0][key] for key in ("e", "mu", "law")}


def as_mechanism(scenario):
    m = masses(scenario)
    matrix = [[m[i] if i == j else 0 for j in range(6)] for i in range(6)]
    return {"carom": 1, "dimension": 2,
            "mechanism": {"mass_matrix": matrix, "velocity": velocities(scenario["bodies"])},
            "contacts": [dict(laws(scenario), jacobian=jacobian(scenario))]}


def as_contact_space(scenario):
    rows, m, u = jacobian(scenario), masses(scenario), velocities(scenario["bodies"])
    w = [[sum(p * q / k for p, q, k in zip(a, b, m)) for b in rows] for a in rows]
    return {"carom": 1, "dimension": 2,
            "contact_space": {"W": w, "v": [sum(p * q for p, q in zip(row, u)) for row in rows]},
            "contacts": [laws(scenario)]}


class TwoRoads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        rng = random.Random(20)
        cls.scenarios = [random_bodies(rng) for _ in range(600)]
        cls.bodies, code = solve_lines(cls.scenarios)
        assert code == 0

    def test_impacts_of_every_mode_are_among_them(self):
        modes = {result["contacts"][0]["mode"] for result in self.bodies}
        self.assertEqual(modes, {"none", "sliding", "C-sticking", "R-sticking", "C-reversed", "R-reversed"})

    def same_impact(self, one, other):
        a, b = one["contacts"][0], other["contacts"][0]
        self.assertEqual(a["mode"], b["mode"])
        for key in ("impulse_contact", "velocity_after"):
            self.assertLessEqual(relative(a[key], b[key], 1.0), ROUNDING)
        for key in ("change", "friction", "restitution"):
            self.assertLessEqual(abs(one["energy"][key] - other["energy"][key]), ROUNDING)

    def test_contact_space_gives_what_bodies_give(self):
        results, _ = solve_lines([as_contact_space(scenario) for scenario in self.scenarios])
        for one, other in zip(results, self.bodies):
            self.same_impact(one, other)

    def test_a_mechanism_gives_what_bodies_give(self):
        results, _ = solve_lines([as_mechanism(scenario) for scenario in self.scenarios])
        for one, other in zip(results, self.bodies):
            self.same_impact(one, other)
            self.assertLessEqual(relative(one["mechanism"]["velocity"], velocities(other["bodies"]), 1.0), ROUNDING)
            self.assertLessEqual(abs(one["energy"]["before"] - other["energy"]["before"]), ROUNDING)

    def test_the_energy_after_is_that_of_the_velocities_after(self):
        for scenario, result in zip(self.scenarios, self.bodies):
            energy = result["energy"]
            recomputed = sum(m * u * u / 2 for m, u in zip(masses(scenario), velocities(result["bodies"])))
            self.assertLessEqual(abs(energy["after"] - recomputed), ROUNDING * max(energy["before"], 1))
            lost = energy["friction"] + energy["restitution"]
            self.assertLessEqual(abs(energy["change"] + lost), ROUNDING * max(abs(energy["change"]), 1))

    def test_momentum_is_kept_and_the_world_impulse_is_what_moved_the_body(self):
        for scenario, result in zip(self.scenarios, self.bodies):
            impulse = result["contacts"][0]["impulse"]
            for name, sign in (("a", 1), ("b", -1)):
                body = scenario["bodies"][name]
                for axis in range(2):
                    gained = body["mass"] * (result["bodies"][name]["velocity"][axis] - body["velocity"][axis])
                    self.assertLessEqual(abs(gained - sign * impulse[axis]), ROUNDING)

    def test_no_impact_changes_nothing(self):
        for scenario, result in zip(self.scenarios, self.bodies):
            if result["contacts"][0]["mode"] == "none":
                self.assertEqual(velocities(result["bodies"]), velocities(scenario["bodies"]))
                self.assertEqual(result["energy"]["change"], 0)


class Forms(unittest.TestCase):
    def test_one_file_and_a_line_of_many_say_the_same(self):
        scenario = random_bodies(random.Random(3))
        single = carom("solve", "--json", "-", text=json.dumps(scenario, indent=1)).json()
        lines, _ = solve_lines([copy.deepcopy(scenario)] * 2)
        self.assertEqual(lines, [single, single])


if __name__ == "__main__":
    unittest.main()
