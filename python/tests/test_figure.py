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


def test_other_sweeps_are_histograms(scenes):
    path = os.path.join(scenes, "falling-rod-3-sliding.json")
    random = carom.sweep(path, {"contacts.0.mu": {"uniform": [0, 1]}}, show=["contacts.0.mode", "energy.change"], rows=300,
                         statistics={"quantiles": [0.1, 0.5], "histogram": 20})
    ax = random.figure()
    assert ax.get_xlabel() == "energy.change" and ax.patches[0].get_data().values.sum() == 300
    assert [text.get_text() for text in ax.texts] == ["10 %", "50 %"] and len(ax.lines) == 2
    with pytest.raises(ValueError, match="grid"):
        carom.figure(random, "map")
    with pytest.raises(ValueError, match="histogram"):
        carom.figure(random, "process")
    words = carom.sweep(path, {"contacts.0.mu": {"uniform": [0, 1]}}, show=["contacts.0.mode"], rows=3)
    with pytest.raises(ValueError, match="statistics"):
        carom.figure(words)


def test_a_sweep_shows_its_statistics(scenes):
    path = os.path.join(scenes, "falling-rod-3-sliding.json")
    plain = carom.sweep(path, {"contacts.0.mu": {"uniform": [0, 1]}, "contacts.0.e": {"uniform": [0.8, 1.1]}},
                        show=["energy.change", "contacts.0.mode"], rows=300, statistics={"quantiles": [0.1]})
    shown = plain._repr_html_()
    for words in (f"300 rows by random, {plain.failed} without an answer", "<th>10 %</th>", "<td>energy.change</td>",
                  f"<td>{plain.statistics['energy.change']['mean']:.5g}</td>"):
        assert words in shown
    blocks = carom.sweep(path, {"contacts.0.mu": {"uniform": [0, 1]}, "contacts.0.e": {"uniform": [0, 1]}},
                         show=["energy.change"], rows=64, method="saltelli")._repr_html_()
    assert "part of the variance of energy.change" in blocks and blocks.count("<td>contacts.0.mu</td>") == 1
