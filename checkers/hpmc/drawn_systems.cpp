#include "checkers/hpmc/drawn_systems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "checkers/hpmc/random_bodies.hpp"
#include "checkers/made_once.hpp"
#include "models/core/errors.hpp"
#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::BodyClass;
using shapes::Configuration;
using shapes::Vec3;

/// Starts are compressed by it, whatever scheme is judged.
constexpr const char* kCompressing = "hpmc/metropolis-reference";

std::vector<shapes::Body> draw_types(int dimensions, Draws& draw) {
  std::vector<BodyClass> classes;
  for (std::size_t k = 0; k < shapes::kBodyClasses; ++k)
    if (shapes::dimensions(static_cast<BodyClass>(k)) == dimensions)
      classes.push_back(static_cast<BodyClass>(k));
  const auto any_of = [&](const std::vector<BodyClass>& some) {
    return some[draw.random().below(static_cast<std::uint32_t>(some.size()))];
  };
  const BodyClass first = any_of(classes);
  std::vector<shapes::Body> types{random_body(first, draw.random())};
  if (draw.one_in(2)) types.push_back(random_body(first, draw.random()));
  if (const auto partners = partners_of(first); draw.one_in(3) && !partners.empty())
    types.push_back(random_body(any_of(partners), draw.random()));
  return types;
}

struct Lattice {
  bool large = false;      ///< as many bodies as may be in each direction
  double spacing = 1.005;  ///< in largest diameters
  int most = 0;            ///< bodies in a direction; 0: 6 in the plane, 3 or 4 in space
  bool cells = false;      ///< two bodies by four in the plane, in an upright box
};

/// Bodies in a lattice of any tilt up to one half, of which none touches another.
Configuration draw_lattice(std::vector<shapes::Body> types, Lattice lattice, Draws& draw) {
  const int dimensions = shapes::dimensions(class_of(types.front()));
  const bool plane = dimensions == 2;
  Configuration c;
  c.types = std::move(types);
  double side = 0;
  for (const shapes::Body& body : c.types)
    side = std::max(side, 2 * lattice.spacing * circumradius(body));
  // References of other bodies than balls take longer for each pair.
  const bool round = class_of(c.types.front()) == BodyClass::ball;
  const int most = lattice.most > 0 ? lattice.most : plane ? 6 : round ? 4 : 3;
  const int least = lattice.large ? most : 1;
  int nx = draw.whole(least, most), ny = draw.whole(least, most),
      nz = plane ? 1 : draw.whole(least, most);
  if (lattice.cells) nx = 2 * draw.whole(1, 2), ny = 6 - nx;
  c.box = {.lx = nx * side, .ly = ny * side, .lz = plane ? 1 : nz * side, .dimensions = dimensions};
  if (lattice.cells) {  // shorter than four cells, and not longer than two by as much
    const double shorter = 1 - draw.scale(1e-5, 1e-3);
    (nx < ny ? c.box.ly : c.box.lx) *= shorter;
  }
  if (!lattice.cells && draw.one_in(2)) {
    c.box.xy = draw.from(-0.5, 0.5);
    if (!plane) c.box.xz = draw.from(-0.5, 0.5);
    if (!plane) c.box.yz = draw.from(-0.5, 0.5);
  }
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        const Vec3 f{(x + 0.5) / nx - 0.5, (y + 0.5) / ny - 0.5, plane ? 0 : (z + 0.5) / nz - 0.5};
        c.centres.push_back(c.box.wrap(c.box.from_fractional(f)));
        c.type.push_back(draw.random().below(static_cast<std::uint32_t>(c.types.size())));
        c.orientations.push_back(draw_orientation(dimensions, draw));
      }
  return c;
}

/// Pressure at which bodies of the lattice come close to each other.
double high_pressure(const Configuration& c) {
  return 30 * static_cast<double>(c.size()) / c.box.volume();
}

