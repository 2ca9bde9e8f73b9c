// checkers/mutants/longrange/fast_methods.cpp
// Purpose   Mutants of the fast methods of the long-range models: faults of the non-uniform
//           transforms and of the multipole method, in copies of the files that ship.
// Source    Traps of the methods, met while they were built; seeded faults. The changes are in
//           checkers/mutants/planted/{ring_nufft,windowed,multipoles}.patch.
#include <memory>
#include <span>
#include <utility>

#include "checkers/longrange/integrator_kind.hpp"
#include "optimized/longrange/fast_run_kernel.hpp"
#include "planted/optimized/longrange/fmm/fmm_kernel.hpp"
#include "planted/optimized/longrange/nufft/ring_nufft_kernel.hpp"
#include "planted/optimized/longrange/windowed/windowed_kernel.hpp"

namespace touchstone::mutants {
namespace {

namespace planted = optimized::planted;
using longrange::Model;
using longrange::RunParameters;
using longrange::State;

/// The best kernel of this machine.
template <class Lanes>
const Lanes& best(std::span<const Lanes> all) {
  for (const Lanes& lanes : all)
    if (lanes.available) return lanes;
  return all.back();
}

/// Registers a mutant that claims the accuracy of the correct scheme, whose steps are tested.
/// `make` builds the faulty solver.
template <class Make>
bool add(const std::string& name, Model model, double force_error, double smallest_softening,
         const Origin& origin, std::vector<std::string> killed_by, Make make) {
  const std::string full = "mutant/integrator-" + name;
  return register_mutant(IntegratorMutant{
      .scheme = {.info = {.name = full, .source = "planted fault"},
                 .claims =
                     longrange::IntegratorClaims::model | longrange::IntegratorClaims::momentum,
                 .models = {model},
                 .start = [full, model, make](const State& start, const RunParameters& p)
                     -> std::unique_ptr<longrange::Simulation> {
                   longrange::require_startable(full, std::vector{model}, p, start);
                   auto solver = make(start, p);
                   using Solver = typename decltype(solver)::element_type;
                   return std::make_unique<optimized::FastRun<Solver>>(std::move(solver), start, p);
                 },
                 .force_error = force_error,
                 .smallest_softening = smallest_softening,
                 .costly_steps = model == Model::plane},
      .origin = origin,
      .killed_by = std::move(killed_by)});
}

bool add_ring(const char* name, planted::RingNufftFaults faults, const Origin& origin,
              std::vector<std::string> killed_by) {
  return add(name, Model::ring, 1e-13, 0, origin, std::move(killed_by),
             [faults](const State& start, const RunParameters& p) {
               return std::make_unique<planted::RingNufft>(best(optimized::ring_nufft_lanes()),
                                                           p.system.softening, 1e-13,
                                                           start.q.size(), faults);
             });
}

bool add_windowed(const char* name, double tolerance, planted::WindowedFaults faults,
                  const Origin& origin, std::vector<std::string> killed_by) {
  return add(name, Model::plane, tolerance, 0.1, origin, std::move(killed_by),
             [faults, tolerance](const State&, const RunParameters& p) {
               return std::make_unique<planted::WindowedGravity>(
                   best(optimized::windowed_lanes()), p.system.softening, tolerance, faults);
             });
}

bool add_multipole(const char* name, planted::FmmFaults faults, const Origin& origin,
                   std::vector<std::string> killed_by) {
  return add(name, Model::plane, 1e-9, 0, origin, std::move(killed_by),
             [faults](const State&, const RunParameters& p) {
               const optimized::FmmTuning deep{.leaf = 4, .near_pairs = 16, .far_pairs = 0};
               return std::make_unique<planted::MultipoleGravity>(
                   best(optimized::fmm_lanes()), p.system.softening, 1e-9, deep, faults);
             });
}

constexpr const char* kGradient = "integrator/force is -grad V";
constexpr const char* kAccuracy = "integrator/force accuracy";
constexpr const char* kEnergies = "integrator/energies";
constexpr const char* kThirdLaw = "integrator/third law";

const bool registered =
    add_ring("nufft-modes-conjugated", {.modes_conjugated = true},
             Origin::invented("seeded fault: exp(+i k theta) in both directions of the transform"),
             {kGradient, kAccuracy}) &&
    add_ring("nufft-few-moments", {.few_moments = true},
             Origin::invented("seeded fault: five moments of each cell where eight are needed"),
             {kGradient, kAccuracy}) &&
    add_ring("nufft-centres-forgotten", {.centres_forgotten = true},
             Origin::invented("seeded fault: particles moved to the centres of their cells"),
             {kGradient, kAccuracy}) &&
    add_ring("nufft-half-the-modes", {.half_the_modes = true},
             Origin::invented("seeded fault: modes for the square root of the tolerance"),
             {kAccuracy}) &&
    add_windowed("nufft-window-cut", 1e-12, {.window_cut = true},
                 Origin::invented("a box of 4 R + w cuts the window at half its height"),
                 {kAccuracy}) &&
    add_windowed(
        "nufft-no-deconvolution", 1e-6, {.no_deconvolution = true},
        Origin::invented("seeded fault: modes not divided by those of the spreading kernel"),
        {kAccuracy, kGradient, kEnergies}) &&
    add_windowed("nufft-modes-mirrored", 1e-6, {.modes_conjugated = true},
                 Origin::invented("seeded fault: ky for -ky"), {kAccuracy, kGradient}) &&
    add_windowed("nufft-hard-logarithm", 1e-6, {.hard_logarithm = true},
                 Origin::invented("the softening also changes the far field, by eps / r^2"),
                 {kAccuracy, kGradient, kEnergies}) &&
    add_multipole(
        "fmm-hard-logarithm", {.hard_logarithm = true},
        Origin::invented("a multipole code of the unsoftened logarithm leaves eps / r^2 out"),
        {kAccuracy, kEnergies}) &&
    add_multipole("fmm-few-nodes", {.few_nodes = true},
                  Origin::invented("seeded fault: half the Chebyshev nodes"),
                  {kAccuracy, "integrator/many particles"}) &&
    add_multipole("fmm-far-box-lost", {.far_box_lost = true},
                  Origin::invented("seeded fault: an off-by-one in the list of far boxes"),
                  {kAccuracy, kThirdLaw});

}  // namespace
}  // namespace touchstone::mutants
