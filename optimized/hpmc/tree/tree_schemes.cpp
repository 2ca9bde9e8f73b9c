// optimized/hpmc/tree/tree_schemes.cpp
// Purpose   Hard shapes with a tree of boxes: serial, and domains that move at the same time. Most
//           overlap checks are in single precision, with the answers of double precision; and the
//           serial scheme with double precision alone.
// Source    Anderson, Irrgang, Glotzer 2016, sections 3, 3.1, 3.2 and 3.4.
// Samples   Uniformly, all configurations without overlap; at constant pressure the densities of
//           models/hpmc/boxes/box_moves.hpp.
// Cost      O(log N) for each trial, O(N log N) for each step.
#include <memory>
#include <utility>

#include "models/hpmc/registry.hpp"
#include "optimized/hpmc/screen/pair_tests.hpp"
#include "optimized/hpmc/tree/domain_run_kernel.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Configuration;
using shapes::RunParameters;

std::unique_ptr<shapes::Simulation> start(const Configuration& c, const RunParameters& p) {
  if (RoundTest::takes(c)) return std::make_unique<DomainRun<RoundTest>>(c, p);
  return std::make_unique<DomainRun<ScreenedTest>>(c, p);
}

void require_one_domain(const char* scheme, const RunParameters& p) {
  if (p.domains != std::array<int, 3>{1, 1, 1})
    throw input_error(scheme, "domains", "1 x 1 x 1 (hpmc/domains takes more)",
                      fmt::format("{} x {} x {}", p.domains[0], p.domains[1], p.domains[2]));
}
std::unique_ptr<shapes::Simulation> start_serial(const Configuration& c, const RunParameters& p) {
  require_one_domain("hpmc/serial-tree", p);
  return start(c, p);
}
std::unique_ptr<shapes::Simulation> start_double(const Configuration& c, const RunParameters& p) {
  require_one_domain("hpmc/serial-tree-double", p);
  return std::make_unique<DomainRun<AnyTest>>(c, p);
}

const bool registered =
    shapes::register_shape_scheme(
        {.info = {.name = "hpmc/serial-tree",
                  .source = "Anderson, Irrgang, Glotzer 2016, sections 3.1 and 3.2",
                  .claims = Claims::global_balance | Claims::equals_reference |
                            Claims::conserves_particles | Claims::thread_invariant,
                  .baseline = true},
         .start = start_serial,
         .equals = "hpmc/metropolis-reference",
         .continues = true}) &&
    shapes::register_shape_scheme(
        {.info = {.name = "hpmc/serial-tree-double",
                  .source = "Anderson, Irrgang, Glotzer 2016, section 3: overlap checks in double",
                  .claims = Claims::global_balance | Claims::equals_reference |
                            Claims::conserves_particles | Claims::thread_invariant},
         .start = start_double,
         .equals = "hpmc/metropolis-reference",
         .continues = true}) &&
    shapes::register_shape_scheme(
        {.info = {.name = "hpmc/domains",
                  .source = "Anderson, Irrgang, Glotzer 2016, section 3.4",
                  .claims = Claims::global_balance | Claims::equals_reference |
                            Claims::conserves_particles | Claims::thread_invariant,
                  .backend = "openmp",
                  .parallel = true},
         .start = start,
         .equals = "hpmc/metropolis-reference",
         .cuts = true,
         .continues = true});

}  // namespace
}  // namespace touchstone::optimized
