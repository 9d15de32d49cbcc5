"""The recipe for JAX in docs/derivatives.md, run as it stands with a stand-in: shapes, kinds of numbers, gradients."""
import os
import re
import sys
from types import SimpleNamespace
from typing import NamedTuple

import carom
import numpy as np
import pytest
from conftest import ROOT


class Struct(NamedTuple):
    shape: tuple
    dtype: object


class CustomVjp:
    """Calls forward and backward as jax.vjp would."""

    def __init__(self, function):
        self.function = function

    def __call__(self, *inputs):
        return self.function(*inputs)

    def defvjp(self, forward, backward):
        self.forward, self.backward = forward, backward

    def vjp(self, *inputs):
        outputs, saved = self.forward(*inputs)
        return outputs, lambda cotangents: self.backward(saved, cotangents)


def pure_callback(function, like, *arrays, vmap_method):
    assert vmap_method == "sequential"
    found = function(*arrays)
    assert isinstance(found, tuple) and len(found) == len(like)
    for array, wanted in zip(found, like):
        assert array.shape == wanted.shape and array.dtype == wanted.dtype
    return found


@pytest.fixture
def planar(monkeypatch):
    stand_in = SimpleNamespace(custom_vjp=CustomVjp, pure_callback=pure_callback, ShapeDtypeStruct=Struct,
                               config=SimpleNamespace(update=lambda name, value: None))
    monkeypatch.setitem(sys.modules, "jax", stand_in)
    with open(os.path.join(ROOT, "docs", "derivatives.md"), encoding="utf-8") as file:
        (code,) = re.findall(r"```python\n(import carom\nimport jax\n.*?)```", file.read(), re.S)
    names = {}
    exec(code, names)  # as a reader would paste it
    return names["planar"]


def test_the_recipe_for_jax(planar):
    W, v = np.array([[2.5, -1.5], [-1.5, 2.5]]), np.array([[0.6, -1], [0.4, -1], [0.2, -1]])
    inputs = W, v, np.array(0.9), np.array([0.3, 0.4, 0.5])
    (impulse, velocity), back = planar.vjp(*inputs)
    r = carom.planar(W, v, e=0.9, mu=inputs[3])
    assert np.array_equal(impulse, r.impulse) and np.array_equal(velocity, r.velocity)
    d_velocity = np.array([[1.0, 2], [-1, 0.5], [0.3, 0]])
    gradients = back((np.zeros((3, 2)), d_velocity))
    h = 1e-6
    for which in (2, 3):
        up, down = (planar(*inputs[:which], inputs[which] + s, *inputs[which + 1:])[1] for s in (h, -h))
        slope = (d_velocity * (up - down)).sum(-1) / (2 * h)
        np.testing.assert_allclose(gradients[which], slope.sum() if which == 2 else slope, rtol=1e-7)
    assert gradients[0].shape == (2, 2) and gradients[1].shape == (3, 2)
