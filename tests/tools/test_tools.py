"""The checkers must be able to fail: each one gets something good and something bad."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools")


def run(tool, *arguments):
    done = subprocess.run([sys.executable, os.path.join(TOOLS, tool), *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


class Sandbox(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = scratch.name

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def assert_says(self, outcome, code, *words):
        self.assertEqual(outcome[0], code, outcome[1])
        for word in words:
            self.assertIn(word, outcome[1])


class Quadruped(unittest.TestCase):
    def test_the_scene_is_what_the_tool_writes(self):
        with open(os.path.join(TOOLS, "..", "scenes", "quadruped-on-four-feet.json"), encoding="utf-8") as file:
            self.assertEqual(run("quadruped"), (0, file.read()))


class CheckLibrary(Sandbox):
    def archive(self, source):
        path = self.write("part.c", source)
        made, archive = path[:-1] + "o", os.path.join(self.root, "lib.a")
        subprocess.run(["cc", "-w", "-O1", "-fPIC", "-c", path, "-o", made], check=True)
        subprocess.run(["ar", "rcs", archive, made], check=True)
        return archive

    def judge(self, source, *options):
        return run("check-library", *options, self.archive(source))

    def test_accepts_mathematics_and_constant_tables(self):
        self.assert_says(self.judge("double sqrt(double); const char* const carom_words[] = {\"a\", \"b\"};"
                                    "double carom_root(double x) { return sqrt(x); }"), 0, "keeps its promises")

    def test_rejects_allocation(self):
        self.assert_says(self.judge("void* malloc(unsigned long); void* carom_f(void) { return malloc(9); }"), 1,
                         "calls malloc")

    def test_rejects_printing_and_exit(self):
        self.assert_says(self.judge("int puts(const char*); void exit(int);"
                                    "void carom_f(void) { puts(\"x\"); exit(1); }"), 1, "calls puts", "calls exit")

    def test_rejects_what_each_libm_rounds_in_its_own_way(self):
        for name in "sin cos sincos hypot pow exp log atan2 cbrt fmax fmin round".split():
            source = "double %s(double, double); double carom_f(double* x) { return %s(x[0], x[1]); }" % (name, name)
            self.assert_says(self.judge(source), 1, "calls " + name)

    def test_accepts_what_every_libm_rounds_alike(self):
        for name in "ceil fabs floor sqrt".split():
            self.assert_says(self.judge("double %s(double); double carom_f(double x) { return %s(x); }"
                                        % (name, name)), 0)
        self.assert_says(self.judge("double fma(double, double, double); double ldexp(double, int);"
                                    "double carom_f(double x) { return ldexp(fma(x, x, x), 3); }"), 0)

    def test_rejects_a_function_nobody_thought_of(self):
        self.assert_says(self.judge("int system(const char*); int carom_f(void) { return system(\"x\"); }"), 1,
                         "calls system")

    def test_rejects_writable_globals(self):
        source = "int carom_counter; int carom_start = 3; int carom_f(void) { static int calls; return ++calls; }"
        self.assert_says(self.judge(source), 1, "carom_counter is", "carom_start is", "calls.")

    def test_rejects_names_without_prefix(self):
        source = "int helper(int x) { return x; } int carom_f(int x) { return helper(x); }"
        self.assert_says(self.judge(source), 1, "helper does not begin")
        self.assert_says(self.judge(source, "--prefix-only"), 1, "helper does not begin")

    def test_prefix_only_lets_files_allocate(self):
        source = "void* malloc(unsigned long); void* carom_f(void) { return malloc(9); }"
        self.assert_says(self.judge(source, "--prefix-only"), 0)

    def test_rejects_private_functions_of_another_library(self):
        source = "int carom__inner(void); int carom_outer(void); int carom_f(void) { return %s(); }"
        self.assert_says(self.judge(source % "carom__inner", "--prefix-only"), 1, "private to another library")
        self.assert_says(self.judge(source % "carom_outer", "--prefix-only"), 0)

    def test_rejects_an_empty_archive(self):
        self.assert_says(run("check-library", self.archive("")), 1, "no symbols")


class CheckApi(Sandbox):
    def exports(self, source, *flags):
        header = self.write("include/carom/part.h", "CAROM_API int carom_f(int\n  x);\nCAROM_API const char*\ncarom_g(void);\n")
        path = self.write("part.c", source)
        library = os.path.join(self.root, "part.so")
        subprocess.run(["cc", "-fPIC", "-fvisibility=hidden", "-shared", *flags, path, "-o", library], check=True)
        archive = path[:-1] + "a"
        subprocess.run(["cc", "-fPIC", "-fvisibility=hidden", *flags, "-c", path, "-o", path[:-1] + "o"], check=True)
        subprocess.run(["ar", "rcs", archive, path[:-1] + "o"], check=True)
        return run("check-api", "exports", library, header), run("check-api", "exports", archive, header)

    SHOW = '__attribute__((visibility("default"))) '

    def test_accepts_exactly_the_public_functions(self):
        source = self.SHOW + "int carom_f(int x) { return x; } " + self.SHOW + "char* carom_g(void) { return 0; }" \
            "int carom__inner(void) { return 1; }"
        for outcome in self.exports(source):
            self.assert_says(outcome, 0, "as the headers say")

    def test_rejects_hidden_and_private_ones(self):
        source = "int carom_f(int x) { return x; } " + self.SHOW + "char* carom_g(void) { return 0; }" + \
            self.SHOW + "int carom__inner(void) { return 1; }"
        for outcome in self.exports(source):
            self.assert_says(outcome, 1, "carom_f is declared", "shows carom__inner")

    def values(self, pinned, enum):
        header = self.write("include/carom/part.h", enum)
        return run("check-api", "values", self.write("values.txt", pinned), header)

    def test_pins_numbers(self):
        enum = "enum { CAROM_LIMIT = 7 };\ntypedef enum carom_e { CAROM_A = 0, CAROM_B = 1u << (3) } carom_e;\n"
        self.assert_says(self.values("# why\nCAROM_A 0\nCAROM_B 8\n", enum), 0)
        self.assert_says(self.values("CAROM_A 0\nCAROM_B 2\n", enum), 1, "CAROM_B is 8; it was 2")
        self.assert_says(self.values("CAROM_A 0\n", enum), 1, "CAROM_B is new: write 'CAROM_B 8'")
        self.assert_says(self.values("CAROM_A 0\nCAROM_B 8\nCAROM_C 9\n", enum), 1, "CAROM_C is gone")


class CheckLayers(Sandbox):
    def judge(self, name, *included):
        self.write(name, "".join('#include "%s"\n' % header for header in included))
        return run("check-layers", self.root)

    def test_accepts_includes_that_point_down(self):
        self.assert_says(self.judge("src/planar/solve.c", "carom/contact.h", "base/diag.h", "planar/parts.h"), 0)

    def test_rejects_siblings(self):
        self.assert_says(self.judge("src/planar/solve.c", "spatial/parts.h"), 1, "planar must not include spatial")

    def test_rejects_public_headers_that_point_up(self):
        self.assert_says(self.judge("include/carom/contact.h", "carom/model.h"), 1, "contact must not include model")

    def test_rejects_the_umbrella_header_inside(self):
        self.assert_says(self.judge("src/model/body.c", "carom/carom.h"), 1, "must not include everything")

    def test_rejects_figures_that_know_files(self):
        self.assert_says(self.judge("src/figure/process.c", "carom/format.h"), 1, "figure must not include format")
        self.assert_says(self.judge("src/figure/process.c", "carom/scenario.h"), 1, "must not include everything")

    def test_rejects_jansson_outside_the_format(self):
        self.assert_says(self.judge("src/format/load.c", "jansson.h"), 0)
        self.assert_says(self.judge("src/run/solve.c", "jansson.h"), 1, "jansson is for format alone")

    def test_rejects_private_headers_where_public_ones_must_do(self):
        self.assert_says(self.judge("src/run/lines.c", "carom/format.h"), 0)
        self.assert_says(self.judge("src/run/solve.c", "format/read.h"), 1, "may include public headers only")

    def test_rejects_a_format_that_solves(self):
        self.write("src/run/solve.c", "carom_result* carom_scenario_solve(const carom_scenario* scenario,\n"
                   "                                   carom_diag* error) {\n  return carom_reader(scenario);\n}\n")
        self.write("src/format/write.c", "void carom__write(void) {\n  carom_reader(NULL);\n}\n")
        self.assert_says(run("check-layers", self.root), 0)
        self.write("src/format/read.c", "void carom__read(void) {\n  carom_scenario_solve(a, b);\n}\n")
        self.assert_says(run("check-layers", self.root), 1,
                         "src/format/read.c:2: format must not call carom_scenario_solve, which run defines")

    def test_rejects_private_headers_in_programs(self):
        self.assert_says(self.judge("apps/cli/main.c", "format/read.h"), 1, "public headers only")

    def test_rejects_rooms_it_does_not_know(self):
        self.assert_says(self.judge("src/attic/box.c", "carom/math.h"), 1, "unknown room 'attic'")


class Equations(Sandbox):
    def setUp(self):
        super().setUp()
        self.write("docs/references.md", "WM92, JW16")
        self.write("src/a.c", "// @eq WM92 (17)  S = S0\n")
        self.write("tests/a.c", "// @eq WM92 (17)\n")

    def judge(self, *options):
        return run("equations", *options, self.root)

    def test_writes_a_table_that_then_passes(self):
        self.assert_says(self.judge("--check"), 1, "stale")
        self.assert_says(self.judge(), 0)
        self.assert_says(self.judge("--check"), 0, "1, each")
        with open(os.path.join(self.root, "docs", "EQUATIONS.md"), encoding="utf-8") as file:
            row = file.read().splitlines()[-1]
        self.assertEqual(row, "| WM92 | (17) | `S = S0` | [src/a.c:1](../src/a.c#L1) | [tests/a.c:1](../tests/a.c#L1) |")

    def test_rejects_equations_without_test(self):
        self.write("src/b.c", "\n// @eq JW16 (30)-(31)  x = y\n")
        self.write("tests/b.c", "// @eq JW16 (30)\n")
        self.assert_says(self.judge(), 1, "src/b.c:2: JW16 (31) has no test")

    def test_rejects_unknown_keys_and_malformed_tags(self):
        self.write("src/b.c", "// @eq JIA10 (1)  x\n// @eq WM92 17\n// @eq WM92 (what)\n")
        self.assert_says(self.judge(), 1, "'JIA10' is not a key", "src/b.c:2: a tag is", "src/b.c:3: '(what)'")


class CheckWords(Sandbox):
    def judge(self, text):
        subprocess.run(["git", "init", "-q", self.root], check=True)
        self.write("notes.md", text)
        return run("check-words", self.root)

    def test_accepts_plain_text(self):
        self.assert_says(self.judge("stubborn friction works at home\n"), 0)

    def test_rejects_unfinished_work(self):
        for word in ("TO" + "DO", "FIX" + "ME", "X" * 3, "HA" + "CK", "st" + "ub", "Place" + "holder"):
            self.assert_says(self.judge("one\n%s: later\n" % word), 1, "notes.md:2", word)

    def test_rejects_paths_of_one_machine(self):
        for path in ("/" + "root/x", "/" + "tmp/x", "/" + "home/me"):
            self.assert_says(self.judge("see %s\n" % path), 1, "notes.md:1")


class Shrink(Sandbox):
    """A made-up solver: wrong wherever two contacts rub with mu > 0.3 and are coupled."""

    def test_what_stays_wrong_is_small(self):
        solver = self.write("solver.py", """
