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
// Races     Judged on request, for the locations that are named (those with plain accesses). A view
//           then has one byte more for each such location and thread: which of the last accesses of
//           that thread (plain and atomic reads and writes) happened before. That is what vector
//           clocks say, without their numbers: a cleared bit is a clock too small. The first race
//           ends the run. Without named locations the states are what they are without races.
// Scopes    A release is seen by an acquire only if their scopes include each other. So a message
//           has one view (a section) for each block that may have released and each distance of a
//           thread that acquires, and a thread has one acquired view for each scope of a fence.
//           Atomic accesses whose scopes do not include each other race as plain ones do. In a
//           program of one block there is one section, and nothing changes.
// Source    of the clocks of last accesses: C. Flanagan, S. N. Freund, FastTrack, PLDI 2009.
// Limits    255 messages of a location at a time.
#pragma once
#include <optional>
#include <set>
#include <span>

#include "checkers/explore/graph/state_graph.hpp"
#include "checkers/explore/machine/layout.hpp"
#include "checkers/explore/machine/levels.hpp"

namespace touchstone::explore {

/// Place in the list of messages of each location; one such section, or several.
using View = std::vector<std::uint8_t>;
using Section = std::span<std::uint8_t>;
using ConstSection = std::span<const std::uint8_t>;

struct Message {
  Value value = 0;
  bool extended = false;  ///< the next message is an update of this one
  View view = {};  ///< views that acquiring threads gain, by block that released and distance
  std::uint8_t level = 0;  ///< level of the scope it was written with
  std::uint8_t block = 0;  ///< block that wrote it
};

/// A state, unpacked.
struct ViewState {
  std::vector<std::uint64_t> locals;
  struct Seen {
    View current;
    View acquired;  ///< view that an acquire fence would add, by the level of its scope
    View released;  ///< view that relaxed stores publish since the last release fence, by distance
  };
  std::vector<Seen> threads;
  View sc;  ///< places that seq_cst operations told, by block and distance
  std::vector<std::vector<Message>> messages;  ///< by location, in modification order
  std::uint64_t race = 0;                      ///< packed; 0: none
};

/// Calls `visit` on every section, of `width` bytes, of every view of the state.
template <class Visit>
void for_each_section(ViewState& state, std::size_t width, Visit&& visit) {
  const auto each = [&](View& view) {
    for (std::size_t at = 0; at < view.size(); at += width) visit(Section(view.data() + at, width));
  };
  for (ViewState::Seen& seen : state.threads) {
    each(seen.current);
    each(seen.acquired);
    each(seen.released);
  }
  each(state.sc);
  for (auto& messages : state.messages)
    for (Message& message : messages) each(message.view);
}

/// Two accesses of one location, neither of which happens before the other, one of them a write,
/// and one of them plain or of a scope without the other's thread. The second ended the run.
struct ViewRace {
  Location location = 0;
  std::uint8_t first_thread = 0;
  std::uint8_t second_thread = 0;
  bool first_writes = false;
  bool first_is_plain = false;
  bool of_scopes = false;  ///< both are atomic
};

class ViewMachine {
 public:
  enum class Variant : std::uint8_t { strong, weak };

  /// The program must outlive the machine. Races are judged on the locations `watched`, which
  /// should be all that have accesses that may race: see racy_locations().
  ViewMachine(const MachineProgram& program, Variant variant, std::vector<Location> watched = {});

  /// Judges races on these locations from now on; states of before mean nothing any more.
  void watch(std::vector<Location> locations) { watched_ = std::move(locations); }

  /// Runs go on after their first race, so that one shows whether an assumption discards them.
  void go_on_after_races() { race_ends_run_ = false; }

  unsigned threads() const { return static_cast<unsigned>(layout_.threads()); }
  void initial(std::vector<std::uint64_t>& out) const;

  /// Alternatives of a thread are choices of messages; they carry no probability unless the
  /// operation is a random choice.
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    const ViewState now = unpack(state);
    std::vector<Alternative> next;
    std::vector<std::uint64_t> words;
    for (std::size_t t = 0; t < layout_.threads(); ++t) {
      const Operation op = layout_.next(now.locals.data(), t);
      if (ends(op)) continue;
      next.clear();
      perform(now, t, op, next);
      const auto parts = static_cast<std::uint32_t>(op.kind == Kind::choose ? next.size() : 1);
      for (std::uint32_t choice = 0; choice < next.size(); ++choice) {
        words.clear();
        pack(next[choice].state, words);
        emit(Step{static_cast<std::uint8_t>(t), choice, 1, parts}, Words(words));
      }
    }
  }

