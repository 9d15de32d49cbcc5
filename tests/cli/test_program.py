"""The program from outside: help, options, exit codes, what goes to which stream, colour, failing output."""
import copy
import json
import os
import pty
import shutil
import subprocess
import tempfile
import threading
import unittest

from program import BALL_IN_SPACE, PROGRAM, ROD, ROOT, ROD_IN_CONTACT_SPACE, SUPERBALL, SWING, TWO_BALLS, carom

COMMANDS = ("solve", "check", "explain", "simulate", "figure")


class Files(unittest.TestCase):
    """Each test has a folder of its own."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def file(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))
        return path


class Examples(Files):
    """Every line of the help that is a command does what it says."""

    SCENES = {"rod.json": "falling-rod-2-sticking-stronge.json", "cars.json": "two-cars-at-an-intersection.json",
              "bounce.json": "motion/bouncing-ball.json"}
    FOLDERS = (".zfunc", ".config/fish/completions", ".local/share/bash-completion/completions", "bin")

    def test_they_run(self):
        for name, scene in self.SCENES.items():
            shutil.copy(os.path.join(ROOT, "scenes", scene), os.path.join(self.folder, name))
        for folder in self.FOLDERS:
            os.makedirs(os.path.join(self.folder, folder))
        os.symlink(PROGRAM, os.path.join(self.folder, "bin", "carom"))
        environment = {**os.environ, "HOME": self.folder,
                       "PATH": os.path.join(self.folder, "bin") + os.pathsep + os.environ["PATH"]}
        for command in (*COMMANDS, "completion"):
            lines = [line for line in carom("help", command).out.splitlines() if line.startswith("  carom ")]
            self.assertGreater(len(lines), 0, command)
            for line in lines:
                done = subprocess.run(line, shell=True, cwd=self.folder, env=environment, capture_output=True,
                                      text=True, timeout=120)
                self.assertEqual((done.returncode, done.stderr), (0, ""), line)


class Help(unittest.TestCase):
    def test_every_level_has_help_with_an_example(self):
        levels = [["--help"], ["-h"], ["help"], ["help", "help"], *(["help", c] for c in COMMANDS), *([c, "--help"] for c in COMMANDS)]
        for arguments in levels:
            done = carom(*arguments)
            self.assertEqual((done.code, done.err), (0, ""), arguments)
            self.assertIn("Example", done.out, arguments)

    def test_help_of_a_command_is_the_same_both_ways(self):
        for command in COMMANDS:
            self.assertEqual(carom("help", command).out, carom(command, "-h").out)

    def test_the_examples_of_the_help_run(self):
        for page, command, models in ((["--help"], "solve", ["planar"]),
                                      (["help", "solve"], "solve", ["compliant", "simultaneous"]),
                                      (["help", "explain"], "explain", ["spatial", "compliant", "simultaneous"])):
            examples = [piece.split("'")[0] for piece in carom(*page).out.split("echo '")[1:]]
            done = [carom(command, "--json", "-", text=example) for example in examples]
            self.assertEqual([one.json()["model"] for one in done], models)
            self.assertEqual([carom(command, "-", text=example).code for example in examples], [0] * len(models))

    def test_version(self):
        self.assertRegex(carom("--version").out, r"^carom \d+\.\d+\.\d+\n$")

    def test_nothing_to_do_is_bad_usage(self):
        for arguments in ([], ["solve"], ["check"], ["explain"], ["simulate"], ["figure"]):
            done = carom(*arguments)
            self.assertEqual((done.code, done.out), (2, ""), arguments)
            self.assertGreater(len(done.err), 15)

    def test_slips_get_the_nearest_word(self):
        for arguments, hint in [(["slove"], "solve"), (["help", "figur"], "figure"), (["--versoin"], "--version"),
                                (["solve", "--jsn", "-"], "--json"), (["figure", "-", "--sise", "3x3"], "--size"),
                                (["figure", "-", "--kind", "proces"], "process"), (["explian"], "explain"), (["simulat"], "simulate"),
                                (["figure", "-", "--kind", "hodogrpah"], "hodograph")]:
            done = carom(*arguments, text=json.dumps(ROD))
            self.assertEqual((done.code, done.out), (2, ""), arguments)
            self.assertIn("did you mean `%s`" % hint, done.err)

    def test_what_resembles_nothing_gets_no_guess(self):
        done = carom("banana")
        self.assertEqual(done.code, 2)
        self.assertNotIn("did you mean", done.err)

    def test_options_that_want_a_value(self):
        self.assertEqual(carom("figure", "-", "--kind").code, 2)
        self.assertEqual(carom("solve", "--json=yes", "-").code, 2)


class Solve(Files):
    def test_a_summary_for_people(self):
        out = carom("solve", self.file("rod.json", ROD)).out
        for part in ("rod meets floor", "stopped during compression and stayed stuck", "Oblique, eccentric, meeting",
                     "velocity before [m/s]", "impulse, world axes [N s]", "(of rod against floor)", "spin [rad/s]",
                     "lost to friction"):
            self.assertIn(part, out)
        self.assertFalse(any(line != line.rstrip() for line in out.splitlines()), "trailing blanks")

    def test_rounding_noise_is_zero_in_the_summary(self):
        out = carom("solve", "-", text=json.dumps(ROD)).out
        self.assertRegex(out, r"velocity after \[m/s\] +0 +0\.354175\n")  # sqrt(0.12544): it sticks
        self.assertNotRegex(out, r"e-1\d")

    def test_json_is_one_object_and_nothing_else(self):
        done = carom("solve", "--json", "-", text=json.dumps(ROD))
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertEqual(done.out.count("\n"), 1)
        result = done.json()
        self.assertEqual(list(result), ["carom", "title", "model", "method", "contacts", "bodies", "energy", "events",
                                        "warnings"])
        contact = result["contacts"][0]
        self.assertEqual(list(contact), ["frame", "impulse", "impulse_contact", "velocity_before", "velocity_after",
                                         "closing_speed", "mode", "class"])
        self.assertEqual(contact["frame"], [[1, 0], [0, 1]])
        self.assertEqual(contact["class"], ["oblique", "eccentric", "meeting"])
        self.assertEqual(list(result["bodies"]), ["rod"])
        self.assertIsInstance(result["bodies"]["rod"]["spin"], float)
        self.assertEqual([event["type"] for event in result["events"]], ["stick", "compression_end", "restitution_end"])
        self.assertEqual([len(event["impulse"]) for event in result["events"]], [1, 1, 1])
        self.assertNotIn("-0.0", done.out)

    def test_keys_that_do_not_apply_are_absent(self):
        result = carom("solve", "--json", "-", text=json.dumps(ROD_IN_CONTACT_SPACE)).json()
        for key in ("title", "bodies", "mechanism", "states"):
            self.assertNotIn(key, result)
        self.assertNotIn("frame", result["contacts"][0])
        self.assertNotIn("impulse", result["contacts"][0])
        self.assertNotIn("spring", result["energy"])

    def test_a_guided_body_has_a_velocity_and_no_spin(self):
        cue = copy.deepcopy(ROD)
        cue["bodies"]["cue"] = {"mass": 0.5, "guide": [0, 1], "velocity": [0, 2]}
        cue["contacts"][0]["bodies"] = ["rod", "cue"]
        bodies = carom("solve", "--json", "-", text=json.dumps(cue)).json()["bodies"]
        change = ["delta_v", "approach_angle", "departure_angle", "pdof"]
        self.assertEqual((list(bodies["cue"]), list(bodies["rod"])),
                         (["velocity", *change], ["velocity", "spin", *change]))

    def test_no_impact_is_an_outcome(self):
        apart = copy.deepcopy(ROD)
        apart["bodies"]["rod"]["velocity"] = [0.6, 1]
        done = carom("solve", "--json", "-", text=json.dumps(apart))
        result = done.json()
        self.assertEqual(done.code, 0)
        self.assertEqual((result["events"], result["states"]), ([], []))
        self.assertEqual(result["contacts"][0]["mode"], "none")
        self.assertEqual(result["contacts"][0]["impulse_contact"], [0, 0])
        self.assertEqual(result["bodies"]["rod"]["velocity"], [0.6, 1])
        self.assertEqual(len(result["warnings"]), 1)
        self.assertIn("no impact", carom("solve", "-", text=json.dumps(apart)).out)

    def test_an_error_is_an_object_and_a_sentence(self):
        bad = self.file("bad.json", '{"carom": 1,\n "dimension": 2,\n "contact_space": {"W": [[1, 0], [0, 1]],\n'
                                    ' "v": [0, -1]},\n "contacts": [{"e": 1.5}]}')
        done = carom("solve", "--json", bad)
        error = done.json()["error"]
        self.assertEqual(done.code, 2)
        self.assertEqual(list(error), ["code", "line", "key", "message"])
        self.assertEqual((error["code"], error["line"], error["key"]), ("bad_value", 5, "contacts.0.e"))
        self.assertEqual(done.err, "%s:5: contacts.0.e: %s\n" % (bad, error["message"]))
        plain = carom("solve", bad)
        self.assertEqual((plain.code, plain.out, plain.err), (2, "", done.err))

    def test_a_motion_is_not_a_bad_file(self):
        for command in ("solve", "explain"):
            done = carom(command, "--json", "-", text=json.dumps(SWING))
            self.assertEqual((done.code, done.json()["error"]["code"]), (1, "unavailable"))
            self.assertIn("`carom simulate`", done.err)

    def test_the_solver_names_the_key_of_the_file(self):
        singular = copy.deepcopy(ROD_IN_CONTACT_SPACE)
        singular["contact_space"] = {"W": [[1, 1], [1, 1]], "v": [1, -1]}
        singular["contacts"][0]["mu"] = 2
        across = copy.deepcopy(ROD)
        across["bodies"]["cue"] = {"mass": 1, "guide": [1, 0]}
        across["contacts"][0]["bodies"] = ["cue", "floor"]
        for scenario, key in [(singular, "contact_space.v"), (across, "contacts.0.normal")]:
            done = carom("solve", "--json", "-", text=json.dumps(scenario))
            self.assertEqual((done.code, done.json()["error"]["key"]), (2, key), done.err)

    def test_an_energy_too_large_for_a_double_is_an_error_and_never_null(self):
        for velocity in ([0.6, -1e200], [0.6, 1e200]):
            fast = copy.deepcopy(ROD)
            fast["bodies"]["rod"]["velocity"] = velocity
            done = carom("solve", "--json", "-", text=json.dumps(fast))
            self.assertEqual((done.code, done.json()["error"]["code"]), (2, "bad_value"), velocity)

    def test_several_files_and_the_worst_exit_code(self):
        good, bad = self.file("good.json", ROD), self.file("bad.json", "{")
        swing = self.file("swing.json", SWING)
        self.assertEqual(carom("solve", "--json", good, good).code, 0)
        self.assertEqual(carom("solve", "--json", swing, good).code, 1)
        done = carom("solve", "--json", good, bad, swing, "-", text=json.dumps(ROD_IN_CONTACT_SPACE))
        self.assertEqual(done.code, 2)
        self.assertEqual(["error" in line for line in done.lines()], [False, True, True, False])

    def test_a_file_that_cannot_be_read(self):
        missing = os.path.join(self.folder, "missing.json")
        for path in (missing, missing + "l", self.folder):
            done = carom("solve", "--json", path)
            self.assertEqual(done.code, 2, path)
            self.assertEqual(done.json()["error"]["code"], "bad_value")
            self.assertIn(path, done.err)

    def test_names_from_a_file_cannot_steer_the_terminal(self):
        evil = copy.deepcopy(ROD)
        evil["title"] = "\x1b[2Jtitle\u009b31m\u202e"
        evil["bodies"]["\x1b[1mrod"] = evil["bodies"].pop("rod")
        evil["contacts"][0]["bodies"] = ["\x1b[1mrod", "floor"]
        several = copy.deepcopy(TWO_BALLS)
        several["title"] = evil["title"]
        several["bodies"]["\x1b[1mrod"] = several["bodies"].pop("lower")
        several["contacts"][0]["bodies"][1] = several["contacts"][1]["bodies"][0] = "\x1b[1mrod"
        for scenario in (evil, several):
            for command in ("solve", "check", "explain"):
                out = carom(command, "-", text=json.dumps(scenario)).out
                self.assertFalse(set(out) & set("\x1b\u009b\u202e"))
                self.assertIn("\\u001b[1mrod", out)
        again = carom("solve", "--json", "-", text=json.dumps(evil)).json()
        self.assertEqual(again["title"], evil["title"])

    def test_text_in_any_language_comes_back(self):
        scenario = dict(ROD_IN_CONTACT_SPACE, title='Stoß "zwei" \\ 衝突 \U0001f3b1\n\t\x7f')
        self.assertEqual(carom("solve", "--json", "-", text=json.dumps(scenario, ensure_ascii=False)).json()["title"],
                         scenario["title"])


class Check(Files):
    def test_valid(self):
        done = carom("check", self.file("rod.json", ROD))
        self.assertEqual((done.code, done.err), (0, ""))
        for part in ("valid", "planar", "available", "2 (1 fixed)", "rod on floor", "w_nn = 2.5"):
            self.assertIn(part, done.out)

    def test_json(self):
        said = carom("check", "--json", "-", text=json.dumps(ROD_IN_CONTACT_SPACE)).json()
        self.assertEqual((said["valid"], said["model"], said["available"], said["contacts"]), (True, "planar", True, 1))
        self.assertEqual(said["contact_space"], ROD_IN_CONTACT_SPACE["contact_space"])

    def test_a_contact_in_space(self):
        done = carom("check", "-", text=json.dumps(BALL_IN_SPACE))
        self.assertEqual((done.code, done.err), (0, ""))
        for part in ("spatial: one contact in space; available", "W =", "[m/s]"):
            self.assertIn(part, done.out)
        said = carom("check", "--json", "-", text=json.dumps(BALL_IN_SPACE)).json()
        self.assertEqual(said["contact_space"], BALL_IN_SPACE["contact_space"])

    def test_springs_and_several_contacts(self):
        for scenario, parts in ((SUPERBALL, ("compliant: one contact with tangential compliance; available", "W =")),
                                (TWO_BALLS, ("simultaneous: several contacts at once; available", "upper on lower",
                                             "stiffness 1", "W ="))):
            done = carom("check", "-", text=json.dumps(scenario))
            self.assertEqual((done.code, done.err), (0, ""))
            for part in parts:
                self.assertIn(part, done.out)
        said = carom("check", "--json", "-", text=json.dumps(SUPERBALL)).json()
        self.assertEqual(said["contact_space"], SUPERBALL["contact_space"])
        said = carom("check", "--json", "-", text=json.dumps(TWO_BALLS)).json()
        self.assertEqual((said["contacts"], said["contact_space"]["v"]), (2, [0, -1, 0, 0]))
        lower = 1 / TWO_BALLS["bodies"]["lower"]["mass"]
        self.assertEqual([row[3] for row in said["contact_space"]["W"]], [0, -lower, 0, lower])

    def test_a_matrix_too_wide_for_the_page_is_left_to_json(self):
        count = 4
        w = [[float(i == j) for j in range(2 * count)] for i in range(2 * count)]
        many = {"carom": 1, "dimension": 2, "contact_space": {"W": w, "v": [0, -1] * count},
                "contacts": [{"e": 1}] * count}
        self.assertIn("W has 8 x 8 entries (--json gives all)", carom("check", "-", text=json.dumps(many)).out)
        self.assertEqual(carom("check", "--json", "-", text=json.dumps(many)).json()["contact_space"]["W"], w)

    def test_a_motion_is_valid(self):
        done = carom("check", "-", text=json.dumps(SWING))
        self.assertEqual(done.code, 0)
        self.assertIn("motion: impacts and the motion between them; available", done.out)
        self.assertTrue(carom("check", "--json", "-", text=json.dumps(SWING)).json()["available"])

    def test_invalid(self):
        done = carom("check", "--json", "-", text="[]")
        self.assertEqual((done.code, "error" in done.json()), (2, True))


class Colour(unittest.TestCase):
    def on_terminal(self, **environment):
        """What the program prints when standard output is a terminal. The terminal stays open on this side until a
        mark behind the program's last byte has come through: a terminal that is closed may lose what was not yet read."""
        ours, theirs = pty.openpty()
        variables = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        variables.update(TERM="xterm")
        variables.update(environment)
        end = b"\0"
        with subprocess.Popen([PROGRAM, "solve", "-"], stdin=subprocess.PIPE, stdout=theirs, env=variables) as process:
            process.stdin.write(json.dumps(ROD).encode())
            process.stdin.close()
            marker = threading.Thread(target=lambda: (process.wait(), os.write(theirs, end)))
            marker.start()
            shown = b""
            while not shown.endswith(end):
                shown += os.read(ours, 4096)
            marker.join()
        os.close(theirs)
        os.close(ours)
        self.assertIn(b"Energy", shown)
        return shown

    def test_colour_on_a_terminal_only_and_only_if_wanted(self):
        self.assertIn(b"\x1b[", self.on_terminal())
        self.assertIn(b"\x1b[", self.on_terminal(NO_COLOR=""))
        self.assertNotIn(b"\x1b[", self.on_terminal(NO_COLOR="1"))
        self.assertNotIn(b"\x1b[", self.on_terminal(TERM="dumb"))
        self.assertNotIn("\x1b[", carom("solve", "-", text=json.dumps(ROD)).out)


