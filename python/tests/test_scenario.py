"""Scenarios: what goes in, what comes out, and what errors say."""
import json
import os
import pathlib
import shutil
import threading
import time

import carom
import numpy as np
import pytest

ROD = {"carom": 1, "dimension": 2, "title": "a rod <falls>",
       "bodies": {"rod": {"mass": 1, "inertia": 1 / 12, "position": [0.35355339, 0.35355339], "velocity": [0.6, -1]},
                  "floor": {"fixed": True}},
       "contacts": [{"bodies": ["rod", "floor"], "point": [0, 0], "normal": [0, 1], "e": 0.9, "mu": 0.9}]}


def test_dict_text_and_file_are_the_same(tmp_path):
    path = tmp_path / "rod.json"
    path.write_text(json.dumps(ROD))
    arrays = {**ROD, "contacts": [{**ROD["contacts"][0], "point": np.zeros(2), "e": np.float64(0.9)}]}
    answers = [carom.solve(s).to_dict() for s in (ROD, arrays, json.dumps(ROD), " \n" + json.dumps(ROD), path, str(path))]
    assert all(answer == answers[0] for answer in answers)


def test_attributes():
    r = carom.solve(ROD)
    assert (r.model, r.method, r.title) == ("planar", "exact", "a rod <falls>")
    assert r.impulse.shape == r.velocity_before.shape == r.velocity_after.shape == (1, 2)
    assert r.contacts[0].mode == "C-sticking" and r.contacts[0].name == "contact 0"
    assert np.array_equal(r.contacts[0].impulse, r.impulse[0])
    assert r.events["type"].tolist() == ["stick", "compression_end", "restitution_end"]
    assert r.events["impulse_n"][-1] == r.impulse[0, 1] and r.energy["change"] < 0 and r.warnings == []
    assert repr(r) == "Result(planar: C-sticking; energy -0.07299 J; stick, compression_end, restitution_end)"
    assert r["energy"] is r.to_dict()["energy"] and r.explain() == carom.explain(ROD)


def test_several_contacts_have_times_and_a_path(scenes):
    r = carom.solve(os.path.join(scenes, "two-balls-plastic.json"))
    assert (np.diff(r.events["time"]) >= 0).all() and r.events["time"][-1] > 0
    path = r.trace()
    assert path.impulse.shape[1:] == (2, 2) and path.stored.shape[1] == 2 and path.friction is None
    np.testing.assert_allclose(path.impulse[-1], r.impulse, rtol=1e-12)
    assert path.time[-1] == pytest.approx(r.events["time"][-1])
    assert len(r.trace(20).time) <= 21 and r.trace(20).time[-1] == path.time[-1]