  /// A race aborts the run: what the program does after it is undefined.
  Ending ending(Words state) const {
    return race_ends_run_ && race(state) ? Ending::aborted : layout_.ending(locals(state));
  }
  std::optional<ViewRace> race(Words state) const;
  /// A deadlock, although some thread may still go on from a value that was overwritten.
  bool deadlocked(Words state) const;

  /// For people: where in the list of messages of its location the operation of this step reads or,
  /// if it is a store, puts its message; and the lists' lengths.
  std::size_t place(Words state, const Step& step) const;
  std::size_t messages(Words state, std::size_t location) const {
    return unpack(state).messages[location].size();
  }

  const std::uint64_t* locals(Words state) const { return state.data(); }
  /// The newest value of a location.
  Value value_of(Words state, std::size_t location) const {
    return unpack(state).messages[location].back().value;
  }
  const Layout& layout() const { return layout_; }
  const Levels& levels() const { return levels_; }

 private:
  std::uint8_t all_accesses() const;  ///< one bit each, view_races.cpp

  struct Alternative {
    ViewState state;
    std::size_t place;  ///< place of the message that is read or written
  };
  /// Thread that acts, and its operation.
  struct Turn {
    std::size_t thread;
    const Operation& op;
  };

  void perform(const ViewState& now, std::size_t t, const Operation& op,
               std::vector<Alternative>& next) const;
  void perform_fence(const ViewState& now, Turn turn, std::vector<Alternative>& next) const;
  void perform_read(const ViewState& now, Turn turn, std::vector<Alternative>& next) const;
  void perform_store(const ViewState& now, Turn turn, std::vector<Alternative>& next) const;
  void store_update(ViewState& state, Turn turn, std::size_t place, Value stored) const;
  void finish(Alternative after, Turn turn, Order order, Value response,
              std::vector<Alternative>& next) const;
  void enter(ViewState& state, Turn turn, Order order) const;
  void forget_unreadable(ViewState& state) const;

  /// Bytes of a section.
  std::size_t width() const { return known(watched_.size(), 0); }
  std::size_t known(std::size_t watched, std::size_t thread) const {
    return layout_.locations() + watched * layout_.threads() + thread;
  }
  /// A view of `sections` sections in which nothing has been seen and nothing is known.
  View unseen(std::size_t sections = 1) const { return View(sections * width(), 0); }
  std::size_t by_block() const { return levels_.blocks() * levels_.levels(); }
  Section section(View& view, std::size_t i) const {
    return Section(view).subspan(i * width(), width());
  }
  ConstSection section(const View& view, std::size_t i) const {
    return ConstSection(view).subspan(i * width(), width());
  }
  std::size_t released_by(std::size_t block, std::size_t distance) const {
    return block * levels_.levels() + distance;
  }
  void join(Section into, ConstSection other) const;
  void acquire(ViewState& state, Turn turn, Order order, const Message& message) const;
  View published(const ViewState& state, Turn turn) const;
  void see(ViewState& state, Turn turn, std::size_t place) const;
  Message written(Turn turn, Value value) const;
  void publish(ViewState& state, Turn turn, std::size_t place, View view) const;
  bool hands_on(const Message& message, Turn turn) const;
  std::uint8_t conflicting(Turn turn, bool writes, std::size_t block) const;
  bool note_access(ViewState& state, Turn turn, bool writes) const;
  void forget_known(ViewState& state) const;
  ViewState unpack(Words state) const;
  void pack(const ViewState& state, std::vector<std::uint64_t>& out) const;

  const MachineProgram& program_;
  Layout layout_;
  Levels levels_;
  Variant variant_;
  std::vector<Location> watched_;
  bool race_ends_run_ = true;
};

/// The locations of accesses that may race, in some state of a graph of this machine.
template <class Machine>
std::vector<Location> racy_locations(const Machine& machine, const Levels& levels,
                                     const StateGraph& graph) {
  std::set<Location> found;
  for (Index state = 0; state < graph.size(); ++state)
    for (std::size_t t = 0; t < machine.layout().threads(); ++t) {
      const Operation op = machine.layout().next(machine.locals(graph.states.view(state)), t);
      if (levels.may_race(op)) found.insert(op.location);
    }
  return {found.begin(), found.end()};
}

static_assert(TransitionSystem<ViewMachine>);

}  // namespace touchstone::explore
