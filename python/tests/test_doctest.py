"""Every example of every docstring gives what it says."""
import doctest
import importlib
import pkgutil

import carom
import pytest

MODULES = [module.name for module in pkgutil.iter_modules(carom.__path__) if module.name not in ("_core", "torch")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(f"carom.{name}")
    assert doctest.testmod(module).failed == 0


def test_every_public_function_has_an_example():
    without = [name for name in carom.__all__
               if callable(getattr(carom, name)) and getattr(carom, name).__module__.startswith("carom.")
               and name.islower() and ">>>" not in (getattr(carom, name).__doc__ or "")]
    assert without == ["figure", "svg", "theory"]  # these write pictures, or are shown by explain
