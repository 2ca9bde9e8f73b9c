"""Paper Table 2 of the long-range models: seconds per step of the Ring.

Reads   benchmark records "seconds per step" of the Ring; longrange_tables.csv
"""

from common import integrators


def build(context, records):
    return integrators.artifact(
        context, records, 2, "ring", "Ring, seconds for a complete time step",
        "eps = 0.001. Direct sums compute all pairs, as the paper's program does, in double "
        "precision, in single with sums of 64, or mixed, the paper's; the Ring's potential has few "
        "Fourier modes, so that other programs need not visit pairs at all.")
