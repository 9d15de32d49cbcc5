"""carom explain: the facts that decide an impact, and what they mean."""
import json
import math
import unittest

from program import BALL_IN_SPACE, ROD, ROD_IN_CONTACT_SPACE, carom
from test_spatial import CASES, RESUMES_IN_COMPRESSION, scenario_of


def explain(scenario):
    return carom("explain", "--json", "-", text=json.dumps(scenario)).json()


def with_contact(scenario, **changes):
    return dict(scenario, contacts=[dict(scenario["contacts"][0], **changes)])


class Space(unittest.TestCase):
    def test_the_keys(self):
        said = explain(scenario_of(CASES["paper_fig3_4a"], title="icosahedron"))
        self.assertEqual(list(said), ["carom", "title", "model", "mode", "invariant_directions", "stick",
                                      "condition_18", "termination", "next_change", "meaning"])
        self.assertEqual((said["model"], said["mode"]), ("spatial", "csr"))
        for item in said["invariant_directions"]["items"]:
            self.assertEqual(list(item), ["angle", "type", "rate", "turn", "attracts", "multiplicity"])

    def test_the_facts_of_the_paper(self):
        """JW16 Fig. 4: 2, 2, 2 and 4 invariant directions, a centrifugal one in (c) only; |w| = 0.3157."""
        base = CASES["paper_fig3_4a"]
        for normal, mu, count, centrifugal in [(-0.07717476, 0.8, 2, 0), (-0.82717476, 0.4, 2, 0),
                                               (-0.82717476, 0.25, 2, 1), (-0.52717476, 3, 4, 0)]:
            said = explain(scenario_of(dict(base, mu=mu, v_minus=[*base["v_minus"][:2], normal])))
            items = said["invariant_directions"]["items"]
            types = [item["type"] for item in items]
            self.assertEqual((len(items), types.count("centrifugal")), (count, centrifugal))
            self.assertAlmostEqual(said["stick"]["ratio"], 0.3157, delta=1e-4)
            self.assertEqual(said["stick"], {"ratio": said["stick"]["ratio"], "mu_static": mu, "holds": mu > 0.3157})

    def test_a_singular_w_has_no_bound(self):
        jam = {"carom": 1, "dimension": 3, "contacts": [{"e": 0.5, "mu": 0.7}],
               "contact_space": {"W": [[1, 0, 0.5], [0, 1, 0.25], [0.5, 0.25, 0.3125]], "v": [-1, -0.5, -0.625]}}
        said = explain(jam)
        self.assertIsNone(said["termination"]["compression_bound"])
        self.assertIn("sets no bound", said["meaning"][-2])
        told = carom("explain", "-", text=json.dumps(jam)).out
        self.assertNotIn(" inf", told)
        self.assertIn("I_zc [N s]", told)

    def test_the_directions_do_not_turn(self):
        """B u and d on one line with u: what the other road, the definition, says."""
        for case in CASES.values():
            said, w, mu = explain(scenario_of(case)), case["W"], case["mu"]
            scale = mu * (w[0][0] + w[1][1]) + math.hypot(w[0][2], w[1][2])
            for item in said["invariant_directions"]["items"]:
                u = (math.cos(item["angle"]), math.sin(item["angle"]))
                rate = [w[i][2] - mu * (w[i][0] * u[0] + w[i][1] * u[1]) for i in range(2)]
                # A multiple root is only as sharp as the square or cube root of rounding.
                sharp = 1e-12 if item["multiplicity"] == 1 else 1e-9
                self.assertLessEqual(abs(u[0] * rate[1] - u[1] * rate[0]), sharp * scale, case["name"])
                self.assertLessEqual(abs(u[0] * rate[0] + u[1] * rate[1] - item["rate"]), 1e-12 * scale, case["name"])
                self.assertEqual(item["attracts"], item["turn"] < 0)

    def test_condition_and_bound(self):
        for case in CASES.values():
            said, w = explain(scenario_of(case)), case["W"]
            margin = w[2][2] - case["mu"] * math.hypot(w[0][2], w[1][2])
            self.assertAlmostEqual(said["condition_18"]["margin"], margin, delta=1e-12 * w[2][2])
            self.assertEqual(said["condition_18"]["holds"], "cond18_violated" not in case["flags"], case["name"])
            if not case["seq"]:
                continue
            end = said["termination"]
            self.assertLessEqual(end["compression_end"], end["compression_bound"])
            gamma = math.hypot(*case["v_minus"][:2])
            self.assertAlmostEqual(end["compression_bound"] * end["smallest_eigenvalue"],
                                   case["mu"] * gamma - case["v_minus"][2], delta=1e-12 * (1 + case["mu"] * gamma))

    def test_a_singular_w_has_no_bound(self):
        space = {"W": [[1, 0, 0], [0, 1, 1], [0, 1, 1]], "v": [0, -1, -1]}
        scenario = {"carom": 1, "contact_space": space, "contacts": [{"e": 0.5, "mu": 0.3}]}
        said = explain(scenario)
        end = said["termination"]
        self.assertEqual((end["smallest_eigenvalue"], end["compression_bound"]), (0, None))
        self.assertIn("W is singular", said["meaning"][-2])
        page = carom("explain", "-", text=json.dumps(scenario)).out
        self.assertNotIn("inf", page)
        self.assertNotIn("at most", page)

    def test_what_it_means(self):
        sticks, resumes = "if slip vanishes, the contact sticks", "it resumes at once in the centrifugal direction"
        rows = [("paper_fig3_4a", ["attracts it; there slip slows down", sticks, "after compression ended at I_zc",
                                   "Condition (18), mu |d| < Wzz, holds", "compression ends by I_z"]),
                ("paper_fig4b", ["before compression ends at I_zc"]),
                ("zero_gamma_resume", ["There is no slip before", resumes]),
                ("on_centrifugal_ray", ["starts on an invariant direction, at 0 degrees", "never vanishes"]),
                ("ball_sticks", ["No direction turns here"]),
                ("paper_fig4d", ["does not hold", "Here it did not."]),
                ("recompression_9002", ["does not hold", "Here it did."]),
                ("paper_frictionless", ["There is no friction"]),
                ("separating", ["separate", "nothing happens"])]
        for name, parts in rows:
            text = " ".join(explain(scenario_of(CASES[name]))["meaning"])
            for part in parts:
                self.assertIn(part, text, name)
        self.assertIn(resumes, " ".join(explain(scenario_of(RESUMES_IN_COMPRESSION))["meaning"]))

    def test_static_friction_holds_more(self):
        case = CASES["zero_gamma_resume"]
        scenario = with_contact(scenario_of(case), mu_static=0.9)
        said = explain(scenario)
        self.assertEqual((said["stick"]["mu_static"], said["stick"]["holds"]), (0.9, True))
        self.assertIn("mu_static = 0.9", " ".join(said["meaning"]))

    def test_for_people(self):
        done = carom("explain", "-", text=json.dumps(scenario_of(CASES["paper_fig3_4a"])))
        self.assertEqual((done.code, done.err), (0, ""))
        for pattern in (r"Compression ended while sliding; then the contact stuck", r"sequence csr",
                        r"Invariant directions +angle \[deg\] +rate \[1/kg\] +turn \[1/kg\]\n  centripetal, \w+ +\S+",
                        r"needed to stick, \|B\^-1 d\| +0\.3157", r"\(18\): Wzz - mu \|d\| \[1/kg\] +\S+",
                        r"I_zc at most \[N s\] +\S+", r"What that means here\n  - "):
            self.assertRegex(done.out, pattern)
        self.assertFalse(any(line != line.rstrip() for line in done.out.splitlines()), "trailing blanks")
        self.assertLessEqual(max(map(len, done.out.splitlines())), 100)

    def test_every_direction(self):
        said = explain(BALL_IN_SPACE)["invariant_directions"]
        self.assertEqual(said, {"every": True, "items": []})
        self.assertIn("  every direction\n", carom("explain", "-", text=json.dumps(BALL_IN_SPACE)).out)


