#!/usr/bin/env python3
"""The lines of cmc_king.csv, computed from the equation of I. R. King, Astron. J. 71, 64 (1966).

The depth w is the variable, so that the edge is where it ends, at w = 0. Unknown are z, the square of the radius in
core radii, and p, the mass inside over the cube of the radius. Runge-Kutta steps of order 4 are compared with two of
half the length, and extrapolated. The density is a series without differences.
"""

import csv
import math
import pathlib
import unittest

DATA = pathlib.Path(__file__).resolve().with_name("cmc_king.csv")


def density(w):
    """The integral of exp(E) - 1 over all speeds, times a constant."""
    term, total, k = max(0.0, w) ** 2.5 / math.gamma(3.5), 0.0, 0
    while term > 1e-18 * total:
        total, k = total + term, k + 1
        term *= w / (k + 2.5)
    return total


def runge_kutta(slope, w, y, h):
    def moved(by, length):
        return [a + length * b for a, b in zip(y, by)]

    k1 = slope(w, y)
    k2 = slope(w + h / 2, moved(k1, h / 2))
    k3 = slope(w + h / 2, moved(k2, h / 2))
    k4 = slope(w + h, moved(k3, h))
    return moved([a + 2 * b + 2 * c + d for a, b, c, d in zip(k1, k2, k3, k4)], h / 6)


def concentration(w0, tolerance):
    """log10 of the tidal radius over the core radius."""
    centre = density(w0)

    def slope(w, y):
        z, p = y
        return -2 / p, 3 * (p - 3 * density(w) / centre) / (p * z)

    w = w0 * (1 - 1e-6)
    z = (w0 - w) / 1.5
    steepness = (density(w0 * 1.0001) - density(w0 * 0.9999)) / (2e-4 * w0 * centre)
    y, h = [z, 3 - 2.7 * steepness * z], -(w0 - w) / 4  # a series about the centre
    while w > 0:
        h = max(h, -w)
        one = runge_kutta(slope, w, y, h)
        two = runge_kutta(slope, w + h / 2, runge_kutta(slope, w, y, h / 2), h / 2)
        error = max(abs(a - b) / abs(b) for a, b in zip(one, two)) / 15
        if error <= tolerance:
            w = 0 if h == -w else w + h
            y = [b + (b - a) / 15 for a, b in zip(one, two)]
        h *= min(4, max(0.2, 0.9 * (tolerance / max(error, 1e-30)) ** 0.2))
    return math.log10(y[0]) / 2


def lines():
    with open(DATA, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


class King(unittest.TestCase):
    def test_every_line_is_computed(self):
        self.assertEqual([line["w0"] for line in lines()], [str(w0) for w0 in range(1, 13)])
        for line in lines():
            found, error = concentration(int(line["w0"]), 1e-12), float(line["error"])
            self.assertAlmostEqual(found, float(line["concentration"]), delta=error, msg=line["w0"])
            self.assertAlmostEqual(found, concentration(int(line["w0"]), 1e-10), delta=error, msg=line["w0"])

    def test_polytrope(self):
        """A shallow model is nearly a polytrope of index 5/2, whose edge is known: 5.35528 of its lengths.
        S. Chandrasekhar, An Introduction to the Study of Stellar Structure (1939), Table 4."""
        w0 = 1e-4
        length = math.sqrt(w0) / 3  # (w / w0)'' + ... = -(9 / w0) (w / w0)^(5/2)
        self.assertAlmostEqual(10 ** concentration(w0, 1e-11) / length, 5.35528, delta=1e-3)


if __name__ == "__main__":
    unittest.main()
