// models/core/shared_work.hpp
// Purpose   Number of threads that took part in a run, as it says itself. It may be fewer than were
//           asked for: a claim about threads is tested only where several have run.
// Use       A run of several threads derives from SharedWork beside the interface of its family.
// Not here  Simulations of disks, whose interface has threads() (models/disks/registry.hpp).
#pragma once
#include <optional>

namespace touchstone {

class SharedWork {
 public:
  virtual ~SharedWork() = default;
  /// The most threads that have each done a part of the work of a step since the start; nothing
  /// where that is not known, as in a program of a user's.
  virtual std::optional<int> threads_that_ran() const = 0;
};

/// 1 for runs that do not share their work.
template <class Run>
std::optional<int> threads_that_ran(const Run& run) {
  const auto* const shared = dynamic_cast<const SharedWork*>(&run);
  return shared != nullptr ? shared->threads_that_ran() : 1;
}

}  // namespace touchstone
