#include "checkers/explore/machine/view_machine.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kMostMessages = std::numeric_limits<std::uint8_t>::max();

/// Puts a message at a place of the modification order; what stood there or behind moves up.
void insert(ViewState& state, std::size_t width, Location location, std::size_t place,
            Message message) {
  auto& messages = state.messages[location];
  if (messages.size() == kMostMessages)
    throw InputError("view machine: more than 255 messages of one location can be read");
  for_each_section(state, width, [&](Section view) {
    if (view[location] >= place) ++view[location];
  });
  messages.insert(messages.begin() + static_cast<std::ptrdiff_t>(place), std::move(message));
}

}  // namespace

ViewMachine::ViewMachine(const MachineProgram& program, Variant variant,
                         std::vector<Location> watched)
    : program_(program),
      layout_(program),
      levels_(program),
      variant_(variant),
      watched_(std::move(watched)) {}

void ViewMachine::join(Section into, ConstSection other) const {
  const std::size_t places = layout_.locations();
  for (std::size_t i = 0; i < places; ++i) into[i] = std::max(into[i], other[i]);
  for (std::size_t i = places; i < into.size(); ++i) into[i] |= other[i];
}

/// Adds what a seq_cst operation of the strong variant knows before it acts: what those of blocks
/// within its scope have told those as far away as it is. The order of seq_cst operations is no
/// happens-before, so the global view has places only (see finish()).
void ViewMachine::enter(ViewState& state, Turn turn, Order order) const {
  if (order != Order::sc || variant_ != Variant::strong) return;
  ViewState::Seen& seen = state.threads[turn.thread];
  for (std::size_t block = 0; block < levels_.blocks(); ++block) {
    const std::size_t far = levels_.between(block, levels_.block_of(turn.thread));
    if (levels_.level(turn.op.scope) < far) continue;
    const ConstSection told = section(std::as_const(state.sc), released_by(block, far));
    join(seen.current, told);
    for (std::size_t l = 0; l < levels_.levels(); ++l) join(section(seen.acquired, l), told);
  }
}

void ViewMachine::finish(Alternative after, Turn turn, Order order, Value response,
                         std::vector<Alternative>& next) const {
  ViewState& state = after.state;
  const std::size_t t = turn.thread;
  if (order == Order::sc && variant_ == Variant::strong)
    for (std::size_t far = 0; far <= levels_.level(turn.op.scope); ++far) {
      const Section told = section(state.sc, released_by(levels_.block_of(t), far));
      for (std::size_t i = 0; i < layout_.locations(); ++i)
        told[i] = std::max(told[i], state.threads[t].current[i]);
    }
  if (state.race == 0 || !race_ends_run_) {  // after a race nothing counts any more
    layout_.respond(state.locals.data(), t, response);
    forget_unreadable(state);
    forget_known(state);
  }
  next.push_back(std::move(after));
}

void ViewMachine::perform(const ViewState& now, std::size_t t, const Operation& op,
                          std::vector<Alternative>& next) const {
  switch (op.kind) {
    case Kind::store:
      return perform_store(now, {t, op}, next);
    case Kind::fence:
      return perform_fence(now, {t, op}, next);
    case Kind::choose:
      for (Value choice = 0; choice < op.operand; ++choice)
        finish({now, 0}, {t, op}, Order::na, choice, next);
      return;
    default:
      return perform_read(now, {t, op}, next);
  }
}

void ViewMachine::perform_fence(const ViewState& now, Turn turn,
                                std::vector<Alternative>& next) const {
  ViewState state = now;
  enter(state, turn, turn.op.order);
  ViewState::Seen& seen = state.threads[turn.thread];
  const std::size_t level = levels_.level(turn.op.scope);
  if (acquires(turn.op.order)) join(seen.current, section(std::as_const(seen.acquired), level));
  if (releases(turn.op.order))
    for (std::size_t far = 0; far <= level; ++far)
      std::copy(seen.current.begin(), seen.current.end(), section(seen.released, far).begin());
  finish({std::move(state), 0}, turn, turn.op.order, 0, next);
}

/// The thread has seen the message at this place, and all that it has seen is acquired.
void ViewMachine::see(ViewState& state, Turn turn, std::size_t place) const {
  ViewState::Seen& seen = state.threads[turn.thread];
  seen.current[turn.op.location] = static_cast<std::uint8_t>(place);
  for (std::size_t l = 0; l < levels_.levels(); ++l) join(section(seen.acquired, l), seen.current);
}

/// Views that a message of this operation publishes: those at a distance within the scope of a
/// release gain all that is current, others what earlier release fences said.
View ViewMachine::published(const ViewState& state, Turn turn) const {
  const auto& [t, op] = turn;
  View view = unseen(by_block());
  if (is_atomic(op.order)) {
    const ViewState::Seen& seen = state.threads[t];
    for (std::size_t far = 0; far < levels_.levels(); ++far) {
      const bool all = releases(op.order) && far <= levels_.level(op.scope);
      join(section(view, released_by(levels_.block_of(t), far)),
           all ? ConstSection(seen.current) : section(seen.released, far));
    }
  }
  return view;
}

void ViewMachine::perform_store(const ViewState& now, Turn turn,
                                std::vector<Alternative>& next) const {
  const auto& [t, op] = turn;
  ViewState entered = now;
  enter(entered, turn, op.order);
  if (!note_access(entered, turn, true))
    return finish({std::move(entered), 0}, turn, Order::na, 0, next);
  const std::size_t count = entered.messages[op.location].size();
  for (std::size_t place = entered.threads[t].current[op.location] + std::size_t{1}; place <= count;
       ++place) {
    if (entered.messages[op.location][place - 1].extended) continue;  // inside an update
    ViewState state = entered;
    insert(state, width(), op.location, place, written(turn, op.operand));
    see(state, turn, place);
    publish(state, turn, place, published(state, turn));
    finish({std::move(state), place}, turn, op.order, 0, next);
  }
}

