"""Arrays in, arrays out: shapes, strides, statuses, outputs, threads."""
import pickle

import carom
import numpy as np
import pytest
from reference import planar_set, spatial_set

ROD = np.array([[2.5, -1.5], [-1.5, 2.5]])
BALL = np.diag([3.5, 3.5, 1.0])


def equal(a, b):
    return all(np.array_equal(x, y, equal_nan=np.asarray(x).dtype.kind == "f") for x, y in zip(a, b))


def test_one_impact_has_arrays_without_axes():
    r = carom.planar(ROD, [0.6, -1], e=0.9, mu=0.9)
    assert r.impulse.shape == (2,) and r.energy.shape == (4,) and r.stages.shape == (3,)
    assert r.mode.shape == r.status.shape == r.warnings.shape == ()
    assert carom.Mode(int(r.mode)) is carom.Mode.C_STICKING and bool(r.ok)
    np.testing.assert_allclose(r.impulse, [0.239068191108729, 0.798446985181215], rtol=1e-14)


def test_leading_axes_broadcast_and_elements_are_those_of_single_calls():
    e, mu = np.linspace(0, 1, 7)[:, None], np.linspace(0, 1.2, 5)
    law = np.arange(3)[:, None, None]
    grid = carom.planar(ROD, [0.6, -1], e=e, mu=mu, law=law)
    assert grid.impulse.shape == (3, 7, 5, 2) and grid.mode.shape == (3, 7, 5)
    for k, i, j in np.ndindex(3, 7, 5):
        one = carom.planar(ROD, [0.6, -1], e=e[i, 0], mu=mu[j], law=list(carom.Law)[k].word)
        assert equal(one, [column[k, i, j] for column in grid])


@pytest.mark.parametrize("make, solve", [(planar_set, carom.planar), (spatial_set, carom.spatial)])
def test_any_strides_give_the_same_bits(make, solve):
    W, v, e, mu, law = make(np.random.default_rng(3), 120)
    plain = solve(W, v, e=e, mu=mu, law=law)
    spread = np.zeros((*W.shape, 3))
    spread[..., 1] = W
    odd = np.frombuffer(b"x" + v.tobytes(), np.uint8)[1:].view(np.float64).reshape(v.shape)
    assert not odd.flags.aligned
    fortran = np.asfortranarray(e.reshape(10, 12))
    ways = [
        solve(spread[..., 1], v, e=e, mu=mu, law=law),
        solve(W.transpose(0, 2, 1), odd, e=e, mu=mu, law=law),
        solve(np.asfortranarray(W), np.asfortranarray(v), e=e, mu=mu, law=law.astype(np.int32)),
        [c[::-1] for c in solve(W[::-1], v[::-1], e=e[::-1], mu=mu[::-1], law=law[::-1])],
        [c.reshape(120, *c.shape[2:]) for c in solve(W.reshape(10, 12, *W.shape[1:]), v.reshape(10, 12, -1), e=fortran,
                                                     mu=mu.reshape(10, 12), law=law.reshape(10, 12))],
        [c.T.reshape(120) if c.ndim == 2 else c.swapaxes(0, 1).reshape(120, -1)
         for c in solve(W.reshape(10, 12, *W.shape[1:]).swapaxes(0, 1), v.reshape(10, 12, -1).swapaxes(0, 1),
                        e=e.reshape(10, 12).T, mu=mu.reshape(10, 12).T, law=law.reshape(10, 12).T)],
    ]
    for way in ways:
        assert equal(way, plain)


def test_read_only_and_other_types_of_numbers():
    v = np.array([[1, -2], [3, -1]])
    plain = carom.planar(ROD, v.astype(float), e=0.5, mu=0.25)
    locked = ROD.copy()
    locked.flags.writeable = False
    for other in (v, v.astype(np.int8), v.astype(np.float32), v.astype(">f8"), v.tolist(), tuple(map(tuple, v)),
                  v.astype(object), memoryview(v.astype(float))):
        assert equal(carom.planar(locked, other, e=np.float32(0.5), mu=0.25), plain)


