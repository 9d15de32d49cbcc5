"""Without NumPy the package imports, solves, simulates and sweeps; arrays are lists."""
import os
import subprocess
import sys

import carom

SCRIPT = """
import sys
try:
    import numpy
    sys.exit("NumPy is here: nothing is tested")
except ImportError:
    pass
import carom
rod = "scenes/falling-rod-3-sliding.json"
r = carom.solve(rod)
assert r.impulse == [[0.42857142857142855, 0.8571428571428571]], r.impulse
assert r.events[-1] == {"type": "restitution_end", "contact": 0, "impulse_n": r.impulse[0][1], "time": 0.0}
assert r.contacts[0].velocity_after == r.velocity_after[0]
assert "<table>" in r._repr_html_() and len(r.explain()) > 1
s = carom.simulate("scenes/motion/bouncing-ball.json")
assert s["ball.y"] == [row[s.columns.index("ball.y")] for row in s.samples] and s.impacts[0]["time"] > 0
assert carom.solve(rod, vary={"contacts.0.mu": [0.1, 0.9]}, show=["contacts.0.mode"])["contacts.0.mode"][0] == "sliding"
assert carom.sweep(rod, {"contacts.0.mu": {"uniform": [0, 1]}}, show=["energy.change"], rows=5).failed == 0
try:
    carom.solve('{"carom": 1,\\n "x": 2}')
    sys.exit("no error")
except carom.CaromError as error:
    assert error.key == "x" and error.line == 2
try:
    carom.planar
    sys.exit("no error")
except ImportError as error:
    assert "needs NumPy" in str(error), error
assert "numpy" not in sys.modules and "matplotlib" not in sys.modules
print("bare")
"""


def test_bare(scenes):
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(carom.__file__))}
    run = subprocess.run([sys.executable, "-S", "-c", SCRIPT], env=environment, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, "bare\n"), run.stderr


def test_import_is_light():
    """NumPy and matplotlib are imported when they are needed."""
    code = "import sys, carom; print(sorted({'numpy', 'matplotlib', 'pandas'} & set(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(carom.__file__))}
    assert subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True).stdout == "[]\n"
