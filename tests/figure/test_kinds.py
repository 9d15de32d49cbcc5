"""`carom figure` from outside: what each kind shows."""
import json
import math
import os
import re
import shutil
import subprocess
import unittest

from drawing import CRADLE, CURVING, FITTING, ROD, SUPERBALL, TUMBLING, TWO_BALLS, Drawing, carom


@unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
class Kinds(Drawing):

    def test_the_default_kind_and_size_follow_the_model(self):
        for scenario, kind, words, size in ((SUPERBALL, "springs", "spring velocity", ("650", "900")),
                                            (TUMBLING, "springs", "tangential impulse", ("650", "1150")),
                                            (TWO_BALLS, "impulse", "0: upper-lower", ("650", "700")),
                                            (CRADLE, "impulse", "scaled time", ("650", "700"))):
            text, drawn = self.draw(scenario)
            self.assertIn(words, text)
            self.assertEqual(drawn, size)
            self.assertEqual((text, drawn), self.draw(scenario, "--kind", kind))

    def test_a_size_that_was_asked_for_is_kept(self):
        for scenario in (SUPERBALL, TUMBLING, TWO_BALLS, CRADLE):
            self.assertEqual(self.draw(scenario, "--size", "500x600")[1], ("500", "600"))

    def test_the_scheme_is_drawn_as_solved(self):
        published = dict(SUPERBALL, method={"scheme": "published"})
        self.assertIn("published scheme", self.draw(published, "--script", "published")[0])
        self.assertNotIn("published scheme", self.draw(SUPERBALL, "--script", "exact")[0])
        ends = []
        for name, scenario in (("published", published), ("exact", SUPERBALL)):
            with open(os.path.join(self.folder, name, "springs.dat"), encoding="utf-8") as file:
                last = [float(word) for word in file.read().splitlines()[-1].split()]
            after = carom("solve", "--json", "-", text=json.dumps(scenario)).json()["contacts"][0]
            self.assertEqual([last[1], last[2], last[0]], after["impulse_contact"])
            ends.append(last[1])
        self.assertNotEqual(*ends)

    def test_the_path_ends_at_the_answer(self):
        self.draw(TWO_BALLS, "--script", "kept")
        with open(os.path.join(self.folder, "kept", "path.dat"), encoding="utf-8") as file:
            last = [float(word) for word in file.read().splitlines()[-1].split()]
        contacts = carom("solve", "--json", "-", text=json.dumps(TWO_BALLS)).json()["contacts"]
        self.assertEqual(last[1:], [contact["impulse_contact"][-1] for contact in contacts])

    def test_the_example_of_the_help_draws(self):
        example = carom("help", "figure").out.split("echo '")[1].split("'")[0]
        self.assertIn("spring length", self.draw(json.loads(example))[0])

    def test_springs_too_stiff_to_draw(self):
        stiff = dict(SUPERBALL, contacts=[{"e": 0.9, "mu": 0.1, "eta2": 1e-7}])
        done = carom("figure", "-", "-o", "it.svg", text=json.dumps(stiff), cwd=self.folder)
        self.assertEqual((done.code, done.out, os.listdir(self.folder)), (1, "", []))
        self.assertIn("no springs to draw", done.err)

    def test_every_kind_of_every_model_draws(self):
        shown = {"process": "path of the impulse", "springs": "spring velocity", "hodograph": "velocity",
                 "impulse": "impulse", "energy": "change of kinetic energy", "velocity": "[m/s]",
                 "energy-plane": "path of both energies", "velocity-plane": "path of both velocities",
                 "scene": "velocity after"}
        for scenario, kinds in FITTING:
            done = carom("figure", "-", "--kind", "all", "-o", "it.svg", text=json.dumps(scenario), cwd=self.folder)
            self.assertEqual((done.code, done.err), (0, ""))
            self.assertEqual({name[3:-4] for name in os.listdir(self.folder)}, kinds)
            for kind in kinds:
                self.assertIn(shown[kind], self.words("it-%s.svg" % kind))
                os.remove(self.path("it-%s.svg" % kind))

    def test_all_kinds_keep_their_scripts_apart(self):
        done = carom("figure", "-", "--kind", "all", "-o", "it.svg", "--script", "kept", text=json.dumps(ROD),
                     cwd=self.folder)
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertEqual(set(os.listdir(self.path("kept"))), FITTING[0][1])
        for kind in FITTING[0][1]:
            scripts = [name for name in os.listdir(self.path("kept", kind)) if name.endswith(".gp")]
            self.assertEqual(len(scripts), 1)
            subprocess.run(["gnuplot", scripts[0]], cwd=self.path("kept", kind), check=True)

    def test_energy_ends_at_the_ledger(self):
        for scenario in (ROD, CURVING, TUMBLING, dict(ROD, contacts=[dict(ROD["contacts"][0], law="newton")])):
            self.draw(scenario, "--kind", "energy", "--script", "kept")
            ends = [block[-1][1] for block in self.blocks("kept", "chart.dat")]
            energy = carom("solve", "--json", "-", text=json.dumps(scenario)).json()["energy"]
            scale = abs(energy["before"])
            # Stored, in tangential springs if there are any, lost to friction, in restitution, and the change.
            wanted = [0, energy["friction"], energy["restitution"], energy["change"]]
            if scenario is TUMBLING:
                wanted.insert(1, 0)
            for end, want in zip(ends, wanted, strict=True):
                self.assertLess(abs(end - want), 1e-9 * scale)

    def test_energy_is_conserved_on_the_way(self):
        """What is stored and lost is what the kinetic energy has given, at every moment of all."""
        self.draw(TUMBLING, "--kind", "energy", "--script", "kept")
        curves = self.blocks("kept", "chart.dat")
        for impulse, change in curves[-1]:
            parts = [row[1] for curve in curves[:-1] for row in curve if row[0] == impulse]
            if len(parts) == len(curves) - 1:
                self.assertLess(abs(sum(parts) + change), 1e-9 * 20)
        elastic = dict(TWO_BALLS, contacts=[dict(contact, e=1) for contact in TWO_BALLS["contacts"]])
        for scenario, lost in ((TWO_BALLS, True), (elastic, False)):
            text = self.draw(scenario, "--kind", "energy", "--script", "several")[0]
            self.assertEqual("lost in restitution" in text, lost)
            change = carom("solve", "--json", "-", text=json.dumps(scenario)).json()["energy"]["change"]
            curves = self.blocks("several", "chart.dat")
            self.assertLess(abs(curves[2][-1][1] - change), 1e-9)
            if lost:
                self.assertLess(abs(curves[3][-1][1] + change), 1e-9)

    def test_velocity_is_that_of_the_answer(self):
        for scenario in (ROD, CURVING, SUPERBALL):
            self.draw(scenario, "--kind", "velocity", "--script", "kept")
            curves = self.blocks("kept", "chart.dat")
            contact = carom("solve", "--json", "-", text=json.dumps(scenario)).json()["contacts"][0]
            for moment, velocity in ((0, "velocity_before"), (-1, "velocity_after")):
                ends = [curve[moment][1] for curve in curves]
                wanted = [contact[velocity][0]] + ([contact[velocity][1]] if scenario is CURVING else [])
                for end, want in zip(ends, wanted + [contact[velocity][-1]]):
                    self.assertLess(abs(end - want), 1e-12)

    def test_bodies_move_as_solved(self):
        text = self.draw(TWO_BALLS, "--kind", "velocity", "--script", "kept")[0]
        self.assertIn("body, vy", text)
        self.assertNotIn("body, vx", text)
        after = carom("solve", "--json", "-", text=json.dumps(TWO_BALLS)).json()["bodies"]
        curves = self.blocks("kept", "chart.dat")
        for curve, name in zip(curves, ("upper", "lower")):
            self.assertLess(abs(curve[-1][1] - after[name]["velocity"][1]), 1e-12)

    def test_many_bodies_have_numbers_or_short_names_at_their_curves(self):
        names = ["cue"] + ["ball %d" % i for i in range(1, 8)]
        balls = {name: {"mass": 1, "inertia": 0.1, "position": [i, 0], "velocity": [1 if i == 0 else 0, 0]}
                 for i, name in enumerate(names)}
        chain = {"carom": 1, "dimension": 2, "bodies": balls,
                 "contacts": [{"bodies": [names[i + 1], names[i]], "point": [i + 0.5, 0], "normal": [1, 0], "e": 1}
                              for i in range(7)]}
        self.draw(chain, "--kind", "velocity", "--script", "kept")
        tags = re.findall(r'set label "(\w+)" at graph', self.read("kept", "chart.gp"))
        self.assertEqual(tags[:8], ["cue"] + [str(i) for i in range(1, 8)])
        self.assertEqual(tags[8:], [str(i) for i in range(7)])

    def test_the_impulse_of_one_contact(self):
        text = self.draw(ROD, "--kind", "impulse")[0]
        self.assertIn("friction cone", text)
        self.draw(CURVING, "--kind", "impulse", "--script", "kept")
        text = self.words("it.svg")
        for words in ("shadow", "compression ends, vn = 0", "no slip, vt = 0", "slip stops, sticks", "It1 ", "It2 "):
            self.assertIn(words, text)
        shadow, path = self.blocks("kept", "path.dat")
        impulse = carom("solve", "--json", "-", text=json.dumps(CURVING)).json()["contacts"][0]["impulse_contact"]
        self.assertEqual(path[-1][2:5], impulse)
        self.assertEqual(shadow[-1][2:5], impulse)

    def test_a_scene_of_a_motion_is_its_start(self):
        box = {"mass": 1, "inertia": 0.1, "position": [2, 1], "velocity": [0, 3], "spin": 2, "angle": math.pi / 2,
               "shape": {"points": [[-0.4, -0.1], [0.4, -0.1], [0.4, 0.1], [-0.4, 0.1]]}}
        motion = {"carom": 1, "dimension": 2, "bodies": {"box": box},
                  "motion": {"until": 0.1, "gravity": [0, -9.81],
                             "planes": [{"point": [0, 0], "normal": [0, 1], "surface": {"e": 0.5}}]}}
        text, _ = self.draw(motion, "--kind", "scene", "--script", "kept")
        for words in ("at the start", "velocity at the start", "3 m/s", "box", "2 rad/s"):
            self.assertIn(words, text)
        self.assertNotIn("velocity after", text)
        outline, = self.blocks("kept", "outlines.dat")
        self.assertAlmostEqual(max(x for x, _ in outline) - min(x for x, _ in outline), 0.2)
        self.assertAlmostEqual(max(y for _, y in outline), 1.4)

    def test_a_scene_has_the_shapes_of_the_file_or_ones_that_fit_the_inertia(self):
        # A slender rod reaches to its tip, a solid ball has its radius whatever the axes.
        text, _ = self.draw(ROD, "--kind", "scene", "--script", "kept")
        self.assertIn("guessed shape", text)
        rod, = self.blocks("kept", "outlines.dat")
        ends = [math.dist(p, (0, 0)) for p in rod]
        self.assertLess(min(ends), 0.05)
        self.assertAlmostEqual(max(ends), 1, delta=0.05)
        radius = 0.03
        ball = {"mass": 0.2, "inertia": [0.4 * 0.2 * radius ** 2] * 3, "position": [0.1, -0.2, radius],
                "velocity": [1, 2, -3]}
        space = {"carom": 1, "bodies": {"ball": ball, "table": {"fixed": True}},
                 "contacts": [{"bodies": ["ball", "table"], "point": [0.1, -0.2, 0], "normal": [0, 0, 1], "e": 0.5,
                               "mu": 0.2}]}
        text, _ = self.draw(space, "--kind", "scene", "--script", "kept")
        self.assertIn("in the plane of normal and slip", text)
        for shape in (None, {"sphere": radius}):
            shown = dict(space, bodies={"ball": dict(ball, **({"shape": shape} if shape else {})),
                                        "table": {"fixed": True}})
            text, _ = self.draw(shown, "--kind", "scene", "--script", "kept")
            self.assertEqual("guessed" in text, shape is None)
            outline, = self.blocks("kept", "outlines.dat")
            centre = [sum(p[i] for p in outline[:-1]) / (len(outline) - 1) for i in (0, 1)]
            for p in outline:
                self.assertAlmostEqual(math.dist(p, centre), radius, delta=1e-12)

    def test_no_impact_is_drawn_too(self):
        apart = dict(ROD, bodies=dict(ROD["bodies"], rod=dict(ROD["bodies"]["rod"], velocity=[0.3, 2])))
        for kind in sorted(FITTING[0][1]):
            self.assertIn("no impact", self.draw(apart, "--kind", kind)[0])

    def test_the_same_input_gives_the_same_bytes(self):
        drawn = {kind: scenario for scenario, kinds in FITTING for kind in kinds}
        for kind, scenario in sorted(drawn.items(), key=lambda item: item[0]):
            self.draw(scenario, "--kind", kind)
            once = self.read("it.svg")
            self.draw(scenario, "--kind", kind)
            self.assertEqual(once, self.read("it.svg"))

if __name__ == "__main__":
    unittest.main()
