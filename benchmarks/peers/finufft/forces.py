#!/usr/bin/env python3
"""Forces of the Ring and of gravity in the plane by FINUFFT: one side of `touchstone bench --peers`.

Forces are a convolution. A transform of the first kind gives the modes of the density at the particles, they are multiplied
by those of the force of one particle, and a transform of the second kind gives the sum at the particles. The plans and the
factors are made beforehand; points are set in each evaluation, since they move in a simulation.

Source    A. H. Barnett, J. Magland, L. af Klinteberg, SIAM J. Sci. Comput. 41, C479 (2019); equations 1 and 3 of Rocha Filho
Answers   lines of standard input: `turn N`, `write FILE` (benchmarks/turns.hpp)
"""

import argparse
import json
import math
import sys
import time

import finufft
import numpy

WINDOW = 4.4  # width of the window's edge, in ln(1 / tolerance) / k_max


class Ring:
    """Modes of -sin d / (2 (1 - cos d + eps))^(3/2), taken as far as their rest exceeds a tenth of the tolerance."""

    dimensions = 1

    def __init__(self, softening, tolerance, angles):
        grid = 1 << math.ceil(math.log2(64 / math.sqrt(softening) * math.log(10 / tolerance)))
        angle = 2 * numpy.pi * numpy.fft.fftfreq(grid)  # from -pi: beyond pi small distances would be lost to rounding
        square = 4 * numpy.sin(angle / 2) ** 2 + 2 * softening
        modes = -numpy.fft.rfft(numpy.sin(angle) / square**1.5) / grid
        rest = numpy.cumsum((numpy.abs(modes) ** 2)[::-1])[::-1]
        self.most = int(numpy.argmax(rest < (tolerance / 10) ** 2 * rest[0]))
        half = modes[:self.most + 1].imag
        self.shape = (2 * self.most + 1,)
        self.factors = 1j * numpy.concatenate([-half[:0:-1], half]) / len(angles)
        self.points = [numpy.remainder(angles, 2 * numpy.pi)]


class Plane:
    """Modes of the gradient of -log(r^2 + eps), cut off smoothly beyond the largest distance in a box that is twice as wide."""

    dimensions = 2

    def __init__(self, softening, tolerance, coordinates):
        x, y = coordinates.reshape(2, -1)
        centre = (x.min() + x.max()) / 2, (y.min() + y.max()) / 2
        far = 2 * math.sqrt(((x - centre[0]) ** 2 + (y - centre[1]) ** 2).max())
        decades = math.log(1 / tolerance)
        k_max = decades / math.sqrt(softening)
        edge = WINDOW * decades / k_max
        box = 2 * (far + edge)
        self.most = math.ceil(k_max * box / (2 * math.pi)) + 1
        self.shape = (2 * self.most + 1,) * 2
        wave = 2 * numpy.pi / box * numpy.arange(-self.most, self.most + 1)
        potential = -self.potential_modes(softening, far, edge, decades, box)
        gradient = 1j * potential / len(x)
        self.factors = gradient * (wave[:, None] + 1j * wave[None, :])  # x and y are the parts of one complex field
        self.points = [2 * numpy.pi / box * (x - centre[0]), 2 * numpy.pi / box * (y - centre[1])]

    def potential_modes(self, softening, far, edge, decades, box):
        """Those of the potential, from twice as many points as it has modes in each direction."""
        grid = 4 * (self.most + 1)
        place = box / grid * numpy.minimum(numpy.arange(grid), grid - numpy.arange(grid))
        square = place[:, None] ** 2 + place[None, :] ** 2
        distance = numpy.sqrt(square)
        potential = numpy.log(square + softening)
        potential[distance > far + edge] = 0
        at = (distance > far) & (distance <= far + edge)
        steep = 2 * math.sqrt(decades) / edge
        potential[at] *= [math.erfc(steep * (r - far - edge / 2)) / 2 for r in distance[at].tolist()]
        modes = numpy.fft.fft2(potential).real / grid**2
        kept = numpy.arange(-self.most, self.most + 1)
        return modes[numpy.ix_(kept, kept)]


class Forces:
    """Forces of a system, with the plans of both transforms."""

    def __init__(self, system, tolerance, threads):
        self.system, self.unit = system, numpy.ones(len(system.points[0]), dtype=complex)
        options = {"eps": tolerance, "nthreads": threads, "modeord": 0}
        self.density = finufft.Plan(1, system.shape, isign=-1, **options)
        self.field = finufft.Plan(2, system.shape, isign=1, **options)

    def evaluate(self):
        self.density.setpts(*self.system.points)
        modes = self.density.execute(self.unit)
        self.field.setpts(*self.system.points)
        found = self.field.execute(self.system.factors * modes)
        self.found = numpy.concatenate([found.real, found.imag][:self.system.dimensions])

    def turn(self, times):
        begin = time.perf_counter()
        for _ in range(times):
            self.evaluate()
        return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", choices=("ring", "gravity-2d"), required=True)
    parser.add_argument("--softening", type=float, required=True)
    parser.add_argument("--tolerance", type=float, required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--coordinates", required=True)
    options = parser.parse_args()
    system = (Ring if options.model == "ring" else Plane)(options.softening, options.tolerance, numpy.fromfile(options.coordinates))
    forces = Forces(system, options.tolerance, options.threads)
    print(json.dumps({"units": 1, "version": f"FINUFFT {finufft.__version__}", "modes": system.shape}), flush=True)
    for line in sys.stdin:
        word, rest = line.split(maxsplit=1)
        if word == "turn":
            print(json.dumps({"seconds": forces.turn(int(rest))}), flush=True)
        else:
            forces.found.tofile(rest.strip())
            print(json.dumps({"written": rest.strip()}), flush=True)


if __name__ == "__main__":
    main()
