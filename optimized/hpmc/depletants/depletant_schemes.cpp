// optimized/hpmc/depletants/depletant_schemes.cpp
// Purpose   Hard shapes among implicit depletants and on springs, with a tree of boxes.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.2; Glaser, Karas, Glotzer 2015, section II.
// Samples   exp(-beta U + z V_free) on the configurations without overlap.
// Cost      O(log N) for each trial, and its depletants.
#include <memory>

#include "optimized/hpmc/depletants/depletant_run_kernel.hpp"

namespace touchstone::optimized {
namespace {

std::unique_ptr<shapes::Simulation> start(const shapes::Configuration& c,
                                          const shapes::RunParameters& p,
                                          const shapes::DepletantsAndSprings& s) {
  if (RoundTest::takes(c)) return std::make_unique<DepletantRun<RoundTest>>(c, p, s);
  return std::make_unique<DepletantRun<AnyTest>>(c, p, s);
}

const bool registered = shapes::register_depletant_scheme(
    {.info = {.name = "hpmc/surrounded-tree",
              .source = "Glaser, Karas, Glotzer 2015; Anderson, Irrgang, Glotzer 2016, section 3.2",
              .claims =
                  Claims::global_balance | Claims::equals_reference | Claims::conserves_particles},
     .start = start,
     .equals = "hpmc/surrounded-reference"});

}  // namespace
}  // namespace touchstone::optimized
