#include "checkers/explore/machine/view_machine.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kMostMessages = std::numeric_limits<std::uint8_t>::max();

void join(View& into, const View& other) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], other[i]);
}

/// Calls `visit` on every view of the state.
template <class Visit>
void for_each_view(ViewState& state, Visit&& visit) {
  for (ViewState::Seen& seen : state.threads) {
    visit(seen.current);
    visit(seen.acquired);
    visit(seen.released);
  }
  visit(state.sc);
  for (auto& messages : state.messages)
    for (Message& message : messages) visit(message.view);
}

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

void ViewMachine::initial(std::vector<std::uint64_t>& out) const {
  ViewState state;
  const View nothing(layout_.locations(), 0);
  state.locals.resize(layout_.words());
  layout_.start(state.locals.data());
  state.threads.assign(layout_.threads(), {nothing, nothing, nothing});
  state.sc = nothing;
  for (const Value value : program_.initial) state.messages.push_back({{value, false, nothing}});
  forget_unreadable(state);
  pack(state, out);
}

/// What a seq_cst operation of the strong variant knows before it acts.
void ViewMachine::enter(ViewState& state, std::size_t t, Order order) const {
  if (order != Order::sc || variant_ != Variant::strong) return;
  join(state.threads[t].current, state.sc);
  join(state.threads[t].acquired, state.sc);
}

void ViewMachine::finish(ViewState state, std::size_t t, Order order, Value response,
                         std::vector<ViewState>& next) const {
  if (order == Order::sc && variant_ == Variant::strong) join(state.sc, state.threads[t].current);
  layout_.respond(state.locals.data(), t, response);
  forget_unreadable(state);
  next.push_back(std::move(state));
}

void ViewMachine::perform(const ViewState& now, std::size_t t, const Operation& op,
                          std::vector<ViewState>& next) const {
  switch (op.kind) {
    case Kind::store:
      return perform_store(now, t, op, next);
    case Kind::fence: {
      ViewState state = now;
      enter(state, t, op.order);
      ViewState::Seen& seen = state.threads[t];
      if (acquires(op.order)) join(seen.current, seen.acquired);
      if (releases(op.order)) seen.released = seen.current;
      return finish(std::move(state), t, op.order, 0, next);
    }
    case Kind::choose:
      for (Value choice = 0; choice < op.operand; ++choice) finish(now, t, Order::na, choice, next);
      return;
    default:
      return perform_read(now, t, op, next);
  }
}

void ViewMachine::perform_store(const ViewState& now, std::size_t t, const Operation& op,
                                std::vector<ViewState>& next) const {
  ViewState entered = now;
  enter(entered, t, op.order);
  const std::size_t count = entered.messages[op.location].size();
  for (std::size_t place = entered.threads[t].current[op.location] + std::size_t{1}; place <= count;
       ++place) {
    if (entered.messages[op.location][place - 1].extended) continue;  // inside an update
    ViewState state = entered;
    insert(state, op.location, place, {op.operand, false, View(layout_.locations(), 0)});
    ViewState::Seen& seen = state.threads[t];
    seen.current[op.location] = static_cast<std::uint8_t>(place);
    join(seen.acquired, seen.current);
    View& published = state.messages[op.location][place].view;
    if (is_atomic(op.order)) published = releases(op.order) ? seen.current : seen.released;
    published[op.location] = static_cast<std::uint8_t>(place);
    finish(std::move(state), t, op.order, 0, next);
  }
}

void ViewMachine::perform_read(const ViewState& now, std::size_t t, const Operation& op,
                               std::vector<ViewState>& next) const {
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
    if (effect.stores) {
      state.messages[op.location][place].extended = true;
      insert(state, op.location, place + 1, {effect.stored, false, View(layout_.locations(), 0)});
      state.messages[op.location][place + 1].extended = false;
      seen.current[op.location] = static_cast<std::uint8_t>(place + 1);
      join(seen.acquired, seen.current);
      View published = releases(op.order) ? seen.current : seen.released;
      join(published, state.messages[op.location][place].view);
      published[op.location] = static_cast<std::uint8_t>(place + 1);
      state.messages[op.location][place + 1].view = std::move(published);
    }
    finish(std::move(state), t, effect.order, message.value, next);
  }
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
    if (finished[t]) {
      const View nothing(layout_.locations(), 0);
      state.threads[t] = {nothing, nothing, nothing};
    }
}

namespace {

std::size_t words_of_view(std::size_t locations) { return (locations + 7) / 8; }

void pack_view(const View& view, std::vector<std::uint64_t>& out) {
  const std::size_t at = out.size();
  out.resize(at + words_of_view(view.size()), 0);
  if (!view.empty()) std::memcpy(out.data() + at, view.data(), view.size());
}

View unpack_view(const std::uint64_t*& at, std::size_t locations) {
  View view(locations);
  if (locations > 0) std::memcpy(view.data(), at, locations);
  at += words_of_view(locations);
  return view;
}

}  // namespace

void ViewMachine::pack(const ViewState& state, std::vector<std::uint64_t>& out) const {
  out.insert(out.end(), state.locals.begin(), state.locals.end());
  for (const ViewState::Seen& seen : state.threads) {
    pack_view(seen.current, out);
    pack_view(seen.acquired, out);
    pack_view(seen.released, out);
  }
  pack_view(state.sc, out);
  for (const auto& messages : state.messages) {
    out.push_back(messages.size());
    for (const Message& message : messages) {
      out.push_back(static_cast<std::uint64_t>(message.value));
      out.push_back(message.extended ? 1 : 0);
      pack_view(message.view, out);
    }
  }
}

ViewState ViewMachine::unpack(Words words) const {
  ViewState state;
  const std::uint64_t* at = words.data();
  state.locals.assign(at, at + layout_.words());
  at += layout_.words();
  const std::size_t locations = layout_.locations();
  for (std::size_t t = 0; t < layout_.threads(); ++t) {
    View current = unpack_view(at, locations);
    View acquired = unpack_view(at, locations);
    state.threads.push_back({std::move(current), std::move(acquired), unpack_view(at, locations)});
  }
  state.sc = unpack_view(at, locations);
  for (std::size_t location = 0; location < locations; ++location) {
    const std::uint64_t count = *at++;
    auto& messages = state.messages.emplace_back();
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto value = static_cast<Value>(*at++);
      const bool extended = *at++ != 0;
      messages.push_back({value, extended, unpack_view(at, locations)});
    }
  }
  return state;
}

}  // namespace touchstone::explore