Configuration relaxed(Configuration c, bool compress, Draws& draw) {
  shapes::RunParameters p{.max_displacement = 0.1 * largest_diameter(c),
                          .max_rotation = 0.4,
                          .sweeps_per_step = 1,
                          .seed = draw.random().next()};
  if (compress) p.box = {.pressure = high_pressure(c), .max_log_volume = 0.1, .per_step = 3};
  const double steps = compress ? draw.scale(1, 40) : 40;
  try {
    const auto run = shapes::shape_scheme(kCompressing).start(c, p);
    run->advance(static_cast<std::uint64_t>(steps));
    return run->configuration();
  } catch (const InputError&) {  // the box is too small for moves of this size
    return c;
  }
}

shapes::BoxMoves draw_box_moves(const Configuration& c, Draws& draw) {
  const double side = std::sqrt(c.box.lx * c.box.ly);
  const auto sometimes = [&](double most) {
    return draw.one_in(2) ? draw.scale(0.01, 1) * most : 0;
  };
  return {.pressure = draw.scale(0.1, 1) * high_pressure(c),
          .max_volume = sometimes(0.1 * c.box.volume()),
          .max_log_volume = sometimes(0.1),
          .max_length = sometimes(0.05 * side),
          .max_shear = sometimes(0.1),
          .per_step = draw.whole(1, 3)};
}

/// Up to three that are wider than their frozen slabs, or one.
int most_domains(const Configuration& c, std::size_t direction) {
  const double width = c.box.plane_distances()[direction];
  return std::clamp(static_cast<int>(width / (1.2 * largest_diameter(c))), 1, 3);
}

/// Whether bodies are round, many and close in all directions: what goes wrong
/// where several domains meet is seen when bodies meet there.
bool is_crowd(std::uint64_t number) { return number % 8 == 5; }

/// Whether the box is so small that round bodies all but touch each other and their own images,
/// within what screens in single precision decide.
bool is_snug(std::uint64_t number) { return number % 8 == 2; }

/// Whether round bodies begin in the hollows of others, about a centre that is outside of its body.
bool is_nested(std::uint64_t number) { return number % 8 == 7; }

/// Whether the box is nearly as wide as two cells by four: one change of a length leads from two by
/// two cells to one by four, of which a colour has more.
bool is_at_limits(std::uint64_t number) { return number % 8 == 4; }

/// Two balls apart, or a polygon that is open to one side. Their thickness is below 1, and within
/// 1 - thickness of their origin there is room.
shapes::Body draw_hollow(bool plane, double thickness) {
  const double in = 1 - thickness;
  if (plane)
    return checked(shapes::SimplePolygon{
        {{-1, 1}, {-1, -1}, {1, -1}, {1, -in}, {-in, -in}, {-in, in}, {1, in}, {1, 1}}});
  return checked(shapes::SphereUnion{{{-1, 0, 0}, {1, 0, 0}}, {thickness, thickness}});
}

Configuration draw_nested_start(Draws& draw) {
  const bool plane = draw.one_in(2);
  const double thickness = draw.from(0.1, 0.4);
  Configuration c = draw_lattice({draw_hollow(plane, thickness)},
                                 {.spacing = draw.scale(1.005, 1.3), .most = 3}, draw);
  const double radius = draw.from(0.3, 0.8) * (1 - thickness);
  c.types.push_back(plane ? shapes::Body{shapes::Disk{radius}}
                          : shapes::Body{shapes::Ball{radius}});
  for (std::size_t i = 0, hollows = c.size(); i < hollows; ++i) {
    const double away = draw.from(0, 0.9) * (1 - thickness - radius);
    const shapes::Rotation turn(draw_orientation(plane ? 2 : 3, draw));
    c.centres.push_back(c.box.wrap(c.centres[i] + turn(Vec3{away, 0, 0})));
    c.type.push_back(1);
    c.orientations.push_back({});
  }
  return c;
}