import json, sys
s = json.load(open(sys.argv[1]))
w, rub = s["contact_space"]["W"], [c.get("mu", 0) > 0.3 for c in s["contacts"]]
sys.exit(3 if sum(rub) >= 2 and any(w[2 * i][2 * k] for i in range(len(rub)) for k in range(i) if rub[i] and rub[k]) else 0)
""")
        w = [[3.14159 + (a == b) for a in range(6)] for b in range(6)]
        contacts = [{"mu": mu, "e": 0.7071, "stiffness": 2.5} for mu in (0.45678, 0.2, 0.98765)]
        scenario = {"carom": 1, "dimension": 2, "contact_space": {"W": w, "v": [-0.123456] * 6}, "contacts": contacts}
        file = self.write("bad.json", json.dumps(scenario))
        least = os.path.join(self.root, "least.json")
        self.assert_says(run("shrink", "--output", least, file, "--", sys.executable, solver, "{}"), 0, "exit code 3")
        with open(least, encoding="utf-8") as made:
            small = json.load(made)
        self.assertEqual(len(small["contacts"]), 2)
        self.assertEqual([set(contact) for contact in small["contacts"]], [{"mu"}, {"mu"}])
        self.assertLess(len(json.dumps(small)), 260)

    def test_what_is_right_is_said_to_be(self):
        file = self.write("good.json", json.dumps({"carom": 1, "contacts": [{}]}))
        self.assert_says(run("shrink", file, "--", sys.executable, "-c", "pass", "{}"), 1, "nothing is wrong")

    def test_a_law_that_is_broken(self):
        """An answer that is off: the program is a script that solves nothing."""
        solver = self.write("carom", """#!%s