@pytest.mark.parametrize("bad", [np.array([1 + 1j, -1]), np.array(["a", "b"]), [[1, 2], [3]]])
def test_what_is_no_number_is_refused(bad):
    with pytest.raises((TypeError, ValueError)):
        carom.planar(ROD, bad)


def test_empty():
    r = carom.planar(np.empty((0, 2, 2)), np.empty((0, 2)), threads="auto")
    assert r.impulse.shape == (0, 2) and r.ok.all()
    assert carom.spatial(BALL, np.empty((4, 0, 3)), errors="raise").energy.shape == (4, 0, 4)


@pytest.mark.parametrize("arguments, sentence", [
    ((ROD, [1, 2, 3]), r"v must end in axes \(2,\); its shape is \(3,\)"),
    ((BALL, [1, 2]), r"W must end in axes \(2, 2\); its shape is \(3, 3\)"),
    ((2.0, [1, 2]), r"W must end in axes \(2, 2\); its shape is \(\)"),
    ((None, [1, 2]), "W is needed"),
])
def test_wrong_shapes_have_a_sentence(arguments, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        carom.planar(*arguments)


def test_wrong_arguments_have_a_sentence():
    with pytest.raises(ValueError, match=r"e has the leading shape \(4,\), which does not broadcast to \(3,\)"):
        carom.planar(ROD, np.zeros((3, 2)), e=np.zeros(4))
    with pytest.raises(ValueError, match="law is 'hertz'; it must be stronge, poisson, newton"):
        carom.planar(ROD, [0, -1], law="hertz")
    with pytest.raises(ValueError, match="threads is 0"):
        carom.planar(ROD, [0, -1], threads=0)
    with pytest.raises(ValueError, match='errors is "?.shout'):
        carom.planar(ROD, [0, -1], errors="shout")
    with pytest.raises(ValueError, match="give eta2 or poisson_ratio"):
        carom.compliant(BALL, [0, 0, -1], eta2=1, poisson_ratio=0.3)
    with pytest.raises(ValueError, match="from 0 to 0.5"):
        carom.compliant(BALL, [0, 0, -1], poisson_ratio=0.6)
    with pytest.raises(ValueError, match="no multiple"):
        carom.simultaneous(np.eye(4), np.zeros(4))


def test_laws_by_word_number_and_array():
    names = ["stronge", "poisson", "newton"]
    each = [carom.planar(ROD, [0.6, -1], e=0.5, mu=0.3, law=name).impulse for name in names]
    assert np.array_equal(carom.planar(ROD, [0.6, -1], e=0.5, mu=0.3, law=names).impulse, each)
    assert np.array_equal(carom.planar(ROD, [0.6, -1], e=0.5, mu=0.3, law=[0, 1, 2]).impulse, each)
    assert np.array_equal(carom.planar(ROD, [0.6, -1], e=0.5, mu=0.3, law=carom.Law.NEWTON).impulse, each[2])
    assert carom.planar(ROD, [0.6, -1], law=[0, 7, -3, 2**40]).status.tolist() == [0, 2, 2, 2]


# ---- statuses -----------------------------------------------------------------------------------------------------------

BAD_W = np.array([ROD, [[1, 2], [2, 1]], [[1, 0.5], [0.4, 1]], np.full((2, 2), np.nan)])


def test_bad_elements_have_a_status_and_nan():
    r = carom.planar(BAD_W, [0.6, -1])
    assert [carom.Status(s).name for s in r.status] == ["OK", "NOT_POSITIVE", "NOT_SYMMETRIC", "NOT_FINITE"]
    assert r.ok.tolist() == [True, False, False, False]
    assert np.isnan(r.impulse[1:]).all() and not np.isnan(r.impulse[0]).any()
    assert (r.mode[1:] == 0).all()
    assert r.why(0) == "there is an answer"
    assert all(len(r.why(i)) > 20 and r.why(i) != r.why(0) for i in (1, 2, 3))


@pytest.mark.parametrize("make, solve", [(planar_set, carom.planar), (spatial_set, carom.spatial)])
def test_nan_does_not_disturb_neighbours(make, solve):
    W, v, e, mu, law = make(np.random.default_rng(4), 500)
    clean = solve(W, v, e=e, mu=mu, law=law)
    v = v.copy()
    v[::3, 0], W[1::7] = np.nan, np.inf
    dirty = solve(W, v, e=e, mu=mu, law=law, threads=2)
    fine = np.ones(500, bool)
    fine[::3] = fine[1::7] = False
    assert (dirty.status[~fine] == carom.Status.NOT_FINITE).all()
    assert equal([c[fine] for c in dirty], [c[fine] for c in clean])


def test_raise_names_the_first():
    with pytest.raises(carom.CaromError) as caught:
        carom.planar(BAD_W.reshape(2, 2, 2, 2), [0.6, -1], e=[[0.5], [2]], errors="raise")
    error = caught.value
    assert error.index == (0, 1) and error.code == "not_positive" and error.line == 0
    assert str(error).endswith("(at index (0, 1); 3 of 4 have no answer)")
    with pytest.raises(carom.CaromError, match=r"^e is 2; it must be from 0 to 1$") as caught:
        carom.planar(ROD, [0.6, -1], e=2, errors="raise")
    assert caught.value.index == () and caught.value.value == 2 and caught.value.key.endswith("e")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.index, copy.code) == (str(error), error.index, error.code)


