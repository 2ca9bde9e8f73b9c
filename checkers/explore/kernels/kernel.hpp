// checkers/explore/kernels/kernel.hpp
// Purpose   Kernels as the explorer sees them, and the list of all. A kernel is a template
//           over its memory (explored_memory.hpp), with small configurations to explore, a
//           property, and broken variants of itself that must be found out.
// Not here  The kernels: one header each, registered at the end of the source file beside it.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checkers/explore/kernels/kernel_thread.hpp"

namespace touchstone::explore {

/// Local state of a kernel that needs no checkpoint.
struct NoState {
  std::int32_t unused = 0;
};

/// A program under construction: cells, then threads.
class KernelProgram {
 public:
  /// `mutation` is planted in every thread.
  explicit KernelProgram(const Mutation& mutation = {}) : mutation_(mutation) {}

  Cells cells;

  /// Place of the threads that are made from now on; without it all are in one block.
  void at(Place place) {
    place_ = place;
    placed_ = true;
  }

  /// A thread that runs `function(memory, shared, state)`, with the shared cells of the kernel.
  template <class Shared, class State, class Function>
  void thread(std::string name, const Shared& shared, const State& initial,
              const Function& function, std::size_t responses = 8) {
    const auto bound = [shared, function](ExploredMemory& memory, const State& state) {
      Shared unconst = shared;  // production kernels change their cells
      function(memory, unconst, state);
    };
    threads_.push_back(kernel_thread(
        initial, bound, {std::move(name), responses, mutation_.planted_in(cells.names())}));
    places_.push_back(place_);
  }

  /// A thread without local state that runs `function(memory, shared)`.
  template <class Shared, class Function>
  void thread(std::string name, const Shared& shared, const Function& function) {
    thread(std::move(name), shared, NoState(),
           [function](ExploredMemory& memory, Shared& all, NoState) { function(memory, all); });
  }

  MachineProgram program() const {
    return {cells.names(),
            cells.initial(),
            {threads_.begin(), threads_.end()},
            placed_ ? places_ : std::vector<Place>()};
  }
  const std::vector<std::shared_ptr<const KernelCode>>& threads() const { return threads_; }

 private:
  Mutation mutation_;
  Place place_;
  bool placed_ = false;
  std::vector<Place> places_;
  std::vector<std::shared_ptr<const KernelCode>> threads_;
};

/// Models of memory, from the strongest to the weakest: what goes wrong in one goes wrong in those
/// after it too. Only rc11 and views know what a data race is.
enum class Judge : std::uint8_t { sc, tso_x86, rc11, views };
std::string_view name(Judge judge);
inline constexpr Judge kJudges[] = {Judge::sc, Judge::tso_x86, Judge::rc11, Judge::views};

struct KernelCase {
  std::string name;  ///< "2 threads, 2 rounds"
  /// `fault` 0 is the kernel itself, others number Kernel::faults from 1.
  std::function<void(KernelProgram&, int fault)> build;
  /// Checks the final values of all cells, in order of their making: empty, or an error.
  std::function<std::string(std::span<const Value>)> property;
  bool few_events = true;  ///< small enough for execution graphs
};

/// Calls `body(constant)`, where `decltype(constant)::value` is the fault of this number.
template <class Fault, std::size_t faults, class Body>
void with_fault(int number, Body&& body) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((static_cast<int>(i) == number ? body(std::integral_constant<Fault, static_cast<Fault>(i)>())
                                    : void()),
     ...);
  }
  (std::make_index_sequence<faults>());
}

/// Expected verdict on a mutant.
struct Expected {
  std::string mutant;                   ///< name of a fault, or of a mutation (mutation.hpp)
  std::optional<Judge> killed_by = {};  ///< the strongest model in which it goes wrong
  std::string equivalent = {};          ///< without killed_by: why nothing can go wrong
};

struct Kernel {
  std::string name;    ///< "spin lock"
  std::string source;  ///< header with the template
  std::string shows;   ///< one sentence: what the property says
  std::vector<KernelCase> cases;
  std::vector<std::string> reasons;  ///< texts of m.abort(0), m.abort(1), ...
  std::vector<std::string> faults;   ///< names of the variants with broken statements
  std::vector<Expected> mutants;     ///< complete: each fault and each mutation has its line
};

/// All kernels, sorted by name.
const std::vector<Kernel>& kernels();
/// The kernel of a name; throws InputError that lists the known ones.
const Kernel& kernel(const std::string& name);
/// Adds a kernel and returns true; throws on a duplicate name.
bool register_kernel(Kernel kernel);

/// Why a kernel gave up: the text of its m.abort(number).
std::string reason(const Kernel& kernel, const Operation& abort);

/// A configuration as a program, with a fault of the kernel's own or a planted mutation.
MachineProgram program(const KernelCase& kernel_case, int fault = 0, const Mutation& mutation = {});

}  // namespace touchstone::explore
