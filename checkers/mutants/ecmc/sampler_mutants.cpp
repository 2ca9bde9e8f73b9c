// checkers/mutants/ecmc/sampler_mutants.cpp
// Purpose   Mutants of whole simulations with event chains: random streams of late sweeps, seeds
//           that are lags, and what they say about the pressure.
#include <memory>
#include <utility>

#include "checkers/disks/disk_kind.hpp"
#include "models/disks/chains/chain_schedule.hpp"

namespace touchstone::mutants {
namespace {

using disks::Configuration;
using disks::RunParameters;

/// A sound simulation whose chains along y are said to have gone half a diameter further.
class LongPaths final : public disks::Simulation {
 public:
  explicit LongPaths(std::unique_ptr<disks::Simulation> sound) : sound_(std::move(sound)) {}

  void advance(std::uint64_t sweeps) override {
    sound_->advance(sweeps);
    rift_ = *sound_->rift();
    rift_.add(disks::RiftAverage::Axis::y, 0.5, 0, 1, 2);
  }
  Configuration configuration() const override { return sound_->configuration(); }
  SweepStats stats() const override { return sound_->stats(); }
  const disks::RiftAverage* rift() const override { return &rift_; }
  std::size_t memory_bytes() const override { return sound_->memory_bytes(); }

 private:
  std::unique_ptr<disks::Simulation> sound_;
  disks::RiftAverage rift_;
};

/// A sound simulation whose pressure takes the active disks of a leg for any others: without the
/// factor (N - 1) / (N - k).
class WithoutTheFactor final : public disks::Simulation {
 public:
  explicit WithoutTheFactor(std::unique_ptr<disks::Simulation> sound)
      : sound_(std::move(sound)), disks_(sound_->configuration().size()) {}

  void advance(std::uint64_t sweeps) override {
    const disks::RiftAverage before = *sound_->rift();
    sound_->advance(sweeps);
    const disks::RiftPressure p = sound_->rift()->pressure(1, before);
    const auto n = static_cast<double>(disks_);
    const double factor = (n - 1) / (n - static_cast<double>(disks::chain_schedule(disks_).active));
    const auto paths = static_cast<double>(sweeps);
    rift_.add(disks::RiftAverage::Axis::x, paths, paths * (p.x - 1) / factor, 1, disks_);
    rift_.add(disks::RiftAverage::Axis::y, paths, paths * (p.y - 1) / factor, 1, disks_);
  }
  Configuration configuration() const override { return sound_->configuration(); }
  SweepStats stats() const override { return sound_->stats(); }
  const disks::RiftAverage* rift() const override { return &rift_; }
  std::size_t memory_bytes() const override { return sound_->memory_bytes(); }

 private:
  std::unique_ptr<disks::Simulation> sound_;
  std::size_t disks_;
  disks::RiftAverage rift_;
};

std::unique_ptr<disks::Simulation> sound(const Configuration& start, const RunParameters& p) {
  return disks::scheme("ecmc/sampler-cells").start(start, p);
}

disks::DiskScheme faulty(const char* name, decltype(disks::DiskScheme::start) start) {
  return {.info = {.name = std::string("mutant/sampler-") + name,
                   .source = "planted fault",
                   .claims = Claims::global_balance | Claims::thread_invariant |
                             Claims::conserves_particles},
          .start = std::move(start),
          .trial_moves = false,
          .measures_rift = true};
}

disks::DiskScheme faulty_copy(const char* name, decltype(disks::DiskScheme::start) start) {
  disks::DiskScheme scheme = faulty(name, std::move(start));
  scheme.info.claims = scheme.info.claims | Claims::equals_reference;
  scheme.equals = "ecmc/sampler-reference";
  return scheme;
}

const bool registered =
    register_mutant(
        DiskMutant{.scheme = faulty("seeds-are-lags",
                                    [](const Configuration& start, RunParameters p) {
                                      p.first_sweep += p.seed;
                                      p.seed = 7;
                                      return sound(start, p);
                                    }),
                   .origin = Origin::invented("seeded fault: a seed is a sweep of another one"),
                   .killed_by = {"property/choice of active disks"},
                   .family = "ecmc"}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_copy("without-the-factor",
                              [](const Configuration& start, const RunParameters& p) {
                                return std::make_unique<WithoutTheFactor>(
                                    disks::scheme("ecmc/sampler").start(start, p));
                              }),
        .origin =
            Origin::invented("seeded fault: disks that move together are taken to meet each other"),
        .killed_by = {"property/equals reference"},
        .family = "ecmc"}) &&
    register_mutant(DiskMutant{
        .scheme = faulty("thirty-two-bits-of-the-sweep",
                         [](const Configuration& start, RunParameters p) {
                           p.first_sweep &= 0xFFFFFFFFu;
                           return sound(start, p);
                         }),
        .origin = Origin::invented("seeded fault: active disks repeat after 2^32 sweeps"),
        .killed_by = {"property/choice of active disks"},
        .family = "ecmc"}) &&
    register_mutant(DiskMutant{
        .scheme = faulty("long-paths",
                         [](const Configuration& start, const RunParameters& p) {
                           return std::make_unique<LongPaths>(sound(start, p));
                         }),
        .origin =
            Origin::invented("seeded fault: paths along y are counted half a diameter too long"),
        .killed_by = {"property/exact pressure of chains"},
        .family = "ecmc"});

}  // namespace
}  // namespace touchstone::mutants
