// optimized/hpmc/ranks/rank_schemes.cpp
// Purpose   Hard shapes on ranks that exchange bodies by messages, with threads for ranks.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.4.
// Samples   As hpmc/domains, whose bits it gives for any number of ranks.
// Not here  Processes with MPI (../mpi/main.cpp).
#include <fmt/format.h>

#include <memory>

#include "models/core/errors.hpp"
#include "optimized/hpmc/ranks/ranks_on_threads_kernel.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Configuration;
using shapes::RunParameters;

constexpr int kMostRanks = 256;

std::unique_ptr<shapes::Simulation> start(const Configuration& c, const RunParameters& p) {
  const long long ranks = p.ranks > 0 ? p.ranks : 1LL * p.domains[0] * p.domains[1] * p.domains[2];
  if (ranks > kMostRanks)
    throw input_error("domains for ranks that are threads", "number of ranks",
                      fmt::format("at most {}", kMostRanks), fmt::format("{}", ranks));
  if (RoundTest::takes(c)) return std::make_unique<RanksOnThreads<RoundTest>>(c, p);
  return std::make_unique<RanksOnThreads<ScreenedTest>>(c, p);
}

const bool registered = shapes::register_shape_scheme(
    {.info = {.name = "hpmc/ranks",
              .source = "Anderson, Irrgang, Glotzer 2016, section 3.4",
              .claims = Claims::global_balance | Claims::equals_reference |
                        Claims::conserves_particles | Claims::thread_invariant,
              .backend = "threads"},
     .start = start,
     .equals = "hpmc/metropolis-reference",
     .cuts = true,
     .ranks = true,
     .continues = true});

}  // namespace
}  // namespace touchstone::optimized
