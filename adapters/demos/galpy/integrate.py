#!/usr/bin/env python3
"""Symplectic integrators of galpy on the models of the suite, whose forces are given to it by a callback: `leapfrog` of
its module symplecticode, and `symplec4` and `symplec6` of its compiled library.

usage: integrate.py leapfrog|symplec4|symplec6 [--fault]     the fault: the last particle attracts no other
"""

import ctypes
import importlib.metadata
import pathlib
import sys

import numpy
from galpy.util import symplecticode
from galpy.util._load_extension_libs import load_libgalpy
from touchstone_verify import Longrange, serve

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import models

METHOD, FAULT = sys.argv[1], "--fault" in sys.argv
STRETCH = 1000  # steps at a time, all of which galpy returns
NUMBERS, ANY = ctypes.POINTER(ctypes.c_double), 1e300  # tolerance of a step that is to be as long as it is told
FORCE = ctypes.CFUNCTYPE(None, ctypes.c_double, NUMBERS, NUMBERS, ctypes.c_int, ctypes.c_void_p)


def compiled(force, start, times):
    """Motion by an integrator of the library, with one step from each time to the next."""
    integrate = getattr(load_libgalpy(check_openmp_issue=False)[0], METHOD)
    size = len(start) // 2

    def write_force(_, q, result, *unused):
        numpy.ctypeslib.as_array(result, (size,))[:] = force(numpy.ctypeslib.as_array(q, (size,)))

    number, count, motion, error = ctypes.c_double, ctypes.c_int, numpy.empty((len(times), len(start))), ctypes.c_int(0)
    pointers = [array.ctypes.data_as(NUMBERS) for array in (start, times, motion)]
    integrate.restype = None
    integrate(FORCE(write_force), count(size), pointers[0], count(len(times)), number(times[1]), pointers[1], count(0),
              None, number(ANY), number(ANY), pointers[2], ctypes.byref(error))
    if error.value != 0:
        raise RuntimeError(f"{METHOD} of galpy: error {error.value}")
    return motion


def interpreted(force, start, times):
    """Motion by the leapfrog in Python."""
    return symplecticode.leapfrog(lambda q, t: force(q), start, times, rtol=0, atol=ANY)


class Galpy(Longrange):
    version = f"galpy {importlib.metadata.version('galpy')}"

    def start(self):
        self.shape = (len(self.q), self.dimensions)
        self.now = numpy.array([self.q, self.p], dtype=float).ravel()

    def advance(self, steps):
        move = interpreted if METHOD == "leapfrog" else compiled
        while steps > 0:
            some = min(steps, STRETCH)
            self.now = move(self.force_at, self.now, self.time_step * numpy.arange(some + 1))[-1].copy()
            steps -= some

    def force_at(self, q):
        q = q.reshape(self.shape)
        return models.forces(self.model, self.softening, q, q[:-1] if FAULT else q).ravel()

    def state(self):
        return self.now.reshape(2, *self.shape)

    def forces(self):
        return self.force_at(self.state()[0]).reshape(self.shape)

    def energies(self):
        q, p = self.state()
        return (p**2).sum() / 2, models.potential_energy(self.model, self.softening, q)


serve(Galpy)
