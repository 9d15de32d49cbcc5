"""The user's patience: SIGINT at random moments. What was begun ends within seconds; files are whole or not there, lines
are whole, and a sentence or the signal itself says why. What a sweep has done it keeps: the same command goes on."""
import json
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(os.environ["CAROM_PROGRAM"])
ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
TIMES = int(os.environ.get("CAROM_FAULTS_SIGNALS", "8"))
SEED = int(os.environ.get("CAROM_FAULTS_SEED", "1"))


def scene(*parts):
    return os.path.join(ROOT, "scenes", *parts)


def is_whole(path, data):
    if path.endswith(".svg"):
        return data.startswith(b"<?xml") and data.rstrip().endswith(b"</svg>")
    return data.endswith(b"\n")


class Signals(unittest.TestCase):
    def interrupt(self, arguments, after, folder, text=None):
        """Runs, sends SIGINT after a while, and waits for the end."""
        out_path = os.path.join(folder, "stdout")
        with open(out_path, "wb") as out:
            process = subprocess.Popen([PROGRAM, *arguments], cwd=folder, stdout=out, stderr=subprocess.PIPE,
                                       stdin=open(text, "rb") if text else subprocess.DEVNULL,
                                       preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
            time.sleep(after)
            process.send_signal(signal.SIGINT)
            try:
                err = process.communicate(timeout=30)[1].decode()
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                raise AssertionError("it did not end") from None
        with open(out_path, "rb") as file:
            data = file.read()
        os.remove(out_path)
        self.assertNotIn("Sanitizer", err)
        self.assertIn(process.returncode, (0, 1, 2, 130, -signal.SIGINT), err)
        if process.returncode > 0:
            self.assertRegex(err, r"[a-z]{3,}.*\n")
        return process.returncode, data, err

    def moments(self, longest):
        generator = random.Random(SEED)
        return [longest * generator.random() ** 2 for _ in range(TIMES)]

    def test_lines(self):
        with open(scene("two-cars-at-an-intersection.json"), encoding="utf-8") as file:
            line = json.dumps(json.load(file)) + "\n"
        with tempfile.TemporaryDirectory() as folder:
            many = os.path.join(folder, "many.jsonl")
            with open(many, "w", encoding="utf-8") as file:
                file.write(line * 40000)
            stopped = 0
            for after in self.moments(1.0):
                with self.subTest(after=after):
                    code, out, err = self.interrupt(["solve", "many.jsonl"], after, folder)
                    self.assertTrue(out == b"" or out.endswith(b"\n"), "half a line")
                    for answer in out.splitlines()[-2:]:
                        self.assertIn("contacts", json.loads(answer))
                    if code > 0:
                        self.assertIn("stopped", err)
                        stopped += 1
            self.assertGreater(stopped, 0, "nothing was ever interrupted")

    def test_a_table_of_a_motion(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(scene("motion", "double-pendulum.json"), encoding="utf-8") as file:
                scenario = json.load(file)
            scenario["motion"].update(until=60, sample=1e-3)
            with open(os.path.join(folder, "long.json"), "w", encoding="utf-8") as file:
                json.dump(scenario, file)
            for after in self.moments(1.0):
                with self.subTest(after=after):
                    self.interrupt(["simulate", "long.json", "--csv", "OUT.csv"], after, folder)
                    self.check_files(folder, {"long.json", "OUT.csv"})

    def check_files(self, folder, allowed):
        for name in os.listdir(folder):
            self.assertIn(name, allowed, "left behind")
            with open(os.path.join(folder, name), "rb") as file:
                self.assertTrue(name.endswith(".json") or is_whole(name, file.read()), "half of " + name)
            if name.startswith("OUT"):
                os.remove(os.path.join(folder, name))

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_a_figure(self):
        for arguments in (["figure", scene("falling-rod-2-reversed.json"), "-o", "OUT.svg"],
                          ["figure", scene("two-cars-at-an-intersection.json"), "--vary", "contacts.0.mu=0.1:0.9:60",
                           "--vary", "contacts.0.e=0.1:0.9:60", "--show", "energy.change", "-o", "OUT.svg"]):
            with tempfile.TemporaryDirectory() as folder:
                for after in self.moments(0.5):
                    with self.subTest(arguments=arguments[-1], after=after):
                        self.interrupt(arguments, after, folder)
                        self.check_files(folder, {"OUT.svg"})

    @unittest.skipUnless(os.environ.get("CAROM_NLOPT") == "1", "without NLopt")
    def test_a_fit(self):
        with tempfile.TemporaryDirectory() as folder:
            for after in self.moments(1.0):
                with self.subTest(after=after):
                    code, out, err = self.interrupt(["fit", scene("fit", "ellipse.csv"), "--json", "--csv", "OUT.csv"],
                                                    after, folder)
                    if code == 0:
                        json.loads(out)
                    elif code > 0:
                        self.assertIn("stop", err)
                    self.check_files(folder, {"OUT.csv"})

    def test_a_sweep(self):
        command = ["sweep", scene("sweep", "two-cars.json"), "--rows", "300000", "--threads", "2", "-o", "OUT/"]
        with tempfile.TemporaryDirectory() as folder:
            for after in self.moments(0.6):
                code, _, err = self.interrupt(command, after, folder)
                if code == 130:
                    self.assertIn("go", err)  # how to go on
            done = subprocess.run([PROGRAM, *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  timeout=120, check=False)
            self.assertEqual(done.returncode, 0, done.stderr.decode())
            whole = tempfile.mkdtemp()
            subprocess.run([PROGRAM, *command], cwd=whole, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            for name in os.listdir(os.path.join(whole, "OUT", "rows")):
                with open(os.path.join(whole, "OUT", "rows", name), "rb") as a, \
                        open(os.path.join(folder, "OUT", "rows", name), "rb") as b:
                    self.assertEqual(a.read(), b.read(), name)
            shutil.rmtree(whole)


if __name__ == "__main__":
    unittest.main()
