#include "checkers/explore/machine/view_machine.hpp"

#include <algorithm>
#include <limits>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kMostMessages = std::numeric_limits<std::uint8_t>::max();

/// Puts a message at a place of the modification order; what stood there or behind moves up.
void insert(ViewState& state, Location location, std::size_t place, Message message) {
  auto& messages = state.messages[location];
  if (messages.size() == kMostMessages)
    throw InputError("view machine: more than 255 messages of one location can be read");
  for_each_view(state, [&](View& view) {
    if (view[location] >= place) ++view[location];
  });
  messages.insert(messages.begin() + static_cast<std::ptrdiff_t>(place), std::move(message));
}

}  // namespace

ViewMachine::ViewMachine(const MachineProgram& program, Variant variant,
                         std::vector<Location> watched)
    : program_(program), layout_(program), variant_(variant), watched_(std::move(watched)) {}

/// View in which nothing has been seen and nothing is known.
View ViewMachine::unseen() const { return View(known(watched_.size(), 0), 0); }

void ViewMachine::join(View& into, const View& other) const {
  const std::size_t places = layout_.locations();
  for (std::size_t i = 0; i < places; ++i) into[i] = std::max(into[i], other[i]);
  for (std::size_t i = places; i < into.size(); ++i) into[i] |= other[i];
}

/// Adds what a seq_cst operation of the strong variant knows before it acts. The order of seq_cst
/// operations is no happens-before, so the global view has places only (see finish()).
void ViewMachine::enter(ViewState& state, std::size_t t, Order order) const {
  if (order != Order::sc || variant_ != Variant::strong) return;
  join(state.threads[t].current, state.sc);
  join(state.threads[t].acquired, state.sc);
}

void ViewMachine::finish(Alternative after, std::size_t t, Order order, Value response,
                         std::vector<Alternative>& next) const {
  ViewState& state = after.state;
  if (order == Order::sc && variant_ == Variant::strong)
    for (std::size_t i = 0; i < layout_.locations(); ++i)
      state.sc[i] = std::max(state.sc[i], state.threads[t].current[i]);
  if (state.race == 0) {  // after a race nothing counts any more
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
        finish({now, 0}, t, Order::na, choice, next);
      return;
    default:
      return perform_read(now, {t, op}, next);
  }
}

void ViewMachine::perform_fence(const ViewState& now, Turn turn,
                                std::vector<Alternative>& next) const {
  ViewState state = now;
  enter(state, turn.thread, turn.op.order);
  ViewState::Seen& seen = state.threads[turn.thread];
  if (acquires(turn.op.order)) join(seen.current, seen.acquired);
  if (releases(turn.op.order)) seen.released = seen.current;
  finish({std::move(state), 0}, turn.thread, turn.op.order, 0, next);
}

void ViewMachine::perform_store(const ViewState& now, Turn turn,
                                std::vector<Alternative>& next) const {
  const auto& [t, op] = turn;
  ViewState entered = now;
  enter(entered, t, op.order);
  if (!note_access(entered, turn, true))
    return finish({std::move(entered), 0}, t, Order::na, 0, next);
  const std::size_t count = entered.messages[op.location].size();
  for (std::size_t place = entered.threads[t].current[op.location] + std::size_t{1}; place <= count;
       ++place) {
    if (entered.messages[op.location][place - 1].extended) continue;  // inside an update
    ViewState state = entered;
    insert(state, op.location, place, {op.operand, false, unseen()});
    ViewState::Seen& seen = state.threads[t];
    seen.current[op.location] = static_cast<std::uint8_t>(place);
    join(seen.acquired, seen.current);
    View& published = state.messages[op.location][place].view;
    if (is_atomic(op.order)) published = releases(op.order) ? seen.current : seen.released;
    published[op.location] = static_cast<std::uint8_t>(place);
    finish({std::move(state), place}, t, op.order, 0, next);
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
    enter(state, t, effect.order);
    ViewState::Seen& seen = state.threads[t];
    if (place < seen.current[op.location]) continue;
    seen.current[op.location] = static_cast<std::uint8_t>(place);
    if (is_atomic(effect.order)) join(seen.acquired, message.view);
    if (acquires(effect.order)) join(seen.current, message.view);
    join(seen.acquired, seen.current);
    if (note_access(state, turn, effect.stores) && effect.stores)
      store_update(state, turn, place, effect.stored);
    finish({std::move(state), place}, t, effect.order, message.value, next);
  }
}

/// The store of an update stands directly after what it has read, at `place`.
void ViewMachine::store_update(ViewState& state, Turn turn, std::size_t place, Value stored) const {
  const auto& [t, op] = turn;
  state.messages[op.location][place].extended = true;
  insert(state, op.location, place + 1, {stored, false, unseen()});
  ViewState::Seen& seen = state.threads[t];
  seen.current[op.location] = static_cast<std::uint8_t>(place + 1);
  join(seen.acquired, seen.current);
  View published = releases(op.order) ? seen.current : seen.released;
  join(published, state.messages[op.location][place].view);
  published[op.location] = static_cast<std::uint8_t>(place + 1);
  state.messages[op.location][place + 1].view = std::move(published);
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
    for_each_view(state, [&](View& view) {
      view[location] = view[location] > lowest ? static_cast<std::uint8_t>(view[location] - lowest)
                                               : std::uint8_t{0};
    });
  }
  for (std::size_t t = 0; t < finished.size(); ++t)
    if (finished[t]) state.threads[t] = {unseen(), unseen(), unseen()};
}

}  // namespace touchstone::explore
