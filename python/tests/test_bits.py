"""The same bits as the C library and as the program. CAROM_SOAK scales the number of random impacts."""
import glob
import json
import os
import subprocess

import carom
import numpy as np
import pytest
from conftest import ROOT
from reference import Solver, planar_set, several_set, spatial_set

SOAK = float(os.environ.get("CAROM_SOAK", "1"))


def same(a, b):
    return np.array_equal(np.asarray(a).view(np.int64), np.asarray(b).view(np.int64))


def by_the_door(dimension, W, v, columns):
    """One impact after the other. columns: law, e, mu, mu_static, eta2, stiffness, exponent, each (n, contacts)."""
    n, contacts = len(v), v.shape[1] // dimension
    solver = Solver(dimension, contacts)
    surfaces = np.stack([np.broadcast_to(np.asarray(c, float).reshape(-1, 1) if np.ndim(c) == 1 else c, (n, contacts))
                         for c in columns], 2)
    impulse, velocity = np.full((n, contacts, dimension), np.nan), np.full((n, contacts, dimension), np.nan)
    energy, error = np.full((n, 4), np.nan), np.zeros(n)
    codes, status = np.zeros((n, 2 * contacts + 2), np.int32), np.empty(n, int)
    for i in range(n):
        solver.w[:], solver.v[:], solver.surfaces[:] = W[i], v[i], surfaces[i]
        status[i] = solver.solve()
        if status[i] == 0:
            impulse[i], velocity[i], energy[i], codes[i] = solver.impulse, solver.velocity, solver.energy, solver.codes
            error[i] = solver.error
    return impulse, velocity, energy, codes, status, error


def check_one_contact(answer, mode, expected):
    impulse, velocity, energy, codes, status, _ = expected
    assert same(answer.impulse, impulse[:, 0]) and same(answer.velocity, velocity[:, 0]) and same(answer.energy, energy)
    assert np.array_equal(answer.status, status) and np.array_equal(mode, codes[:, 0])
    assert np.array_equal(answer.warnings, codes[:, 3].astype(np.uint32))
    assert (status == 0).mean() > 0.99  # or nothing would have been compared


def test_planar():
    W, v, e, mu, law = planar_set(np.random.default_rng(11), int(1e5 * SOAK))
    mu_static = mu * np.where(np.arange(len(v)) % 3 == 0, 1.3, 1)
    expected = by_the_door(2, W, v, (law, e, mu, mu_static, 0.0, 1.0, 1.0))
    answer = carom.planar(W, v, e=e, mu=mu, mu_static=mu_static, law=law, threads=2)
    check_one_contact(answer, answer.mode, expected)


def test_spatial():
    W, v, e, mu, law = spatial_set(np.random.default_rng(12), int(1e5 * SOAK))
    expected = by_the_door(3, W, v, (law, e, mu, mu, 0.0, 1.0, 1.0))
    answer = carom.spatial(W, v, e=e, mu=mu, law=law, threads=2)
    check_one_contact(answer, answer.sequence, expected)
    assert np.array_equal(answer.flags, expected[3][:, 1]) and np.array_equal(answer.model, expected[3][:, 2])


def test_compliant():
    rng = np.random.default_rng(13)
    W, v, e, mu, _ = spatial_set(rng, int(1e5 * SOAK))
    nu = rng.uniform(0, 0.5, len(v))
    eta2 = (2 - nu) / (2 * (1 - nu))
    expected = by_the_door(3, W, v, (0.0, e, mu, mu, eta2, 1.0, 1.0))
    answer = carom.compliant(W, v, e=e, mu=mu, poisson_ratio=nu, threads=2)
    check_one_contact(answer, answer.sequence, expected)


@pytest.mark.parametrize("contacts, dimension, friction", [(2, 2, False), (2, 2, True), (3, 3, False), (2, 3, True)])
def test_several(contacts, dimension, friction):
    W, v, e, mu = several_set(np.random.default_rng(14), int(250 * SOAK), contacts, dimension)
    mu = mu if friction else 0 * mu
    stiffness = np.tile(np.linspace(1, 3, contacts), (len(v), 1))
    impulse, velocity, energy, codes, status, error = by_the_door(dimension, W, v, (0.0, e, mu, mu, 0.0, stiffness, 1.0))
    answer = carom.simultaneous(W, v, e=e, mu=mu, stiffness=stiffness, dimension=dimension, threads=2)
    assert same(answer.impulse, impulse) and same(answer.velocity, velocity) and same(answer.energy, energy)
    assert np.array_equal(answer.status, status) and same(answer.error, np.where(status == 0, error, 0))
    assert np.array_equal(answer.mode, codes[:, 0:2 * contacts:2])
    assert np.array_equal(answer.warnings, codes[:, -1].astype(np.uint32))


def test_poisson_ratio_is_that_of_c():
    from carom import _core
    for nu in np.linspace(0, 0.5, 101):
        assert carom._arrays.compliance(float(nu), None) == _core.eta2_of(float(nu))


# ---- the program ------------------------------------------------------------------------------------------------------

SCENES = sorted(glob.glob(os.path.join(ROOT, "scenes", "*.json*")))
MOTIONS = sorted(glob.glob(os.path.join(ROOT, "scenes", "motion", "*.json*")))


def said(program, command, path):
    run = subprocess.run([program, command, "--json", path], capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def scenarios(path):
    with open(path, encoding="utf-8") as file:
        return [line for line in file if line.strip()] if path.endswith(".jsonl") else [path]


def answer(function, scenario):
    """As the program prints it: an answer or an error."""
    try:
        return function(scenario)
    except carom.CaromError as error:
        return {"error": {"code": error.code, "key": error.key, "message": str(error)}}


def without_line(answers):
    for row in answers:
        row.get("error", {}).pop("line", None)
    return answers


def test_there_are_scenes():
    assert len(SCENES) > 90 and len(MOTIONS) > 20


@pytest.mark.parametrize("path", SCENES, ids=os.path.basename)
def test_scene(program, path):
    expected = without_line(said(program, "solve", path))
    assert [answer(lambda s: carom.solve(s).to_dict(), s) for s in scenarios(path)] == expected


@pytest.mark.parametrize("path", [path for path in SCENES if path.endswith(".json")], ids=os.path.basename)
def test_theory(program, path):
    expected = without_line(said(program, "explain", path))
    assert [answer(carom.theory, path)] == expected
    if "meaning" in expected[0]:
        assert carom.explain(path) == expected[0]["meaning"]


@pytest.mark.parametrize("path", MOTIONS, ids=os.path.basename)
def test_motion(program, path, tmp_path):
    expected = without_line(said(program, "simulate", path))
    assert [answer(lambda s: carom.simulate(s).to_dict(), s) for s in scenarios(path)] == expected


def test_samples_are_those_of_csv(program, tmp_path, scenes):
    table = tmp_path / "box.csv"
    path = os.path.join(scenes, "motion", "tumbling-box.json")
    subprocess.run([program, "simulate", path, "--csv", str(table)], check=True, capture_output=True)
    simulation = carom.simulate(path)
    with open(table, encoding="utf-8") as file:
        assert file.readline().strip().split(",") == simulation.columns
        assert same(np.loadtxt(file, delimiter=","), simulation.samples)
