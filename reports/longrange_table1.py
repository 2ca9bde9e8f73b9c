"""Paper Table 1 of the long-range models: seconds per step of the HMF model.

Reads   benchmark records "seconds per step" of the HMF model; longrange_tables.csv
"""

from common import integrators


def build(context, records):
    return integrators.artifact(
        context, records, 1, "hmf", "HMF model, seconds for a complete time step",
        "A step is three passes over the particles. Stored: angle, momentum, sine and cosine, as in "
        "the paper; rotation: sine and cosine are turned and no angle is kept.")
