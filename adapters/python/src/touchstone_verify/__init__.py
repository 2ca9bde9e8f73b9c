"""Lets the Touchstone suite judge a particle simulation of your own.

Derive a class from Disks, Shapes, Longrange, Stars or Chains, give it `advance`, and call `serve`:

    from touchstone_verify import Disks, serve

    class MyDisks(Disks):
        def advance(self, sweeps): ...     # changes self.centres, counts self.trials and self.accepted

    serve(MyDisks)

A test for overlaps derives from Overlaps and has `overlap(self, a, b)`.
Who keeps the state in data of their own writes `start` and `state`, too.
"""

from .server import serve
from .systems import Body, Chains, Disks, Longrange, Overlaps, Placed, Refused, Shapes, Stars

__all__ = ["Body", "Chains", "Disks", "Longrange", "Overlaps", "Placed", "Refused", "Shapes", "Stars", "serve"]
