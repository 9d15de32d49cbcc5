"""The manual page and the completion of shells: made from the table of commands that --help is made from."""
import re
import subprocess
import unittest

from program import PROGRAM, carom

COMMANDS = ("solve", "check", "explain", "simulate", "figure", "fit")


def options_of(command):
    """Long options as the help of a command lists them."""
    return re.findall(r"^  (?:-\w, )?(--[a-z]+)", carom("help", command).out, re.MULTILINE)


class Everywhere(unittest.TestCase):
    def test_every_option_of_the_help_is_in_the_manual_and_in_every_shell(self):
        manual = carom("help", "--man").out.replace("\\-", "-")
        scripts = {shell: carom("completion", shell).out for shell in ("bash", "zsh", "fish")}
        for command in COMMANDS:
            options = options_of(command)
            self.assertIn("--help", options)
            page = manual[manual.index(f".SS carom {command}:"):].split("\n.SS ")[0]
            for option in options:
                self.assertIn(option, page)
                self.assertRegex(scripts["fish"], f"from {command}' -l {option[2:]}\\b")
                self.assertIn(option, re.search(f"^    {command}\\) options='(.*)'", scripts["bash"], re.MULTILINE)[1])
                zsh = scripts["zsh"][scripts["zsh"].index(f"    {command}) _arguments"):].split(";;")[0]
                self.assertIn(option, zsh)

    def test_an_unknown_option_names_the_page_that_has_it(self):
        for arguments, hint in ((["solve", "--csv", "x"], "`carom simulate` has: see `carom help simulate`"),
                                (["solve", "--frobnicate"], "`carom help solve` lists what there is"),
                                (["figure", "x.json", "--frobnicate"], "`carom help figure` lists what there is"),
                                (["check", "--kind=process"], "`carom figure` has")):
            done = carom(*arguments)
            self.assertEqual(done.code, 2)
            self.assertIn(hint, done.err)

    def test_help_and_mistakes(self):
        for arguments in (["completion", "--help"], ["help", "completion"]):
            done = carom(*arguments)
            self.assertEqual((done.code, "Example" in done.out), (0, True))
        done = carom("completion", "bahs")
        self.assertEqual(done.code, 2)
        self.assertIn("did you mean `bash`?", done.err)
        self.assertEqual(carom("completion").code, 2)

    def test_the_manual_is_good_roff(self):
        done = subprocess.run(["groff", "-man", "-ww", "-z", "-Tascii"], input=carom("help", "--man").out, text=True,
                              capture_output=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Bash(unittest.TestCase):
    def complete(self, *words):
        """What bash offers for the last of the words."""
        script = f"""source <({PROGRAM} completion bash)
COMP_WORDS=({' '.join(repr(word) for word in words)})
COMP_CWORD={len(words) - 1}
_carom
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_commands_options_and_words(self):
        self.assertEqual(self.complete("carom", "so"), ["solve"])
        self.assertEqual(self.complete("carom", "solve", "--js"), ["--json", "--jsonl"])
        self.assertEqual(self.complete("carom", "figure", "--kind", "sp"), ["springs"])
        self.assertEqual(self.complete("carom", "completion", "z"), ["zsh"])
        self.assertIn("figure", self.complete("carom", "help", "fig"))


if __name__ == "__main__":
    unittest.main()
