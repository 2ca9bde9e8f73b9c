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
  /// Every place with an operation on shared memory that has been met, by line; a line with
  /// operations on cells of two names, or in two files, is two places.
  std::vector<Site> sites() const;

 private:
  class Watched;
  struct Key {
    std::uint32_t line;
    Kind kind;
    Order order;
    Update update;
    bool waits;
    std::size_t cell;  ///< number of its name
    auto operator<=>(const Key&) const = default;
  };
  Key key_of(const Operation& op) const;
  void note(std::span<const Value> local, const Operation* before);

  std::vector<std::string> names_ = {""};  ///< names of cells without the index; "": of fences
  std::vector<std::size_t> name_of_;       ///< number of the name, by location
  std::vector<Place> places_;
  std::map<Key, Site> sites_;
};

}  // namespace touchstone::explore
