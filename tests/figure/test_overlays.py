"""Several scenarios in one figure."""
import re
import shutil
import unittest

from drawing import CURVING, ROD, SUPERBALL, TWO_BALLS, Drawing, carom, with_friction
from program import BALL_IN_SPACE


@unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
class Overlays(Drawing):
    def test_what_sets_the_titles_apart_names_the_curves(self):
        files = [self.write("%d.json" % i, with_friction(ROD, mu, "Rod, case 2: friction %g, again" % mu))
                 for i, mu in enumerate((0.3, 0.9))]
        for kind in ("energy", "velocity", "impulse", "hodograph", "process"):
            text = self.overlay(files, "--kind", kind)
            self.assertIn("Rod, case 2", text)
            self.assertIn("0.3", text)
            self.assertNotIn("friction 0.3, again", text)
        self.assertIn("My own", self.overlay(files, "--title", "My own"))

    def test_process_diagrams_share_their_lines(self):
        files = [self.write("%g.json" % mu, with_friction(ROD, mu)) for mu in (0.3, 0.9)]
        text = self.overlay(files, "--script", "kept")
        for words in ("L: μ = 0.3", "L: μ = 0.9", "S = 0", "C = 0"):
            self.assertIn(words, text)
        paths = self.blocks("kept", "path.dat")
        self.assertEqual(len(paths), 3, "the ellipse and two paths")
        for file, path in zip(files, paths[1:]):
            contact = carom("solve", "--json", file, cwd=self.folder).json()["contacts"][0]
            self.assertEqual(path[-1], contact["impulse_contact"])

    def test_process_diagrams_of_different_contacts_are_refused(self):
        other = dict(ROD, bodies=dict(ROD["bodies"], rod=dict(ROD["bodies"]["rod"], velocity=[0.6, -2])))
        files = [self.write("a.json", ROD), self.write("b.json", other)]
        self.refused(2, ["the same W", "energy and velocity"], *files)
        self.overlay(files, "--kind", "velocity")

    def test_a_bundle_of_hodographs(self):
        turned = [dict(CURVING, contact_space=dict(CURVING["contact_space"], v=[x, y, -0.2]))
                  for x, y in ((1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7))]
        file = self.write("bundle.jsonl", *turned)
        text = self.overlay([file], "--kind", "hodograph", "--script", "kept")
        self.assertIn("8 impacts", text)
        self.assertIn("centripetal", text)
        paths = self.blocks("kept", "path.dat")
        self.assertEqual([path[0][:2] for path in paths], [scenario["contact_space"]["v"][:2] for scenario in turned])
        different = [with_friction(scenario, 0.3 + 0.1 * i) for i, scenario in enumerate(turned)]
        text = self.overlay([self.write("different.jsonl", *different)], "--kind", "hodograph")
        self.assertNotIn("centripetal", text)

    def test_models_of_one_contact_compare(self):
        files = [self.write("rigid.json", BALL_IN_SPACE), self.write("springs.json", SUPERBALL)]
        for kind in ("energy", "velocity", "impulse"):
            text = self.overlay(files, "--kind", kind)
            self.assertIn("rigid", text)
            self.assertIn("springs", text)

    def test_a_law_or_a_scheme_names_its_curve(self):
        laws = [self.write(law + ".json", dict(ROD, title="A rod that %s" % law,
                                               contacts=[dict(ROD["contacts"][0], law=law)]))
                for law in ("newton", "poisson", "stronge")]
        text = self.overlay(laws, "--kind", "energy")
        for name in ("Newton's law", "Poisson's law", "Stronge's law"):
            self.assertIn(name, text)
        self.assertNotIn("that newton", text)
        schemes = [self.write("exact.json", dict(SUPERBALL, title="It comes back")),
                   self.write("printed.json", dict(SUPERBALL, title="The same", method={"scheme": "published"}))]
        text = self.overlay(schemes, "--kind", "velocity")
        self.assertIn("exact", text)
        self.assertIn("published scheme", text)

    def test_keys_in_names_become_symbols_with_air_around_the_sign(self):
        for written, shown in (("eta2=%d", "η² = %d"), ("mu = %d", "μ = %d"), ("k₂/k₁=%d", "k₂/k₁ = %d"),
                               ("menu=%d", "menu = %d"), ("eta22 = %d", "eta22 = %d")):
            files = [self.write("%d.json" % i, dict(SUPERBALL, title="Ball, " + written % i)) for i in (1, 2)]
            text = self.overlay(files, "--kind", "velocity", "--title", "Two balls")
            for i in (1, 2):
                self.assertIn(shown % i, text)
            self.assertIn("Two balls", text)

    def test_lines_behind_several_paths_are_grey(self):
        files = [self.write("%g.json" % mu, with_friction(ROD, mu)) for mu in (0.3, 0.9)]
        self.overlay(files, "--script", "kept")
        lines = re.findall(r"lines.dat' index \d+ using .* lc rgb '(#\w+)'", self.read("kept", "process.gp"))
        self.assertEqual(lines[:2], ["#606060"] * 2, "C = 0 and S = 0")
        self.assertEqual(len(set(lines[2:4])), 2, "each friction line has the colour of its path")
        self.assertNotIn("#606060", lines[2:4])

    def test_an_energy_gain_is_shaded(self):
        newton = dict(ROD, contacts=[dict(ROD["contacts"][0], law="newton", e=0.9)])
        files = [self.write("newton.json", newton), self.write("stronge.json", ROD)]
        self.assertIn("energy is gained", self.overlay(files, "--kind", "energy"))
        self.assertNotIn("energy is gained", self.overlay(files[1:], "--kind", "energy"))

    def test_what_does_not_overlay_says_what_does(self):
        balls = [self.write(name, TWO_BALLS) for name in ("a.json", "b.json")]
        rod = self.write("rod.json", ROD)
        self.refused(2, ["shows 1 scenario", "Kinds that overlay 2: none"], *balls)
        self.refused(2, ["shows 6 scenarios at most", "Kinds that overlay 7: hodograph"], *[rod] * 7)
        self.refused(1, ["b.json", "simultaneous", "hodograph, impulse, energy, velocity"], rod, "b.json", "--kind",
                     "energy")
        self.refused(2, ["both tangents"], rod, self.write("c.json", CURVING), "--kind", "hodograph")
        self.refused(2, ["shows 30 scenarios at most"], self.write("many.jsonl", *[ROD] * 31), "--kind", "hodograph")

    def test_lines_of_a_jsonl_are_counted_in_errors(self):
        file = self.write("bad.jsonl", ROD, dict(ROD, carom=2))
        self.refused(2, ["bad.jsonl:2: carom"], file)
        self.refused(2, ["no line of it holds a scenario"], self.write("empty.jsonl"))

if __name__ == "__main__":
    unittest.main()
