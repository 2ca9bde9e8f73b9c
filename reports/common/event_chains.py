"""Event chains of few disks, for drawings: Algorithm 2 of the paper (one clock) and Algorithm 4 (local times), without
periodic boundaries; constraint graphs of the plane.

Source    Li et al. 2021, sections 2.1, 2.2 and 3.1
Units     disks have the diameter 1 and move at unit speed along x
Not here  What judges event chains (reference/ecmc): nothing here does
"""

import math


class Leg:
    """Disks between two breakpoints: centres, which are active, and how long."""

    def __init__(self, centres, active, duration):
        self.x = [x for x, _ in centres]
        self.y = [y for _, y in centres]
        self.active, self.duration = list(active), duration
        self.targets = {i: [j for j in range(len(centres)) if self.x[i] < self.x[j] and self.apart(i, j)]
                        for i in range(len(centres))}

    def apart(self, i, j):
        """Distance along x at contact, or None for disks that pass each other."""
        across = self.y[j] - self.y[i]
        return math.sqrt(1 - across * across) if abs(across) < 1 else None


def one_clock(leg):
    """(liftings [(time, from, to)], tracks [(disk, time, x, time of the end)]) of Algorithm 2."""
    x, active, time = list(leg.x), set(leg.active), 0.0
    since = {i: (0.0, x[i]) for i in active}
    liftings, tracks = [], []
    while True:
        flights = [(x[j] - x[i] - leg.apart(i, j), i, j) for i in sorted(active)
                   for j in leg.targets[i] if j not in active]
        flight, i, j = min(flights, default=(math.inf, None, None))
        step = min(flight, leg.duration - time)
        time += step
        for k in active:
            x[k] += step
        if step < flight:
            tracks += [(k, *since[k], time) for k in sorted(active)]
            return liftings, tracks
        liftings.append((time, i, j))
        tracks.append((i, *since.pop(i), time))
        active = active - {i} | {j}
        since[j] = (time, x[j])


class Move:
    """One move of Algorithm 4: disk `i` to `x`; `to`: the disk it lifts to, if any; `alarm`: a disk whose
    horizon it violates."""

    def __init__(self, i, to, alarm, x, times, active):
        self.i, self.to, self.alarm = i, to, alarm
        self.x, self.times, self.active = list(x), list(times), set(active)


def local_times(leg, choose):
    """[Move] of Algorithm 4, which goes on where the horizon is violated (Remark 7); `choose` picks an active disk."""
    x, times, active = list(leg.x), [0.0] * len(leg.x), set(leg.active)
    moves = []
    while active:
        i = choose(sorted(active))
        flights = sorted((x[j] - x[i] - leg.apart(i, j), j) for j in leg.targets[i])
        alarm = next((j for flight, j in flights if times[j] > times[i] + flight), None)
        flight, j = flights[0] if flights else (math.inf, None)
        left = leg.duration - times[i]
        step = min(flight, left)
        x[i] += step
        times[i] += step
        to = None
        if step == left:
            active.discard(i)
        elif j not in active:
            times[j], to = times[i], j
            active = active - {i} | {j}
        moves.append(Move(i, to, alarm, x, times, active))
        if len(moves) > 200:
            return moves  # active disks that wait for each other
    return moves


def lanes(centres, i):
    """{lane: nearest disk ahead of disk i}: lanes 0 and 2 are beside the middle one, half a diameter wide each."""
    leg = Leg(centres, [], 0)
    found = {}
    for j in leg.targets[i]:
        lane = 0 if leg.y[j] - leg.y[i] < -0.5 else 2 if leg.y[j] - leg.y[i] >= 0.5 else 1
        if lane not in found or leg.x[j] < leg.x[found[lane]]:
            found[lane] = j
    return found


def graph(centres):
    """(arrows [(i, j)] of three lanes, {arrow: disk k that makes it needless}): first-order pruning."""
    leg = Leg(centres, [], 0)
    arrows = [(i, j) for i in range(len(centres)) for j in sorted(lanes(centres, i).values())]
    needless = {}
    for i, j in arrows:
        for k in leg.targets[i]:
            through = leg.apart(k, j) if leg.x[k] < leg.x[j] and k != j else None
            if through and leg.apart(i, k) + through > leg.apart(i, j):
                needless[i, j] = k
                break
    return arrows, needless
