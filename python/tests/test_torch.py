"""Gradients of carom.torch: gradcheck with broadcast inputs, the backward pass of carom.vjp, other kinds of tensors."""
import doctest

import carom
import numpy as np
import pytest
from reference import planar_set, spatial_set

torch = pytest.importorskip("torch", reason="python3-torch is not installed: make test-torch")
import carom.torch  # noqa: E402

SETS = {"planar": (planar_set, 2), "spatial": (spatial_set, 3)}


def tensors(name, seed, n):
    """Impacts that are not near a boundary, where differences would straddle a kink."""
    make, d = SETS[name]
    W, v, e, mu, _ = make(np.random.default_rng(seed), 20 * n)
    v[:, -1] = -np.abs(v[:, -1]) - 0.1
    e, mu = 0.2 + 0.7 * e, 0.1 + mu
    keep = np.flatnonzero(carom.jacobian(W, v, e=e, mu=mu).margin > 0.05)[:n]
    assert len(keep) == n
    return [torch.tensor(x[keep], requires_grad=True) for x in (W, v, e, mu)]


@pytest.mark.parametrize("law", ["stronge", "poisson", "newton"])
@pytest.mark.parametrize("name", SETS)
def test_gradcheck(name, law):
    W, v, e, mu = tensors(name, 41, 6)
    solve = getattr(carom.torch, name)
    assert torch.autograd.gradcheck(lambda *x: tuple(solve(x[0], x[1], e=x[2], mu=x[3], law=law)), (W, v, e, mu))


@pytest.mark.parametrize("name", SETS)
def test_gradcheck_of_what_broadcasts(name):
    W, v, e, mu = tensors(name, 42, 3)
    solve = getattr(carom.torch, name)
    one = torch.tensor(0.55, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda W, v, e, mu: tuple(solve(W, v, e=e, mu=mu)),
                                    (W[0].detach().requires_grad_(), v[:1].detach().requires_grad_(), one,
                                     mu.detach().reshape(3, 1)[:2].requires_grad_()))


@pytest.mark.parametrize("name", SETS)
def test_forward_and_backward_are_those_of_arrays(name):
    W, v, e, mu = tensors(name, 43, 50)
    with torch.no_grad():
        W.copy_((W + W.transpose(-1, -2)) / 2)
    r = getattr(carom.torch, name)(W, v, e=e, mu=mu, threads=2)
    arrays = [x.detach().numpy() for x in (W, v, e, mu)]
    plain = getattr(carom, name)(arrays[0], arrays[1], e=arrays[2], mu=arrays[3])
    assert np.array_equal(r.impulse.detach(), plain.impulse) and np.array_equal(r.velocity.detach(), plain.velocity)
    (3 * r.velocity.sum() - r.impulse[..., -1].sum()).backward()
    d = v.shape[-1]
    p = np.zeros(d)
    p[-1] = -1
    g = carom.vjp(arrays[0], arrays[1], p, np.full(d, 3.0), e=arrays[2], mu=arrays[3])
    for tensor, gradient in zip((W, v, e, mu), g):
        assert np.array_equal(tensor.grad, gradient)


def test_springs():
    W, v, e, mu = tensors("spatial", 44, 5)
    with torch.no_grad():
        W.add_(0.2 * torch.eye(3))
        mu.clamp_(0.2, 0.9)
    eta2 = torch.tensor(1.2, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda *x: tuple(carom.torch.compliant(x[0], x[1], e=x[2], mu=x[3], eta2=x[4])),
                                    (W, v, e, mu, eta2), atol=1e-4)
    carom.torch.compliant(W, v, e=e, mu=mu, eta2=eta2).velocity[:, 0].sum().backward()
    arrays = [x.detach().numpy() for x in (W, v, e, mu)]
    symmetric = (arrays[0] + arrays[0].swapaxes(-1, -2)) / 2
    g = carom.vjp(symmetric, arrays[1], None, np.array([1.0, 0, 0]), e=arrays[2], mu=arrays[3], eta2=1.2)
    assert np.array_equal(eta2.grad, g.eta2)


def test_only_what_is_wanted():
    mu = torch.tensor(0.3, dtype=torch.float64, requires_grad=True)
    r = carom.torch.planar([[2.5, -1.5], [-1.5, 2.5]], [0.6, -1.0], e=0.9, mu=mu)
    r.velocity[1].backward()
    j = carom.jacobian([[2.5, -1.5], [-1.5, 2.5]], [0.6, -1], e=0.9, mu=0.3)
    assert float(mu.grad) == pytest.approx(j.d_velocity[1, 5], rel=1e-15)
    assert not carom.torch.planar(np.eye(2), [0, -1]).velocity.requires_grad


def test_single_precision_comes_back_as_it_was():
    W, v = torch.eye(3), torch.tensor([1.0, 0.5, -1.0], requires_grad=True)
    r = carom.torch.spatial(W, v, e=0.8, mu=0.2)
    assert r.velocity.dtype == torch.float32
    r.velocity.sum().backward()
    assert v.grad.dtype == torch.float32 and torch.isfinite(v.grad).all()


def test_no_second_derivatives():
    v = torch.tensor([0.6, -1.0], dtype=torch.float64, requires_grad=True)
    (g,) = torch.autograd.grad(carom.torch.planar(torch.eye(2), v, mu=0.2).velocity.square().sum(), v, create_graph=True)
    with pytest.raises(RuntimeError, match="once_differentiable"):
        g.square().sum().backward()


def test_errors_have_an_index():
    with pytest.raises(carom.CaromError, match=r"index \(1,\)"):
        carom.torch.planar(torch.eye(2), torch.tensor([[0.0, -1], [0, float("nan")]]))


def test_friction_can_be_learnt():
    """Gradient descent finds the friction that made the data."""
    W, v = np.array([[3.5, 0], [0, 1.0]]), np.stack([np.linspace(2, 4, 30), -np.linspace(0.5, 1.5, 30)], 1)
    data = torch.tensor(carom.planar(W, v, e=0.8, mu=0.13).velocity)
    mu = torch.tensor(0.05, dtype=torch.float64, requires_grad=True)
    step = torch.optim.LBFGS([mu], line_search_fn="strong_wolfe")

    def loss():
        step.zero_grad()
        value = ((carom.torch.planar(W, v, e=0.8, mu=mu).velocity - data) ** 2).sum()
        value.backward()
        return value
    for _ in range(3):
        step.step(loss)
    assert abs(float(mu) - 0.13) < 1e-9


def test_examples():
    assert doctest.testmod(carom.torch).failed == 0
