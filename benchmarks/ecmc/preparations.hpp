// benchmarks/ecmc/preparations.hpp
// Purpose   Times what precedes a leg: the constraint graph, its pruning, the test of the leg, and
//           the records that a scheme sets up (which includes that test).
// Source    Li et al. 2021, section 3.1: graphs once for each change of direction.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/ecmc/chain_start.hpp"
#include "benchmarks/timed.hpp"

namespace touchstone::benchmarks::ecmc {

inline constexpr const char* kPreparation = "preparation, seconds per disk";

/// One step of the preparation of a leg.
struct PreparationEntry {
  /// Work done again and again; it has to give `arrows` arrows, or leave them at 0.
  struct Work {
    std::function<std::size_t()> once;
    std::size_t arrows = 0;
  };

  std::string what;  ///< "ecmc/near-graph", or a scheme
  std::size_t disks;
  int threads;
  std::function<Work(const ChainStart&)> prepare;
  Subject subject() const;  ///< "ecmc/near-graph/set-up/disks:4096/threads:1"
};

/// Those of one size whose names match the filter.
std::vector<PreparationEntry> preparation_entries(const Request& request, std::size_t disks);

/// Seconds per disk, or a failure when the number of arrows was wrong.
class TimedPreparation final : public Timed {
 public:
  /// `start` must live as long as this.
  TimedPreparation(const Request& request, const PreparationEntry& entry, const ChainStart& start)
      : Timed(request, entry.subject(), chain_protocol(request)),
        disks_(entry.disks),
        start_(start),
        work_(entry.prepare(start)) {}

 private:
  Run once() override;
  double value(const Run& run) const override { return cost_of(run); }
  const Relaxation* relaxation() const override { return &start_; }

  std::size_t disks_;
  const ChainStart& start_;
  PreparationEntry::Work work_;
};

}  // namespace touchstone::benchmarks::ecmc
