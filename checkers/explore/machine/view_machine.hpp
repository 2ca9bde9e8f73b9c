// checkers/explore/machine/view_machine.hpp
// Purpose   The C++ memory model as a machine of messages and views, for programs whose execution
//           graphs are too many: kernels with loops. Engine E5.
// Source    J. Kang, C.-K. Hur, O. Lahav, V. Vafeiadis, D. Dreyer, POPL 2017, without promises;
//           timestamps are places in the modification order, so states are canonical.
// Exact     for programs without seq_cst operations. With them two variants bracket RC11: `strong`
//           (a seq_cst operation joins and updates one global view, in the order of execution)
//           shows allowed outcomes only; `weak` (seq_cst as acq_rel) shows all allowed ones.
// State     local words; views of each thread (current, acquired, released), the global view; for
//           each location the number of messages and for each message value, whether the next one
//           is an update of it, and its view. A view is one byte for each location.
// Limits    255 messages of a location at a time.
#pragma once
#include "checkers/explore/machine/layout.hpp"

namespace touchstone::explore {

/// For every location a place in its list of messages.
using View = std::vector<std::uint8_t>;

struct Message {
  Value value = 0;
  bool extended = false;  ///< the next message is an update of this one
  View view;              ///< what whoever acquires it has seen
};

/// A state, unpacked.
struct ViewState {
  std::vector<std::uint64_t> locals;
  struct Seen {
    View current;
    View acquired;  ///< what an acquire fence would add
    View released;  ///< what relaxed stores publish since the last release fence
  };
  std::vector<Seen> threads;
  View sc;
  std::vector<std::vector<Message>> messages;  ///< by location, in modification order
};

class ViewMachine {
 public:
  enum class Variant : std::uint8_t { strong, weak };

  /// The program must outlive the machine.
  ViewMachine(const MachineProgram& program, Variant variant)
      : program_(program), layout_(program), variant_(variant) {}

  unsigned threads() const { return static_cast<unsigned>(layout_.threads()); }
  void initial(std::vector<std::uint64_t>& out) const;

  /// Alternatives of a thread are choices of messages; they carry no probability unless the
  /// operation is a random choice.
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    const ViewState now = unpack(state);
    std::vector<ViewState> next;
    std::vector<std::uint64_t> words;
    for (std::size_t t = 0; t < layout_.threads(); ++t) {
      const Operation op = layout_.next(now.locals.data(), t);
      if (ends(op)) continue;
      next.clear();
      perform(now, t, op, next);
      const auto parts = static_cast<std::uint32_t>(op.kind == Kind::choose ? next.size() : 1);
      for (std::uint32_t choice = 0; choice < next.size(); ++choice) {
        words.clear();
        pack(next[choice], words);
        emit(Step{static_cast<std::uint8_t>(t), choice, 1, parts}, Words(words));
      }
    }
  }

  Ending ending(Words state) const { return layout_.ending(locals(state)); }

  const std::uint64_t* locals(Words state) const { return state.data(); }
  /// The newest value of a location.
  Value value_of(Words state, std::size_t location) const {
    return unpack(state).messages[location].back().value;
  }
  const Layout& layout() const { return layout_; }

 private:
  void perform(const ViewState& now, std::size_t t, const Operation& op,
               std::vector<ViewState>& next) const;
  void perform_read(const ViewState& now, std::size_t t, const Operation& op,
                    std::vector<ViewState>& next) const;
  void perform_store(const ViewState& now, std::size_t t, const Operation& op,
                     std::vector<ViewState>& next) const;
  void finish(ViewState state, std::size_t t, Order order, Value response,
              std::vector<ViewState>& next) const;
  void enter(ViewState& state, std::size_t t, Order order) const;
  void forget_unreadable(ViewState& state) const;
  ViewState unpack(Words state) const;
  void pack(const ViewState& state, std::vector<std::uint64_t>& out) const;

  const MachineProgram& program_;
  Layout layout_;
  Variant variant_;
};
static_assert(TransitionSystem<ViewMachine>);

}  // namespace touchstone::explore
