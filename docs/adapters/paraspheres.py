#!/usr/bin/env python3
"""Legs of event chains by GlobalTimeECMC.py of JeLLyFysh/ParaSpheres.

usage: paraspheres.py PROGRAM     the path of GlobalTimeECMC.py

The program reads four files: info.dat, configuration.dat, constraints.dat and activeK.dat. It writes the liftings, in
liftingK.dat, with ten digits of their times; positions are what is covered between them. Its box is a square of side 1
around 0, and its chains move along x: a leg along y is given with coordinates exchanged.
"""

import pathlib
import subprocess
import sys
import tempfile

from touchstone_verify import Chains, Refused, serve

PROGRAM = pathlib.Path(sys.argv[1]).resolve()


def lines(rows):
    """The text of a file with these rows of numbers."""
    return "".join(" ".join(map(repr, row)) + "\n" for row in rows)


class ParaSpheres(Chains):
    version = "ParaSpheres, GlobalTimeECMC.py"

    def start(self):
        if self.width != self.height:
            raise Refused("only square boxes")
        if len(self.active) >= len(self.centres):
            raise Refused("only with a disk that is not active")
        self.along = "xy".index(self.direction)

    def advance(self, legs):
        way = legs * self.length / self.width
        if way <= 0:
            return
        with tempfile.TemporaryDirectory() as folder:
            liftings = self.run(pathlib.Path(folder), way)
        now, begun = 0.0, dict.fromkeys(self.active, 0.0)
        for now, old, new in liftings:
            self.move(old, now - begun.pop(old))
            begun[new] = now
        for disk, since in begun.items():
            self.move(disk, way - since)
        self.active, self.liftings = list(begun), self.liftings + len(liftings)

    def run(self, folder, way):
        """Liftings of a leg: time, old and new active disk."""
        rows = [(row[self.along] / self.width - 0.5, row[1 - self.along] / self.width - 0.5) for row in self.centres]
        across = [row[1] for row in rows]
        meets = [[j for j, y in enumerate(across) if j != i and abs((y - across[i] + 0.5) % 1 - 0.5) < 1 / self.width]
                 for i in range(len(rows))]
        active = len(self.active)
        info = {"N": len(rows), "sigma": repr(0.5 / self.width), "LogKmax": active.bit_length(),
                "ChainLength": repr(way * active)}
        (folder / "info.dat").write_text("".join(f"{key} {value}\n" for key, value in info.items()), encoding="utf-8")
        (folder / "configuration.dat").write_text(lines(rows), encoding="utf-8")
        (folder / "constraints.dat").write_text(lines(meets), encoding="utf-8")
        (folder / f"active{active}.dat").write_text(lines([disk] for disk in self.active), encoding="utf-8")
        subprocess.run([sys.executable, PROGRAM, str(active)], cwd=folder, check=True, stdin=subprocess.DEVNULL,
                       stdout=sys.stderr)
        found = (folder / f"lifting{active}.dat").read_text(encoding="utf-8").splitlines()
        return [(float(time), int(old), int(new)) for time, old, new in map(str.split, found)]

    def move(self, disk, way):
        """Moves a disk by a part of the box along the direction."""
        centre = self.centres[disk]
        centre[self.along] = (centre[self.along] + way * self.width) % self.width % self.width


serve(ParaSpheres)