import json, sys
s = json.load(open(sys.argv[3]))
n = len(s["contacts"])
print(json.dumps({"contacts": [{"impulse_contact": [0, 1], "velocity_after": [0, 1]}] * n,
                  "energy": {"change": 0.5, "friction": 0, "restitution": 0, "spring": 0}}))
""" % sys.executable)
        os.chmod(solver, 0o755)
        file = self.write("one.json", json.dumps({
            "carom": 1, "dimension": 2, "contact_space": {"W": [[1, 0], [0, 1]], "v": [0.25, -1.5]},
            "contacts": [{"mu": 0.5, "e": 0.5}]}))
        self.assert_says(run("shrink", "--program", solver, file), 0, "gain", "ledger", "velocity")

    def test_a_motion_that_loses_energy(self):
        """A made-up game whose ledger is off while two balls and a rail are there."""
        solver = self.write("carom", """#!%s
import json, sys
s = json.load(open(sys.argv[3]))
off = len(s["bodies"]) > 1 and s["motion"]["table"].get("rails", {}).get("segments")
print(json.dumps({"impacts": [], "end": {"bodies": {}}, "pocketed": [], "warnings": [],
                  "energy": {"start": 1, "impacts": 0.25, "friction": 0.5, "end": 0.125 if off else 0.25}}))
