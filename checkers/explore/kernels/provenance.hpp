// checkers/explore/kernels/provenance.hpp
// Purpose   Who wrote what a load reads, followed along one run beside the machine, which forgets
//           it: values in memory, store buffers and lists of messages, each with its writer.
#pragma once
#include <deque>
#include <optional>
#include <vector>

#include "checkers/explore/kernels/kernel_system.hpp"

namespace touchstone::explore {

struct Written {
  Value value = 0;
  Location location = 0;
  std::optional<std::size_t> thread = {};  ///< none: the initial value
  std::uint32_t site = 0;
};

/// Record of one step.
struct Happened {
  Operation operation;
  std::optional<Written> read;
  bool newest = true;  ///< false: there is a later value in modification order
  std::optional<Written> wrote;
  bool buffered = false;  ///< it went to the store buffer
  bool drained = false;   ///< no operation: a store left its buffer
};

class Provenance {
 public:
  Provenance(const KernelQuestion& question, Judge judge);
  /// Steps in their order.
  Happened step(const StateWords& before, const Step& step, const StateWords& after);

 private:
  Happened drain(std::size_t thread);
  void read(const StateWords& before, const Step& step, Happened& result) const;
  void write(const StateWords& before, const Step& step, Happened& result);

  const KernelQuestion& question_;
  Judge judge_;
  std::vector<std::vector<Written>> values_;   // by location; views: as the machine's messages
  std::vector<std::deque<Written>> buffered_;  // by thread, oldest first
};

}  // namespace touchstone::explore