/// A message of this operation, without its views.
Message ViewMachine::written(Turn turn, Value value) const {
  return {value, false, unseen(by_block()), static_cast<std::uint8_t>(levels_.level(turn.op.scope)),
          static_cast<std::uint8_t>(levels_.block_of(turn.thread))};
}

void ViewMachine::publish(ViewState& state, Turn turn, std::size_t place, View view) const {
  for (std::size_t i = 0; i < by_block(); ++i)
    section(view, i)[turn.op.location] = static_cast<std::uint8_t>(place);
  state.messages[turn.op.location][place].view = std::move(view);
}

/// Whether a release may be handed on from this message to who reads it so.
bool ViewMachine::hands_on(const Message& message, Turn turn) const {
  const std::size_t far = levels_.between(message.block, levels_.block_of(turn.thread));
  return std::min<std::size_t>(message.level, levels_.level(turn.op.scope)) >= far;
}

/// Adds what a thread gains that reads this message, now and at its next acquire fence.
void ViewMachine::acquire(ViewState& state, Turn turn, Order order, const Message& message) const {
  if (!is_atomic(order) || !hands_on(message, turn)) return;
  ViewState::Seen& seen = state.threads[turn.thread];
  for (std::size_t block = 0; block < levels_.blocks(); ++block) {
    const std::size_t far = levels_.between(block, levels_.block_of(turn.thread));
    const ConstSection gained = section(message.view, released_by(block, far));
    if (acquires(order) && far <= levels_.level(turn.op.scope)) join(seen.current, gained);
    for (std::size_t l = far; l < levels_.levels(); ++l) join(section(seen.acquired, l), gained);
  }
}

void ViewMachine::perform_read(const ViewState& now, Turn turn,
                               std::vector<Alternative>& next) const {
  const auto& [t, op] = turn;
  // A failed compare_exchange has an order of its own, so what a read knows depends on its value.
  for (std::size_t place = now.threads[t].current[op.location];
       place < now.messages[op.location].size(); ++place) {
    const Message& message = now.messages[op.location][place];
    const Effect effect = effect_of(op, message.value);
    if (!effect.proceeds || (effect.stores && message.extended)) continue;
    ViewState state = now;
    enter(state, turn, effect.order);
    if (place < state.threads[t].current[op.location]) continue;
    state.threads[t].current[op.location] = static_cast<std::uint8_t>(place);
    acquire(state, turn, effect.order, message);
    see(state, turn, state.threads[t].current[op.location]);
    if (note_access(state, turn, effect.stores) && effect.stores)
      store_update(state, turn, place, effect.stored);
    finish({std::move(state), place}, turn, effect.order, message.value, next);
  }
}

/// The store of an update stands directly after what it has read, at `place`.
void ViewMachine::store_update(ViewState& state, Turn turn, std::size_t place, Value stored) const {
  const Location location = turn.op.location;
  state.messages[location][place].extended = true;
  insert(state, width(), location, place + 1, written(turn, stored));
  see(state, turn, place + 1);
  View view = published(state, turn);
  const Message& read = state.messages[location][place];
  if (hands_on(read, turn))
    for (std::size_t i = 0; i < by_block(); ++i) join(section(view, i), section(read.view, i));
  publish(state, turn, place + 1, std::move(view));
}

bool ViewMachine::deadlocked(Words state) const {
  if (ending(state) != Ending::running) return false;
  std::vector<Operation> next;
  for (std::size_t t = 0; t < layout_.threads(); ++t) {
    next.push_back(layout_.next(locals(state), t));
    if (!ends(next.back()) && !next.back().waits) return false;  // before anything is unpacked
  }
  return all_wait(next, [&](Location location) { return value_of(state, location); });
}

std::size_t ViewMachine::place(Words state, const Step& step) const {
  const ViewState now = unpack(state);
  std::vector<Alternative> next;
  perform(now, step.thread, layout_.next(now.locals.data(), step.thread), next);
  return next.at(step.choice).place;
}

/// Messages below what every thread has seen cannot be read again, nor can a store be put among
/// them. A finished thread has no views, and when all have finished only the last message counts.
void ViewMachine::forget_unreadable(ViewState& state) const {
  std::vector<bool> finished(layout_.threads());
  for (std::size_t t = 0; t < finished.size(); ++t)
    finished[t] = ends(layout_.next(state.locals.data(), t));
  for (std::size_t location = 0; location < layout_.locations(); ++location) {
    auto& messages = state.messages[location];
    std::size_t lowest = messages.size() - 1;
    for (std::size_t t = 0; t < finished.size(); ++t)
      if (!finished[t]) lowest = std::min(lowest, std::size_t{state.threads[t].current[location]});
    if (lowest == 0) continue;
    messages.erase(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(lowest));
    for_each_section(state, width(), [&](Section view) {
      view[location] = view[location] > lowest ? static_cast<std::uint8_t>(view[location] - lowest)
                                               : std::uint8_t{0};
    });
  }
  for (std::size_t t = 0; t < finished.size(); ++t)
    if (finished[t])
      state.threads[t] = {unseen(), unseen(levels_.levels()), unseen(levels_.levels())};
}

}  // namespace touchstone::explore
