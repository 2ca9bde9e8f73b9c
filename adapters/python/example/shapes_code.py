"""Hard disks or balls by the Metropolis algorithm, all pairs, also at constant pressure. It stands for one of yours."""

import math
import random


class Spheres:
    """In a box that is as wide as a body."""

    def __init__(self, dimensions, sides, radii, centres, max_displacement, seed):
        self.dimensions, self.sides, self.radii = dimensions, sides, radii
        self.centres, self.max_displacement = list(centres), max_displacement
        self.counts = [0, 0, 0, 0]    # trials of disks, those accepted, trials of boxes, those accepted
        self.random = random.Random(seed)

    def nearest(self, vector):
        return [v - side * round(v / side) for v, side in zip(vector, self.sides)]

    def displacement(self):
        while True:
            step = [self.random.uniform(-1, 1) if k < self.dimensions else 0 for k in range(3)]
            if sum(s * s for s in step) <= 1:
                return [self.max_displacement * s for s in step]

    def is_free(self, i, place):
        return all(j == i or math.hypot(*self.nearest([p - o for p, o in zip(place, other)])) >
                   self.radii[i] + self.radii[j] for j, other in enumerate(self.centres))

    def advance(self, steps, sweeps, box_moves, pressure, max_volume, max_log_volume):
        for _ in range(steps):
            for _ in range(sweeps):
                self.sweep()
            for _ in range(box_moves):
                self.move_box(pressure, max_volume, max_log_volume)

    def sweep(self):
        for i, centre in enumerate(self.centres):
            place = self.nearest([c + s for c, s in zip(centre, self.displacement())])
            self.counts[0] += 1
            if self.is_free(i, place):
                self.counts[1] += 1
                self.centres[i] = place

    def move_box(self, pressure, max_volume, max_log_volume):
        """Moves of V keep the weight V^N exp(-pressure V) dV, and those of ln V V^(N + 1) exp(-pressure V) dlnV."""
        self.counts[2] += 1
        n, volume = len(self.centres), math.prod(self.sides[:self.dimensions])
        if self.random.random() * (bool(max_volume) + bool(max_log_volume)) < bool(max_volume):
            new, power = volume + max_volume * self.random.uniform(-1, 1), n
        else:
            new, power = volume * math.exp(max_log_volume * self.random.uniform(-1, 1)), n + 1
        factor = max(new / volume, 1e-9) ** (1 / self.dimensions)
        weight = power * self.dimensions * math.log(factor) - pressure * (new - volume)
        if math.log(1 - self.random.random()) > weight:
            return
        old = self.sides, self.centres
        self.sides = [side * factor if k < self.dimensions else side for k, side in enumerate(self.sides)]
        self.centres = [[factor * x for x in centre] for centre in self.centres]
        if (min(self.sides[:self.dimensions]) >= 2 * max(self.radii)
                and all(self.is_free(i, centre) for i, centre in enumerate(self.centres))):
            self.counts[3] += 1
        else:
            self.sides, self.centres = old
