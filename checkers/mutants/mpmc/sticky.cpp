// checkers/mutants/mpmc/sticky.cpp
// Purpose   Mutant of Metropolis moves that keep disks legal and hold them fast at contact.
#include <cmath>
#include <memory>
#include <numbers>

#include "checkers/disks/disk_kind.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::mutants {
namespace {

using disks::Configuration;
using disks::RunParameters;
using disks::Vec;

constexpr double kSticks = 1.01;

/// A disk that another one is closer to than kSticks stays where it is every second time.
class Sticky final : public disks::Simulation {
 public:
  Sticky(const Configuration& start, const RunParameters& p)
      : state_(start), parameters_(p), random_(p.seed), sweep_(p.first_sweep) {}

  void advance(std::uint64_t sweeps) override {
    for (; sweeps > 0; --sweeps, ++sweep_)
      for (std::uint32_t i = 0; i < state_.size(); ++i) trial(i);
  }
  Configuration configuration() const override { return state_; }
  SweepStats stats() const override { return stats_; }
  std::size_t memory_bytes() const override { return state_.size() * sizeof(Vec<double>); }

 private:
  void trial(std::uint32_t i) {
    PhiloxStream stream = random_.stream(Purpose::metropolis, sweep_, i);
    const double length = parameters_.max_displacement * std::sqrt(stream.uniform());
    const double angle = 2 * std::numbers::pi * stream.uniform();
    const Vec<double> from = state_.centres[i];
    const Vec<double> to =
        state_.box.wrap({from.x + length * std::cos(angle), from.y + length * std::sin(angle)});
    ++stats_.trials;
    const bool stuck = stream.uniform() < 0.5 && nearer(i, from, kSticks);
    if (stuck || nearer(i, to, 1)) return;
    state_.centres[i] = to;
    ++stats_.accepted;
  }
  bool nearer(std::uint32_t i, Vec<double> at, double distance) const {
    for (std::uint32_t j = 0; j < state_.size(); ++j)
      if (j != i && state_.box.distance2(at, state_.centres[j]) < distance * distance) return true;
    return false;
  }

  Configuration state_;
  RunParameters parameters_;
  Philox random_;
  std::uint64_t sweep_;
  SweepStats stats_;
};

const bool registered = register_mutant(DiskMutant{
    .scheme = {.info = {.name = "mutant/sticks-at-contact",
                        .source = "planted fault",
                        .claims = Claims::detailed_balance | Claims::global_balance |
                                  Claims::conserves_particles},
               .start = [](const Configuration& start,
                           const RunParameters& p) { return std::make_unique<Sticky>(start, p); },
               .all_pairs = true},
    .origin = Origin::outsider("seeded fault in a program of a user's: disks stick at contact"),
    .killed_by = {"exact start/two disks at contact"}});

}  // namespace
}  // namespace touchstone::mutants
