"""Reader of the requests of the protocol: lines of text to the fields of a system."""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, Iterator, List, Sequence, Tuple, Type, Union

from .systems import Body, Chains, Disks, Longrange, Overlaps, Placed, Shapes, Stars

Words = List[str]
Lines = Iterator[str]


class Malformed(ValueError):
    """A request that the protocol does not have: the fault of whoever sent it, not of the simulation."""


class Unknown(ValueError):
    """A start that a later version of the protocol may have, and that this adapter does not know."""


def next_words(lines: Lines) -> Words:
    """The words of the next line."""
    line = next(lines, None)
    if line is None:
        raise Malformed("the input ended in the middle of a start")
    return line.split()


def number(word: str) -> float:
    """A finite number; Malformed otherwise."""
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise Malformed(f"expected a number, found '{word}'")
    return value


def integer(word: str) -> int:
    """An integer of at least 0; Malformed otherwise."""
    if not (word.isascii() and word.isdigit()):
        raise Malformed(f"expected an integer of at least 0, found '{word}'")
    return int(word)


def numbers(words: Sequence[str], count: int) -> Tuple[float, ...]:
    """So many numbers."""
    if len(words) != count:
        raise Malformed(f"expected {count} numbers, found '{' '.join(words)}'")
    return tuple(map(number, words))


class Settings:
    """The lines `key value ...` of a start, up to the line with the word `last`."""

    def __init__(self, lines: Lines, last: str) -> None:
        self._words: Dict[str, Words] = {}
        self.types: List[Words] = []
        while True:
            words = next_words(lines)
            if not words:
                raise Malformed("expected a setting, found an empty line")
            if words[0] == last:
                return
            self._words[words[0]] = words[1:]
            if words[0] == "types":
                self.types = [next_words(lines) for _ in range(self.integer("types"))]

    def all_words(self, key: str) -> Words:
        """The words of this setting, however many."""
        found = self._words.get(key)
        if found is None:
            raise Malformed(f"expected the setting '{key}'")
        return found

    def words(self, key: str, count: int) -> Words:
        """So many words of this setting."""
        found = self.all_words(key)
        if len(found) != count:
            raise Malformed(f"{key}: expected {count} words, found '{' '.join(found)}'")
        return found

    def has(self, key: str) -> bool:
        """Whether there is such a setting."""
        return key in self._words

    def number(self, key: str) -> float:
        """A setting that is a number."""
        return number(self.words(key, 1)[0])

    def integer(self, key: str) -> int:
        """A setting that is an integer."""
        return integer(self.words(key, 1)[0])

    def require_known(self, known: Sequence[str]) -> None:
        """Raises Unknown for a setting beside these: a trajectory may depend on it."""
        for key in self._words:
            if key not in known:
                raise Unknown(f"the adapter does not know the setting '{key}'")


def rows(lines: Lines, count: int, width: int) -> List[Tuple[float, ...]]:
    """So many lines of so many numbers."""
    return [numbers(next_words(lines), width) for _ in range(count)]


def read_disks(lines: Lines, count: int) -> Dict[str, Any]:
    """Fields of Disks."""
    settings = Settings(lines, "centres")
    centres = rows(lines, count, 2)
    settings.require_known(("box", "seed", "threads", "max_displacement", "trials_per_cell"))
    width, height = numbers(settings.words("box", 2), 2)
    return {"width": width, "height": height, "seed": settings.integer("seed"), "threads": settings.integer("threads"),
            "max_displacement": settings.number("max_displacement"),
            "trials_per_cell": settings.integer("trials_per_cell"), "centres": centres}


def disks_again(lines: Lines, count: int) -> Dict[str, Any]:
    """Fields of Disks that differ between starts of one system, beside the seed."""
    return {"centres": rows(lines, count, 2)}


def read_chains(lines: Lines, count: int) -> Dict[str, Any]:
    """Fields of Chains."""
    settings = Settings(lines, "centres")
    centres = [list(row) for row in rows(lines, count, 2)]
    settings.require_known(("box", "active", "direction", "length", "threads"))
    width, height = numbers(settings.words("box", 2), 2)
    return {"width": width, "height": height, "active": [integer(word) for word in settings.all_words("active")],
            "direction": settings.words("direction", 1)[0], "length": settings.number("length"),
            "threads": settings.integer("threads"), "centres": centres}


class Values:
    """The numbers of a line, taken one after another."""

    def __init__(self, words: Words) -> None:
        self._words = iter(words)

    def number(self) -> float:
        """The next one."""
        return number(next(self._words, "nothing"))

    def count(self) -> int:
        """The next one, an integer."""
        return integer(next(self._words, "nothing"))

    def row(self, width: int) -> Tuple[float, ...]:
        """So many."""
        return tuple(self.number() for _ in range(width))

    def rows(self, width: int) -> Tuple[Tuple[float, ...], ...]:
        """A count, and so many rows."""
        return tuple(self.row(width) for _ in range(self.count()))

    def end(self) -> None:
        """Malformed where some are left."""
        for word in self._words:
            raise Malformed(f"expected no more numbers, found '{word}'")


def union(v: Values) -> Dict[str, Any]:
    """Fields of a sphere_union."""
    rows = v.rows(5)
    return {"centres": tuple(row[:3] for row in rows), "radii": tuple(row[3] for row in rows),
            "masks": tuple(int(row[4]) for row in rows)}


def faceted(v: Values) -> Dict[str, Any]:
    """Fields of a faceted_ellipsoid."""
    axes, origin, planes = v.row(3), v.row(3), v.rows(4)
    return {"half_axes": axes, "origin": origin, "normals": tuple(row[:3] for row in planes),
            "offsets": tuple(row[3] for row in planes)}


