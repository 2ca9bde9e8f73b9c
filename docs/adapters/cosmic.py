#!/usr/bin/env python3
"""Star clusters by CMC-COSMIC: its program `cmc`, with point masses alone. It needs the package h5py.

usage: cosmic.py COMMAND...     the program, as `cmc`, or `mpirun -np 4 cmc`

`cmc FILE.ini PREFIX` reads its stars from an HDF5 file, makes so many steps, and writes a snapshot of each into
PREFIX.snapshots.h5, the times into PREFIX.log, and the energy of stars that have left into PREFIX.dyn.dat. A run cannot be
told to go on by one step, but it is a function of its seed: more steps are asked for by a longer run from the start.
"""

import math
import pathlib
import re
import subprocess
import sys
import tempfile

import h5py
from touchstone_verify import Refused, Stars, serve

COMMAND = sys.argv[1:]
FEWEST = 80  # two chunks of the program
FIRST = 8  # steps of the first run
# Relaxation alone: no binaries, collisions, captures, stellar evolution or tides. Densities are of ten stars to either side.
SETTINGS = {
    "cmc": {
        "INPUT_FILE": "input.hdf5", "SNAPSHOTTING": 1, "SNAPSHOT_DELTACOUNT": 1, "SNAPSHOT_CORE_COLLAPSE": 0,
        "SNAPSHOT_WINDOWS": "NULL", "BH_SNAPSHOTTING": 0, "PERTURB": 1, "RELAXATION": 1, "CMC_GAMMA": 0.1, "BINBIN": 0,
        "BINSINGLE": 0, "BH_CAPTURE": 0, "THREEBODYBINARIES": 0, "ONLY_FORM_BH_THREEBODYBINARIES": 0, "SS_COLLISION": 0,
        "TIDAL_CAPTURE": 0, "TIDALLY_STRIP_STARS": 1, "TIDAL_TREATMENT": 0, "USE_TT_FILE": 0, "T_MAX_PHYS": 1e9, "T_MAX": 1e9,
        "MAX_WCLOCK_TIME": 604800, "STOPATCORECOLLAPSE": 0, "TERMINAL_ENERGY_DISPLACEMENT": 10, "AVEKERNEL": 10,
        "MIN_CHUNK_SIZE": 40, "FORCE_RLX_STEP": 0},
    "bse": {"STELLAR_EVOLUTION": 0}}
COLUMNS = "id k m Reff r vr vt binind".split()
OF_BINARIES = 11  # columns of the table of binaries, which has one empty row


def write_stars(path, stars):
    """The file that InitialCMCTable.write of COSMIC makes of such stars: a row before them, and one behind."""
    none = dict.fromkeys(COLUMNS, 0.0)
    rows = [{**none, "r": 2.2250738585072014e-308}]
    rows += [{**none, "id": number + 1, "m": mass, "r": r, "vr": vr, "vt": vt} for number, mass, r, vr, vt in stars]
    rows += [{**none, "r": 1e40}]
    with h5py.File(path, "w") as file:
        data = [[row[name] for name in COLUMNS] for row in rows]
        table = file.create_dataset("CLUS_OBJ_DATA/block0_values", data=data, dtype="f8")
        file.create_dataset("CLUS_BINARY_DATA/block0_values", data=[[0.0] * OF_BINARIES], dtype="f8")
        # One solar mass in all, so that the masses of snapshots, which are solar masses, are those of the protocol.
        counts, reals = {"NOBJ": len(stars), "NBINARY": 0}, {"MCLUS": 1.0, "RVIR": 1.0, "RTID": 1e6, "Z": 0.02}
        for name, value in {"EXTNAME": "CLUS_OBJ_DATA", **counts, **reals}.items():
            table.attrs[name] = value


def write_settings(path, settings):
    path.write_text("".join(f"[{section}]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())
                            for section, keys in settings.items()), encoding="utf-8")


class Cosmic(Stars):
    version = "CMC-COSMIC"

    def start(self):
        if len(self.stars) < FEWEST:
            raise Refused(f"fewer than {FEWEST} stars")
        self.first, self.done, self.run = self.stars, 0, []

    def advance(self, steps):
        self.done += steps
        if self.done > len(self.run):
            with tempfile.TemporaryDirectory() as folder:
                self.run = self.steps(pathlib.Path(folder), max(FIRST, 2 * self.done))
        if self.done > len(self.run):
            raise RuntimeError(f"the program made {len(self.run)} steps, not {self.done}")
        if self.done > 0:
            self.time, self.escaped_energy, self.stars = self.run[self.done - 1]

    def steps(self, folder, count):
        """Time, energy of stars that have left, and stars, after each step."""
        write_stars(folder / "input.hdf5", self.first)
        own = {"THETASEMAX": self.theta_max, "IDUM": self.seed % 2**31, "T_MAX_COUNT": count + 1}  # the start is counted
        write_settings(folder / "run.ini", {**SETTINGS, "cmc": {**SETTINGS["cmc"], **own}})
        subprocess.run([*COMMAND, "run.ini", "run"], cwd=folder, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        log = (folder / "run.log").read_text(encoding="utf-8")
        times = [float(time) for time in re.findall(r"^tcount=\d+ TotalTime=(\S+)", log, re.MULTILINE)]
        rows = [line.split() for line in (folder / "run.dyn.dat").read_text(encoding="utf-8").splitlines()]
        escaped = {row[0]: float(row[15]) for row in rows if not row[0].startswith("#")}
        with h5py.File(folder / "run.snapshots.h5", "r") as file:
            snapshots = {re.fullmatch(r"\d+\(t=([^)]*)\)", name)[1]: self.read(file[name][()]) for name in file}
        return [(time, escaped[f"{time:.8g}"], snapshots[f"{time:.8g}"]) for time in times if time > 0]

    def read(self, table):
        """The stars of a snapshot. What rounding has made of a mass in other units is put right."""
        stars = []
        for number, mass, *place in zip(*(map(float, table[name]) for name in ("id", "m_MSUN", "r", "vr", "vt"))):
            sent = self.first[int(number) - 1][1]
            stars.append((int(number) - 1, sent if math.isclose(mass, sent, rel_tol=1e-12) else mass, *place))
        return stars


serve(Cosmic)
