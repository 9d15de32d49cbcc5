"""The wheel: the package of python/carom with the extension module that the project's own CMake builds.

One binary serves every CPython from 3.11 on (limited API) and every NumPy. jansson, the one library that is not the
system's, is put beside it.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = os.path.dirname(os.path.abspath(__file__))


def version():
    with open(os.path.join(ROOT, "include", "carom", "api.h"), encoding="utf-8") as file:
        return ".".join(re.findall(r"#define CAROM_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", file.read()))


def bring_jansson(library, folder):
    """A copy under the name that the module asks for, with its licence. A static library is in the module already."""
    real = os.path.realpath(library)
    if ".so" not in real:
        return
    names = [name for name in glob.glob(library + ".*") if re.search(r"\.so\.\d+$", name)]
    shutil.copy(real, os.path.join(folder, os.path.basename(names[0])))
    licence = "/usr/share/doc/libjansson4/copyright"
    if os.path.exists(licence):
        shutil.copy(licence, os.path.join(folder, "libjansson.copyright"))


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        build = os.path.abspath(os.path.join(self.build_temp, "cmake"))
        folder = os.path.dirname(os.path.abspath(self.get_ext_fullpath(ext.name)))
        os.makedirs(folder, exist_ok=True)
        subprocess.check_call(["cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DCAROM_PYTHON=ON",
                               "-DCAROM_INSTALL=OFF", "-DCAROM_NLOPT=OFF", "-DCAROM_PYTHON_EXECUTABLE=" + sys.executable])
        subprocess.check_call(["cmake", "--build", build, "--parallel", str(os.cpu_count() or 1), "--target",
                               "carom-python"])
        shutil.copy(os.path.join(build, "python", "carom", "_core.abi3.so"), self.get_ext_fullpath(ext.name))
        with open(os.path.join(build, "python", "jansson.txt"), encoding="utf-8") as file:
            bring_jansson(file.read().strip().split(";")[0], folder)


setup(version=version(), ext_modules=[Extension("carom._core", sources=[], py_limited_api=True)],
      cmdclass={"build_ext": CMakeBuild}, options={"bdist_wheel": {"py_limited_api": "cp311"}})
