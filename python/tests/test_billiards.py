"""Hits of billiard balls: the C library's bits, closed forms, what is conserved, any shape."""
import ctypes
from types import SimpleNamespace

import carom
import numpy as np
import pytest
from carom import billiards
from carom.billiards import Params, resolve_ball_ball, resolve_ball_cushion
from hypothesis import given, strategies as st
from reference import LIB

R, M = Params().R, Params().m


def touching(rng, n, radius=R, other=R):
    """Pairs that touch at any angle and approach."""
    angle, lift = rng.uniform(-np.pi, np.pi, n), np.arcsin((other - radius) / (other + radius))
    along = np.stack([np.cos(angle) * np.cos(lift), np.sin(angle) * np.cos(lift), np.full(n, np.sin(lift))], 1)
    first, second = rng.normal(size=(n, 3, 3)), rng.normal(size=(n, 3, 3))
    first[:, 0, 2] = radius
    second[:, 0] = first[:, 0] + (radius + other) * along
    for ball in (first, second):
        ball[:, 1, 2] = 0
        ball[:, 2] *= 40
    first[:, 1, :2] += (1 + np.abs(np.einsum("ni,ni->n", first[:, 1] - second[:, 1], along)))[:, None] * along[:, :2]
    return first, second, along


def stuff(rng, n):
    """Numbers in the order of reference.c."""
    one = np.ones(n)
    return np.stack([rng.uniform(0.1, 0.2, n), R * one, rng.uniform(0.1, 0.2, n), R * one, rng.uniform(0.5, 1, n),
                     rng.uniform(0, 0.1, n), rng.uniform(0, 0.2, n), rng.uniform(0, 2, n),
                     rng.choice([0, 1.1, 1.21], n), rng.uniform(0.5, 1, n), rng.uniform(0, 0.4, n),
                     rng.uniform(1.2, 1.4, n) * R, rng.uniform(0, 0.4, n), rng.uniform(0, 1, n),
                     rng.choice([0, 0, 1e-3, 10], n), 9.81 * one, rng.integers(0, 2, n)], 1)


def params_of(numbers):
    names = ("m", "R", None, None, "e_b", "u_b", "u_b_extra", "u_b_decay", "eta2", "e_c", "f_c", "h_c", "u_s", "e_t",
             "stiffness", "g", None)
    return Params(**{name: numbers[..., i] for i, name in enumerate(names) if name})


def address(array):
    return ctypes.c_void_p(array.ctypes.data)


@pytest.mark.parametrize("hop", [0, 1])
def test_pairs_have_the_bits_of_c(hop):
    rng = np.random.default_rng(21)
    n = 2000
    first, second, _ = touching(rng, n)
    numbers = stuff(rng, n)
    numbers[:, -1] = hop
    expected = np.empty((n, 2, 3, 3))
    both = np.ascontiguousarray(np.stack([first, second], 1))
    for i in range(n):
        assert LIB.reference_pair(address(both[i]), address(numbers[i]), address(expected[i])) == 0
    other = Params(m=numbers[:, 2], R=numbers[:, 3])
    after = resolve_ball_ball(first, second, params_of(numbers), other, hop=bool(hop), threads=2)
    assert np.array_equal(after[0], expected[:, 0]) and np.array_equal(after[1], expected[:, 1])
    assert np.array_equal(after[0][:, 0], first[:, 0]) and (hop == 1) == (after[1][:, 1, 2] > 0).any()


@pytest.mark.parametrize("hop", [0, 1])
def test_cushions_have_the_bits_of_c(hop):
    rng = np.random.default_rng(22)
    n = 500
    ball, _, along = touching(rng, n)
    normal, numbers = np.ascontiguousarray(-along[:, :2]), stuff(rng, n)
    numbers[:, -1] = hop
    expected = np.empty((n, 3, 3))
    for i in range(n):
        assert LIB.reference_cushion(address(ball[i]), address(normal[i]), address(numbers[i]), address(expected[i])) == 0
    assert np.array_equal(resolve_ball_cushion(ball, normal, params_of(numbers), hop=bool(hop)), expected)
    flat = np.concatenate([2 * normal, np.zeros((n, 1))], 1)  # twice as long: the same bits of a unit vector
    low = params_of(numbers)._replace(h_c=0.0)
    assert np.array_equal(resolve_ball_cushion(ball, flat, low, hop=bool(hop), height=numbers[:, 11]), expected)


def shot(speed, top, cut):
    """The line of centres is x; top: whether the cue ball rolls."""
    c, s = np.cos(cut), np.sin(cut)
    zero = np.zeros_like(c * speed)
    cue = np.stack([np.stack([zero, zero, zero + R], -1), np.stack([speed * c, speed * s, zero], -1),
                    np.stack([-top * speed / R * s, top * speed / R * c, zero], -1)], -2)
    return cue, np.array([[2 * R, 0, R], [0, 0, 0], [0, 0, 0]])


