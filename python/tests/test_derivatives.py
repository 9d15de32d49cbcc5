"""Derivatives: the program's bits, finite differences, scaling, cotangents, any shape."""
import json
import subprocess

import carom
import numpy as np
import pytest
from hypothesis import given, strategies as st
from reference import planar_set, spatial_set

SETS = {"planar": (planar_set, 2, [(0, 0), (0, 1), (1, 1)]),
        "spatial": (spatial_set, 3, [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)])}
LAWS = [law.word for law in carom.Law]


def draw(name, seed, n):
    make, d, places = SETS[name]
    W, v, e, mu, law = make(np.random.default_rng(seed), n)
    v[:, -1] = -np.abs(v[:, -1]) - 0.01
    return W, v, 0.1 + 0.9 * e, mu, law, d, places


@pytest.mark.parametrize("name", SETS)
def test_the_bits_of_the_program(program, tmp_path, name):
    W, v, e, mu, law, d, _ = draw(name, 31, 60)
    lines = [json.dumps({"carom": 1, "dimension": d, "contact_space": {"W": W[i].tolist(), "v": v[i].tolist()},
                         "contacts": [{"e": e[i], "mu": mu[i], "law": LAWS[law[i]]}]}) for i in range(60)]
    (tmp_path / "impacts.jsonl").write_text("\n".join(lines))
    run = subprocess.run([program, "solve", "--derivatives", "--json", str(tmp_path / "impacts.jsonl")],
                         capture_output=True, text=True, check=True)
    j = carom.jacobian(W, v, e=e, mu=mu, law=law)
    assert j.ok.all()
    for i, line in enumerate(run.stdout.splitlines()):
        told = json.loads(line)["contacts"][0]["derivatives"]
        assert told["impulse"] == j.d_impulse[i].tolist() and told["velocity"] == j.d_velocity[i].tolist()
        assert told["margin"] == j.margin[i] and told["boundary"] == carom.Boundary(j.boundary[i]).word
        assert told["smooth"] == carom.Smooth(j.smooth[i]).word and len(told["columns"]) == j.d_impulse.shape[-1]


def columns_of(name, W, v, e, mu):
    """Every input as a column: how to change it by h."""
    _, d, places = SETS[name]
    for i, j in places:
        direction = np.zeros((d, d))
        direction[i, j] = direction[j, i] = 1
        yield lambda h, x=direction: (W + h * x, v, e, mu)
    for i in range(d):
        direction = np.eye(d)[i]
        yield lambda h, x=direction: (W, v + h * x, e, mu)
    yield lambda h: (W, v, e, mu + h)
    yield lambda h: (W, v, e + h, mu)


@pytest.mark.parametrize("name", SETS)
def test_finite_differences(name):
    W, v, e, mu, law, d, _ = draw(name, 32, 300)
    e, mu = np.clip(e, 0.2, 0.9), mu + 0.05
    solve = getattr(carom, name)
    j = carom.jacobian(W, v, e=e, mu=mu, law=law, errors="raise")
    away = (j.margin > 1e-3)
    assert away.mean() > 0.9 and j.d_velocity.shape == (300, d, 7 if d == 2 else 11)
    h = 1e-6
    for column, change in enumerate(columns_of(name, W, v, e, mu)):
        answers = [solve(x, y, e=p, mu=q, law=law) for x, y, p, q in (change(h), change(-h))]
        for exact, found in ((j.d_impulse, answers[0].impulse - answers[1].impulse),
                             (j.d_velocity, answers[0].velocity - answers[1].velocity)):
            scale = 1 + np.abs(exact[..., column]).max(-1) + np.abs(exact).max((-1, -2))
            off = np.abs(found / (2 * h) - exact[..., column]).max(-1) / scale
            # h^2 times a third derivative, which grows near boundaries, and rounding of 1e-16 / h.
            assert np.median(off[away]) < 1e-8 and np.quantile(off[away], 0.95) < 1e-4


@given(st.integers(0, 2 ** 32 - 1), st.sampled_from(sorted(SETS)))
def test_scaling(seed, name):
    # Euler: twice the velocity is twice the outcome; twice W is half the impulse and the same velocity.
    W, v, e, mu, law, d, places = draw(name, seed, 20)
    j, r = carom.jacobian(W, v, e=e, mu=mu, law=law), getattr(carom, name)(W, v, e=e, mu=mu, law=law)
    n = len(places)
    w = np.stack([W[:, i, k] for i, k in places], 1)
    for derivative, outcome, by_w in ((j.d_impulse, r.impulse, -1), (j.d_velocity, r.velocity, 0)):
        size = np.abs(derivative).max((-1, -2)) * (np.abs(v).max(-1) + np.abs(w).max(-1)) + np.abs(outcome).max(-1)
        for found, expected in ((np.einsum("nij,nj->ni", derivative[..., n:n + d], v), outcome),
                                (np.einsum("nij,nj->ni", derivative[..., :n], w), by_w * outcome)):
            assert (np.abs(found - expected).max(-1) < 1e-9 * size)[j.ok].all()  # the C tests hold 2e-12 for e > 1e-3
    assert j.ok.mean() > 0.9


