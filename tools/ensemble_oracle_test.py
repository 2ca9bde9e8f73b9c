#!/usr/bin/env python3
"""The slopes of statistics/ensemble_ratio_test.cpp, from an independent program: the same
series, fitted by the package physical_validation of M. R. Shirts' group. Skipped where the package
is not installed (pip install physical-validation)."""

import math
import pathlib
import re
import unittest

try:
    import numpy
    from physical_validation.util import ensemble
except ImportError:
    ensemble = None

TEST = pathlib.Path(__file__).resolve().parents[1] / "statistics/ensemble_ratio_test.cpp"


def series(seed, parts, pressure, samples):
    """Independent volumes of an ideal gas; the generator is that of the C++ test."""
    state, result = seed, []
    for _ in range(samples):
        total = 0.0
        for _ in range(parts):
            state = (1103515245 * state + 12345) % 2**31
            total -= math.log((state + 0.5) / 2**31)
        result.append(total / pressure)
    return numpy.array(result)


def recorded(name):
    return float(re.search(rf"constexpr double {name} = ([-0-9.e]+);", TEST.read_text()).group(1))


@unittest.skipIf(ensemble is None, "the package physical_validation is not installed")
class Slopes(unittest.TestCase):
    def test_slope_and_error_are_those_of_the_suite(self):
        low, high = series(1, 5, 1, 1500), series(2, 5, 2, 1000)
        start = numpy.array([0.0, -1.0])  # the slope of ln(p2 / p1)
        fit, error = ensemble.do_max_likelihood_fit(low, high, 1, 1, start, False)
        self.assertLess(abs(-fit[1] - recorded("kOracleSlope")), 1e-6)
        self.assertLess(abs(error[1] - recorded("kOracleError")), 1e-6)


if __name__ == "__main__":
    unittest.main()