@pytest.mark.parametrize("top", [0, 1])
def test_throw_has_its_closed_form(top):
    # TP A-14: tan = min(mu v_n/u, 1/7) v_t/v_n with e = 1, u the speed of slip. A ball that is driven down lands, which
    # a cloth without friction does not let be seen.
    p = Params(e_b=1, eta2=0, u_s=0)
    speed, cut = np.geomspace(0.2, 8, 12)[:, None], np.radians(np.arange(1, 85, 3))
    cue, ball = resolve_ball_ball(*shot(speed, top, cut), p)
    across, n = speed * np.sin(cut), speed * np.cos(cut)
    u = np.hypot(across, top * n)
    mu = p.u_b + p.u_b_extra * np.exp(-p.u_b_decay * u)
    expected = np.arctan(np.minimum(mu * n / u, 1 / 7) * across / n)
    found = np.arctan2(ball[..., 1, 1], ball[..., 1, 0])
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)  # radians; the C tests hold 1e-12 degrees
    assert (found > 0.05).any()
    np.testing.assert_allclose(cue[..., 1, 0], 0, atol=1e-14 * speed.max())  # e = 1: the stun line


def test_the_thirty_degree_rule():
    cut = np.arcsin(1 - 0.5285)
    cue, _ = resolve_ball_ball(*shot(1.0, 1, cut), Params(e_b=1, u_b=0, u_b_extra=0))
    (x, y, _), (wx, wy, _) = cue[1], cue[2]
    way = np.array([x - 2 / 7 * (x - R * wy), y - 2 / 7 * (y + R * wx)])  # when it rolls
    assert np.isclose(abs(np.arctan2(way[1], way[0]) - cut), np.arctan(np.sin(cut) * np.cos(cut) / (np.sin(cut) ** 2 + 0.4)))


def energy(rvw, m):
    return 0.5 * m * ((rvw[..., 1, :] ** 2).sum(-1) + 0.4 * R * R * (rvw[..., 2, :] ** 2).sum(-1))


@given(st.integers(0, 2 ** 32 - 1), st.floats(0, 1), st.just(0.0) | st.floats(1e-6, 1),
       st.sampled_from([0, 1.0, 1.21]))
def test_a_pair_keeps_its_momentum_and_gains_no_energy(seed, e, mu, eta2):
    first, second, along = touching(np.random.default_rng(seed), 20)
    p = Params(e_b=e, u_b=mu, u_b_extra=0, eta2=eta2, u_s=0, e_t=0)
    a, b = resolve_ball_ball(first, second, p, hop=True)
    before, after = first[:, 1] + second[:, 1], a[:, 1] + b[:, 1]
    np.testing.assert_allclose(after[:, :2], before[:, :2], atol=1e-13)  # some 40 eps of 10 m/s
    # The cloth has no friction and pushes through the centre: what the hit does to both spins is the same.
    np.testing.assert_allclose(a[:, 2] - first[:, 2], b[:, 2] - second[:, 2], atol=1e-10)  # 1e-12 of 100 rad/s
    lost = energy(first, M) + energy(second, M) - energy(a, M) - energy(b, M)
    assert (lost > -1e-13).all()
    approach, leave = (np.einsum("ni,ni->n", x - y, along) for x, y in ((first[:, 1], second[:, 1]), (a[:, 1], b[:, 1])))
    assert (approach > 0).all() and (leave < 1e-12).all()


def test_without_losses_energy_stays():
    first, second, _ = touching(np.random.default_rng(5), 100)
    a, b = resolve_ball_ball(first, second, Params(e_b=1, u_b=0, u_b_extra=0, eta2=0))
    np.testing.assert_allclose(energy(a, M) + energy(b, M), energy(first, M) + energy(second, M), rtol=1e-13)
    np.testing.assert_allclose(a[:, 2], first[:, 2], atol=1e-12)  # rounding of 100 rad/s


def test_a_cushion_turns_and_takes():
    rng = np.random.default_rng(6)
    ball, _, along = touching(rng, 200)
    after = resolve_ball_cushion(ball, -along[:, :2])
    meets = np.einsum("ni,ni->n", ball[:, 1], along) > 0
    assert 100 < meets.sum() < 200 and np.array_equal(after[~meets], ball[~meets])
    assert (np.einsum("ni,ni->n", after[:, 1], -along) > 0).all()
    assert (energy(after, M) < energy(ball, M))[meets].all()


def test_turned_tables_play_alike():
    rng = np.random.default_rng(7)
    first, second, along = touching(rng, 50)
    turn = np.array([[0.6, -0.8, 0], [0.8, 0.6, 0], [0, 0, 1]])
    a, b = resolve_ball_ball(first, second)
    c, d = resolve_ball_ball(first @ turn.T, second @ turn.T)
    np.testing.assert_allclose(c, a @ turn.T, atol=1e-10)  # 1e-12 of 100 rad/s
    np.testing.assert_allclose(d, b @ turn.T, atol=1e-10)
    np.testing.assert_allclose(resolve_ball_cushion(first @ turn.T, -along[:, :2] @ turn[:2, :2].T),
                               resolve_ball_cushion(first, -along[:, :2]) @ turn.T, atol=1e-7)  # solved to 1e-10


