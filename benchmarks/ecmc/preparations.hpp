// benchmarks/ecmc/preparations.hpp
// Purpose   Times what precedes a leg: the constraint graph, its pruning, the test of the leg, and
//           the records that a scheme sets up (which includes that test).
// Source    Li et al. 2021, section 3.1: graphs once for each change of direction.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/drive.hpp"
#include "benchmarks/ecmc/chain_start.hpp"

namespace touchstone::benchmarks::ecmc {

inline constexpr const char* kPreparation = "preparation, seconds per disk";

/// One step of the preparation, timed again and again.
class Preparation {
 public:
  /// `work` is done for `disks` disks; it has to give `arrows` arrows, or leave them at 0.
  Preparation(std::string what, std::size_t disks, int threads, std::function<std::size_t()> work,
              std::size_t arrows = 0)
      : what_(std::move(what)),
        disks_(disks),
        threads_(threads),
        work_(std::move(work)),
        arrows_(arrows) {}

  std::string name() const;  ///< "ecmc/near-graph/set-up/disks:4096/threads:1"
  const std::string& what() const { return what_; }  ///< "ecmc/near-graph", or a scheme
  std::size_t disks() const { return disks_; }
  int threads() const { return threads_; }
  Run run();
  const std::vector<Run>& runs() const { return runs_; }
  /// Text of the first error in its results, or empty.
  const std::string& verify() const { return wrong_; }

 private:
  std::string what_;
  std::size_t disks_;
  int threads_;
  std::function<std::size_t()> work_;
  std::size_t arrows_;
  std::vector<Run> runs_;
  std::string wrong_;
};

/// The preparations of one size whose names match the filter. `start` must live as long as they do.
std::vector<Preparation> preparations(const Request& request, const ChainStart& start);

}  // namespace touchstone::benchmarks::ecmc
