"""Many scenarios, one a line: order, errors in place, odd lines, and memory that does not grow."""
import json
import os
import subprocess
import tempfile
import threading
import time
import unittest

from program import PROGRAM, ROD_IN_CONTACT_SPACE, SANITIZED, SWING, carom

GOOD = json.dumps(ROD_IN_CONTACT_SPACE)
UNAVAILABLE = json.dumps(SWING)
KINDS = {True: "error", False: "result"}


def kinds(done):
    return [KINDS["error" in line] for line in done.lines()]


class Lines(unittest.TestCase):
    def test_errors_stand_in_their_place(self):
        done = carom("solve", "--jsonl", "-", text="\n".join([GOOD, "{", GOOD, UNAVAILABLE, GOOD]) + "\n")
        self.assertEqual(kinds(done), ["result", "error", "result", "error", "result"])
        errors = [line["error"] for line in done.lines() if "error" in line]
        self.assertEqual([(e["code"], e["line"]) for e in errors], [("syntax", 2), ("unavailable", 4)])
        self.assertEqual([line.split(": ")[0] for line in done.err.splitlines()],
                         ["(standard input):2", "(standard input):4"])
        self.assertEqual(done.code, 2)

    def test_the_worst_exit_code(self):
        self.assertEqual(carom("solve", "--jsonl", "-", text=GOOD + "\n").code, 0)
        self.assertEqual(carom("solve", "--jsonl", "-", text="%s\n%s\n" % (UNAVAILABLE, GOOD)).code, 1)
        self.assertEqual(carom("solve", "--jsonl", "-", text="%s\n[]\n%s\n" % (UNAVAILABLE, GOOD)).code, 2)

    def test_blank_lines_are_skipped_but_counted(self):
        done = carom("solve", "--jsonl", "-", text="\n  \t\n%s\n\n\r\n[]\n\n" % GOOD)
        self.assertEqual(kinds(done), ["result", "error"])
        self.assertEqual(done.lines()[1]["error"]["line"], 6)

    def test_nothing_at_all(self):
        done = carom("solve", "--jsonl", "-", text="")
        self.assertEqual((done.code, done.out, done.err), (0, "", ""))

    def test_windows_line_ends_and_a_last_line_without_one(self):
        done = carom("solve", "--jsonl", "-", text="%s\r\n%s" % (GOOD, GOOD))
        self.assertEqual((done.code, kinds(done)), (0, ["result", "result"]))

    def test_a_nul_byte_spoils_its_line_only(self):
        text = GOOD.encode()
        done = carom("solve", "--jsonl", "-", text=text[:20] + b"\0" + text[20:] + b"\n\0\n" + text + b"\0\n" + text)
        self.assertEqual(kinds(done), ["error", "error", "error", "result"])

    def test_bytes_that_are_not_utf8_spoil_their_line_only(self):
        done = carom("solve", "--jsonl", "-", text=b'{"carom\xff": 1}\n' + GOOD.encode())
        self.assertEqual(kinds(done), ["error", "result"])

    def test_a_file_that_ends_in_jsonl(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "many.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                file.write("%s\n%s\n" % (GOOD, GOOD))
            single = os.path.join(folder, "one.json")
            with open(single, "w", encoding="utf-8") as file:
                file.write(GOOD)
            self.assertEqual(kinds(carom("solve", path)), ["result"] * 2)
            self.assertEqual(kinds(carom("solve", single, path)), ["result"] * 3)

    def test_lines_across_every_block_boundary(self):
        # Lines of different lengths, so that blocks of input end at many places inside them.
        lines = [GOOD[:-1] + ', "title": "%s"}' % ("x" * (7 * i % 1009)) for i in range(2000)]
        done = carom("solve", "--jsonl", "-", text="\n".join(lines))
        self.assertEqual(done.code, 0)
        self.assertEqual([len(line["title"]) for line in done.lines()], [7 * i % 1009 for i in range(2000)])


class Endless:
    """The program with a pipe on both sides: feeds it, counts its lines and watches its memory."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "solve", "--jsonl", "-"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.results = 0
        self.errors = 0
        self.readers = [threading.Thread(target=self.count_results), threading.Thread(target=self.count_errors)]
        for reader in self.readers:
            reader.start()

    def count_results(self):
        while piece := self.process.stdout.read1(1 << 16):
            self.results += piece.count(b"\n")

    def count_errors(self):
        for _ in self.process.stderr:
            self.errors += 1

    def write(self, text):
        self.process.stdin.write(text)

    def peak_memory(self):
        """High-water mark of the resident memory in MB. Only the system knows it, and only while the program runs."""
        self.process.stdin.flush()
        with open("/proc/%d/status" % self.process.pid, encoding="ascii") as status:
            return int(next(line for line in status if line.startswith("VmHWM")).split()[1]) / 1024

    def finish(self):
        self.process.stdin.close()
        for reader in self.readers:
            reader.join()
        code = self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()
        return code


def stream(megabytes):
    """Peak memory [MB] and rate [MB/s] for that much input; checks that every line got its result."""
    lines = (1 << 20) // (len(GOOD) + 1)
    block = ((GOOD + "\n") * lines).encode()
    program, begin = Endless(), time.monotonic()
    for _ in range(megabytes):
        program.write(block)
    peak = program.peak_memory()
    code = program.finish()
    assert (code, program.results, program.errors) == (0, megabytes * lines, 0), (code, program.results)
    return peak, megabytes / (time.monotonic() - begin)


@unittest.skipUnless(os.path.exists("/proc/self/status"), "needs /proc")
class ConstantMemory(unittest.TestCase):
    LARGE = 10 if SANITIZED else 100

    def test_a_large_input_takes_no_more_memory_than_a_small_one(self):
        small, _ = stream(1)
        large, rate = stream(self.LARGE)
        print("1 MB of lines: peak %.1f MB; %d MB: peak %.1f MB at %.1f MB/s" % (small, self.LARGE, large, rate))
        if not SANITIZED:  # the sanitizers keep freed memory aside, to catch its use
            self.assertLess(large, 32)
            self.assertLess(abs(large - small), 2)

    def test_an_endless_line_is_dropped_and_the_next_one_solved(self):
        program = Endless()
        program.write(GOOD.encode() + b"\n")
        for _ in range(64):
            program.write(b" " * (1 << 20))
        peak = program.peak_memory()
        program.write(b"\n" + GOOD.encode() + b"\n")
        self.assertEqual((program.finish(), program.results, program.errors), (2, 3, 1))
        if not SANITIZED:
            self.assertLess(peak, 40)  # 16 MiB of the line, at most twice while it grows


if __name__ == "__main__":
    unittest.main()
