"""Where things are: the sources, the program, the package under test."""
import os
import sys

import pytest
from hypothesis import settings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import matplotlib  # noqa: E402

matplotlib.use("Agg")
settings.register_profile("carom", deadline=None, derandomize=True, database=None)
settings.load_profile("carom")

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


@pytest.fixture(scope="session")
def program():
    """The built program, whose answers must be ours to the last bit."""
    path = os.environ["CAROM_PROGRAM"]
    assert os.access(path, os.X_OK)
    return path


@pytest.fixture
def scenes(monkeypatch):
    """Tests that read scenes run in the project's folder."""
    monkeypatch.chdir(ROOT)
    return os.path.join(ROOT, "scenes")
