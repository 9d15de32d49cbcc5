"""Measured impacts: the numbers of the program, whatever the data come as."""
import csv
import json
import os
import subprocess

import carom
import pytest

HAS_NLOPT = os.environ.get("CAROM_NLOPT", "1") not in ("", "0", "OFF")
needs_nlopt = pytest.mark.skipif(not HAS_NLOPT, reason="built without NLopt")


def columns(path):
    with open(path) as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    return {name: [float(row[name]) for row in rows] for name in rows[0]}


@needs_nlopt
def test_the_numbers_of_the_program(program, scenes):
    path = os.path.join(scenes, "fit", "ellipse.csv")
    arguments = ["--law", "all", "--bootstrap", "20", "--seed", "3", "--plan"]
    printed = subprocess.run([program, "fit", path, "--json", *arguments], check=True, capture_output=True).stdout
    found = carom.fit(path, law="all", bootstrap=20, seed=3, plan=True)
    assert found.answer == json.loads(printed)
    mu = found.estimates["mu"]
    assert mu.low < 0.2 < mu.high and mu.known == "known"


@needs_nlopt
def test_a_dict_of_columns_is_a_table(scenes):
    path = os.path.join(scenes, "fit", "ellipse.csv")
    assert carom.fit(columns(path), bootstrap=0).estimates == carom.fit(path, bootstrap=0).estimates
    with open(path) as file:
        assert carom.fit(file.read(), bootstrap=0).estimates == carom.fit(path, bootstrap=0).estimates


@needs_nlopt
def test_where_friction_cannot_be_known_there_is_no_number(scenes):
    found = carom.fit(os.path.join(scenes, "fit", "sticking.csv"), law="poisson", bootstrap=0)
    assert found.estimates["mu"].value is None and found.estimates["mu"].known == "at_least"
    assert any("not identified" in warning for warning in found.warnings)


@needs_nlopt
def test_refused_data_and_flips(scenes):
    path = os.path.join(scenes, "fit", "left-handed.csv")
    with pytest.raises(carom.CaromError, match="--flip vx"):
        carom.fit(path)
    found = carom.fit(path, flip="vx", bootstrap=0)
    assert abs(found.estimates["e"].value - 0.6) < 0.01
    predicted = found.columns()
    assert len(predicted["predicted_n"]) == 200 and set(predicted["mode"]) <= {
        "sliding", "C-sticking", "R-sticking", "C-reversed", "R-reversed"}


@needs_nlopt
def test_a_scenario_is_a_model(scenes):
    folder = os.path.join(scenes, "fit")
    found = carom.fit(os.path.join(folder, "two-balls.csv"), scenario=os.path.join(folder, "two-balls.json"), bootstrap=0,
                      estimate={"contacts.0.e": (0, 1), "contacts.1.e": (0, 1), "contacts.0.stiffness": (0.1, 10)})
    assert abs(found.estimates["contacts.0.stiffness"].value - 2.5) < 0.1


@needs_nlopt
def test_a_figure(scenes, tmp_path):
    found = carom.fit(os.path.join(scenes, "fit", "sticking.csv"), bootstrap=0)
    assert found.svg().lstrip().startswith("<?xml")
    assert os.path.getsize(found.svg(tmp_path / "fit.pdf")) > 1000


def test_what_cannot_be():
    with pytest.raises(ValueError, match="law is one of"):
        carom.fit({"m": [1]}, law="hooke")
    with pytest.raises(ValueError, match="equally long"):
        carom.fit({"m": [1], "rho": [1, 2]})
    with pytest.raises(carom.CaromError):
        carom.fit({"m": [1]})
