// validation/experiments/hpmc/shape_chains.hpp
// Purpose   Markov chains of hard shapes and what several experiments read off them: one value for
//           each half of a chain, so that the error needs no autocorrelation time.
// Segments  A scheme that continues goes on from a checkpoint bit for bit, so that checkpoints are
//           no part of a chain's law; every 2e7 trial moves, some ten seconds to a minute. Shorter
//           chains, and those of other schemes, are one segment.
// Not here  State points and verdicts (pressures.cpp, table1.cpp, constant_pressure.cpp).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/hpmc/observables/scale_distribution.hpp"
#include "models/hpmc/observables/volume_perturbation.hpp"
#include "models/hpmc/registry.hpp"
#include "suite/results.hpp"
#include "validation/chain_store.hpp"
#include "validation/experiments/hpmc/published.hpp"
#include "validation/power.hpp"

namespace touchstone::validation::hpmc {

inline constexpr int kShapeChains = 32;
inline constexpr double kTrialsOfSegment = 2e7;

struct ChainRun {
  shapes::Configuration start;
  shapes::RunParameters parameters = {};  ///< the seed is replaced, chain by chain
  std::int64_t equilibration = 100;       ///< steps
  std::int64_t samples = 100;
  int steps_between = 2;
  /// Start of a chain; without it, `start`, which has as many bodies.
  std::function<shapes::Configuration(std::size_t chain, std::uint64_t seed)> prepare = {};
  /// Name of the measurement and observable: part of the key of the chains.
  std::string name = {};
  double trials_of_segment = kTrialsOfSegment;

  /// Steps of one chain.
  std::int64_t steps() const { return equilibration + samples * steps_between; }
  /// Trial moves of bodies in a step of one chain, and in all chains.
  double trials_of_step() const {
    return static_cast<double>(parameters.sweeps_per_step) * static_cast<double>(start.size());
  }
  double trials() const { return kShapeChains * static_cast<double>(steps()) * trials_of_step(); }
};

/// Reads a number off the samples of a part of a chain.
class ChainObserver {
 public:
  virtual ~ChainObserver() = default;
  virtual void add(const shapes::Configuration& sample) = 0;
  virtual double value() const = 0;
  /// All that add() sums up. An observer that is given the sums of another goes on as that one.
  virtual std::vector<double>& sums() = 0;
};
using BeginChain = std::function<std::unique_ptr<ChainObserver>()>;

/// beta P / rho by an estimator of models/hpmc/observables.
template <class Estimator, class... Arguments>
BeginChain compressibility_by(const Arguments&... arguments) {
  struct Observer final : ChainObserver {
    explicit Observer(const Arguments&... all) : estimator(all...) {}
    void add(const shapes::Configuration& sample) override { estimator.add(sample); }
    double value() const override { return estimator.compressibility(); }
    std::vector<double>& sums() override { return estimator.sums(); }
    Estimator estimator;
  };
  return [=] { return std::make_unique<Observer>(arguments...); };
}
inline BeginChain scale_distribution_of(const std::vector<shapes::Body>& types,
                                        const shapes::ScaleParameters& parameters = {}) {
  return compressibility_by<shapes::ScaleDistribution>(types, parameters);
}
inline BeginChain trial_volumes_of(const std::vector<shapes::Body>& types,
                                   const shapes::PerturbationParameters& parameters) {
  return compressibility_by<shapes::VolumePerturbation>(types, parameters);
}
/// beta P / rho of disks of diameter 1 in a rectangle by virtual event chains
/// (models/disks/chains/static_rift.hpp): exact, with a tenth of the scale distribution's error.
/// Mean of beta P over the mean of rho, of samples at several densities.
BeginChain static_rifts();
/// beta P of each sample of such disks, averaged.
BeginChain static_rift_pressures();
/// Density at the mean volume. Sums: of volumes, of their squares, number of samples.
BeginChain density_of(std::size_t bodies);

inline constexpr const char* kShapeValue = "value";  ///< series of the values of a chain's parts

/// Chains of a scheme, kShapeChains or more.
struct ShapeChains final : MarkovChains {
  /// `values` of a chain: two where its mean is that of its halves, which then show whether it
  /// drifts (an even number of samples). `cost`: share of the measurement's.
  ShapeChains(const shapes::ShapeScheme& moves, const ChainRun& chain, std::uint64_t master,
              const BeginChain& observer, double cost = 1, int values = 2)
      : scheme(moves), run(chain), seed(master), observe(observer), parts(values) {
    chains = kShapeChains;
    share = cost;
  }

  const shapes::ShapeScheme& scheme;
  const ChainRun run;
  const std::uint64_t seed;
  const BeginChain observe;
  const int parts;

  std::string key(std::size_t index) const override;
  std::uint64_t length() const override { return equilibration() + of_part() * count(parts); }
  ChainState begin(std::size_t index) const override;
  void advance(std::size_t index, ChainState& state,
               const std::function<void(std::uint64_t)>& report) const override;

 private:
  static std::uint64_t count(std::int64_t n) { return static_cast<std::uint64_t>(n); }
  std::uint64_t equilibration() const { return count(run.equilibration); }
  /// Steps of a part.
  std::uint64_t of_part() const { return count(run.samples / parts) * count(run.steps_between); }
  std::uint64_t end_of_segment(std::uint64_t step) const;
  shapes::RunParameters parameters(std::size_t index) const;
};

/// Series of the sums of the observer over part 0 or 1.
std::string sums_name(std::uint64_t part);

/// Value that is expected. It may depend on the chains that were run, but not on their mean.
using Expected = std::function<PublishedShapes(const std::vector<ChainState>&)>;

/// Judges `unit` times the mean over as many chains as it takes to see the aim beside the
/// error of what is expected. Chains that drift, or whose odd and even ones differ, beyond chance
/// had not reached equilibrium and pass nothing. The note gives both differences.
void judge_halves_into(ResultRecord& record, ChainStore& store, const ShapeChains& chains,
                       double unit, const Expected& expected, const Aim& aim);
inline void judge_halves_into(ResultRecord& record, ChainStore& store, const ShapeChains& chains,
                              double unit, const PublishedShapes& expected, const Aim& aim) {
  judge_halves_into(
      record, store, chains, unit, [&](const auto&) { return expected; }, aim);
}

}  // namespace touchstone::validation::hpmc