@pytest.mark.parametrize("name", SETS)
def test_vjp_is_the_transpose(name):
    W, v, e, mu, law, d, places = draw(name, 33, 200)
    rng = np.random.default_rng(34)
    p, u = rng.normal(size=(2, 200, d))
    g = carom.vjp(W, v, p, u, e=e, mu=mu, law=law, threads=2)
    j = carom.jacobian(W, v, e=e, mu=mu, law=law)
    columns = np.einsum("ni,nij->nj", p, j.d_impulse) + np.einsum("ni,nij->nj", u, j.d_velocity)
    expected = np.zeros((200, d, d))
    for k, (a, b) in enumerate(places):
        expected[:, a, b] += columns[:, k] / 2
        expected[:, b, a] += columns[:, k] / 2
    size = np.abs(columns).max(-1)
    n = len(places)
    for found, wanted in ((g.W.reshape(200, -1), expected.reshape(200, -1)), (g.v, columns[:, n:n + d]),
                          (g.mu[:, None], columns[:, [n + d]]), (g.e[:, None], columns[:, [n + d + 1]])):
        assert (np.abs(found - wanted).max(-1) <= 1e-14 * size).all()  # sums of six terms in another order
    for only, other in (((p, None), (p, 0 * u)), ((None, u), (0 * p, u))):
        assert all(np.array_equal(a, b) for a, b in zip(carom.vjp(W, v, *only, e=e, mu=mu, law=law),
                                                        carom.vjp(W, v, *other, e=e, mu=mu, law=law)))


def test_what_was_broadcast_is_summed():
    W, v, e, mu, _, _, _ = draw("planar", 35, 12)
    u = np.random.default_rng(36).normal(size=(5, 12, 2))
    full = carom.vjp(np.broadcast_to(W, (5, 12, 2, 2)), np.broadcast_to(v, (5, 12, 2)), None, u,
                     e=np.full((5, 12), 0.5), mu=np.full((5, 12), 0.3))
    g = carom.vjp(W, v[None], None, u, e=0.5, mu=np.full((5, 1), 0.3))
    assert [x.shape for x in g] == [(12, 2, 2), (1, 12, 2), (), (5, 1)]
    for found, wanted in zip(g, (full.W.sum(0), full.v.sum(0)[None], full.e.sum(), full.mu.sum(1, keepdims=True))):
        np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", SETS)
def test_any_leading_shape(name):
    W, v, e, mu, law, d, _ = draw(name, 37, 24)
    plain = carom.jacobian(W, v, e=e, mu=mu, law=law)
    shaped = carom.jacobian(W.reshape(2, 3, 4, d, d), v.reshape(2, 3, 4, d), e=e.reshape(2, 3, 4), mu=mu.reshape(2, 3, 4),
                            law=law.reshape(2, 3, 4), threads="auto")
    strided = carom.jacobian(W.swapaxes(1, 2)[::-1], v[::-1], e=e[::-1], mu=mu[::-1], law=law[::-1])
    for a, b, c in zip(plain, shaped, strided):
        assert np.array_equal(a, b.reshape(a.shape), equal_nan=True) and np.array_equal(a, c[::-1], equal_nan=True)
    one = carom.jacobian(W[3].tolist(), v[3].tolist(), e=e[3], mu=mu[3], law=LAWS[law[3]])
    assert np.array_equal(one.d_velocity, plain.d_velocity[3]) and one.status.shape == ()
    assert carom.jacobian(W[:0], v[:0]).d_impulse.shape == (0, d, 7 if d == 2 else 11)


def test_kinks_are_told():
    rod = [[2.5, -1.5], [-1.5, 2.5]]
    j = carom.jacobian(rod, [[0.6, -1], [0, -1], [0.6, 0]], e=0.9, mu=[0.9, 0.5, 0.9])
    assert j.smooth.tolist() == [carom.Smooth.SMOOTH, carom.Smooth.KINK, carom.Smooth.KINK]
    assert carom.Boundary(j.boundary[1]) == carom.Boundary.ZERO_SLIP and j.margin[1] == 0
    assert "away" in j.why(0) and "kink" in j.why(1)


def springs_set(seed, n):
    W, v, e, mu, _, _, places = draw("spatial", seed, n)
    return W, v, np.clip(e, 0.1, 0.95), np.clip(mu, 0.05, 1), np.random.default_rng(seed).uniform(0.3, 2, n), places


