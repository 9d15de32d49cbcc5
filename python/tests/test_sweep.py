"""Numbers that are varied: grids and studies in memory."""
import csv
import json
import os
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


def program_says(program, folder, scenario, *options):
    """Rows as columns of text, and the summary, of `carom sweep`."""
    path, table = folder / "study.json", folder / "rows.csv"
    path.write_text(json.dumps(scenario))
    run = subprocess.run([program, "sweep", str(path), "-o", str(folder / "rows") + "/", "--fresh", "--csv", str(table),
                          "--json", "--threads", "1", *options], capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    with open(table, encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return dict(zip(names, zip(*rows))), json.loads(run.stdout)


def same_as_the_program(sweep, columns, summary, narrow=False):
    assert sweep.summary == summary and list(columns)[:-1] == [name for name in sweep.columns if name in columns]
    assert [carom.Status(code).word for code in sweep.status] == list(columns["status"])
    for name, texts in list(columns.items())[:-1]:
        if sweep[name].dtype.kind == "U":
            assert sweep[name].tolist() == list(texts)
        else:
            expected = np.array([float(text or "nan") for text in texts], "f4" if narrow and name not in sweep.varied else "f8")
            found, expected = sweep[name], expected.astype(float)
            assert np.array_equal(np.isnan(found), np.isnan(expected))
            assert np.array_equal(np.nan_to_num(found).view(np.int64), np.nan_to_num(expected).view(np.int64))


SPREADS = {"contacts.0.mu": {"uniform": [-0.05, 1]}, "contacts.0.e": {"normal": [0.8, 0.1], "within": [0, 1]},
           "contact_space.v.0": {"triangular": [-1, 0.5, 2]}, "contact_space.W.0.0": {"log_uniform": [1, 4]},
           "contact_space.W.1.1": {"lognormal": [2.5, 0.1]}, "contacts.0.law": {"choice": ["stronge", "newton"]}}
SHOWN = ["energy.change", "contacts.0.mode", "contacts.0.velocity_after", "contacts.0.mu"]


@pytest.mark.parametrize("block", [
    {"rows": 700, "seed": 3}, {"method": "sobol", "rows": 512}, {"method": "saltelli", "rows": 400},
    {"rows": 300, "correlation": [[MU, E, 0.7], ["contact_space.v.0", E, -0.3]]},
    {"method": "sobol", "rows": 256, "statistics": {"of": ["energy.change"], "quantiles": [0.1, 0.9], "histogram": 7}},
    {"rows": 100, "together": [[E, "contact_space.v.1"]], "precision": "float32"},
    {"rows": 100, "statistics": {"sensitivity": True}},
], ids=lambda block: "-".join(map(str, block)) + f"-{block.get('method', '')}")
def test_rows_and_statistics_are_the_programs(program, tmp_path, block):
    scenario = {**ROD, "sweep": {**block, "vary": SPREADS, "store": SHOWN}}
    columns, summary = program_says(program, tmp_path, scenario)
    narrow = "precision" in block
    same_as_the_program(carom.sweep(scenario, threads=2), columns, summary, narrow)
    precision = {"sweep": {"precision": block["precision"]}} if narrow else {}
    given = {key: value for key, value in block.items() if key != "precision"}
    same_as_the_program(carom.sweep({**ROD, **precision}, SPREADS, show=SHOWN, **given), columns, summary, narrow)
    assert summary["failed"] > 0  # some friction is negative: failures are compared, too


def test_grids_are_the_programs(program, tmp_path):
    vary = {MU: {"grid": [0, 1, 7]}, E: {"log_grid": [0.01, 1, 5]}, "contacts.0.law": ["stronge", "poisson"]}
    shown = ["energy.change", "contacts.0.mode"]
    block = {"vary": {**vary, "contacts.0.law": {"choice": ["stronge", "poisson"]}}, "store": shown}
    s = carom.sweep(ROD, vary, show=shown)
    same_as_the_program(s, *program_says(program, tmp_path, {**ROD, "sweep": block}))
    assert s.grid == (7, 5, 2) and s.method == "grid" and s.varied == list(vary)


@pytest.mark.parametrize("name", ["two-cars", "masse-shot"])
def test_scenes_are_the_programs(program, scenes, tmp_path, name):
    path = os.path.join(scenes, "sweep", name + ".json")
    with open(path, encoding="utf-8") as file:
        scenario = json.load(file)
    scenario["sweep"]["rows"] = 200
    same_as_the_program(carom.sweep(scenario), *program_says(program, tmp_path, scenario))


def test_random_rows_are_the_same_for_the_same_seed():
    vary = {MU: {"uniform": [0.1, 0.5]}, E: {"normal": [0.8, 0.05], "within": [0, 1]}}
    a, b, c = (carom.sweep(ROD, vary, show=["energy.change"], rows=200, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(a["energy.change"], b["energy.change"]) and not np.array_equal(a[MU], c[MU])
    r = carom.planar(ROD["contact_space"]["W"], ROD["contact_space"]["v"], e=a[E], mu=a[MU])
    assert np.array_equal(a["energy.change"], r.energy[:, 3])
    assert len(a) == 200 and a.failed == 0 and a.first_error is None and a.grid is None


@pytest.mark.parametrize("method", ["random", "sobol"])
@pytest.mark.parametrize("spec, low, high, middle", [
    ({"uniform": [0.2, 0.6]}, 0.2, 0.6, 0.4), ({"log_uniform": [0.1, 10]}, 0.1, 10, 1),
    ({"normal": [1, 0.1]}, 0, 2, 1), ({"normal": [0.5, 1], "within": [0.4, 0.6]}, 0.4, 0.6, 0.5),
    ({"lognormal": [1, 0.5]}, 0, 10, 1), ({"triangular": [0, 0.2, 1]}, 0, 1, 1 - np.sqrt(0.4)),
    ({"choice": [0.1, 0.3, 0.9]}, 0.1, 0.9, 0.3)])
def test_distributions_have_their_median(spec, low, high, middle, method):
    drawn = carom.sweep(ROD, {MU: spec}, show=["energy.change"], rows=4096, seed=5, method=method)[MU]
    assert drawn.min() >= low and drawn.max() <= high
    part = (drawn <= middle * (1 + 1e-12)).mean() - (2 / 3 if "choice" in spec else 0.5)
    assert abs(part) < (0.03 if method == "random" else 2 / 4096)  # 4 deviations; two of Sobol's points


def test_statistics_are_those_of_numpy():
    s = carom.sweep(ROD, {MU: {"uniform": [0, 1]}, E: {"uniform": [0, 1]}}, show=["energy.change"], rows=2000,
                    statistics={"quantiles": [0.05, 0.5, 0.99], "histogram": 20})
    x, told = s["energy.change"], s.statistics["energy.change"]
    np.testing.assert_allclose([told["mean"], told["sd"]], [x.mean(), x.std(ddof=1)], rtol=1e-12)  # rounding of sums
    assert [told["min"], told["max"], told["count"]] == [x.min(), x.max(), 2000]
    np.testing.assert_allclose([value for _, value in told["quantiles"]], np.quantile(x, [0.05, 0.5, 0.99]), rtol=1e-14)
    bins = told["histogram"]
    assert bins["counts"] == np.histogram(x, 20, (bins["from"], bins["to"]))[0].tolist()


def test_indices_of_a_sum_are_known():
    # The energy of v alone: 1/2 v^T W^-1 v is a sum of squares for a diagonal W, so that inputs add up.
    free = {"carom": 1, "dimension": 2, "contact_space": {"W": [[1, 0], [0, 1]], "v": [0, -1]}, "contacts": [{"e": 1, "mu": 0}]}
    s = carom.sweep(free, {"contact_space.v.0": {"uniform": [0, 2]}, "contact_space.v.1": {"uniform": [-1, 0]}},
                    show=["energy.before"], rows=40_000, method="saltelli")
    found = s.statistics["energy.before"]["sensitivity"]
    for path, part in (("contact_space.v.0", 16 / 17), ("contact_space.v.1", 1 / 17)):  # variances of squares: as a^4
        assert abs(found[path]["S1"] - part) < 2 * found[path]["S1_width"] < 0.1
        assert abs(found[path]["ST"] - part) < 2 * found[path]["ST_width"] < 0.1


def test_correlation_and_together():
    vary = {MU: {"uniform": [0.1, 0.9]}, E: {"uniform": [0.1, 0.9]}}
    s = carom.sweep(ROD, vary, show=["energy.change"], rows=4000, correlation=[(MU, E, 0.8)])
    expected = 6 / np.pi * np.arcsin(0.4)  # of the ranks, for a Gaussian copula
    assert abs(np.corrcoef(s[MU], s[E])[0, 1] - expected) < 0.02  # 4 deviations of 0.4 / sqrt(4000)
    s = carom.sweep(ROD, {MU: {"uniform": [0.1, 0.9]}}, show=[E], rows=50, together=[[MU, E]])
    assert np.array_equal(s[MU], s[E]) and np.array_equal(s["after." + E], s[MU]) and s.varied == [MU]


def test_grids_and_values():
    s = carom.sweep(ROD, {MU: {"grid": [0, 1, 5]}, E: {"log_grid": [0.01, 1, 3]}}, show=["contacts.0.mode"])
    assert len(s) == 15 and s.grid == (5, 3)
    np.testing.assert_allclose(s[E][:3], [0.01, 0.1, 1], rtol=1e-12)
    np.testing.assert_allclose(s[MU][::3], [0, 0.25, 0.5, 0.75, 1])
    assert carom.sweep(ROD, {MU: [0.1, 0.7]}, show=["contacts.0.mu"])["after.contacts.0.mu"].tolist() == [0.1, 0.7]
    assert np.array_equal(carom.sweep(ROD, {MU: np.linspace(0, 1, 1000)}, show=["energy.change"])[MU], np.linspace(0, 1, 1000))


def test_a_block_in_the_scenario(tmp_path):
    block = {"method": "random", "rows": 20, "seed": 3, "vary": {MU: {"uniform": [0, 1]}}, "store": ["energy.change"]}
    path = tmp_path / "study.json"
    path.write_text(json.dumps({**ROD, "sweep": block}))
    a, b = carom.sweep(path), carom.sweep(ROD, block["vary"], show=block["store"], rows=20, seed=3)
    assert np.array_equal(a["energy.change"], b["energy.change"]) and "20 rows" in repr(a)
    assert len(carom.sweep(path, rows=30)) == 30 and carom.sweep(path, show=["contacts.0.mode"]).statistics == {}


def test_columns_are_the_users_own():
    s = carom.sweep(ROD, {MU: [0.1, 0.7]}, show=["energy.change"])
    s[MU][0] = 5
    s["energy.change"][:] *= 2
    with pytest.raises(KeyError, match="there are contacts.0.mu, energy.change"):
        s["energy"]


def test_failures_are_counted():
    s = carom.sweep(ROD, {MU: [0.5, -1, -2]}, show=["energy.change"])
    assert s.failed == 2 and s.status.tolist()[0] == 0 and s.first_error.index == (1,) and '"mu" is -1' in str(s.first_error)
    assert np.isnan(s["energy.change"]).tolist() == [False, True, True]


def test_motions_are_swept_too(scenes):
    path = os.path.join(scenes, "motion", "bouncing-ball.json")
    s = carom.sweep(path, {"motion.planes.0.surface.e": [0.5, 0.7]}, show=["impacts.count", "end.energy"])
    assert s.failed == 0 and s["impacts.count"][0] != s["impacts.count"][1]


@pytest.mark.parametrize("arguments, key, sentence", [
    (dict(vary={MU: {"gauss": [0, 1]}}), f"sweep.vary.{MU}.gauss", "log_uniform"),
    (dict(vary={MU: {"uniform": [1, 0]}}), MU, "must go from a number to a larger one"),
    (dict(vary={MU: {}}), f"sweep.vary.{MU}", "no spread"),
    (dict(vary={MU: {"uniform": [0, 1]}}, rows=0), "sweep.rows", "whole number"),
    (dict(vary={MU: [1, 2]}, rows=3, method="grid"), "sweep.rows", "leave `rows` out"),
    (dict(vary={MU: {"grid": [0, 1, 1]}}), f"sweep.vary.{MU}", "from 2 on"),
    (dict(vary={MU: {"choice": []}}), f"sweep.vary.{MU}.choice", ""),
    (dict(vary={MU: np.zeros(1025)}), f"sweep.vary.{MU}.choice", "1024"),
    (dict(vary={"contacts.0.law": ["stronge"] * 33}), "sweep.vary.contacts.0.law.choice", "33 words; there may be 32"),
    (dict(vary={}), "sweep.vary", "nothing is varied"),
    (dict(vary={MU: [1]}, show=[]), "sweep.store", "nothing is stored"),
    (dict(vary={MU: [1]}, method="halton"), "sweep.method", "sobol"),
    (dict(vary={MU: [1]}, together=[[MU]]), "sweep.together.0", "two or more"),
    (dict(vary={MU: [1]}, correlation=[(MU, E, 0.5)]), "sweep.correlation.0.1", "no spread"),
    (dict(vary={MU: [1]}, statistics={"bins": 3}), "sweep.statistics.bins", "histogram"),
    (dict(vary={MU: [1.0, float("inf")]}), f"sweep.vary.{MU}.choice.1", "finite"),
    (dict(vary={"contacts.0.my": [1]}), "", "contacts.0.mu"),
    (dict(vary={MU: [1]}, show=["energy.chance"]), "", "energy.change"),
])
def test_nonsense_has_a_sentence_and_a_key(arguments, key, sentence):
    with pytest.raises(carom.CaromError, match=sentence) as caught:
        carom.sweep(ROD, **{"show": ["energy.change"], **arguments})
    assert key in caught.value.key


def test_arguments_that_are_wrong_in_python():
    with pytest.raises(TypeError, match="list of paths"):
        carom.sweep(ROD, {MU: [1]}, show="energy.change")
    with pytest.raises(ValueError, match="threads is 0"):
        carom.sweep(ROD, {MU: [1]}, show=["energy.change"], threads=0)
    with pytest.raises(ValueError, match="carom sweep writes files"):
        carom.sweep(ROD, {MU: {"uniform": [0, 1]}}, show=["energy.change"], rows=10 ** 10)
    with pytest.raises(carom.CaromError) as caught:
        carom.sweep('{"carom": 1,\n "sweep": []}')
    assert caught.value.line == 2 and caught.value.key == "sweep"
