// checkers/explore/machine/view_state.cpp: the first state of a view machine, and states as words.
#include <algorithm>
#include <cstring>

#include "checkers/explore/machine/view_machine.hpp"

namespace touchstone::explore {
namespace {

std::size_t words_of_view(std::size_t bytes) { return (bytes + 7) / 8; }

void pack_view(const View& view, std::vector<std::uint64_t>& out) {
  const std::size_t at = out.size();
  out.resize(at + words_of_view(view.size()), 0);
  if (!view.empty()) std::memcpy(out.data() + at, view.data(), view.size());
}

View unpack_view(const std::uint64_t*& at, std::size_t bytes) {
  View view(bytes);
  if (bytes > 0) std::memcpy(view.data(), at, bytes);
  at += words_of_view(bytes);
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
      out.push_back(std::uint64_t{message.extended} | std::uint64_t{message.level} << 8 |
                    std::uint64_t{message.block} << 16);
      pack_view(message.view, out);
    }
  }
  if (!watched_.empty()) out.push_back(state.race);
}

ViewState ViewMachine::unpack(Words words) const {
  ViewState state;
  const std::uint64_t* at = words.data();
  state.locals.assign(at, at + layout_.words());
  at += layout_.words();
  const std::size_t bytes = width(), by_level = levels_.levels() * bytes;
  for (std::size_t t = 0; t < layout_.threads(); ++t) {
    View current = unpack_view(at, bytes);
    View acquired = unpack_view(at, by_level);
    state.threads.push_back({std::move(current), std::move(acquired), unpack_view(at, by_level)});
  }
  state.sc = unpack_view(at, by_block() * bytes);
  for (std::size_t location = 0; location < layout_.locations(); ++location) {
    const std::uint64_t count = *at++;
    auto& messages = state.messages.emplace_back();
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto value = static_cast<Value>(*at++);
      const std::uint64_t more = *at++;
      messages.push_back({value, (more & 1) != 0, unpack_view(at, by_block() * bytes),
                          static_cast<std::uint8_t>(more >> 8),
                          static_cast<std::uint8_t>(more >> 16)});
    }
  }
  return state;
}

void ViewMachine::initial(std::vector<std::uint64_t>& out) const {
  ViewState state;
  state.locals.resize(layout_.words());
  layout_.start(state.locals.data());
  const View nothing = unseen(levels_.levels());
  View seen = nothing;  // whatever was done before the threads began
  for (std::size_t l = 0; l < levels_.levels(); ++l)
    for (std::size_t i = layout_.locations(); i < width(); ++i)
      section(seen, l)[i] = all_accesses();
  const View current(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(width()));
  state.threads.assign(layout_.threads(), {current, seen, nothing});
  state.sc = unseen(by_block());
  for (const Value value : program_.initial)
    state.messages.push_back({{value, false, unseen(by_block())}});
  forget_unreadable(state);
  forget_known(state);
  pack(state, out);
}

}  // namespace touchstone::explore
