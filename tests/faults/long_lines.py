#!/usr/bin/env python3
"""Scenarios without an end through `carom solve --jsonl -`, by a pipe: as many lines out as in, in constant memory.
Usage: long_lines.py PROGRAM BYTES"""
import json
import os
import subprocess
import sys
import threading
import time

CAR = {"mass": 1500, "inertia": 2500}
SCENARIO = {
    "carom": 1, "dimension": 2, "title": "one of very many lines",
    "bodies": {"a": dict(CAR, position=[-2, 0], velocity=[13, 0]), "b": dict(CAR, position=[2, 0.3], velocity=[0, 11])},
    "contacts": [{"bodies": ["a", "b"], "point": [0, 0.1], "normal": [-1, 0], "e": 0.1, "mu": 0.5}],
}
BAD_EVERY = 1000


class Run:
    def __init__(self):
        self.lines_in = self.lines_out = self.errors = self.peak = 0
        self.seconds = 0.0
        self.code = None


def run(program, size):
    """Feeds at least `size` bytes of lines, a bad one among every thousand."""
    good = (json.dumps(SCENARIO) + "\n").encode()
    bad = good.replace(b'"mu"', b'"my"')
    block = good * (BAD_EVERY - 1) + bad
    result = Run()
    begin = time.monotonic()
    environment = dict(os.environ, ASAN_OPTIONS="quarantine_size_mb=1")  # sanitizers keep what is freed, up to that
    process = subprocess.Popen([program, "solve", "--jsonl", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env=environment)

    def feed():
        with process.stdin:
            for _ in range(max(1, size // len(block))):
                process.stdin.write(block)
                result.lines_in += BAD_EVERY

    feeder = threading.Thread(target=feed)
    feeder.start()
    while True:
        piece = os.read(process.stdout.fileno(), 1 << 20)
        if not piece:
            break
        result.lines_out += piece.count(b"\n")
        result.errors += piece.count(b'{"error"')
    feeder.join()
    _, status, usage = os.wait4(process.pid, 0)
    process.stdout.close()
    result.code = process.returncode = os.waitstatus_to_exitcode(status)
    result.peak = usage.ru_maxrss * 1024
    result.seconds = time.monotonic() - begin
    return result


def main():
    size = float(sys.argv[2])
    done = run(sys.argv[1], int(size))
    print("%.3g bytes: %d lines in, %d lines out, %d of them errors, exit code %d, %.1f MB of memory at most, %.0f s"
          % (size, done.lines_in, done.lines_out, done.errors, done.code, done.peak / 1e6, done.seconds))
    return 0 if done.lines_out == done.lines_in and done.code == 2 and done.peak < 64e6 else 1


if __name__ == "__main__":
    sys.exit(main())
