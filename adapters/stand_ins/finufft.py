"""Stand-in for FINUFFT: the part of its interface that benchmarks/peers uses, by sums of all terms.

It says nothing about FINUFFT. Modes are in the order from the most negative one (modeord=0); points are angles.
"""

import numpy

__version__ = "0.stand-in"


class Plan:
    """A transform of the first kind, to modes, or of the second one, to points; its error is rounding."""

    def __init__(self, nufft_type, n_modes, n_trans=1, eps=1e-6, isign=None, **options):
        if nufft_type not in (1, 2) or options.get("modeord", 0) != 0:
            raise ValueError("the stand-in has the first two kinds, from the most negative mode")
        self.kind, self.sign, self.many, self.shape = nufft_type, isign, n_trans, tuple(n_modes)

    def setpts(self, *points):
        """Waves of all modes at all points, a matrix for each direction."""
        self.waves = [numpy.exp(1j * self.sign * numpy.outer(x, numpy.arange(size) - size // 2))
                      for x, size in zip(points, self.shape, strict=True)]

    def execute(self, data):
        if self.kind == 1:
            return numpy.einsum("j,ja->a" if len(self.shape) == 1 else "j,ja,jb->ab", data, *self.waves, optimize=True)
        fields = numpy.reshape(data, (self.many, *self.shape))
        found = numpy.einsum("ta,ja->tj" if len(self.shape) == 1 else "tab,ja,jb->tj", fields, *self.waves, optimize=True)
        return found[0] if self.many == 1 else found
