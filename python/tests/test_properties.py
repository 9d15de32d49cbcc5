"""What holds for every impact, for any input that hypothesis can think of."""
import carom
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

# Rounded, since magnitudes tens of decades apart have a status of their own (too_far_apart).
numbers = st.floats(-10, 10).map(lambda x: round(x, 6))
units = st.floats(0, 1)
friction = st.floats(0, 2).map(lambda x: round(x, 6))
anything = st.floats(width=64)


def contact_matrix(numbers, dimension):
    """Positive definite, since a body of 1 kg is always there."""
    arms = np.array(numbers).reshape(-1, dimension)
    W = np.eye(dimension) + arms.T @ arms
    return (W + W.T) / 2


def check(W, v, e, mu, r, law="stronge"):
    """The ledger closes, the impulse is inside the cone, v changes by W I; Stronge and Poisson do not gain energy."""
    scale = 1 + np.linalg.norm(W) * np.linalg.norm(r.impulse) + np.linalg.norm(v)
    joule = 1e-9 * (1 + np.linalg.norm(r.impulse)) * scale
    assert r.status == 0
    np.testing.assert_allclose(r.velocity, v + W @ r.impulse, atol=1e-11 * scale)
    assert abs(r.energy[3] + r.energy[:3].sum()) <= joule
    assert np.linalg.norm(r.impulse[:-1]) <= mu * r.impulse[-1] * (1 + 1e-9) + 1e-12
    assert r.impulse[-1] >= 0 and r.energy[0] >= -joule
    if law == "stronge":
        assert r.energy[3] <= joule


@given(st.lists(numbers, min_size=4, max_size=4), numbers, st.floats(-10, -1e-3), units, friction,
       st.sampled_from(["stronge", "poisson", "newton"]))
def test_planar(arms, slip, approach, e, mu, law):
    W = contact_matrix(arms, 2)
    v = np.array([slip, approach])
    check(W, v, e, mu, carom.planar(W, v, e=e, mu=mu, law=law), law)


@given(st.lists(numbers, min_size=6, max_size=6), numbers, numbers, st.floats(-10, -1e-3), units, friction)
def test_spatial(arms, x, y, approach, e, mu):
    W, v = contact_matrix(arms, 3), np.array([x, y, approach])
    check(W, v, e, mu, carom.spatial(W, v, e=e, mu=mu))


@settings(max_examples=50)
@given(st.lists(numbers, min_size=6, max_size=6), numbers, numbers, st.floats(-10, -1e-3), units, friction, st.floats(0, 0.5))
def test_compliant(arms, x, y, approach, e, mu, nu):
    W, v = contact_matrix(arms, 3), np.array([x, y, approach])
    check(W, v, e, mu, carom.compliant(W, v, e=e, mu=mu, poisson_ratio=nu))


@given(hnp.arrays(np.float64, (3, 2, 2), elements=anything), hnp.arrays(np.float64, (3, 2), elements=anything),
       hnp.arrays(np.float64, 3, elements=anything), hnp.arrays(np.float64, 3, elements=anything))
def test_whatever_comes_in_has_a_status_or_an_answer(W, v, e, mu):
    r = carom.planar(W, v, e=e, mu=mu)
    for i in range(3):
        alone = carom.planar(W[i], v[i], e=e[i], mu=mu[i])
        assert all(np.array_equal(a, b[i], equal_nan=a.dtype.kind == "f") for a, b in zip(alone, r))
        assert bool(np.isfinite(r.impulse[i]).all()) == (r.status[i] == 0)
        assert r.status[i] == 0 or len(r.why(i)) > 5


@given(hnp.mutually_broadcastable_shapes(num_shapes=3, max_dims=3, max_side=4))
def test_shapes_broadcast_as_in_numpy(shapes):
    a, b, c = shapes.input_shapes
    rng = np.random.default_rng(1)
    v = rng.normal(size=(*a, 2)) - [0, 2]
    e, mu = rng.uniform(size=b), rng.uniform(size=c)
    W = np.array([[2.5, -1.5], [-1.5, 2.5]])
    r = carom.planar(W, v, e=e, mu=mu)
    assert r.status.shape == shapes.result_shape and r.impulse.shape == (*shapes.result_shape, 2)
    full = carom.planar(W, np.broadcast_to(v, (*shapes.result_shape, 2)), e=np.broadcast_to(e, shapes.result_shape),
                        mu=np.broadcast_to(mu, shapes.result_shape))
    assert np.array_equal(r.impulse, full.impulse) and np.array_equal(r.mode, full.mode)


@given(hnp.basic_indices((6, 5), allow_newaxis=False, allow_ellipsis=False), st.booleans())
def test_views_of_inputs_and_outputs(index, turned):
    rng = np.random.default_rng(2)
    v = rng.normal(size=(6, 5, 2)) - [0, 2]
    W = np.array([[2.5, -1.5], [-1.5, 2.5]])
    whole = carom.planar(W, v, e=0.5, mu=0.4)
    view = v[index]
    assert np.array_equal(carom.planar(W, view, e=0.5, mu=0.4).impulse, whole.impulse[index])
    out = [np.zeros(c.shape, c.dtype) for c in whole]
    parts = [c[index] for c in out]
    if all(isinstance(part, np.ndarray) and part.ndim >= base.ndim - 2 for part, base in zip(parts, out)) and parts[4].ndim:
        carom.planar(W, view, e=0.5, mu=0.4, out=parts)
        assert np.array_equal(out[0][index], whole.impulse[index])
        outside = np.ones((6, 5), bool)
        outside[index] = False
        assert (out[0][outside] == 0).all()