""" % sys.executable)
        os.chmod(solver, 0o755)
        ball = {"mass": 0.17, "shape": {"sphere": 0.03}}
        rails = {"height": 0.04, "segments": [[[0, 0], [2, 0]], [[2, 0], [2, 1]]]}
        file = self.write("game.json", json.dumps({
            "carom": 1, "bodies": {"a": ball, "b": ball, "c": ball}, "motion": {"until": 3, "table": {"rails": rails}}}))
        least = os.path.join(self.root, "least.json")
        self.assert_says(run("shrink", "--program", solver, "--output", least, file), 0, "ledger")
        with open(least, encoding="utf-8") as made:
            small = json.load(made)
        self.assertEqual(len(small["bodies"]), 2)
        self.assertEqual(len(small["motion"]["table"]["rails"]["segments"]), 1)
        self.assertNotIn("height", small["motion"]["table"]["rails"])
    def test_a_law_of_motion_that_is_broken(self):
        """A made-up motion: every body sinks to the height 0.3 and stays there, and energy comes from nowhere."""
        program = self.write("carom", """#!%s
import json, sys
s = json.load(open(sys.argv[5]))
if not s["bodies"]:
    print(json.dumps({"error": {"code": "missing"}}))
    sys.exit(2)
names = list(s["bodies"])
with open(sys.argv[4], "w") as csv:
    csv.write("time," + "".join("%%s.x,%%s.y,%%s.angle," %% (n, n, n) for n in names) + "energy\\n")
    for k in range(3):
        csv.write("%%d," %% k + "0,%%g,0," %% (1 - 0.35 * k) * len(names) + "%%g\\n" %% (5 + k))
print(json.dumps({"energy": {"start": 5, "impacts": 0, "friction": -1, "end": 7}}))
""" % sys.executable)
        os.chmod(program, 0o755)
        body = {"mass": 1.2345, "position": [0.5, 1.5], "shape": {"box": [0.75, 1]}}
        plane = {"point": [0, 0], "normal": [0, 1], "surface": {"e": 0.123}}
        file = self.write("motion.json", json.dumps({
            "carom": 1, "dimension": 2, "bodies": {"a": body, "b": dict(body)},
            "motion": {"until": 2, "planes": [plane, dict(plane, point=[0, -9])]}}))
        least = os.path.join(self.root, "least.json")
        self.assert_says(run("shrink", "--program", program, "--output", least, file), 0,
                         "depth, dip, friction, gain, ledger")
        with open(least, encoding="utf-8") as made:
            self.assertEqual(len(json.load(made)["bodies"]), 1)


class Reference(Sandbox):
    HEADER = """/// @file
/// A header.

/// What it does: X(symbol, value, word, meaning).
#define CAROM_DEED_LIST(X)                     \\
  X(CAROM_NOTHING, 0, "none", "does, (well) nothing") \\
  X(CAROM_MUCH, 1, "much", "does " "much")

typedef enum carom_deed {
#define CAROM_X(symbol, value, word, meaning) symbol = value,
  CAROM_DEED_LIST(CAROM_X)
#undef CAROM_X
} carom_deed;

"""

    def test_values_have_the_words_of_their_list(self):
        code, text = run("reference", "--filter", self.write("a.h", self.HEADER))
        self.assertEqual(code, 0, text)
        self.assertIn("/** What it does. */ typedef enum carom_deed {", text)
        self.assertIn("/** none: does, (well) nothing */ CAROM_NOTHING = 0,", text)
        self.assertIn("/** much: does much */ CAROM_MUCH = 1,", text)
        self.assertEqual(text.count("\n"), self.HEADER.count("\n"))  # warnings name lines

    @unittest.skipUnless(shutil.which("doxygen"), "doxygen is not installed")
    def test_what_is_not_documented_is_an_error(self):
        good = self.write("good.h", self.HEADER + "/// Does it.\nvoid carom_do(carom_deed deed);\n")
        bad = self.write("bad.h", self.HEADER + "void carom_do(carom_deed deed);\n")
        self.assert_says(run("reference", os.path.join(self.root, "out"), good), 0, "no warnings")
        self.assert_says(run("reference", os.path.join(self.root, "out"), bad), 1, "carom_do", "is not documented")


if __name__ == "__main__":
    unittest.main()
