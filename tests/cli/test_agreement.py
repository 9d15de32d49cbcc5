"""`solve` and `simulate` are one: the same impact, stated as contacts or as a body that meets planes at time 0, has the
same impulses, modes and warnings. Every scene that can be stated both ways, with each of the three laws."""
import copy
import glob
import json
import os
import unittest

from program import ROOT, carom

SURFACE = ("e", "law", "mu", "mu_static", "eta2", "poisson_ratio", "stiffness")
TOO_SLOW = "forced_plastic"


def scenes():
    for path in sorted(glob.glob(os.path.join(ROOT, "scenes", "*.json"))):
        with open(path, encoding="utf-8") as file:
            yield os.path.basename(path), json.load(file)


def approaches(said):
    return all(contact["velocity_before"][-1] < 0 for contact in said["contacts"])


def as_motion(scene):
    """One free body that stands as it is and touches fixed ones, as a motion past planes; None where it is not that."""
    contacts, bodies = scene.get("contacts", []), scene.get("bodies", {})
    free = [name for name, body in bodies.items() if not body.get("fixed")]
    if "motion" in scene or scene.get("method") or len(free) != 1 or "orientation" in bodies[free[0]]:
        return None
    if "guide" in bodies[free[0]] or any(c["bodies"][0] != free[0] or "tangent" in c or "exponent" in c for c in contacts):
        return None
    surfaces = [{key: c[key] for key in SURFACE if key in c} for c in contacts]
    if any(c["normal"] != contacts[0]["normal"] or s != surfaces[0] for c, s in zip(contacts, surfaces)):
        return None
    moving = {key: copy.deepcopy(scene[key]) for key in ("carom", "dimension", "bodies") if key in scene}
    body = moving["bodies"] = {free[0]: moving["bodies"][free[0]]}
    centre = body[free[0]]["position"]
    body[free[0]]["shape"] = {"points": [[p - c for p, c in zip(contact["point"], centre)] for contact in contacts]}
    moving["motion"] = {"until": 1e-9, "planes": [
        {"point": contacts[0]["point"], "normal": contacts[0]["normal"], "surface": surfaces[0]}]}
    return moving


class Agreement(unittest.TestCase):
    def same(self, name, said, moved):
        """One event of the motion for each contact that acts."""
        acted = [contact for contact in said["contacts"] if contact["mode"] != "none"]
        impacts = [impact for impact in moved["impacts"] if impact["time"] == 0]
        self.assertEqual(len(impacts), len(acted), name)
        for impact, contact in zip(impacts, acted):
            size = max(map(abs, contact["impulse_contact"]))
            self.assertEqual(impact["mode"], contact["mode"], name)
            for a, b in zip(impact["impulse"], contact["impulse_contact"]):
                self.assertAlmostEqual(a, b, delta=1e-10 * size, msg=name)
        self.assertEqual([w for w in moved["warnings"] if w["code"] != TOO_SLOW], said["warnings"], name)

    def test_every_scene_that_can_be_stated_both_ways(self):
        one, several = 0, 0
        for name, scene in scenes():
            moving = as_motion(scene)
            if not moving:
                continue
            for law in ("stronge", "poisson", "newton"):
                for contact in scene["contacts"]:
                    contact["law"] = law
                moving["motion"]["planes"][0]["surface"]["law"] = law
                said = carom("solve", "--json", "-", text=json.dumps(scene)).json()
                if not approaches(said):
                    continue  # a motion leaves out what parts or rests already
                self.same(name, said, carom("simulate", "--json", "-", text=json.dumps(moving)).json())
                one, several = one + (len(scene["contacts"]) == 1), several + (len(scene["contacts"]) > 1)
        print("%d impacts with one contact and %d with several, stated both ways" % (one, several))
        self.assertGreater(one, 30)
        self.assertGreater(several, 5)

    def test_the_impact_at_time_0_is_that_of_solve(self):
        for name, scene in scenes():
            if "bodies" not in scene or "motion" in scene or scene.get("method"):
                continue
            said = carom("solve", "--json", "-", text=json.dumps(scene)).json()
            scene["motion"] = {"until": 1e-9}
            moved = carom("simulate", "--json", "-", text=json.dumps(scene)).json()
            impacts = [impact for impact in moved.get("impacts", [])]
            acted = [contact for contact in said["contacts"] if contact["mode"] != "none"]
            self.assertEqual([i["impulse"] for i in impacts], [c["impulse_contact"] for c in acted], name)
            self.assertEqual(moved["warnings"], said["warnings"], name)


if __name__ == "__main__":
    unittest.main()
