#!/usr/bin/env python3
"""Star clusters by Hénon's Monte Carlo method, by the code of stars_code.py. Put your own simulation in its place."""

import random

from stars_code import Cluster
from touchstone_verify import Stars, serve


class MyStars(Stars):
    # self.stars holds (number, mass, radius, radial velocity, tangential velocity) of each star, from the centre out;
    # self.theta_max, self.seed and self.threads are set before start().
    def start(self):
        self.cluster = Cluster(self.stars, random.Random(self.seed))

    # self.time, in units of t_dyn N / ln(gamma N), and the sum self.escaped_energy of m E are those since the start.
    def advance(self, steps):
        for _ in range(steps):
            self.time += self.cluster.step(self.theta_max)
        self.escaped_energy = self.cluster.escaped_energy

    def state(self):  # those that are left, from the centre out
        return self.cluster.stars


serve(MyStars)
