"""Numbers that are varied: grids and small studies."""
import json
import os
import statistics
import subprocess

import carom
import numpy as np
import pytest

ROD = {"carom": 1, "dimension": 2, "contact_space": {"W": [[2.5, -1.5], [-1.5, 2.5]], "v": [0.6, -1]},
       "contacts": [{"e": 0.9, "mu": 0.9}]}
MU, E = "contacts.0.mu", "contacts.0.e"


def test_a_grid_is_many_solves():
    mu, e = np.linspace(0, 1.2, 9), [0, 0.5, 1]
    found = carom.solve(ROD, vary={MU: mu, E: e}, show=["contacts.0.mode", "energy.change", "events"])
    assert found["energy.change"].shape == found["contacts.0.mode"].shape == (9, 3)
    r = carom.planar(ROD["contact_space"]["W"], ROD["contact_space"]["v"], e=e, mu=mu[:, None])
    assert np.array_equal(found["energy.change"], r.energy[..., 3]) and np.array_equal(found["contacts.0.mode"], r.words)


def test_the_grid_of_the_program(program, scenes, tmp_path):
    path = os.path.join(scenes, "two-cars-at-an-intersection.json")
    shown = "bodies.eastbound.delta_v"
    subprocess.run([program, "solve", path, "--vary", MU + "=0:1:5", "--show", shown, "--table", str(tmp_path / "cars.csv")],
                   check=True, capture_output=True)
    found = carom.solve(path, vary={MU: [0, 0.25, 0.5, 0.75, 1]}, show=[shown])
    assert np.array_equal(np.loadtxt(tmp_path / "cars.csv", delimiter=",", skiprows=1)[:, 1], found[shown])


def test_points_without_an_answer_are_nan():
    found = carom.solve(ROD, vary={MU: [0.5, -1, 0.9]}, show=["energy.change", "contacts.0.mode"])
    assert np.isnan(found["energy.change"]).tolist() == [False, True, False] and found["contacts.0.mode"][1] == ""
    with pytest.raises(carom.CaromError, match='"mu" is -2'):
        carom.solve(ROD, vary={MU: [-2, -1]}, show=["energy.change"])


def test_paths_that_lead_nowhere_are_told():
    with pytest.raises(carom.CaromError, match="contacts.0.mu"):
        carom.solve(ROD, vary={"contacts.0.my": [1]}, show=["energy.change"])
    with pytest.raises(carom.CaromError, match="energy.change"):
        carom.solve(ROD, vary={MU: [1]}, show=["energy.chance"])
    with pytest.raises(TypeError, match="list of paths"):
        carom.solve(ROD, vary={MU: [1]}, show="energy.change")


def test_random_rows_are_the_same_for_the_same_seed():
    vary = {MU: {"uniform": [0.1, 0.5]}, E: {"normal": [0.8, 0.05], "within": [0, 1]}}
    a, b, c = (carom.sweep(ROD, vary, show=["energy.change"], rows=200, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(a["energy.change"], b["energy.change"]) and not np.array_equal(a[MU], c[MU])
    r = carom.planar(ROD["contact_space"]["W"], ROD["contact_space"]["v"], e=a[E], mu=a[MU])
    assert np.array_equal(a["energy.change"], r.energy[:, 3])
    assert len(a) == 200 and a.failed == 0 and a.first_error is None


@pytest.mark.parametrize("spec, low, high, middle", [
    ({"uniform": [0.2, 0.6]}, 0.2, 0.6, 0.4), ({"log_uniform": [0.1, 10]}, 0.1, 10, 1),
    ({"normal": [1, 0.1]}, 0, 2, 1), ({"normal": [0.5, 1], "within": [0.4, 0.6]}, 0.4, 0.6, 0.5),
    ({"lognormal": [0, 0.5], "within": [0, 3]}, 0, 3, 1), ({"triangular": [0, 0.2, 1]}, 0, 1, 1 - np.sqrt(0.4)),
    ({"choice": [0.1, 0.3, 0.9]}, 0.1, 0.9, 0.3)])
def test_distributions_have_their_median(spec, low, high, middle):
    drawn = carom.sweep(ROD, {MU: spec}, show=["energy.change"], rows=4000, seed=5)[MU]
    assert drawn.min() >= low and drawn.max() <= high
    assert abs((drawn <= middle * (1 + 1e-12)).mean() - (2 / 3 if "choice" in spec else 0.5)) < 0.03  # 4 deviations
    if spec == {"normal": [1, 0.1]}:
        assert abs(statistics.stdev(drawn.tolist()) - 0.1) < 0.006


def test_grids_and_values():
    s = carom.sweep(ROD, {MU: {"grid": [0, 1, 5]}, E: {"log_grid": [0.01, 1, 3]}}, show=["contacts.0.mode"])
    assert len(s) == 15 and s.grid == (5, 3)
    np.testing.assert_allclose(s[E][:3], [0.01, 0.1, 1], rtol=1e-12)
    np.testing.assert_allclose(s[MU][::3], [0, 0.25, 0.5, 0.75, 1])
    assert carom.sweep(ROD, {MU: [0.1, 0.7]}, show=["contacts.0.mu"])["after.contacts.0.mu"].tolist() == [0.1, 0.7]


def test_a_block_in_the_scenario(tmp_path):
    block = {"method": "random", "rows": 20, "seed": 3, "vary": {MU: {"uniform": [0, 1]}}, "store": ["energy.change"]}
    path = tmp_path / "study.json"
    path.write_text(json.dumps({**ROD, "sweep": block}))
    a, b = carom.sweep(path), carom.sweep(ROD, block["vary"], show=block["store"], rows=20, seed=3)
    assert np.array_equal(a["energy.change"], b["energy.change"]) and "20 rows" in repr(a)


def test_failures_are_counted():
    s = carom.sweep(ROD, {MU: [0.5, -1, -2]}, show=["energy.change"])
    assert s.failed == 2 and s.status.tolist()[0] == 0 and s.first_error.index == (1,) and '"mu" is -1' in str(s.first_error)


def test_motions_are_swept_too(scenes):
    path = os.path.join(scenes, "motion", "bouncing-ball.json")
    s = carom.sweep(path, {"motion.planes.0.surface.e": [0.5, 0.7]}, show=["impacts.count", "end.energy"])
    assert s.failed == 0 and s["impacts.count"][0] != s["impacts.count"][1]


@pytest.mark.parametrize("arguments, sentence", [
    (dict(vary={MU: {"uniform": [0, 1]}}, show=["x"]), "need rows"),
    (dict(vary={MU: {"gauss": [0, 1]}}, show=["x"], rows=2), "no distribution 'gauss'"),
    (dict(vary={MU: {"uniform": [0, 1], "within": [0, 1]}}, show=["x"], rows=2), "within goes with"),
    (dict(vary={MU: {}}, show=["x"]), "one distribution"),
    (dict(vary={MU: [1], E: {"uniform": [0, 1]}}, show=["x"]), "do not go together"),
    (dict(vary={MU: [1, 2]}, show=["x"], rows=3), "leave rows out"),
    (dict(vary={MU: {"grid": [0, 1, 1]}}, show=["x"]), "2 values"),
    (dict(vary={}, show=["x"]), "needs vary"),
    (dict(vary={MU: [1]}, show=["x"], method="sobol"), "in memory there are"),
])
def test_nonsense_has_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        carom.sweep(ROD, **arguments)