Configuration draw_start(std::uint64_t number, Draws& draw) {
  if (is_nested(number)) return draw_nested_start(draw);
  if (is_at_limits(number)) {
    const auto types = draw_types(2, draw);
    return draw_lattice(types, {.spacing = draw.scale(1.1, 2), .cells = true}, draw);
  }
  if (is_snug(number)) {
    const BodyClass round = draw.one_in(2) ? BodyClass::disk : BodyClass::ball;
    const Lattice snug{.spacing = 1 + draw.scale(3e-8, 1e-5), .most = 2};
    return draw_lattice({random_body(round, draw.random())}, snug, draw);
  }
  if (!is_crowd(number)) {
    const Lattice fluid{.large = draw.one_in(4)};
    const auto types = draw_types(draw.one_in(2) ? 2 : 3, draw);
    return relaxed(draw_lattice(types, fluid, draw), true, draw);
  }
  const Lattice dense_fluid{.large = true, .spacing = 1.1};
  return relaxed(draw_lattice({random_body(BodyClass::ball, draw.random())}, dense_fluid, draw),
                 false, draw);
}

/// Depletants have room between these, so that it is seen what keeps each of them out.
Configuration draw_dilute_start(Draws& draw) {
  const Lattice dilute{.large = true, .spacing = draw.scale(1.05, 2)};
  const BodyClass round = draw.one_in(2) ? BodyClass::disk : BodyClass::ball;
  auto types = draw.one_in(2) ? std::vector{random_body(round, draw.random())}
                              : draw_types(draw.whole(2, 3), draw);
  return relaxed(draw_lattice(std::move(types), dilute, draw), false, draw);
}

const Configuration& drawn_start(const CheckContext& context, std::uint64_t number) {
  static MadeOnce<std::pair<std::uint64_t, std::uint64_t>, Configuration> known;
  return known({context.seed, number}, [&] {
    PhiloxStream random = stream_of_system(context, number);
    Draws draw(random);
    return draw_start(number, draw);
  });
}

shapes::RunParameters draw_parameters(const Configuration& start, Draws& draw) {
  return {.max_displacement = draw.scale(0.02, 0.5) * largest_diameter(start),
          .max_rotation = draw.scale(0.05, 3),
          .translations = draw.one_in(4) ? draw.whole(0, 1) : draw.from(0, 1),
          .sweeps_per_step = draw.whole(1, 5),
          .threads = draw.whole(1, 4),
          .seed = draw.random().next()};
}

/// Depletants of a class whose overlaps with the first type are known; a trial draws few.
shapes::Depletants draw_depletants(const Configuration& start, Draws& draw) {
  const BodyClass first = class_of(start.types.front());
  std::vector<BodyClass> classes = partners_of(first);
  classes.push_back(first);
  const BodyClass one = classes[draw.random().below(static_cast<std::uint32_t>(classes.size()))];
  const double diameter = largest_diameter(start);
  shapes::Body body = random_body(one, draw.random());
  body = shapes::scaled(body, draw.scale(0.05, 1) * diameter / circumradius(body));
  const double reach = diameter / 2 + circumradius(body);
  const double volume = std::pow(2 * reach, start.box.dimensions);
  return {body, draw.scale(0.3, 30) / volume};
}

shapes::Springs draw_springs(const Configuration& start, Draws& draw) {
  const double side = largest_diameter(start);
  const auto anchor = static_cast<shapes::Anchor>(draw.whole(0, 2));
  shapes::Springs springs = shapes::springs_at(start, draw.scale(0.1, 100) / (side * side), anchor);
  if (draw.one_in(2)) springs.turning = draw.scale(0.1, 100);
  if (start.box.dimensions == 2) springs.symmetry = shapes::cyclic_group(draw.whole(1, 6));
  return springs;
}

}  // namespace

shapes::Orientation draw_orientation(int dimensions, Draws& draw) {
  for (;;) {
    const bool plane = dimensions == 2;
    const shapes::Orientation q{draw.from(-1, 1), plane ? 0 : draw.from(-1, 1),
                                plane ? 0 : draw.from(-1, 1), draw.from(-1, 1)};
    const double n = shapes::norm2(q);
    if (n < 0.01 || n > 1) continue;
    const double scale = 1 / std::sqrt(n);
    return {scale * q.s, scale * q.x, scale * q.y, scale * q.z};
  }
}

