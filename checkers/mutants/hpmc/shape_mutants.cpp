// checkers/mutants/hpmc/shape_mutants.cpp
// Purpose   The mutants of Monte Carlo of hard shapes and the checks that must catch each.
#include <memory>
#include <utility>

#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/mutants/hpmc/faulty_shapes.hpp"
#include "models/core/errors.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "optimized/hpmc/tree/domain_run_kernel.hpp"

namespace touchstone::mutants {
namespace {

using Names = std::vector<std::string>;
using shapes::Configuration;
using shapes::RunParameters;

constexpr const char* kBits = "shapes/equals reference";
constexpr const char* kLegal = "shapes/legal";
constexpr const char* kTwoBodies = "shapes/two bodies";
constexpr const char* kPolyhedra = "shapes/polyhedra";

template <class Start>
bool add_start(const char* name, const Origin& origin, Names killed_by, Start start,
               bool all_pairs = false) {
  shapes::ShapeScheme scheme{
      .info = {.name = std::string("mutant/shapes-") + name,
               .source = "planted fault",
               .claims = Claims::global_balance | Claims::conserves_particles |
                         Claims::thread_invariant | Claims::equals_reference},
      .start = [start](const Configuration& c, const RunParameters& p)
          -> std::unique_ptr<shapes::Simulation> { return start(c, p); },
      .equals = "hpmc/metropolis-reference",
      .cuts = true,
      .all_pairs = all_pairs};
  return register_mutant(ShapeMutant{
      .scheme = std::move(scheme), .origin = origin, .killed_by = std::move(killed_by)});
}

bool add(const char* name, ShapeFault fault, const Origin& origin, Names killed_by) {
  return add_start(
      name, origin, std::move(killed_by),
      [fault](const Configuration& c, const RunParameters& p) {
        return std::make_unique<FaultyShapes>(fault, c, p);
      },
      true);
}

/// A tree whose boxes stay as they were built.
struct StiffTree : optimized::BoxTree {
  bool grow(std::uint32_t, const optimized::FloatBox&) { return false; }
};

std::unique_ptr<shapes::Simulation> start_with_stiff_tree(const Configuration& c,
                                                          const RunParameters& p) {
  return std::make_unique<optimized::DomainRun<optimized::AnyTest, StiffTree>>(c, p);
}

/// Screens that take bodies for apart that overlap by a hundredth of their size, and the reverse.
struct CarelessScreens : optimized::ScreenedTest {
  explicit CarelessScreens(const Configuration& c) : ScreenedTest(c, -0.01) {}
};
/// Screens that see bodies as they were turned at the beginning of the step.
struct ForgetfulScreens : optimized::ScreenedTest {
  using ScreenedTest::ScreenedTest;
  static void keep(optimized::FloatTurn&, const optimized::FloatTurn&) {}
};
template <class Screens>
std::unique_ptr<shapes::Simulation> start_with(const Configuration& c, const RunParameters& p) {
  return std::make_unique<optimized::DomainRun<Screens>>(c, p);
}

std::unique_ptr<shapes::Simulation> start_domains_of_threads(const Configuration& c,
                                                             RunParameters p) {
  if (p.threads > 1 && p.domains == std::array<int, 3>{4, 2, 1}) p.domains = {2, 1, 1};
  return std::make_unique<FaultyShapes>(ShapeFault::none, c, p);
}

/// Starts that overlap are replaced by a lattice.
std::unique_ptr<shapes::Simulation> start_repaired(const Configuration& c, const RunParameters& p) {
  try {
    return std::make_unique<FaultyShapes>(ShapeFault::none, c, p);
  } catch (const InputError&) {
    return std::make_unique<FaultyShapes>(
        ShapeFault::none, shapes::simple_lattice(shapes::named_body("disk"), 6, 0.5),
        RunParameters{});
  }
}

/// Bodies with close centres are refused, as if each had a core about its own.
std::unique_ptr<shapes::Simulation> start_with_cores(const Configuration& c,
                                                     const RunParameters& p) {
  const double core = 0.1 * shapes::largest_diameter(c);
  for (std::size_t j = 0; j < c.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      if (norm(c.box.nearest(c.centres[j] - c.centres[i])) < core) throw shapes::OverlapError(i, j);
  return std::make_unique<FaultyShapes>(ShapeFault::none, c, p);
}

const bool registered =
    add("fixed-order", ShapeFault::fixed_order,
        Origin::paper(
            "the paper's section 3.4: domains with frozen bodies, and no mixing of directions"),
        {kBits}) &&
    add("crosses-border", ShapeFault::crosses_border,
        Origin::paper("the paper's section 3.4: moves cross into frozen space"),
        {kBits, "shapes/drawn systems"}) &&
    add("forgotten-image", ShapeFault::forgotten_image,
        Origin::invented("an image list that leaves out one direction"),
        {kBits, kLegal, "shapes/two disks"}) &&
    add("old-own-image", ShapeFault::old_own_image,
        Origin::pitfall("known pitfall: bodies among their own images"),
        {kBits, "shapes/one square"}) &&
    add("shift-by-domain", ShapeFault::shift_by_domain,
        Origin::invented("ranks that do not share the stream of the shift"), {kBits, kLegal}) &&
    add("not-renormalised", ShapeFault::not_renormalised,
        Origin::invented("quaternions that grow with every rotation"), {kBits, kLegal}) &&
    add("one-sided", ShapeFault::one_sided,
        Origin::invented("a random number in [0, 1) taken for one in [-1, 1)"),
        {kBits, "shapes/proposals"}) &&
    add("cube", ShapeFault::cube, Origin::invented("the rejection of the corners left out"),
        {kBits, "shapes/proposals", "shapes/law of moves"}) &&
    add("one-way-rotation", ShapeFault::one_way_rotation,
        Origin::invented("an asymmetric rotation"),
        {kBits, "shapes/proposals", "shapes/one square"}) &&
    add("lost-rotation", ShapeFault::lost_rotation,
        Origin::invented("an orientation that is not written back"),
        {kBits, kTwoBodies, "shapes/one square"}) &&
    add("still", ShapeFault::still,
        Origin::invented("every trial is rejected: what begins in the law stays in it"),
        {kBits, "shapes/one square", "shapes/two disks"}) &&
    add("rigid-space", ShapeFault::rigid_space,
        Origin::invented("a cubic root of the wrong ratio: boxes in space keep their volume"),
        {"shapes/boxes of few bodies"}) &&
    add("rigid-box", ShapeFault::rigid_box, Origin::invented("the new box is not written back"),
        {"shapes/boxes of few bodies", "shapes/ideal gas"}) &&
    add("swollen", ShapeFault::swollen,
        Origin::invented("a rounding radius that is added twice: all states stay legal"),
        {kBits, kTwoBodies}) &&
    add("own-frame", ShapeFault::own_frame,
        Origin::invented(
            "the factors of a product of quaternions exchanged, which the plane does not show"),
        {kPolyhedra}) &&
    add("volume-factor", ShapeFault::volume_factor,
        Origin::invented("N + 1 taken over from moves of ln V"), {"shapes/ideal gas"}) &&
    add("log-volume-factor", ShapeFault::log_volume_factor,
        Origin::invented("N taken over from moves of V"), {"shapes/ideal gas"}) &&
    add("length-factor", ShapeFault::length_factor,
        Origin::invented("N + 1 taken over from moves of ln V"), {"shapes/boxes of few bodies"}) &&
    add("area-pressure", ShapeFault::area_pressure,
        Origin::invented(
            "reduced pressures of disks are stated per squared diameter and per area of a disk"),
        {"shapes/ensemble ratio"}) &&
    add("one-length-work", ShapeFault::one_length_work,
        Origin::invented("P dV from the change of one length with the other held"),
        {"shapes/ensemble ratio"}) &&
    add("growing-height", ShapeFault::growing_height,
        Origin::invented("a box that grows in one direction only"),
        {"shapes/proposals of boxes"}) &&
    add("no-shift", ShapeFault::no_shift,
        Origin::paper(
            "the paper's section 3.4: bodies at a border wait until the domains are shifted"),
        {kBits, "shapes/domains"}) &&
    add_start("cores", Origin::outsider("a size of the core taken for one of a body without any"),
              {"shapes/drawn systems"}, start_with_cores, true) &&
    add_start("stiff-tree", Origin::invented("boxes that do not grow after an accepted move"),
              {kBits, kLegal}, start_with_stiff_tree) &&
    add_start("careless-screens",
              Origin::invented("single precision without a margin for what it rounds"),
              {kBits, kLegal, kPolyhedra, kTwoBodies}, start_with<CarelessScreens>) &&
    add_start("forgetful-screens",
              Origin::invented("matrices that are not renewed after an accepted rotation"),
              {kBits, kLegal, kPolyhedra, kTwoBodies}, start_with<ForgetfulScreens>) &&
    add_start("domains-of-threads", Origin::invented("domains cut by the number of threads"),
              {"shapes/thread invariance"}, start_domains_of_threads, true) &&
    add_start("repairs-its-start", Origin::invented("bad input repaired in silence"),
              {"shapes/bad input"}, start_repaired, true);

}  // namespace
}  // namespace touchstone::mutants
