// reference/ecmc/chain_sampler.cpp
// Purpose   A whole simulation with event chains, literally: one clock, the graph by definition,
//           the schedule of models/disks/chains/chain_schedule.hpp. The oracle of production
//           samplers.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           Algorithm 2, section 3.1.
// Cost      O(N^2) per phase for the graph, O(active disks) per event.
#include "models/disks/chains/chain_schedule.hpp"
#include "models/disks/registry.hpp"
#include "reference/ecmc/constraint_graph_by_definition.hpp"
#include "reference/ecmc/global_time.hpp"

namespace touchstone::reference {
namespace {

class ChainSampler final : public disks::Simulation {
 public:
  ChainSampler(const disks::Configuration& start, const disks::RunParameters& p)
      : random_(p.seed),
        schedule_(disks::chain_schedule(start.size())),
        state_(disks::in_fixed_point(start)),
        legs_(2 * schedule_.legs * p.first_sweep) {
    disks::require_apart(state_);
    disks::require_room(state_);
  }

  void advance(std::uint64_t sweeps) override {
    for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep)
      for (const auto axis : {disks::RiftAverage::Axis::x, disks::RiftAverage::Axis::y}) {
        phase(axis);
        state_ = disks::transposed(state_);
      }
  }
  disks::Configuration configuration() const override { return disks::in_diameters(state_); }
  SweepStats stats() const override { return {liftings_, liftings_}; }
  const disks::RiftAverage* rift() const override { return &rift_; }
  std::size_t memory_bytes() const override {
    return state_.size() * 2 * sizeof(disks::FixedCoordinate);
  }

 private:
  void phase(disks::RiftAverage::Axis axis) {
    const disks::ConstraintGraph graph = three_lane_graph(state_);
    const disks::FixedMetric metric(state_.box);
    for (std::uint32_t k = 0; k < schedule_.legs; ++k) {
      const auto active = disks::random_active(state_.size(), schedule_.active,
                                               disks::active_stream(random_, legs_++));
      const disks::LegEnd end = global_time_leg({state_, active, schedule_.leg}, graph);
      state_.x = end.x;
      liftings_ += end.liftings.size();
      double carried = 0;
      for (const disks::Lifting& l : end.liftings)
        carried += static_cast<double>(metric.separation(state_.y[l.to] - state_.y[l.from]));
      const double turn = state_.box.width * 0x1p-32;
      const double paths =
          static_cast<double>(schedule_.active) * static_cast<double>(schedule_.leg);
      rift_.add(axis, turn * paths, turn * carried, schedule_.active, state_.size());
    }
  }

  Philox random_;
  disks::ChainSchedule schedule_;
  disks::FixedConfiguration state_;
  disks::RiftAverage rift_;
  std::uint64_t legs_;
  std::uint64_t liftings_ = 0;
};

const bool registered = disks::register_scheme(
    {.info = {.name = "ecmc/sampler-reference",
              .source = "Li et al. 2021, Algorithm 2 and section 3.1",
              .claims =
                  Claims::global_balance | Claims::thread_invariant | Claims::conserves_particles,
              .timed = false},
     .start =
         [](const disks::Configuration& start, const disks::RunParameters& p) {
           disks::require_valid(p);
           return std::make_unique<ChainSampler>(start, p);
         },
     .trial_moves = false,
     .measures_rift = true,
     .family = "ecmc"});

}  // namespace
}  // namespace touchstone::reference
