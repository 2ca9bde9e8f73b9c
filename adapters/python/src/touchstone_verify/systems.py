"""The systems that the suite sends, as classes to derive from: what a start says, and the state.

Each simulation is a new object. Its fields are those of the start; `start`, `advance` and `state` are called in
this order. Rows may be lists, tuples or arrays of numpy: any sequences of numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, List, Optional, Sequence, Tuple

Rows = Iterable[Any]  # numbers of each body; where it has one number, that number


class Refused(Exception):
    """Raised by `start`: this system is not simulated, and why; by `overlap`: bodies of such a class are not known.
    The checks that need them are then not run."""


class Missing(NotImplementedError):
    """A method that the suite asks for and that the class does not have."""


class Simulation:
    """Base of all kinds but Overlaps: the methods that all of them have."""

    version = ""  # of your program, as "2.1.0"; kept in the records

    def start(self) -> None:
        """Prepares the simulation: all fields are set. Raises Refused for a system that is not simulated."""

    def advance(self, count: int) -> None:
        """Goes on by `count` sweeps (Disks), legs (Chains), steps of `sweeps_per_step` sweeps (Shapes) or time steps
        (Longrange, Stars)."""
        raise Missing(f"{type(self).__name__} needs a method advance(self, count)")


@dataclass
class Disks(Simulation):
    """Hard disks of diameter 1 in a periodic box. A sweep is as many trials as there are disks."""

    width: float  # of the box, in diameters
    height: float
    seed: int  # below 2^64; the trajectory is a function of the start
    threads: int  # to be used; they may not change the trajectory, where that is claimed
    max_displacement: float  # a trial move is uniform in the disc of this radius
    trials_per_cell: int  # of no use where there are no cells
    centres: List[Any]  # (x, y) of each disk, 0 <= x < width, 0 <= y < height
    trials: int = 0  # since the start; `advance` counts them
    accepted: int = 0

    def state(self) -> Rows:
        """(x, y) of each disk, in the order in which they came."""
        return self.centres

    def restart(self) -> None:
        """Begins with new centres and a new seed, all else as it was: to be written where a start costs much. All
        fields are set as for `start`; the trajectory must be that of a start. See `restarts` in docs/external.md."""
        raise Missing(f"{type(self).__name__} has no method restart(self)")


@dataclass
class Chains(Simulation):
    """Legs of straight event chains of hard disks of diameter 1 in a periodic box. All active disks move along a side
    at the same speed; one that meets a disk stops there, and that one is active instead: a lifting."""

    width: float  # of the box, in diameters
    height: float
    active: List[int]  # disks that move now, indices into `centres`; `advance` hands on
    direction: str  # x or y
    length: float  # way of each active disk in a leg
    threads: int
    centres: List[Any]  # [x, y] of each disk, 0 <= x < width, 0 <= y < height
    liftings: int = 0  # since the start; `advance` counts them

    def state(self) -> Rows:
        """(x, y) of each disk, in the order in which they came."""
        return self.centres


@dataclass(frozen=True)
class Body:
    """A type of body; only the fields that the type has are set (docs/external-protocol.md has a table)."""

    name: str  # disk, ball, sphere_union, convex_polygon, ...
    radius: float = 0.0  # of a disk, ball or dimpled_ball
    rounding: float = 0.0  # radius of the disc or ball that goes round the others
    half_axes: Tuple[float, ...] = ()  # two of an ellipse, three of an ellipsoid
    vertices: Tuple[Tuple[float, ...], ...] = ()
    triangles: Tuple[Tuple[int, int, int], ...] = ()  # of a polyhedron, indices into `vertices`
    centres: Tuple[Tuple[float, ...], ...] = ()  # balls of a sphere_union, dimples of a dimpled_ball
    radii: Tuple[float, ...] = ()  # of these
    masks: Tuple[int, ...] = ()  # of the balls of a union: two without a common bit do not see each other
    normals: Tuple[Tuple[float, ...], ...] = ()  # of a faceted_ellipsoid, where normal . x + offset <= 0
    offsets: Tuple[float, ...] = ()
    origin: Tuple[float, ...] = ()  # an inner point; centre of the ball of a dimpled_ball


@dataclass
class Shapes(Simulation):
    """Hard bodies in a periodic box that may be tilted; docs/external-protocol.md has the law of the moves."""

    dimensions: int  # 2 or 3
    sides: Tuple[float, float, float]  # Lx, Ly, Lz; the last says nothing in the plane
    tilts: Tuple[float, float, float]  # xy, xz, yz
    seed: int
    threads: int
    max_displacement: float
    max_rotation: float  # radians
    translations: float  # chance that a trial is a translation
    sweeps_per_step: int
    bodies: List[Body]  # the types
    types: List[int]  # of each body, an index into `bodies`
    centres: List[Any]  # (x, y, z) of each body; the centre of the box is 0
    orientations: List[Any]  # (s, qx, qy, qz) of each body, a unit quaternion
    translation_trials: int = 0  # since the start; `advance` counts them
    translations_accepted: int = 0
    rotation_trials: int = 0
    rotations_accepted: int = 0
    domains: Tuple[int, int, int] = (1, 1, 1)  # along the lattice vectors; programs that claim them are asked for more
    ranks: int = 1  # that share the domains; they may not change the trajectory
    pressure: Optional[float] = None  # beta P; None: constant volume. Programs that claim it are asked for more
    max_volume: float = 0.0  # largest change of each kind; 0: no such moves
    max_log_volume: float = 0.0
    max_length: float = 0.0
    max_shear: float = 0.0
    box_moves_per_step: int = 0
    box_trials: int = 0  # since the start
    boxes_accepted: int = 0

    def state(self) -> Tuple[Rows, Rows]:
        """Centres, wrapped into the box, and orientations."""
        return self.centres, self.orientations

    def restart(self) -> None:
        """Begins with new centres, orientations and a new seed, all else as it was: see Disks."""
        raise Missing(f"{type(self).__name__} has no method restart(self)")

    def box(self) -> Tuple[Sequence[float], Sequence[float]]:
        """Sides and tilts, which change at constant pressure."""
        return self.sides, self.tilts


@dataclass(frozen=True)
class Placed:
    """A body, its centre (x, y, z), and its orientation (s, qx, qy, qz), a unit quaternion."""

    body: Body
    centre: Tuple[float, ...]
    orientation: Tuple[float, ...]


@dataclass
class Overlaps:
    """Pairs of bodies, about which a class derived from this one says whether they overlap. Touching is overlap."""

    version = ""  # of your program, as "2.1.0"; kept in the records
    pairs: List[Tuple[Placed, Placed]]

    def start(self) -> None:
        """Prepares for these pairs."""

    def overlap(self, a: Placed, b: Placed) -> bool:
        """Whether two bodies have a point in common. Raises Refused for bodies of a class that is not known."""
        raise Missing(f"{type(self).__name__} needs a method overlap(self, a, b)")

    def overlaps(self, pairs: Sequence[Tuple[Placed, Placed]]) -> Sequence[Optional[bool]]:
        """The answer for each pair, None for a refusal. To be written where many at a time are faster."""
        return [self._answer(a, b) for a, b in pairs]

    def _answer(self, a: Placed, b: Placed) -> Optional[bool]:
        try:
            found = self.overlap(a, b)
        except Refused:
            return None
        if found is None:
            raise TypeError("overlap: expected True or False, found None")
        return found


@dataclass
class Longrange(Simulation):
    """Particles of unit mass with a long-range potential; pair_potential.hpp of the suite has the equations."""

    model: str  # hmf, ring or gravity-2d
    softening: float  # epsilon of the equations
    time_step: float
    threads: int
    q: List[Any]  # an angle for each particle; in the plane (x, y)
    p: List[Any]  # its momentum, at the same time; in the plane (px, py)

    @property
    def dimensions(self) -> int:
        """Numbers in a coordinate: 2 in the plane, else 1."""
        return 2 if self.model == "gravity-2d" else 1

    def state(self) -> Tuple[Rows, Rows]:
        """Coordinates and momenta."""
        return self.q, self.p

    def forces(self) -> Rows:
        """The force on each particle. Only programs that claim 'forces and energies' are asked."""
        raise Missing(f"{type(self).__name__} has no method forces(self)")

    def energies(self) -> Tuple[float, float]:
        """Kinetic and potential energy. Only programs with claims about energies are asked."""
        raise Missing(f"{type(self).__name__} has no method energies(self)")


@dataclass
class Stars(Simulation):
    """Stars of a spherical cluster by Henon's Monte Carlo method; docs/external-protocol.md has the laws of a step. G = 1."""

    theta_max: float  # deflection of the mean encounter that the time steps are made for, radians
    seed: int
    threads: int
    stars: List[Any]  # (number, mass, radius, radial and tangential velocity) of each, from the centre out
    time: float = 0.0  # since the start, in units of t_dyn N / ln(gamma N); `advance` adds its steps
    escaped_energy: float = 0.0  # sum of m E, own shells included, of the stars that have left

    def state(self) -> Rows:
        """(number, mass, radius, radial and tangential velocity) of each star that is left, from the centre out."""
        return self.stars
