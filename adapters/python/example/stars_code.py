"""Star clusters by Hénon's Monte Carlo method: correct and slow. It stands for a simulation of yours."""

import bisect, math


class Cluster:
    def __init__(self, stars, rng):
        self.stars, self.rng, self.escaped_energy = [list(star) for star in stars], rng, 0.0
        self.initial = len(stars)
        self.measure()

    def measure(self):
        """The potential at each star, and the mass inside it, its own included. Between two stars the potential is a
        straight line in 1/r."""
        self.radii, self.inside, self.potential = [star[2] for star in self.stars], [], []
        for star in self.stars:
            self.inside.append(star[1] + (self.inside[-1] if self.inside else 0))
        above, outer = 0.0, 0.0
        for r, mass in zip(reversed(self.radii), reversed(self.inside)):
            above, outer = above - mass * (1 / r - outer), 1 / r
            self.potential.append(above)
        self.potential.reverse()

    def felt(self, r, mass, own):
        """Potential at r without the shell of a star of this mass at the radius `own`."""
        k = bisect.bisect_right(self.radii, r) - 1
        potential = self.potential[k] + self.inside[k] * (1 / self.radii[k] - 1 / r) if k >= 0 else self.potential[0]
        return potential + mass / max(r, own)

    def step(self, theta_max):
        time_step = self.time_step(theta_max)
        for k in range(0, len(self.stars) - 1, 2):
            self.meet(k, time_step)
        moved = [(star, self.move(star)) for star in self.stars]
        moved = sorted((pair for pair in moved if pair[1]), key=lambda pair: pair[0][2])
        self.stars = [star for star, _ in moved]
        self.measure()
        self.pay([old + self.felt(r, star[1], star[2]) - self.felt(star[2], star[1], star[2])
                  for star, (r, old) in moved])
        return time_step

    def time_step(self, theta_max):
        """Shortest time in which the mean encounter of a bin of 20 stars deflects by theta_max."""
        least = math.inf
        for k in range(0, len(self.stars) - 21, 20):
            own = self.stars[k:k + 20]
            speed2 = sum(m * (u * u + v * v) for _, m, _, u, v in own) / sum(star[1] for star in own)
            pair = 4 * sum(star[1] ** 2 for star in own) / 20
            volume = 4 / 3 * math.pi * (self.radii[k + 20] ** 3 - self.radii[k] ** 3)
            relative = 4 * math.sqrt(speed2 / (3 * math.pi))
            least = min(least, math.pi / 32 * relative ** 3 * volume / (20 * pair * self.initial))
        return (2 * theta_max / math.pi) ** 2 * least

    def density(self, k):
        """Stars in a volume: the ten to either side of star k, or the 21 innermost or outermost."""
        inner, outer = (-1, 20) if k < 9 else (k - 10, k + 10)
        if outer >= len(self.radii):
            inner, outer = len(self.radii) - 22, len(self.radii) - 1
        return 15 / math.pi / (self.radii[outer] ** 3 - (self.radii[inner] ** 3 if inner >= 0 else 0))

    def meet(self, k, time_step):
        """The encounter of star k and the next one."""
        a, b = self.stars[k], self.stars[k + 1]
        azimuth, axis = (self.rng.uniform(0, math.tau) for _ in range(2))
        w = (b[4] * math.cos(azimuth) - a[4], b[4] * math.sin(azimuth), b[3] - a[3])
        across, speed, mass = math.hypot(w[0], w[1]), math.hypot(*w), a[1] + b[1]
        right_angle = math.pi / 32 * speed ** 3 / (self.density(k) * mass * mass * self.initial)
        angle = min(math.pi / 2, math.pi / 2 * math.sqrt(time_step / right_angle))
        x, y = (w[0] / across, w[1] / across) if across > 0 else (0, -1)
        first, second = (-y * speed, x * speed, 0), (-x * w[2], -y * w[2], across)
        kick = [(math.cos(angle) - 1) * x + math.sin(angle) * (math.cos(axis) * y + math.sin(axis) * z)
                for x, y, z in zip(w, first, second)]
        one, two = b[1] / mass, a[1] / mass
        a[3], a[4] = a[3] - one * kick[2], math.hypot(a[4] - one * kick[0], one * kick[1])
        b[3], b[4] = (b[3] + two * kick[2],
                      math.hypot(b[4] * math.cos(azimuth) + two * kick[0], b[4] * math.sin(azimuth) + two * kick[1]))

    def move(self, star):
        """Puts a star on a place of its orbit, which it finds by the time that it spends there. Returns its old radius
        and the square of its speed after the work of the way there, or None for a star that leaves."""
        _, mass, old, u, v = star
        speed2, here, j = u * u + v * v, self.felt(old, mass, old), old * v
        energy = speed2 / 2 + here
        if energy >= 0:
            self.escaped_energy += mass * (energy - mass / old)
            return None

        def radial2(r):
            return 2 * (energy - self.felt(r, mass, old)) - (j / r) ** 2

        def turns(inside, outside):
            """1/r of an apsis."""
            for _ in range(60):
                middle = (inside + outside) / 2
                inside, outside = (middle, outside) if radial2(1 / middle) > 0 else (inside, middle)
            return 1 / inside

        def slope(r):
            """Slope of radial2 at an apsis."""
            k = bisect.bisect_right(self.radii, r) - 1
            pull = self.inside[k] - (mass if r >= old else 0) if k >= 0 else 0
            return 2 * (j * j / r - pull) / (r * r)

        far = turns(1 / old, 0)
        near = turns(1 / old, 2 * math.sqrt(2 * (energy - self.felt(1e-20, mass, old))) / j) if j > 0 else 0
        width = far - near
        ends = [slope(near) if near > 0 else math.inf, -slope(far)]
        if not (width > 0 and min(ends) > 0):
            return old, speed2  # a circle
        bound = 1.2 * max(math.sqrt(3 * width / end) for end in ends)
        while True:
            s = self.rng.random()  # r = near + width s^2 (3 - 2 s) is dense at the apsides
            r = near + width * s * s * (3 - 2 * s)
            radial = math.sqrt(max(radial2(r), 0)) if r > 0 else 0
            if radial > 0 and self.rng.random() * bound * radial < 3 * width * s * (1 - s):
                break
        star[2:] = r, radial if self.rng.random() < 0.5 else -radial, j / r
        return old, speed2 + here - self.felt(r, mass, old)

    def pay(self, speeds2):
        """Gives each star the square of its speed, in the potential of all new places. What a star lacks, those
        further out pay, each at most four fifths of its energy."""
        owed = 0.0
        for star, speed2 in zip(self.stars, speeds2):
            now = star[3] ** 2 + star[4] ** 2
            if speed2 <= 0:
                owed += star[1] * (now - speed2) / 2
                continue
            paid = min(owed, 0.8 * star[1] * speed2 / 2)
            owed, scale = owed - paid, math.sqrt((speed2 - 2 * paid / star[1]) / now)
            star[3:] = star[3] * scale, star[4] * scale