class FailingOutput(unittest.TestCase):
    """Half a result must never look like a whole one."""

    def run_into(self, stream, *arguments):
        text = (json.dumps(ROD_IN_CONTACT_SPACE) + "\n") * 500
        text = text if "--jsonl" in arguments else json.dumps(ROD_IN_CONTACT_SPACE)
        return subprocess.run([PROGRAM, *arguments], input=text.encode(), stdout=stream, stderr=subprocess.PIPE,
                              timeout=60)

    def check(self, stream):
        for arguments in (["solve", "-"], ["solve", "--json", "-"], ["solve", "--jsonl", "-"], ["check", "-"],
                          ["explain", "-"], ["explain", "--json", "-"], ["--help"]):
            done = self.run_into(stream, *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(b"cannot write", done.stderr)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            self.check(full)

    def test_closed_pipe(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as stream:
            self.check(stream)


class Figure(Files):
    def test_unfit_requests(self):
        rod = self.file("rod.json", ROD)
        for arguments in (["--size", "axb"], ["--size", "0x10"], ["--size", "10"], ["--kind", "banana"],
                          ["-o", os.path.join(self.folder, "rod.bmp")]):
            done = carom("figure", rod, *arguments)
            self.assertEqual(done.code, 2, arguments)
            self.assertGreater(len(done.err), 15)
        self.assertEqual(os.listdir(self.folder), ["rod.json"])

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_the_kind_follows_the_model(self):
        for scenario in (ROD, BALL_IN_SPACE, dict(BALL_IN_SPACE, method={"scheme": "vs"}), SUPERBALL,
                         dict(SUPERBALL, method={"scheme": "published"}), TWO_BALLS):
            done = carom("figure", "-", "-o", "it.svg", text=json.dumps(scenario), cwd=self.folder)
            self.assertEqual((done.code, done.err), (0, ""))
            with open(os.path.join(self.folder, "it.svg"), encoding="utf-8") as svg:
                self.assertIn("<svg", svg.read())
            os.remove(os.path.join(self.folder, "it.svg"))

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_default_name_and_script(self):
        done = carom("figure", self.file("rod.json", ROD), "--script", "kept", cwd=self.folder)
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertIn("rod.svg", done.out)
        with open(os.path.join(self.folder, "rod.svg"), encoding="utf-8") as svg:
            self.assertIn("<svg", svg.read())
        self.assertTrue(os.listdir(os.path.join(self.folder, "kept")))

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_a_folder_that_is_not_there(self):
        done = carom("figure", "-", "-o", os.path.join(self.folder, "no", "rod.svg"), text=json.dumps(ROD))
        self.assertEqual((done.code, done.out), (1, ""))
        self.assertGreater(len(done.err), 15)

    def test_without_gnuplot_it_says_what_to_do(self):
        done = carom("figure", "-", text=json.dumps(ROD), cwd=self.folder, env={"PATH": self.folder})
        self.assertEqual((done.code, done.out), (1, ""))
        self.assertIn("gnuplot", done.err)


if __name__ == "__main__":
    unittest.main()
