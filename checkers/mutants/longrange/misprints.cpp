// checkers/mutants/longrange/misprints.cpp
// Purpose   Mutants of the integrators: what the paper prints taken literally, faults of public
//           codes, seeded faults.
// Source    Rocha Filho, equations 8 and 9, section 3.
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/mutants/longrange/faulty_integrator.hpp"

namespace touchstone::mutants {
namespace {

using longrange::LongrangeScheme;
using longrange::Model;
using Fault = IntegratorFault;

/// Registers a mutant with the claims of the reference. `single`: it claims the accuracy of pair
/// forces in single precision.
bool add(const char* name, Fault fault, const Origin& origin, std::vector<std::string> killed_by,
         bool single = false) {
  LongrangeScheme scheme{
      .info = {.name = std::string("mutant/integrator-") + name,
               .source = "planted fault",
               .claims = Claims::thread_invariant},
      .claims = longrange::kAllIntegratorClaims,
      .models = {Model::hmf, Model::ring, Model::plane},
      .start = [fault](const longrange::State& start, const longrange::RunParameters& p) {
        return faulty_integrator(fault, start, p);
      }};
  if (single) scheme.force_error = 2e-6;
  return register_mutant(IntegratorMutant{
      .scheme = std::move(scheme), .origin = origin, .killed_by = std::move(killed_by)});
}

constexpr const char* kGradient = "integrator/force is -grad V";
constexpr const char* kAccuracy = "integrator/force accuracy";
constexpr const char* kThirdLaw = "integrator/third law";
constexpr const char* kEnergies = "integrator/energies";
constexpr const char* kOrder = "integrator/order";
constexpr const char* kReversal = "integrator/time reversal";
constexpr const char* kForm = "integrator/symplectic form";
constexpr const char* kPieces = "integrator/pieces";
constexpr const char* kEnergy = "integrator/energy";
constexpr const char* kMomentum = "integrator/momentum";
constexpr const char* kVirial = "integrator/virial";
constexpr const char* kMotion = "integrator/exact motion";
constexpr const char* kGrowth = "integrator/growth rates";
constexpr const char* kCurve = "integrator/magnetisation curve";
constexpr const char* kSymmetries = "integrator/symmetries";
constexpr const char* kThreads = "integrator/thread invariance";
constexpr const char* kInput = "integrator/bad input";

const bool registered =
    add("sign-of-equation-8", Fault::sign_of_equation_8,
        Origin::paper("Rocha Filho, equations 8 and 9 as printed: the Ring repels"),
        {kGradient, kEnergy, kGrowth}) &&
    add("step-11-old-force", Fault::step_11_old_force,
        Origin::paper("Rocha Filho, section 3, step 11 as printed: B0 dt f(I)"),
        {kOrder, kReversal, kForm, kEnergy}) &&
    add("step-12-force-not-kept", Fault::step_12_force_not_kept,
        Origin::paper(
            "Rocha Filho, section 3, step 12 as printed: the new force becomes f(II), not f(I)"),
        {kOrder, kPieces, kEnergy}) &&
    add("self-terms", Fault::self_terms,
        Origin::paper(
            "Rocha Filho, Figure 1: the tile on the diagonal contains i = j; -1/sqrt(2 eps) of the "
            "Ring, log eps in the plane"),
        {kEnergies}) &&
    add("equation-9-in-double", Fault::equation_9_double,
        Origin::paper("Rocha Filho, equation 9: 1 - cos cos - sin sin cancels"), {kAccuracy}) &&
    add("equation-9-in-single", Fault::equation_9_single,
        Origin::paper("Rocha Filho, equation 9 with pairs in single precision"), {kAccuracy},
        true) &&
    add("acos-of-magnetisation", Fault::acos_of_magnetisation,
        Origin::public_code(
            "a public code of the HMF model: phi = acos(Mx / M) loses the sign of My"),
        {kGradient, kSymmetries}) &&
    add("leapfrog", Fault::leapfrog, Origin::invented("seeded fault: second order"), {kOrder}) &&
    add("no-factor-2", Fault::no_factor_2,
        Origin::paper("Rocha Filho, equation 3: log of r^2, not of r, gives the force a factor 2"),
        {kGradient, kVirial, kMotion, kEnergy}) &&
    add("softening-squared", Fault::softening_squared,
        Origin::invented("seeded fault: eps as a length, where it is added to a squared distance"),
        {kGradient, kVirial, kMotion, "integrator/along a run"}) &&
    add("mean-force-over-n", Fault::mean_force_over_n,
        Origin::invented("seeded fault: 1/N in equation 6 as well as in equation 7"),
        {kGradient, kMotion, kGrowth, kCurve}) &&
    add("pair-counted-twice", Fault::pair_counted_twice,
        Origin::invented("seeded fault: potential energy of all i and j"), {kEnergies}) &&
    add("last-source-missing", Fault::last_source_missing,
        Origin::paper("Rocha Filho, section 3.2, item 5: where the loop over tiles ends"),
        {kThirdLaw, kMomentum, "integrator/drawn systems"}) &&
    add("pull-along-y", Fault::pull_along_y,
        Origin::invented("seeded fault: a bias of one component, within the accuracy claimed"),
        {kThirdLaw}, true) &&
    add("friction", Fault::friction, Origin::invented("seeded fault"),
        {kReversal, kForm, kEnergy, kMomentum, "integrator/free motion"}) &&
    add("unsynchronised-momenta", Fault::unsynchronised_momenta,
        Origin::invented(
            "seeded fault: B0 kicks of two steps merged, also where the state is looked at"),
        {kReversal, kPieces, kEnergy}) &&
    add("angles-folded-once", Fault::angles_folded_once,
        Origin::invented("seeded fault: angles are brought into one turn by at most one addition"),
        {kGradient, kSymmetries, "integrator/large angles"}) &&
    add("whole-turn-lost", Fault::whole_turn_lost,
        Origin::invented("seeded fault: an angle just below 0 becomes 2 pi, beyond a table"),
        {"integrator/special places"}) &&
    add("force-in-single", Fault::force_in_single,
        Origin::invented(
            "seeded fault: one conversion to single precision in a code that claims double"),
        {kGradient, kAccuracy, kThirdLaw}) &&
    add("long-products", Fault::long_products,
        Origin::invented("planted fault: products of 32 squared distances leave the range of a "
                         "number"),
        {"integrator/any extent"}) &&
    add("sum-by-threads", Fault::sum_by_threads,
        Origin::invented("seeded fault: partial sums by thread, added in the order of threads"),
        {kThreads}) &&
    add("input-not-looked-at", Fault::input_not_looked_at, Origin::invented("seeded fault"),
        {kInput});

}  // namespace
}  // namespace touchstone::mutants
