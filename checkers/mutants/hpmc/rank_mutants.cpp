// checkers/mutants/hpmc/rank_mutants.cpp
// Purpose   The mutants of hard shapes on ranks, and the checks that must catch each: changes of
//           the files that ship, by checkers/mutants/planted/ranks.patch.
// Source    Rules of domain decomposition: ghosts, migration, the common shift.
#include <algorithm>
#include <memory>
#include <utility>

#include "checkers/hpmc/shape_kind.hpp"
#include "planted/optimized/hpmc/ranks/ranks_on_threads_kernel.hpp"

namespace touchstone::mutants {
namespace {

using Names = std::vector<std::string>;
using optimized::planted::RankFaults;
using optimized::planted::RanksOnThreads;
using shapes::Configuration;
using shapes::RunParameters;

constexpr const char* kBits = "shapes/equals reference";
constexpr const char* kLegal = "shapes/legal";
constexpr const char* kRanks = "shapes/rank invariance";

template <class Start>
bool add_start(const char* name, const Origin& origin, Names killed_by, Start start) {
  shapes::ShapeScheme scheme{
      .info = {.name = std::string("mutant/ranks-") + name,
               .source = "planted fault",
               .claims = Claims::global_balance | Claims::conserves_particles |
                         Claims::thread_invariant | Claims::equals_reference,
               .backend = "threads"},
      .start = [start](const Configuration& c, const RunParameters& p)
          -> std::unique_ptr<shapes::Simulation> { return start(c, p); },
      .equals = "hpmc/metropolis-reference",
      .cuts = true,
      .ranks = true};
  return register_mutant(ShapeMutant{
      .scheme = std::move(scheme), .origin = origin, .killed_by = std::move(killed_by)});
}

bool add(const char* name, RankFaults faults, const Origin& origin, Names killed_by) {
  return add_start(name, origin, std::move(killed_by),
                   [faults](const Configuration& c, const RunParameters& p) {
                     return std::make_unique<RanksOnThreads<optimized::AnyTest>>(c, p, faults);
                   });
}

/// Starts as many ranks as there is room for, whatever was asked for.
auto start_fewer(const Configuration& c, RunParameters p) {
  p.ranks = std::clamp(p.ranks, 0, p.domains[0] * p.domains[1] * p.domains[2]);
  return std::make_unique<RanksOnThreads<optimized::AnyTest>>(c, p);
}

const bool registered =
    add("thin-ghosts", {.ghost_width = 0.6},
        Origin::invented("ghosts fetched by the radius, not by the diameter"),
        {kBits, kLegal, kRanks}) &&
    add("lost-migrant", {.loses_migrants = true},
        Origin::invented("a message that is one body shorter than its sender thinks"),
        {kBits, kLegal, kRanks}) &&
    add("stale-ghosts", {.stale_ghosts = true},
        Origin::invented("ghosts not fetched again after the sweeps of their own domain"),
        {kBits, kLegal, kRanks}) &&
    add("own-shift", {.own_shift = true},
        Origin::invented("the stream of the common shift keyed by rank"),
        {kBits, kLegal, kRanks}) &&
    add("shared-border", {.shares_borders = true},
        Origin::invented("<= on both sides of a border: a body on it is owned twice"),
        {"shapes/hostile places"}) &&
    add_start("fewer", Origin::invented("a number of ranks that cannot be, replaced in silence"),
              {"shapes/bad ranks"}, start_fewer);

}  // namespace
}  // namespace touchstone::mutants