@pytest.mark.parametrize("name", ["falling-rod-3-sliding", "bat-and-ball", "superball-bounce"])
def test_the_path_ends_at_the_answer(scenes, name):
    r = carom.solve(os.path.join(scenes, name + ".json"))
    path = r.trace()
    np.testing.assert_allclose(path.impulse[-1], r.impulse[0], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(path.velocity[0], r.velocity_before[0], rtol=1e-12)
    assert len(r.trace(10).impulse) <= 11


# ---- errors -------------------------------------------------------------------------------------------------------------------

def test_an_error_is_the_programs_sentence_with_key_and_line(tmp_path):
    path = tmp_path / "rod.json"
    path.write_text(json.dumps(ROD, indent=1).replace('"mu": 0.9', '"mu": -3'))
    line = 1 + path.read_text()[:path.read_text().index('"mu"')].count("\n")
    with pytest.raises(carom.CaromError) as caught:
        carom.solve(path)
    error = caught.value
    assert (error.code, error.key, error.line) == ("bad_value", "contacts.0.mu", line)
    assert str(error) == '"mu" is -3; it must be a number >= 0.' and isinstance(error, ValueError)
    assert error.__notes__ == [f"{path}:{line}, key contacts.0.mu"]


def test_an_error_of_a_dict_has_no_line():
    with pytest.raises(carom.CaromError) as caught:
        carom.solve({**ROD, "contact": []})
    assert (caught.value.code, caught.value.key, caught.value.line) == ("unknown_key", "contact", 0)
    assert 'did you mean "contacts"' in str(caught.value) and caught.value.__notes__ == ["key contact"]


@pytest.mark.parametrize("function", [carom.solve, carom.explain, carom.theory, carom.simulate, carom.svg, carom.figure_kinds])
def test_every_function_says_what_is_wrong(function):
    with pytest.raises(carom.CaromError) as caught:
        function('{"carom": 1,\n "x": 2}')
    assert (caught.value.key, caught.value.line) == ("x", 2)
    with pytest.raises(carom.CaromError) as caught:
        function('{"carom": 1,\n ')
    assert caught.value.code == "syntax"


def test_numbers_that_are_not_finite_are_named():
    for value in (float("nan"), np.inf, np.array([0, np.nan])):
        with pytest.raises(carom.CaromError, match="contacts.0.point.*must be finite") as caught:
            carom.solve({**ROD, "contacts": [{**ROD["contacts"][0], "point": value if np.ndim(value) else [0, value]}]})
        assert caught.value.key == "contacts.0.point.1"


def test_what_is_no_scenario():
    with pytest.raises(TypeError, match="not int"):
        carom.solve(3)
    with pytest.raises(TypeError, match="not object"):
        carom.solve({"carom": object()})
    with pytest.raises(FileNotFoundError):
        carom.solve("nowhere.json")
    with pytest.raises(ValueError, match="one scenario a line"):
        carom.solve(pathlib.Path("many.jsonl"))
    with pytest.raises(carom.CaromError, match="motion"):
        carom.simulate(ROD)
    with pytest.raises(TypeError, match="go together"):
        carom.solve(ROD, vary={"contacts.0.mu": [1]})


# ---- motion -------------------------------------------------------------------------------------------------------------------

def test_simulation(scenes):
    s = carom.simulate(os.path.join(scenes, "motion", "bouncing-ball.json"))
    assert s.columns[0] == "time" and s.columns[-1] == "energy" and s.samples.shape == (len(s.time), len(s.columns))
    assert np.array_equal(s["ball.y"], s.samples[:, s.columns.index("ball.y")]) and np.array_equal(s.energy, s["energy"])
    assert len(s.impacts) == len(s.to_dict()["impacts"]) > 10 and (np.diff(s.impacts["time"]) >= 0).all()
    assert s.phases["state"][0] == "flight" and s.end["time"] == s.time[-1] and "impacts" in repr(s)
    with pytest.raises(KeyError, match="there is no column"):
        s["nothing"]


def test_progress_is_heard_and_obeyed(scenes):
    path = os.path.join(scenes, "motion", "tumbling-box.json")
    told = []
    carom.simulate(path, progress=told.append)
    assert told[0] == 0 and all(0 <= part <= 1 for part in told)
    cut = carom.simulate(path, progress=lambda part: part < 0.15)
    assert cut.cut and cut.end["time"] < 1 and cut.warnings[-1]["code"] == "cut" and not carom.simulate(path).cut

    def stumble(part):
        raise RuntimeError("enough")
    with pytest.raises(RuntimeError, match="enough"):
        carom.simulate(path, progress=stumble)


# ---- pictures -----------------------------------------------------------------------------------------------------------------

@pytest.mark.skipif(not shutil.which("gnuplot"), reason="gnuplot draws them")
def test_svg(tmp_path):
    text = carom.svg(ROD)
    assert text.startswith("<?xml") and "</svg>" in text
    assert text == carom.svg(ROD, carom.figure_kinds(ROD)[0]) == carom.solve(ROD).svg()
    path = carom.svg(ROD, "energy", output=tmp_path / "rod.png", title="energy", size=(300, 200))
    assert pathlib.Path(path).read_bytes().startswith(b"\x89PNG")
    assert "<svg" in carom.solve(ROD)._repr_html_() and carom.solve(ROD)._repr_svg_() == text
    with pytest.raises(carom.CaromError, match="springs"):
        carom.svg(ROD, "springs")


def test_without_gnuplot_there_is_a_table(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(carom.CaromError) as caught:
        carom.svg(ROD)
    assert caught.value.code == "no_program"
    page = carom.solve(ROD)._repr_html_()
    assert "<svg" not in page and "a rod &lt;falls&gt;" in page and "C-sticking" in page


def test_other_threads_run_on_while_carom_works(scenes):
    """The GIL is released: a thread that counts is not held up."""
    ticks, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0.0005)
    n = 40000
    W, v = np.diag([3.5, 3.4, 1.0]) + 0.1, np.random.default_rng(1).normal(size=(n, 3)) - [0, 0, 4]
    motion = {**json.loads(pathlib.Path(scenes, "motion", "chain-of-five.json").read_text())}
    thread = threading.Thread(target=count)
    thread.start()
    try:
        for work in (lambda: carom.spatial(W, v, e=0.5, mu=0.3), lambda: carom.simulate(motion)):
            before, start = ticks[0], time.perf_counter()
            work()
            seconds, ticked = time.perf_counter() - start, ticks[0] - before
            assert ticked > 3 and ticked > 0.02 * seconds / 0.0005
    finally:
        stop.set()
        thread.join()
