#!/usr/bin/env python3
"""Kills sweeps at random times, lets them go on, and compares the files with that of a sweep that nobody disturbed.

Usage: sweep_kill.py PROGRAM [--kills N] [--mpi PROGRAM] [--seed S]

The program kills itself by SIGKILL (CAROM_SWEEP_DIE_AFTER), between 0.3 and 100 ms after work begins, so that most kills
hit computing and writing. Threads, ranks, what is synced and the kind of file change from run to run. Ends with exit
code 1 if a file differs in a single byte.
"""
import argparse
import filecmp
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

# One contact in the plane: rows cost little, so that much of the time goes into writing.
PLANAR = {
    "carom": 1, "dimension": 2, "contact_space": {"W": [[2.5, -1.5], [-1.5, 2.5]], "v": [0.6, -1]},
    "contacts": [{"e": 0.5, "mu": 0.9}],
    "sweep": {"rows": 300000, "vary": {"contacts.0.mu": {"uniform": [0, 1]}, "contacts.0.e": {"uniform": [0, 1.2]},
                                       "contact_space.v.0": {"normal": [0, 1]}},
              "store": ["contacts.0.velocity_after", "contacts.0.impulse_contact", "contacts.0.mode", "energy.change"]}}
# Springs along the tangent: row by row.
COMPLIANT = {
    "carom": 1, "contact_space": {"W": [[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]], "v": [3, 0, -5]},
    "contacts": [{"e": 0.9, "mu": 0.8, "eta2": 1.2}],
    "sweep": {"method": "saltelli", "rows": 20000,
              "vary": {"contacts.0.mu": {"uniform": [0.1, 1]}, "contact_space.v.0": {"normal": [0, 3]}},
              "store": ["contacts.0.velocity_after", "contacts.0.mode"]}}
# No rows are kept: what chunks count is all there is.
COUNTED = dict(PLANAR, sweep=dict(PLANAR["sweep"], store=[], statistics={"of": ["energy.change"]}))
MOST_KILLS_OF_ONE_FILE = 8


def command(arguments, choice, file, out):
    """The command line of a run, and whether it is of several processes."""
    tail = ["sweep", file, "-o", out, "--sync", choice.choice(["none", "none", "chunk", "often"]), "--json"]
    if arguments.mpi and choice.random() < 0.5:
        die = "CAROM_SWEEP_DIE_AFTER=%.3f" % 10 ** choice.uniform(-0.5, 2)
        ranks = choice.randint(1, 4)
        dying = ["-n", "1", "-x", die, arguments.mpi, *tail, "--threads", "1"]
        others = ["-n", str(ranks - 1), arguments.mpi, *tail, "--threads", "1"]
        parts = [dying] if ranks == 1 else [dying, others] if choice.random() < 0.5 else [others, dying]
        return ["mpirun", "--oversubscribe", *(word for part in parts for word in [*part, ":"])][:-1], True
    return [arguments.program, *tail, "--threads", str(choice.randint(1, 3))], False


# Two runs of OpenMPI that begin at once quarrel about their folder, so each test has its own.
SESSIONS = tempfile.TemporaryDirectory(prefix="mpi")


def environment(**more):
    return dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                OMPI_MCA_orte_tmpdir_base=SESSIONS.name, **more)


def run(line, **more):
    return subprocess.run(line, env=environment(**more), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=300)


def same(a, b):
    if not os.path.isdir(a):
        return filecmp.cmp(a, b, shallow=False)
    names = sorted(os.path.relpath(os.path.join(path, name), a) for path, _, files in os.walk(a) for name in files)
    theirs = sorted(os.path.relpath(os.path.join(path, name), b) for path, _, files in os.walk(b) for name in files)
    return names == theirs and all(filecmp.cmp(os.path.join(a, n), os.path.join(b, n), shallow=False) for n in names)


def remove(out):
    shutil.rmtree(out) if os.path.isdir(out) else os.path.exists(out) and os.remove(out)


def disturb(arguments, choice, file, out):
    """Kills runs until one survives, or often enough. Returns how many were killed."""
    kills = 0
    while kills < MOST_KILLS_OF_ONE_FILE:
        line, several = command(arguments, choice, file, out)
        more = {} if several else {"CAROM_SWEEP_DIE_AFTER": "%.3f" % 10 ** choice.uniform(-0.5, 2)}
        done = run(line, **more)
        if done.returncode in (0, 1):
            return kills
        if done.returncode not in (-9, 137):
            raise SystemExit("%s\nended with %d: %s" % (" ".join(line), done.returncode, done.stderr.decode()))
        kills += 1
    return kills


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--mpi", help="carom-mpi: half of the runs are of 1 to 4 ranks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=["h5", "npy"], help="one kind of file")
    arguments = parser.parse_args()
    choice = random.Random(arguments.seed)
    kills = files = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        cases = []
        for name, scenario in (("planar", PLANAR), ("compliant", COMPLIANT), ("counted", COUNTED)):
            file = os.path.join(folder, name + ".json")
            with open(file, "w", encoding="utf-8") as to:
                json.dump(scenario, to)
            for kind in (".h5", "/") if not arguments.only else (".h5" if arguments.only == "h5" else "/",):
                reference = os.path.join(folder, "reference-" + name + kind)
                done = run([arguments.program, "sweep", file, "-o", reference, "--threads", "1"])
                if done.returncode not in (0, 1):
                    raise SystemExit("the undisturbed sweep ended with %d: %s" % (done.returncode, done.stderr.decode()))
                cases.append((file, os.path.join(folder, "disturbed-" + name + kind), reference))
        while kills < arguments.kills:
            file, out, reference = cases[files % len(cases)]
            remove(out)
            kills += disturb(arguments, choice, file, out)
            done = run([arguments.program, "sweep", file, "-o", out])
            files += 1
            if done.returncode not in (0, 1) or not same(out, reference):
                wrong += 1
                print("%s differs (exit %d)" % (out, done.returncode))
    print("%d kills, %d files, %d differ from an undisturbed one" % (kills, files, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
