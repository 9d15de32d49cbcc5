"""Impacts that PyTorch can differentiate: carom.torch.planar, carom.torch.spatial, carom.torch.compliant. Needs torch.

The forward pass is carom.planar, carom.spatial or carom.compliant, the backward pass carom.vjp: derivatives to rounding, without a step.
They run on the processor, in double precision; tensors of other kinds are converted and come back as they were.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch.autograd.function import once_differentiable

from ._arrays import LawName, compliant as _compliant, planar as _planar, spatial as _spatial
from ._derivatives import vjp
from ._threads import Threads

__all__ = ["Impacts", "compliant", "planar", "spatial"]


class Impacts(NamedTuple):
    """Impulse on body a [N s] and velocity after [m/s], in contact axes; the leading shape is the broadcast."""

    impulse: torch.Tensor
    velocity: torch.Tensor


class _Options(NamedTuple):
    solve: Any
    mu_static: Any
    law: Any
    threads: Threads


def _array(tensor: torch.Tensor) -> Any:
    return tensor.detach().to("cpu", torch.float64).numpy()


def _back(ctx: Any, found: Any, inputs: Any) -> list[Any]:
    """Gradients as their tensors are; None where nobody wants them."""
    return [torch.from_numpy(np.array(gradient)).to(tensor) if wanted else None
            for gradient, tensor, wanted in zip(found, inputs, ctx.needs_input_grad)]


class _Impact(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, W: torch.Tensor, v: torch.Tensor, e: torch.Tensor, mu: torch.Tensor, options: _Options) -> Any:
        ctx.save_for_backward(W, v, e, mu)
        ctx.options = options
        answer = options.solve(_array(W), _array(v), e=_array(e), mu=_array(mu), mu_static=options.mu_static,
                               law=options.law, threads=options.threads, errors="raise")
        return torch.from_numpy(answer.impulse).to(v), torch.from_numpy(answer.velocity).to(v)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, d_impulse: torch.Tensor, d_velocity: torch.Tensor) -> Any:
        inputs = ctx.saved_tensors
        W, v, e, mu = (_array(tensor) for tensor in inputs)
        o = ctx.options
        found = vjp(W, v, _array(d_impulse), _array(d_velocity), e=e, mu=mu, mu_static=o.mu_static, law=o.law,
                    threads=o.threads)
        return (*_back(ctx, found, inputs), None)


class _Springs(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, W: torch.Tensor, v: torch.Tensor, e: torch.Tensor, mu: torch.Tensor, eta2: torch.Tensor,
                threads: Threads) -> Any:
        ctx.save_for_backward(W, v, e, mu, eta2)
        ctx.threads = threads
        answer = _compliant(_array(W), _array(v), e=_array(e), mu=_array(mu), eta2=_array(eta2), threads=threads,
                            errors="raise")
        return torch.from_numpy(answer.impulse).to(v), torch.from_numpy(answer.velocity).to(v)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, d_impulse: torch.Tensor, d_velocity: torch.Tensor) -> Any:
        inputs = ctx.saved_tensors
        W, v, e, mu, eta2 = (_array(tensor) for tensor in inputs)
        found = vjp(W, v, _array(d_impulse), _array(d_velocity), e=e, mu=mu, eta2=eta2, threads=ctx.threads)
        return (*_back(ctx, found, inputs), None)


def _tensors(*inputs: Any) -> list[torch.Tensor]:
    """W, of which only the symmetric part counts, v and the surface."""
    v = inputs[1]
    where = v.device if isinstance(v, torch.Tensor) else "cpu"
    W, *others = (x if isinstance(x, torch.Tensor) and x.is_floating_point()
                  else torch.as_tensor(x, dtype=torch.float64, device=where) for x in inputs)
    return [0.5 * (W + W.transpose(-1, -2)), *others]


def _apply(solve: Any, W: Any, v: Any, e: Any, mu: Any, mu_static: Any, law: Any, threads: Threads) -> Impacts:
    held = _array(mu_static) if isinstance(mu_static, torch.Tensor) else mu_static
    return Impacts(*_Impact.apply(*_tensors(W, v, e, mu), _Options(solve, held, law, threads)))


def planar(W: Any, v: Any, *, e: Any = 1.0, mu: Any = 0.0, mu_static: Any = None, law: LawName | Any = "stronge",
           threads: Threads = 1) -> Impacts:
    """carom.planar for tensors: gradients flow to W, v, e and mu, summed over axes that broadcast.

    Of W only the symmetric part counts. mu_static decides between branches and gets no gradient. On a kink it is the
    gradient of the branch that the outcome reports. An impact without an answer, or without a derivative, raises
    CaromError with its index. There are no second derivatives.

    >>> import torch, carom.torch
    >>> mu = torch.tensor(0.3, dtype=torch.float64, requires_grad=True)
    >>> W = torch.tensor([[2.5, -1.5], [-1.5, 2.5]], dtype=torch.float64)
    >>> v = torch.tensor([[0.6, -1.0], [0.8, -1.0]], dtype=torch.float64)
    >>> carom.torch.planar(W, v, e=0.9, mu=mu).velocity[:, 0].sum().backward()
    >>> round(float(mu.grad), 4)
    1.5106
    """
    return _apply(_planar, W, v, e, mu, mu_static, law, threads)


def spatial(W: Any, v: Any, *, e: Any = 1.0, mu: Any = 0.0, mu_static: Any = None, law: LawName | Any = "stronge",
            threads: Threads = 1) -> Impacts:
    """carom.spatial for tensors, as planar has it."""
    return _apply(_spatial, W, v, e, mu, mu_static, law, threads)


def compliant(W: Any, v: Any, *, eta2: Any, e: Any = 1.0, mu: Any = 0.0, threads: Threads = 1) -> Impacts:
    """carom.compliant for tensors, as planar has it: gradients flow to eta2, too. Stronge's law."""
    return Impacts(*_Springs.apply(*_tensors(W, v, e, mu, eta2), threads))