def test_why_needs_a_whole_index_and_the_inputs():
    r = carom.planar(BAD_W, [0.6, -1])
    with pytest.raises(IndexError):
        r.why((0, 0))
    with pytest.raises(ValueError, match="does not know its inputs"):
        r._replace(mode=r.mode).why(0)
    assert carom.planar(ROD, [0.6, 1]).why() == "there is an answer; " + carom.Warn.SEPARATING.sentences[0]


def test_answers_are_tuples_of_arrays(tmp_path):
    r = carom.planar(ROD, [[0.6, -1], [1, -1]], mu=0.3)
    impulse, velocity, *_ = r
    assert impulse is r.impulse and velocity is r.velocity
    np.savez(tmp_path / "r.npz", **r._asdict())
    with np.load(tmp_path / "r.npz") as loaded:
        assert np.array_equal(loaded["mode"], r.mode)
    assert equal(pickle.loads(pickle.dumps(tuple(r))), r)


# ---- outputs ------------------------------------------------------------------------------------------------------------

def test_out_is_filled_and_returned():
    W, v, e, mu, law = planar_set(np.random.default_rng(5), 300)
    expected = carom.planar(W, v, e=e, mu=mu, law=law)
    out = carom.planar(W, v)
    r = carom.planar(W, v, e=e, mu=mu, law=law, out=out)
    assert all(a is b for a, b in zip(r, out)) and equal(r, expected)
    backwards = [np.empty_like(c)[::-1] for c in expected]
    assert equal(carom.planar(W, v, e=e, mu=mu, law=law, out=backwards), expected)


def test_unwanted_outputs():
    W, v, e, mu, _ = spatial_set(np.random.default_rng(6), 50)
    impulse, status = np.empty((50, 3)), np.empty(50, np.uint8)
    r = carom.spatial(W, v, e=e, mu=mu, out=[impulse, None, None, None, None, None, status, None, None])
    assert r.velocity is None and np.array_equal(r.impulse, carom.spatial(W, v, e=e, mu=mu).impulse) and r.ok.all()