def test_any_leading_shape():
    first, second, along = touching(np.random.default_rng(8), 24)
    plain = resolve_ball_ball(first, second)
    shaped = resolve_ball_ball(first.reshape(2, 3, 4, 3, 3), second.reshape(2, 3, 4, 3, 3)[::1], threads="auto")
    strided = resolve_ball_ball(np.asfortranarray(first)[::-1], np.repeat(second, 2, 0)[::-2])
    for i in range(2):
        assert np.array_equal(shaped[i].reshape(24, 3, 3), plain[i]) and np.array_equal(strided[i][::-1], plain[i])
        assert np.array_equal(resolve_ball_ball(first[5], second[5])[i], plain[i][5])
        assert np.array_equal(resolve_ball_ball(first[5].tolist(), second[5].tolist())[i], plain[i][5])
    e = np.linspace(0.5, 1, 7)[:, None]
    wide = resolve_ball_ball(first, second, {"e_b": e})[1]
    assert wide.shape == (7, 24, 3, 3)
    assert np.array_equal(wide[2], resolve_ball_ball(first, second, Params(e_b=float(e[2, 0])))[1])
    assert resolve_ball_ball(np.empty((0, 3, 3)), np.empty((0, 3, 3)))[0].shape == (0, 3, 3)
    cushion = resolve_ball_cushion(first.reshape(4, 6, 3, 3), -along.reshape(4, 6, 3)[..., :2])
    assert np.array_equal(cushion.reshape(24, 3, 3), resolve_ball_cushion(first, -along[:, :2]))


def test_balls_that_separate_are_left_alone():
    cue, ball = shot(1.0, 1, 0.3)
    cue[1] *= -1
    a, b = resolve_ball_ball(cue, ball)
    assert np.array_equal(a, cue) and np.array_equal(b, ball)
    assert np.array_equal(resolve_ball_cushion(cue, [-1, 0]), cue)


def test_parameters_of_other_programs():
    own = SimpleNamespace(m=0.17, R=R, u_s=0.2, u_r=0.01, u_sp_proportionality=0.4, u_b=0.05, e_b=0.9, e_c=0.8, f_c=0.1, g=9.8)
    p = Params.of(own)
    assert (p.u_b, p.u_b_extra, p.e_b, p.e_c, p.g, p.h_c) == (0.05, 0, 0.9, 0.8, 9.8, Params().h_c)
    cue, ball = shot(1.0, 0, 0.5)
    for params in (p, p._asdict(), {"u_b": 0.05, "e_b": 0.9, "g": 9.8}):
        assert np.array_equal(resolve_ball_ball(cue, ball, params)[1], resolve_ball_ball(cue, ball, own)[1])
    assert Params.of(None) == Params() and billiards is carom.billiards


def test_the_defaults_are_those_of_c():
    cue, ball = shot(1.0, 0, 0.5)
    kind = carom._core.KINDS["billiards.resolve_ball_ball"]
    nothing = (None,) * 12
    _, (_, expected, _) = carom._core.solve_arrays(kind, None, 1, None, cue, ball, M, R, M, R, *nothing[2:])
    assert np.array_equal(resolve_ball_ball(cue, ball, hop=True)[1], expected)


def test_nonsense_has_a_sentence():
    cue, ball = shot(np.ones(3), 0, 0.5)
    apart = np.repeat(ball[None], 3, 0)
    apart[1, 0, 0] += 0.01
    with pytest.raises(carom.CaromError, match=r"0.01 m apart.*index \(1,\)") as caught:
        resolve_ball_ball(cue, apart)
    assert caught.value.index == (1,) and caught.value.code == "inconsistent"
    a, b = resolve_ball_ball(cue, apart, errors="nan")
    assert np.isnan(a[1]).all() and np.isfinite(a[[0, 2]]).all() and np.isnan(b[1]).all()
    with pytest.raises(carom.CaromError, match="restitution|e "):
        resolve_ball_ball(cue, ball, Params(e_b=2))
    with pytest.raises(carom.CaromError, match="cannot touch"):
        resolve_ball_cushion(cue, [1, 0], height=1)
    with pytest.raises(carom.CaromError, match="normal"):
        resolve_ball_cushion(cue, [0, 0])
    for bad in (1.0, [1], [1, 2, 3, 4]):
        with pytest.raises(ValueError, match="normal must end"):
            resolve_ball_cushion(cue, bad)
    with pytest.raises(ValueError, match="level"):
        resolve_ball_cushion(cue, [1, 0, 0.1])
    with pytest.raises(TypeError, match="no parameter 'mu'"):
        resolve_ball_ball(cue, ball, {"mu": 1})
    with pytest.raises(TypeError, match="attributes as m and R"):
        resolve_ball_ball(cue, ball, 7)
    with pytest.raises(ValueError, match='"raise" or "nan"'):
        resolve_ball_ball(cue, ball, errors="status")
    with pytest.raises(ValueError, match="rvw1 must end in axes"):
        resolve_ball_ball(cue[..., :2, :], ball)
