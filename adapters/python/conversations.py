"""Texts of requests, and two ways to put them to a class of a user's, for the tests of this package."""

import io
import os
import pathlib
import subprocess
import sys
import textwrap

SOURCES = pathlib.Path(__file__).resolve().parent / "src"
sys.path.insert(0, str(SOURCES))

from touchstone_verify import serve  # noqa: E402  (found through the line above)

TWO_DISKS = """\
start disks 2
box 8.5 7.25
seed 18446744073709551615
threads 4
max_displacement 0.16
trials_per_cell 4
centres
1.5 2.25
6 1e-05
"""
BODIES = """\
start shapes 2
dimensions 2
box 9 8 1 0.5 0 0
seed 1
threads 1
max_displacement 0.2
max_rotation 0.5
translations 0.5
sweeps_per_step 4
types 3
disk 0.5
spheropolygon 0.25 3 0 0 1 0 0 1
ellipsoid 1 2 3
bodies
0 -4 -4 0 1 0 0 0
1 4 -4 0 1 0 0 0
"""
PAIRS = """\
start overlaps 2
types 2
ball 0.5
ellipsoid 1 2 3
pairs
0 0 0 0 1 0 0 0
0 0.5 0 0 0.6 0 0 0.8
1 0 0 0 1 0 0 0
0 9 0 0 1 0 0 0
"""
PLANE = """\
start longrange 2
model gravity-2d
softening 0.1
time_step 0.05
threads 1
state
3.5 0.25 1 2
4.5 -0.25 3 4
"""
CLUSTER = """\
start stars 2
theta_max 0.5
seed 3
threads 2
stars
0.25 0.5 -0.125 0
0.75 1.5 0.125 1
"""
LEG = """\
start chains 2
box 6 7.5
active 1 0
direction y
length 2.25
threads 2
centres
1.5 2.25
2 0
"""


def answers_of(requests, *classes):
    """Lines of the answers."""
    written = io.StringIO()
    serve(*classes, requests=io.StringIO(requests), answers=written)
    return written.getvalue().splitlines()


def conversation(program, requests):
    """(exit code, answers, what was written to standard error) of a program that defines `Mine` and serves it."""
    text = "from touchstone_verify import *\n" + textwrap.dedent(program) + "\nserve(Mine)\n"
    done = subprocess.run([sys.executable, "-B", "-c", text], input=requests, capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(SOURCES)}, check=False)
    return done.returncode, done.stdout.splitlines(), done.stderr
