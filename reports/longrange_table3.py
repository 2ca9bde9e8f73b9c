"""Paper Table 3 of the long-range models: seconds per step of two-dimensional gravity.

Reads   benchmark records "seconds per step" in the plane; longrange_tables.csv
"""

from common import integrators


def build(context, records):
    return integrators.artifact(
        context, records, 3, "gravity-2d", "Two-dimensional gravity, seconds for a complete time step",
        "eps = 0.001. Mixed is the paper's scheme: pairs in single precision, each added to a sum "
        "in double.")
