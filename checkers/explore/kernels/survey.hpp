// checkers/explore/kernels/survey.hpp
// Purpose   Which operations a kernel performs, and where: a program whose threads note them down
//           while an engine explores it.
#pragma once
#include <map>
#include <vector>

#include "checkers/explore/kernels/kernel_thread.hpp"
#include "checkers/explore/kernels/mutation.hpp"

namespace touchstone::explore {

/// Notes the operations of kernel threads: explore what watched() returns, then ask for sites().
class Survey {
 public:
  /// The same program, under observation. The survey must outlive it.
  MachineProgram watched(const MachineProgram& program);
  /// Every place with an operation on shared memory that has been met, by line.
  std::vector<Site> sites() const;

 private:
  class Watched;
  struct Key {
    std::uint32_t line;
    Kind kind;
    Order order;
    auto operator<=>(const Key&) const = default;
  };
  void note(std::span<const Value> local, const Operation* before);

  std::vector<std::string> locations_;
  std::vector<Place> places_;
  std::map<Key, Site> sites_;
};

}  // namespace touchstone::explore
