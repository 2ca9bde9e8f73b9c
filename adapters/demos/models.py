"""Forces and potential energies of the models of the suite, all pairs, for programs that are given them by a callback.

Coordinates are rows of numpy: one number for each particle, in the plane two.
"""

import numpy


def forces(model, softening, q, others):
    """Forces on particles at q by those at `others`, which may be the same."""
    if model == "hmf":
        return (numpy.sin(others).sum() * numpy.cos(q) - numpy.cos(others).sum() * numpy.sin(q)) / len(q)
    apart = q[:, None] - others
    if model == "ring":
        return -(numpy.sin(apart) * squares_of_chords(apart, softening) ** -1.5).sum(axis=1) / len(q)
    return -2 * (apart / ((apart**2).sum(axis=2, keepdims=True) + softening)).sum(axis=1) / len(q)


def potential_energy(model, softening, q):
    """Potential energy of all particles."""
    n = len(q)
    if model == "hmf":
        return (n - (numpy.cos(q).sum() ** 2 + numpy.sin(q).sum() ** 2) / n) / 2
    apart = (q[:, None] - q)[numpy.triu_indices(n, 1)]
    if model == "ring":
        return -(squares_of_chords(apart, softening) ** -0.5).sum() / n
    return numpy.log((apart**2).sum(axis=1) + softening).sum() / n


def squares_of_chords(apart, softening):
    """Softened squares of the chords between angles."""
    return 4 * numpy.sin(apart / 2) ** 2 + 2 * softening
