"""A collision library of two functions. It stands for one of yours."""

import math


def disks_collide(a, radius_a, b, radius_b):
    return math.hypot(b[0] - a[0], b[1] - a[1]) <= radius_a + radius_b


def balls_collide(a, radius_a, b, radius_b):
    return math.dist(a, b) <= radius_a + radius_b