@pytest.mark.parametrize("change, sentence", [
    (dict(impulse=np.empty((4, 2))), r"out.impulse must have the shape \(3, 2\), not \(4, 2\)"),
    (dict(impulse=np.empty((3, 3))), r"impulse must end in axes \(2,\)"),
    (dict(impulse=np.empty((1, 3, 2))), r"out.impulse must have the shape"),
    (dict(impulse=np.empty((3, 2), np.float32)), "out.impulse must be an array of float64"),
    (dict(mode=np.empty(3)), "out.mode must be an array of uint8"),
    (dict(impulse=np.broadcast_to(np.empty(2), (3, 2))), "read-only"),
])
def test_wrong_outputs_have_a_sentence(change, sentence):
    v = np.zeros((3, 2)) - 1
    out = carom.planar(ROD, v)
    with pytest.raises((ValueError, TypeError, BufferError), match=sentence):
        carom.planar(ROD, v, out=out._replace(**change))


def test_outputs_have_memory_of_their_own():
    v = np.zeros((3, 2)) - 1
    out = carom.planar(ROD, v)
    for change, sentence in ((dict(velocity=v), "out.velocity shares memory with v"),
                             (dict(velocity=out.impulse), "out.velocity shares memory with impulse")):
        with pytest.raises(ValueError, match=sentence):
            carom.planar(ROD, v, out=out._replace(**change))
    both = np.empty((3, 4))
    with pytest.raises(ValueError, match="shares memory"):
        carom.planar(ROD, v, out=out._replace(impulse=both[:, :3:2], velocity=both[:, 1::2]))
    with pytest.raises(TypeError, match="out must have 7 arrays"):
        carom.planar(ROD, v, out=out[:3])
    with pytest.raises(TypeError, match="out must have 7 arrays"):
        carom.planar(ROD, v, out=3)


@pytest.mark.parametrize("threads", [2, 3, 7, "auto"])
def test_threads_do_not_change_bits(threads):
    W, v, e, mu, law = planar_set(np.random.default_rng(7), 30000)
    assert equal(carom.planar(W, v, e=e, mu=mu, law=law), carom.planar(W, v, e=e, mu=mu, law=law, threads=threads))
    W, v, e, mu, law = (a.reshape(13, 77, *a.shape[1:]) for a in spatial_set(np.random.default_rng(8), 1001))
    e = e[:, :1]
    assert equal(carom.spatial(W, v, e=e, mu=mu, law=law), carom.spatial(W, v, e=e, mu=mu, law=law, threads=threads))


# ---- several contacts and paths --------------------------------------------------------------------------------------------

def test_several_contacts_take_one_number_for_all():
    W = np.eye(6) + 0.2
    v = [0.1, 0, -1, 0, 0.2, -1]
    a = carom.simultaneous(W, v, e=0.5, mu=0.3)
    b = carom.simultaneous(np.array([W, W]), v, e=[0.5, 0.5], mu=[[0.3], [0.3]], eta2=[0.0], stiffness=[1, 1])
    assert a.impulse.shape == (2, 3) and a.mode.shape == (2,) and b.impulse.shape == (2, 2, 3)
    assert equal([c[0] for c in b], a) and a.words.tolist() == [w for w in b.words[1]]
    assert not a.approximate and not a.sensitive and a.error == 0 and np.array_equal(a.sequence, a.mode)
    with pytest.raises(ValueError, match="e must end in axes .2,., or be one number"):
        carom.simultaneous(W, v, e=[1, 1, 1])
    with pytest.raises(carom.CaromError, match="exponent is 3"):
        carom.simultaneous(W, v, exponent=3, errors="raise")


def test_one_contact_of_several_is_the_single_law():
    W, v, e, mu, _ = spatial_set(np.random.default_rng(9), 40)
    single, several = carom.spatial(W, v, e=e, mu=mu), carom.simultaneous(W, v, e=e[:, None], mu=mu[:, None])
    assert np.array_equal(single.impulse, several.impulse[:, 0]) and (several.model == carom.Model.SPATIAL).all()
    assert np.array_equal(single.words, several.words[:, 0])


def test_a_budget_that_is_spent_says_how_far_off():
    from reference import several_set
    W, v, e, mu = several_set(np.random.default_rng(2), 30, 3, 3)
    r = carom.simultaneous(W, v, e=e, mu=mu, budget=200)
    assert r.approximate.any() and (r.error[r.approximate] > 0).all() and (r.error[~r.approximate] == 0).all()