DrawnSystem drawn_system(const shapes::ShapeScheme& scheme, const CheckContext& context,
                         std::uint64_t number) {
  DrawnSystem system;
  system.start = drawn_start(context, number);
  PhiloxStream random = Philox(part_seed(context, 0x5158)).stream(Purpose::test, number, 0);
  Draws draw(random);
  shapes::RunParameters& p = system.parameters;
  p = draw_parameters(system.start, draw);
  const bool cut_all = is_crowd(number) || draw.one_in(2);
  if (scheme.cuts)
    for (std::size_t k = 0; k < (system.start.box.dimensions == 2 ? 2u : 3u); ++k) {
      const int most = most_domains(system.start, k);
      p.domains[k] = draw.whole(cut_all ? std::min(2, most) : 1, most);
    }
  if (scheme.ranks) p.ranks = draw.whole(0, p.domains[0] * p.domains[1] * p.domains[2]);
  if (scheme.box_moves && draw.one_in(3)) p.box = draw_box_moves(system.start, draw);
  if (scheme.continues && draw.one_in(3))
    p.first_step = (std::uint64_t{1} << draw.whole(3, 41)) - 1;
  system.steps = draw.whole(1, 8);
  if (is_at_limits(number) && scheme.box_moves) {
    p.box = draw_box_moves(system.start, draw);
    p.box.max_length = draw.scale(0.01, 0.1) * std::sqrt(system.start.box.volume());
    p.box.per_step = 3;
    system.steps = 8;
  }
  if (is_crowd(number)) {
    p.translations = 1;
    p.max_displacement *= 3;
    system.steps = 12;
  }
  return system;
}

DrawnSurroundings drawn_surroundings(const CheckContext& context, std::uint64_t number) {
  DrawnSurroundings drawn;
  PhiloxStream random = Philox(part_seed(context, 0x5159)).stream(Purpose::test, number, 0);
  Draws draw(random);
  drawn.system.start = number % 2 == 0 ? drawn_start(context, number) : draw_dilute_start(draw);
  drawn.system.parameters = draw_parameters(drawn.system.start, draw);
  drawn.system.steps = draw.whole(1, 4);
  if (number % 2 == 1) {  // short paths: images are then left out nearer to the faces
    drawn.system.parameters.max_displacement *= draw.scale(0.1, 1);
    drawn.system.parameters.sweeps_per_step = draw.whole(1, 2);
    drawn.system.steps = 30;
  }
  const int kind = draw.whole(0, 3);  // two in four have depletants alone
  if (kind != 0) drawn.terms.depletants = draw_depletants(drawn.system.start, draw);
  if (kind <= 1) drawn.terms.springs = draw_springs(drawn.system.start, draw);
  if (draw.one_in(3))
    drawn.system.parameters.first_step = (std::uint64_t{1} << draw.whole(3, 41)) - 1;
  return drawn;
}

std::string text(const DrawnSystem& system) {
  const shapes::RunParameters& p = system.parameters;
  std::string classes;
  for (const shapes::Body& body : system.start.types)
    classes += fmt::format("{}{}", classes.empty() ? "" : " + ", name(class_of(body)));
  return fmt::format("{} bodies ({}), {} x {} x {} domains, {} ranks, {} threads",
                     system.start.size(), classes, p.domains[0], p.domains[1], p.domains[2],
                     p.ranks, p.threads);
}

void add(Digest& digest, const Configuration& c) {
  for (const Vec3& r : c.centres) digest.add(std::array{r.x, r.y, r.z});
  for (const shapes::Orientation& q : c.orientations) digest.add(std::array{q.s, q.x, q.y, q.z});
  digest.add(c.box.volume());
}

}  // namespace touchstone::hpmc