class Plane(unittest.TestCase):
    """The rod of WM92: B1 = B2 = 2.5, B3 = 1.5."""

    def test_the_facts(self):
        said = explain(ROD_IN_CONTACT_SPACE)
        self.assertEqual(list(said), ["carom", "model", "mode", "stick", "slip", "next_change", "meaning"])
        self.assertEqual((said["model"], said["mode"]), ("planar", "C-sticking"))
        self.assertAlmostEqual(said["stick"]["ratio"], 0.6, delta=1e-15)
        # d = 0.9 * 2.5 + 1.5, k1 = 2.5 + 0.9 * 1.5, Pd = k1 * 0.6, Pq = d * 1
        wanted = {"s": 1, "d": 3.75, "k1": 3.85, "Pd": 2.31, "Pq": 3.75}
        self.assertEqual(list(said["slip"]), list(wanted))
        for key, value in wanted.items():
            self.assertAlmostEqual(said["slip"][key], value, delta=4e-15)

    def test_what_it_means(self):
        def rod(velocity, **contact):
            space = dict(ROD_IN_CONTACT_SPACE["contact_space"], v=velocity)
            return with_contact(dict(ROD_IN_CONTACT_SPACE, contact_space=space), **contact)
        rows = [
            (rod([0.6, -1]), "C-sticking", ["does not exceed Pq", "it sticks"]),
            (rod([1.2, -1]), "R-sticking", ["lies between Pq", "it sticks"]),
            (rod([0.6, -1], mu=0.3), "C-reversed", ["does not exceed Pq", "it slides on at once"]),
            (rod([9, -1]), "sliding", ["The impact ends before slip could stop"]),
            (rod([-1, -1], mu=0.3), "sliding", ["so slip never stops"]),
            (rod([-1, -1], mu=2), "C-sticking", ["Because k1 <= 0", "a jam"]),
            (rod([0, -1]), "C-sticking", ["There is no slip before", "it sticks"]),
            (rod([0, -1], mu=0.3), "sliding", ["There is no slip before", "it slides on at once"]),
            (rod([1, 1]), "none", ["separate at the contact"]),
            (rod([1, 0]), "none", ["do not approach"]),
        ]
        for scenario, mode, parts in rows:
            said = explain(scenario)
            self.assertEqual(said["mode"], mode)
            for part in parts:
                self.assertIn(part, " ".join(said["meaning"]), scenario)
            if mode != "none":
                self.assertIn("So the mode is %s" % mode, said["meaning"][-2])

    def test_for_people(self):
        done = carom("explain", "-", text=json.dumps(ROD))
        self.assertEqual((done.code, done.err), (0, ""))
        for pattern in (r"^rod\nrod meets floor: ", r"needed to stick, \|B3\|/B1 +0\.6\n", r"Pd = k1 \|S0\| \[\S+ s\)\] +2\.31",
                        r"What that means here\n  - While the contact slips"):
            self.assertRegex(done.out, pattern)
        self.assertLessEqual(max(map(len, done.out.splitlines())), 100)


class Several(unittest.TestCase):
    def test_errors_and_the_worst_exit_code(self):
        done = carom("explain", "--json", "-", text="{")
        self.assertEqual((done.code, done.json()["error"]["code"]), (2, "syntax"))
        self.assertEqual(carom("explain", "--json", "-", "missing.json", text=json.dumps(ROD)).code, 2)


if __name__ == "__main__":
    unittest.main()
