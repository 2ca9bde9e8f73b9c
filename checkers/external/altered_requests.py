#!/usr/bin/env python3
"""A right program for hard shapes, wrong in one way: what is said to it, or what it answers, is altered on the way.

usage: altered_requests.py FAULT|right KIND|all COMMAND...     starts without bodies of the kind are refused

    larger        bodies that are larger by 6 per cent             smaller      the same, smaller
    parameter     the largest length of a body is a tenth too large  turned-back  orientations are read the other way round
    rounded       states are told in single precision
    unrotated     orientations of the start are told for ever      small-turns  largest rotation is 30 per cent too small
"""

import array
import subprocess
import sys
import threading

# Numbers of a line that are no lengths: counts, masks, normals, indices. What follows a count is `row` numbers each.
ROWS = {"sphere_union": "xyzr-", "convex_polygon": "xy", "simple_polygon": "xy", "spheropolygon": "xy",
        "convex_polyhedron": "xyz", "spheropolyhedron": "xyz", "faceted_ellipsoid": "---d", "polyhedron": "xyz",
        "dimpled_ball": "xyzr"}
BEFORE = {"disk": 1, "ball": 1, "ellipse": 2, "ellipsoid": 3, "spheropolygon": 1, "spheropolyhedron": 1,
          "faceted_ellipsoid": 6, "polyhedron": 4, "dimpled_ball": 4}  # lengths before the count


def lengths(words):
    """Places of the lengths in the words of a body."""
    name, first = words[0], BEFORE.get(words[0], 0)
    places = list(range(1, 1 + first))
    if name in ROWS:
        row = ROWS[name]
        count = int(words[1 + first])
        places += [2 + first + k for k in range(count * len(row)) if row[k % len(row)] != "-"]
    return places


def body_line(line, fault):
    """The line of a type of body, altered."""
    words = line.split()
    places = lengths(words)
    factor = {"larger": 1.06, "smaller": 0.94, "parameter": 1.1}.get(fault, 1)
    longest = max(places, key=lambda place: abs(float(words[place])))
    for place in [longest] if fault == "parameter" else places:
        words[place] = repr(factor * float(words[place]))
    return " ".join(words) + "\n"


def turned(words, fault):
    """The last four of these words, a quaternion, altered."""
    return words[:-4] + [words[-4], *(repr(-float(word)) for word in words[-3:])] if fault == "turned-back" else words


class Wire:
    """Between the suite and the program, which is begun with the first start that is not refused."""

    def __init__(self, fault, kind, command):
        self.fault, self.kind, self.command = fault, kind, command
        self.program, self.orientations = None, []

    def send(self, text):
        if self.program is None:
            self.program = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
            threading.Thread(target=self.answer, daemon=True).start()
        self.program.stdin.write(text)
        self.program.stdin.flush()

    def start(self, line):
        """Sends a start on, or refuses it and returns False."""
        text, kinds = [line], []
        for line in sys.stdin:
            words = line.split()
            if words[0] == "max_rotation" and self.fault == "small-turns":
                line = f"max_rotation {0.7 * float(words[1])!r}\n"
            text.append(line)
            if words[0] == "types":
                kinds = [sys.stdin.readline() for _ in range(int(words[1]))]
                text += [body_line(kind, self.fault) for kind in kinds]
            if words[0] == "bodies":
                break
        if self.kind not in ("all", *(kind.split()[0] for kind in kinds)):
            print(f"error only bodies of the kind {self.kind}", flush=True)
            return False
        rows = [sys.stdin.readline().split() for _ in range(int(text[0].split()[2]))]
        self.orientations = [row[-4:] for row in rows]
        self.send("".join(text) + "".join(" ".join(turned(row, self.fault)) + "\n" for row in rows))
        return True

    def serve(self):
        for line in sys.stdin:
            if not line.startswith("start"):
                self.send(line)
            elif not self.start(line):
                break
        if self.program:
            self.program.stdin.close()
            self.program.wait()

    def answer(self):
        row = 0
        for line in self.program.stdout:
            words = line.split()
            if words[:1] == ["ok"]:
                row = 0
            elif len(words) == 7:  # of a body; the box has six numbers
                words = words[:3] + self.orientations[row] if self.fault == "unrotated" else turned(words, self.fault)
                if self.fault == "rounded":
                    words = [repr(x) for x in array.array("f", map(float, words))]
                line, row = " ".join(words) + "\n", row + 1
            sys.stdout.write(line)
            sys.stdout.flush()


Wire(sys.argv[1], sys.argv[2], sys.argv[3:]).serve()
