"""Figures in matplotlib axes show what the arrays have."""
import os

import carom
import matplotlib.pyplot as plt
import numpy as np
import pytest


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


@pytest.mark.parametrize("scene, kinds", [
    ("falling-rod-3-sliding", ["process", "energy"]), ("bat-and-ball", ["hodograph", "process", "energy"]),
    ("superball-bounce", ["springs", "process", "hodograph", "energy"]), ("two-balls-plastic", ["impulse", "energy"])])
def test_every_model_has_its_figures(scenes, scene, kinds):
    path = os.path.join(scenes, scene + ".json")
    for kind in kinds:
        ax = carom.figure(path, kind)
        assert ax.lines and ax.get_xlabel() and ax.get_title() == carom.solve(path).title
        plt.close("all")
    assert carom.figure(path).get_xlabel() == carom.figure(path, kinds[0]).get_xlabel()


def test_the_line_is_the_path(scenes):
    r = carom.solve(os.path.join(scenes, "falling-rod-3-sliding.json"))
    ax = plt.subplots()[1]
    assert r.figure(ax=ax, color="red") is ax and ax.lines[0].get_color() == "red"
    assert np.array_equal(ax.lines[0].get_xydata(), r.trace().impulse)


def test_what_cannot_be_drawn_has_a_sentence(scenes):
    rod, balls = (os.path.join(scenes, name + ".json") for name in ("falling-rod-3-sliding", "two-balls-plastic"))
    for path, kind, sentence in ((rod, "hodograph", "take process"), (rod, "springs", "poisson_ratio"),
                                 (rod, "impulse", "several contacts"), (balls, "process", "of one contact"),
                                 (rod, "portrait", "there is no figure 'portrait'")):
        with pytest.raises(ValueError, match=sentence):
            carom.figure(path, kind)


def test_sweeps_are_charts_and_maps(scenes):
    path = os.path.join(scenes, "falling-rod-3-sliding.json")
    mu, e = {"grid": [0, 1.2, 7]}, {"grid": [0, 1, 5]}
    chart = carom.figure(carom.sweep(path, {"contacts.0.mu": mu}, show=["energy.change"]))
    assert len(chart.lines) == 1 and chart.get_xlabel() == "contacts.0.mu"
    s = carom.sweep(path, {"contacts.0.mu": mu, "contacts.0.e": e}, show=["contacts.0.mode"])
    map_ = carom.figure(s, "map")
    assert map_.collections[0].get_array().size == 35 and map_.get_ylabel() == "contacts.0.e"
    names = {label.get_text() for label in map_.figure.axes[1].get_yticklabels()}
    assert names == set(s["contacts.0.mode"].tolist())
    random = carom.sweep(path, {"contacts.0.mu": {"uniform": [0, 1]}}, show=["energy.change"], rows=3)
    with pytest.raises(ValueError, match="grid"):
        carom.figure(random)
