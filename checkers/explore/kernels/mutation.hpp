// checkers/explore/kernels/mutation.hpp
// Purpose   Faults planted in a kernel without touching its source: one operation, named by its
//           line and its cells, is weakened, narrowed, left out, postponed or torn apart. What
//           survives all models is either too strong an order or a property too weak to see it.
// Not here  Faults that need other statements: those are variants of the kernel itself.
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checkers/explore/machine/operation.hpp"

namespace touchstone::explore {

struct Mutation {
  enum class Kind : std::uint8_t {
    none,
    weaken,          ///< the memory order becomes `order`
    weaken_failure,  ///< so does that of a compare_exchange that fails
    narrow,          ///< the scope becomes `scope`
    drop,            ///< a store or fence is left out
    postpone,        ///< a store changes places with the thread's next operation
    split            ///< a read-modify-write becomes a load and a store
  };
  Kind kind = Kind::none;
  Operation target = {};  ///< the operation as the kernel states it; its site is what counts
  Order order = Order::sc;
  Scope scope = Scope::system;
  /// Name of its cells, without the index; empty: whatever they are. A kernel has parts in several
  /// files, and the same line of another file is another statement.
  std::string cell = {};
  std::vector<Location> locations = {};  ///< cells of this name, once it is planted

  bool concerns(const Operation& op) const {
    return kind != Kind::none && op.site == target.site && op.kind == target.kind &&
           op.order == target.order && op.update == target.update && op.waits == target.waits &&
           (cell.empty() || is_among_cells(op.location));
  }
  bool is_among_cells(Location location) const {
    return std::find(locations.begin(), locations.end(), location) != locations.end();
  }
  /// The same for a program whose cells have these names.
  Mutation planted_in(const std::vector<std::string>& cells) const;
};

/// "turn" of "turn[2]".
std::string without_index(const std::string& cell);

/// Memory orders one step weaker than `order` for this kind of operation; acq_rel has two.
std::vector<Order> weaker(Order order, Kind kind);

struct NamedMutation {
  std::string name;  ///< "turn.store rel>rlx", "turn.store dev>blk"; "... #2" at the second line
  Mutation mutation;
};

/// An operation of a kernel, as a survey of its runs found it (survey.hpp).
struct Site {
  Operation operation;    ///< one of those performed here
  std::string what;       ///< "turn.store", "fence": the cell without its index, and the operation
  bool followed = false;  ///< in some run by another operation before the next checkpoint
  std::optional<Scope> narrower = {};  ///< the next narrower scope, where that leaves threads out
  std::string cell = {};               ///< name of its cells, without the index; none: a fence
};

/// Every mutation of every site: what a table of mutants has to answer for.
std::vector<NamedMutation> mutations_of(const std::vector<Site>& sites);

}  // namespace touchstone::explore
