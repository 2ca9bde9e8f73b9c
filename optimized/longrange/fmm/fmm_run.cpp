// optimized/longrange/fmm/fmm_run.cpp
// Purpose   Two-dimensional gravity by the black-box fast multipole method, on several threads.
// Source    fmm_kernel.hpp.
// Not here  The evaluation (fmm.cpp).
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "optimized/longrange/fast_run_kernel.hpp"
#include "optimized/longrange/fmm/fmm_kernel.hpp"

namespace touchstone::optimized {
namespace {

using longrange::Model;
using longrange::RunParameters;
using longrange::State;

constexpr Model kModels[] = {Model::plane};
constexpr double kTolerance = 1e-9;
/// So few particles in a box, and so few pairs summed directly, that small systems have far boxes:
/// checks see the whole method. Slower than what is tuned.
constexpr FmmTuning kDeep{.leaf = 4, .near_pairs = 16, .far_pairs = 0};

/// The best kernel that this machine has; all of them are tested.
const FmmLanes& best_lanes() {
  for (const FmmLanes& lanes : fmm_lanes())
    if (lanes.available) return lanes;
  return fmm_lanes().back();
}

bool add(const std::string& name, std::optional<FmmTuning> tuning, bool costly_steps) {
  return longrange::register_scheme(
      {.info = {.name = name,
                .source = "equation 3 of Rocha Filho; Fong and Darve 2009",
                .claims = Claims::thread_invariant,
                .backend = best_lanes().backend,
                .parallel = true,
                .lanes = best_lanes().doubles},
       .claims = longrange::kAllIntegratorClaims,
       .models = {Model::plane},
       .start =
           [name, tuning](const State& start, const RunParameters& p) {
             longrange::require_startable(name, kModels, p, start);
             const double tolerance = p.tolerance > 0 ? p.tolerance : kTolerance;
             auto solver = std::make_unique<MultipoleGravity>(best_lanes(), p.system.softening,
                                                              tolerance, tuning);
             return std::make_unique<FastRun<MultipoleGravity>>(std::move(solver), start, p);
           },
       .force_error = kTolerance,
       .largest_softening = 1e4,
       .smallest_tolerance = kTolerance,
       .operations = costly_steps ? 8e4 : 4e3,
       .costly_steps = costly_steps});
}

const bool registered = add("longrange/gravity-2d-fmm", std::nullopt, false) &&
                        add("longrange/gravity-2d-fmm-deep", kDeep, true);

}  // namespace
}  // namespace touchstone::optimized
