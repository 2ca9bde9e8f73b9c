"""Legs of event chains of hard disks, all pairs: correct and slow. It stands for an algorithm of yours."""

import itertools, math


class EventChains:
    """Disks may touch, and overlap by rounding."""

    def __init__(self, width, height, centres, active):
        self.sides, self.centres, self.active, self.liftings = (width, height), [list(r) for r in centres], active, 0

    def move(self, a, left):
        """All active disks go on by so much, along x (a = 0) or y (1)."""
        sides = self.sides
        while left > 0:
            hits = [(left, None, None)]  # the way, who moves, who is met
            for i, j in itertools.product(self.active, set(range(len(self.centres))) - set(self.active)):
                d = [q - p for p, q in zip(self.centres[i], self.centres[j])]
                if abs(offset := math.remainder(d[1 - a], sides[1 - a])) < 1:
                    hits.append((max(d[a] % sides[a] - math.sqrt(1 - offset * offset), 0), i, j))
            way, i, j = min(hits, key=lambda hit: hit[0])
            for k in self.active:
                self.centres[k][a] = (self.centres[k][a] + way) % sides[a] % sides[a]
            self.active = [j if k == i else k for k in self.active]
            left, self.liftings = left - way, self.liftings + (j is not None)