def test_springs_against_differences():
    W, v, e, mu, eta2, _ = springs_set(41, 200)
    j = carom.jacobian(W, v, e=e, mu=mu, eta2=eta2)
    assert j.d_velocity.shape == (200, 3, 12) and j.ok.mean() > 0.95
    h = 1e-6
    changes = (lambda s: (W, v, e, mu + s, eta2), lambda s: (W, v, e + s, mu, eta2), lambda s: (W, v, e, mu, eta2 + s))
    for column, change in zip((9, 10, 11), changes):
        a, b = (carom.compliant(x, y, e=p, mu=q, eta2=k) for x, y, p, q, k in (change(h), change(-h)))
        off = np.abs((a.velocity - b.velocity) / (2 * h) - j.d_velocity[..., column]).max(-1)
        scale = 1 + np.abs(j.d_velocity).max((-1, -2))
        assert np.median((off / scale)[j.ok]) < 1e-8 and np.quantile((off / scale)[j.ok], 0.95) < 1e-5


def test_springs_pulled_back():
    W, v, e, mu, eta2, places = springs_set(42, 50)
    ok = carom.jacobian(W, v, e=e, mu=mu, eta2=eta2).ok
    W, v, e, mu, eta2 = W[ok], v[ok], e[ok], mu[ok], eta2[ok]
    p, u = np.random.default_rng(43).normal(size=(2, len(W), 3))
    j, g = carom.jacobian(W, v, e=e, mu=mu, eta2=eta2), carom.vjp(W, v, p, u, e=e, mu=mu, eta2=eta2)
    columns = np.einsum("ni,nij->nj", p, j.d_impulse) + np.einsum("ni,nij->nj", u, j.d_velocity)
    w = np.stack([g.W[:, a, b] * (1 if a == b else 2) for a, b in places], 1)
    found = np.concatenate([w, g.v, g.mu[:, None], g.e[:, None], g.eta2[:, None]], 1)
    np.testing.assert_allclose(found, columns, rtol=1e-12, atol=1e-12 * np.abs(columns).max())
    whole = carom.vjp(W, v, p, u, e=e, mu=mu, eta2=1.2)
    assert isinstance(whole, carom.SpringGradients) and whole.eta2.shape == ()
    rigid = carom.jacobian(W, v, e=e, mu=mu, eta2=np.r_[0.0, eta2[1:]])  # eta2 = 0: the rigid law
    assert np.array_equal(rigid.d_velocity[0, :, :11], carom.jacobian(W[0], v[0], e=e[0], mu=mu[0]).d_velocity)
    assert not rigid.d_velocity[0, :, 11].any()


def test_static_friction_follows_or_stays():
    rod, v = [[2.5, -1.5], [-1.5, 2.5]], [0.6, -1]
    a, b = (carom.jacobian(rod, v, e=0.9, mu=0.65, mu_static=s) for s in (None, 0.65))
    assert np.array_equal(a.d_velocity, b.d_velocity)
    c = carom.jacobian(rod, v, e=0.9, mu=0.5, mu_static=0.7)  # sticks, where mu alone would not hold it
    assert carom.planar(rod, v, e=0.9, mu=0.5, mu_static=0.7).words == "C-sticking"
    h = 1e-6
    x, y = (carom.planar(rod, v, e=0.9, mu=0.5 + s, mu_static=0.7).velocity for s in (h, -h))
    np.testing.assert_allclose(c.d_velocity[:, 5], (x - y) / (2 * h), atol=1e-8)


def test_without_a_derivative():
    rod, v = np.array([[[2.5, -1.5], [-1.5, 2.5]], [[1, 2], [2, 1]]]), [0.6, -1]
    j = carom.jacobian(rod, v, mu=0.9)
    assert j.status.tolist()[0] == 0 and np.isnan(j.d_impulse[1]).all() and np.isnan(j.margin[1]) and j.boundary[1] == 0
    assert "positive semidefinite" in j.why(1)
    with pytest.raises(carom.CaromError, match=r"index \(1,\)"):
        carom.jacobian(rod, v, mu=0.9, errors="raise")
    with pytest.raises(carom.CaromError, match=r"index \(1,\)"):
        carom.vjp(rod, v, None, [0, 1], mu=0.9)
    flat = np.diag([0.0, 1.0, 1.0])  # nothing can move along t1
    assert carom.jacobian(flat, [0, 0.1, -1], mu=0.5).status != 0
    for bad in ([1, 2, 3, 4], 1.0):
        with pytest.raises(ValueError, match="axis of 2 or 3"):
            carom.jacobian(rod, bad)
    for on_springs, why in ((dict(W=rod[0], v=v), "in space"), (dict(W=np.eye(3), v=[1, 0, -1], law="newton"), "stronge"),
                            (dict(W=np.eye(3), v=[1, 0, -1], mu=0.1, mu_static=0.2), "mu_static")):
        with pytest.raises(carom.CaromError, match=why):
            carom.jacobian(**on_springs, eta2=1.2)
    assert carom.jacobian(np.eye(3), [1, 0, -1], mu=0.1, eta2=0).ok
    with pytest.raises(ValueError, match="d_velocity must end in axes"):
        carom.vjp(rod[0], v, None, [0, 1, 2])
