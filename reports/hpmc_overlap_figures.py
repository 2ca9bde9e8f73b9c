"""Pictures of overlap algorithms: what is wrong near contact, and how many iterations it takes.

Not here  Tables (hpmc_overlap.py), what was counted (common/overlaps.py)
"""

from common.figures import Figure, Panel, legend_below, logarithmic, series
from common.overlaps import short

UNITS = ("-avx512", "-avx2", "-portable")
METHODS = (("xenocollide", "XenoCollide"), ("facets-first", "facets, then XenoCollide"),
           ("gjk", "GJK"), ("contact-function", "contact function"))
SURFACES = (("flat", ("convex polygon", "convex polyhedron")),
            ("rounded", ("spheropolygon", "spheropolyhedron")),
            ("curved", ("ellipsoid", "faceted ellipsoid")))


def _method(name):
    return next((i for i, (key, _) in enumerate(METHODS) if key in name), None)


def _kept(found, bodies):
    """[(algorithm, its gaps)]; of several vector units the widest that ran: they answer alike."""
    kept = {}
    for scheme in found.algorithms(bodies):
        lines = [line for line in found.at_gaps(bodies, scheme) if line[1] > 0]
        unit = next((unit for unit in UNITS if scheme.endswith(unit)), "")
        rank = UNITS.index(unit) if unit else 0
        name = short(scheme).removesuffix(unit)
        if lines and (name not in kept or rank < kept[name][0]):
            kept[name] = (rank, lines)
    return [(name, lines) for name, (_, lines) in kept.items()]


def figures(found):
    if not found.gaps:
        return []
    return [Figure("First: answers that are wrong or undecided, of all pairs at a relative gap, both "
                   "sides of contact. Only what is not right everywhere is drawn; all other "
                   "algorithms are right at every gap. Then: iterations, median (thick) and largest "
                   "(thin) of all pairs, of methods that iterate.",
                   [_errors(found)] + [_iterations(found, *surface) for surface in SURFACES])]


def _errors(found):
    panel = Panel("hpmc-overlap-errors", "Share of wrong or undecided answers against relative gap")
    axes = panel.axes
    curves = {}  # those that are the same are drawn once
    for bodies in found.bodies(False):
        for name, lines in _kept(found, bodies):
            if any(x[2] + x[3] for x in lines):
                points = tuple((x[0], 100 * (x[2] + x[3]) / x[1]) for x in lines)
                curves.setdefault(points, {}).setdefault(bodies[0], []).append(name)
    for index, (points, names) in enumerate(curves.items()):
        colour, marker = series(index)
        label = "\n".join(f"{scheme} ({bodies})" for bodies, schemes in names.items()
                          for scheme in schemes)
        axes.plot(*zip(*points), color=colour, marker=marker, markersize=3.5, label=label)
    logarithmic(axes.xaxis)
    axes.invert_xaxis()
    axes.set(xlabel="relative gap", ylabel="wrong or undecided, %")
    axes.set_ylim(-2, 102)
    axes.set_title("What is wrong, and how near to contact")
    if curves:
        legend_below(axes)
    return panel


def _iterations(found, surface, classes):
    panel = Panel(f"hpmc-overlap-iterations-{surface}",
                  f"Iterations of bodies with {surface} surfaces against relative gap")
    axes = panel.axes
    index = 0
    for bodies in found.bodies(False):
        for name, lines in _kept(found, bodies) if bodies[0] in classes else ():
            if _method(name) is None or not any(x[5] for x in lines):
                continue
            colour, marker = series(index)
            index += 1
            gaps = [x[0] for x in lines]
            axes.plot(gaps, [x[4] for x in lines], color=colour, marker=marker, markersize=3,
                      label=f"{METHODS[_method(name)][1]}, {bodies[0]}")
            axes.plot(gaps, [x[5] for x in lines], color=colour, linewidth=0.6)
    logarithmic(axes.xaxis)
    axes.invert_xaxis()
    axes.set(xlabel="relative gap", ylabel="iterations")
    axes.set_ylim(bottom=0)
    axes.set_title(f"Iterations: {surface} surfaces")
    if index:
        legend_below(axes)
    return panel