def mesh(v: Values) -> Dict[str, Any]:
    """Fields of a polyhedron."""
    fields: Dict[str, Any] = {"rounding": v.number(), "origin": v.row(3), "vertices": v.rows(3)}
    fields["triangles"] = tuple((v.count(), v.count(), v.count()) for _ in range(v.count()))
    return fields


def dimpled(v: Values) -> Dict[str, Any]:
    """Fields of a dimpled_ball."""
    radius, centre, rows = v.number(), v.row(3), v.rows(4)
    return {"radius": radius, "origin": centre, "centres": tuple(row[:3] for row in rows),
            "radii": tuple(row[3] for row in rows)}


BODIES: Dict[str, Callable[[Values], Dict[str, Any]]] = {
    "disk": lambda v: {"radius": v.number()}, "ball": lambda v: {"radius": v.number()},
    "sphere_union": union, "convex_polygon": lambda v: {"vertices": v.rows(2)},
    "spheropolygon": lambda v: {"rounding": v.number(), "vertices": v.rows(2)},
    "simple_polygon": lambda v: {"vertices": v.rows(2)}, "ellipse": lambda v: {"half_axes": v.row(2)},
    "ellipsoid": lambda v: {"half_axes": v.row(3)}, "convex_polyhedron": lambda v: {"vertices": v.rows(3)},
    "spheropolyhedron": lambda v: {"rounding": v.number(), "vertices": v.rows(3)},
    "faceted_ellipsoid": faceted, "polyhedron": mesh, "dimpled_ball": dimpled}


def read_body(words: Words) -> Body:
    """A type of body from its line."""
    read = BODIES.get(words[0])
    if read is None:
        raise Unknown(f"the adapter does not know bodies of the type '{words[0]}'")
    values = Values(words[1:])
    fields = read(values)
    values.end()
    return Body(words[0], **fields)


OF_BOX = ("pressure", "max_volume", "max_log_volume", "max_length", "max_shear", "box_moves_per_step")


def read_shapes(lines: Lines, count: int) -> Dict[str, Any]:
    """Fields of Shapes."""
    settings = Settings(lines, "bodies")
    bodies = shapes_again(lines, count)
    settings.require_known(("dimensions", "box", "seed", "threads", "max_displacement", "max_rotation",
                            "translations", "sweeps_per_step", "domains", "ranks", "types") + OF_BOX)
    box = numbers(settings.words("box", 6), 6)
    fields = {"dimensions": settings.integer("dimensions"), "sides": box[:3], "tilts": box[3:],
              "seed": settings.integer("seed"), "threads": settings.integer("threads"),
              "max_displacement": settings.number("max_displacement"), "max_rotation": settings.number("max_rotation"),
              "translations": settings.number("translations"), "sweeps_per_step": settings.integer("sweeps_per_step"),
              "bodies": [read_body(words) for words in settings.types], **bodies}
    if settings.has("domains"):
        fields["domains"] = tuple(map(integer, settings.words("domains", 3)))
    if settings.has("ranks"):
        fields["ranks"] = settings.integer("ranks")
    if settings.has("pressure"):
        fields.update({key: settings.number(key) for key in OF_BOX[:-1]})
        fields["box_moves_per_step"] = settings.integer("box_moves_per_step")
    return fields


def shapes_again(lines: Lines, count: int) -> Dict[str, Any]:
    """Fields of Shapes that differ between starts of one system, beside the seed."""
    bodies = rows(lines, count, 8)
    return {"types": [int(row[0]) for row in bodies], "centres": [row[1:4] for row in bodies],
            "orientations": [row[4:] for row in bodies]}


def read_overlaps(lines: Lines, count: int) -> Dict[str, Any]:
    """Fields of Overlaps."""
    settings = Settings(lines, "pairs")
    bodies = [read_body(words) for words in settings.types]
    settings.require_known(("types",))
    placed = [Placed(bodies[int(row[0])], row[1:4], row[4:]) for row in rows(lines, 2 * count, 8)]
    return {"pairs": list(zip(placed[::2], placed[1::2]))}


def read_longrange(lines: Lines, count: int) -> Dict[str, Any]:
    """Fields of Longrange."""
    settings = Settings(lines, "state")
    model = settings.words("model", 1)[0]
    planar = model == "gravity-2d"
    state = rows(lines, count, 4 if planar else 2)
    settings.require_known(("model", "softening", "time_step", "threads"))
    return {"model": model, "softening": settings.number("softening"), "time_step": settings.number("time_step"),
            "threads": settings.integer("threads"), "q": [row[:2] if planar else row[0] for row in state],
            "p": [row[2:] if planar else row[1] for row in state]}


def read_stars(lines: Lines, count: int) -> Dict[str, Any]:
    """Fields of Stars."""
    settings = Settings(lines, "stars")
    stars = [(number, *row) for number, row in enumerate(rows(lines, count, 4))]
    settings.require_known(("theta_max", "seed", "threads"))
    return {"theta_max": settings.number("theta_max"), "seed": settings.integer("seed"),
            "threads": settings.integer("threads"), "stars": stars}


Kind = Union[Type[Chains], Type[Disks], Type[Shapes], Type[Overlaps], Type[Longrange], Type[Stars]]
KINDS: Dict[str, Tuple[Kind, Callable[[Lines, int], Dict[str, Any]]]] = {
    "disks": (Disks, read_disks), "shapes": (Shapes, read_shapes), "overlaps": (Overlaps, read_overlaps),
    "longrange": (Longrange, read_longrange), "stars": (Stars, read_stars),
    "chains": (Chains, read_chains)}
AGAIN: Dict[str, Callable[[Lines, int], Dict[str, Any]]] = {"disks": disks_again, "shapes": shapes_again}