@pytest.mark.parametrize("dimension, eta2", [(2, 0), (3, 0), (3, 1.2)])
def test_a_path_leads_from_nothing_to_the_answer(dimension, eta2):
    W = ROD if dimension == 2 else BALL + 0.3
    v = [0.6, -1] if dimension == 2 else [1, 0.5, -2]
    path = carom.trace(W, v, e=0.6, mu=0.3, eta2=eta2)
    if eta2:
        end = carom.compliant(W, v, e=0.6, mu=0.3, eta2=eta2)
    else:
        end = (carom.planar if dimension == 2 else carom.spatial)(W, v, e=0.6, mu=0.3)
    assert path.impulse.shape == path.velocity.shape and path.impulse.shape[1] == dimension
    assert (path.impulse[0] == 0).all() and np.array_equal(path.velocity[0], v)
    np.testing.assert_allclose(path.impulse[-1], end.impulse, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(path.velocity, v + path.impulse @ W, atol=1e-12)
    np.testing.assert_allclose(path.friction[-1], end.energy[0], atol=1e-12)
    assert (path.spring is not None) == bool(eta2) and path.time is None


def test_a_path_of_nonsense():
    with pytest.raises(ValueError, match="one impact"):
        carom.trace(np.zeros((2, 2, 2)), [1, 1])
    with pytest.raises(ValueError, match="points must be"):
        carom.trace(ROD, [0.6, -1], points=3)
    with pytest.raises(carom.CaromError, match="e is 2"):
        carom.trace(ROD, [0.6, -1], e=2)
    with pytest.raises(ValueError, match="2 by 2 or 3 by 3"):
        carom.trace(np.eye(4), np.zeros(4))


LISTS = [[[2.5, -1.5], [-1.5, 2.5]], ([2.5, -1.5], (-1.5, 2.5)), [[2.5, -1.5], np.array([-1.5, 2.5])],
         [np.float32([2.5, -1.5]), [-1.5, 2.5]], [[2.5, np.float64(-1.5)], [-1.5, 2.5]]]


@pytest.mark.parametrize("W", LISTS, ids=lambda W: type(W[0]).__name__ + type(W[1]).__name__ + type(W[0][1]).__name__)
@pytest.mark.parametrize("v", [[0.5, -1], (0.5, -1.0), [np.float64(0.5), True - 2]])
def test_lists_are_arrays(W, v):
    expected = carom.planar(np.array(ROD), np.array([0.5, -1]), e=0.7, mu=0.8)
    assert all(np.array_equal(a, b) for a, b in zip(carom.planar(W, v, e=0.7, mu=0.8), expected))
    assert carom.planar(W, v, e=0.7, mu=[0.8]).impulse.shape == (1, 2)


@pytest.mark.parametrize("W, v, error", [
    ([[1, 0, 0], [0, 1, 0]], [0, -1], ValueError), ([1, 0, 0, 1], [0, -1], ValueError), (ROD, [0, 0, -1], ValueError),
    (ROD, [], ValueError), ([], [0, -1], ValueError), ([[1, 0], [0]], [0, -1], ValueError), (ROD, [0, "-1"], TypeError),
    (ROD, [0, 10 ** 400], OverflowError), (ROD, [0, 1j], TypeError)])
def test_lists_that_are_none(W, v, error):
    with pytest.raises(error):
        carom.planar(W, v)


def test_a_list_of_impacts_is_no_single_one():
    assert carom.planar([ROD, ROD], [[0.6, -1], [0.5, -1]]).impulse.shape == (2, 2)
    assert carom.planar(ROD, [[0.6, -1], [0.5, -1]]).impulse.shape == (2, 2)
    assert carom.planar([ROD], [0.6, -1]).impulse.shape == (1, 2)
    assert carom.planar([ROD], [0.6, -1]).why(0) == "there is an answer"
    assert np.isnan(carom.planar(ROD, [float("nan"), -1]).impulse).all()
