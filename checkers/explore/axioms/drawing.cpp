#include "checkers/explore/axioms/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchstone::explore {
namespace {

std::string origin(const Execution& x, EventId write) {
  const Event& event = x.events[write];
  if (event.thread == kInitialThread) return "the initial value";
  return fmt::format("thread {}", event.thread);
}

/// Effect of the event, without the statement it comes from.
std::string effect(const Execution& x, std::size_t e, const DrawingNames& names) {
  const Event& event = x.events[e];
  if (x.is_fence(e)) return event.order == Order::na ? "choice" : "fence";
  const std::string& location = names.locations[event.location];
  if (x.is_write(e)) return fmt::format("{} := {}", location, event.value);
  return fmt::format("{} is {} from {}", location, event.value, origin(x, event.source));
}

/// Events that must be shown before `e`: by program order and reads-from, and, when `coherent`,
/// also by modification order and by reads-before.
EventSet causes(const Execution& x, std::size_t e, bool coherent) {
  EventSet result = x.events[e].program_before;
  if (x.is_read(e)) result |= only(x.events[e].source);
  if (coherent)
    for (std::size_t b = 0; b < x.events.size(); ++b)
      if (b != e && x.is_write(e) && x.same_location(b, e) && x.coherence_before(b, e))
        result |= only(b);
  return result;
}

/// A schedule that explains the execution, if there is one; with few changes of thread.
std::vector<EventId> schedule(const Execution& x, bool coherent) {
  std::vector<EventId> result;
  EventSet done = 0;
  std::vector<EventId> waiting;
  for (std::size_t e = 0; e < x.events.size(); ++e)
    if (x.events[e].thread == kInitialThread)
      done |= only(e);
    else
      waiting.push_back(static_cast<EventId>(e));
  std::uint8_t last = 0;
  while (!waiting.empty()) {
    const auto ready = [&](EventId e) { return (causes(x, e, coherent) & ~done) == 0; };
    auto next = std::find_if(waiting.begin(), waiting.end(),
                             [&](EventId e) { return x.events[e].thread == last && ready(e); });
    if (next == waiting.end()) next = std::find_if(waiting.begin(), waiting.end(), ready);
    if (next == waiting.end()) return {};
    last = x.events[*next].thread;
    done |= only(*next);
    result.push_back(*next);
    waiting.erase(next);
  }
  return result;
}

/// Events in the order of a sequential schedule where one exists; else no effect before its cause.
/// The store of an update is shown with its read.
std::vector<EventId> in_order(const Execution& x) {
  std::vector<EventId> result = schedule(x, true);
  if (result.empty()) result = schedule(x, false);
  std::erase_if(result, [&](EventId e) { return x.is_write(e) && x.events[e].update; });
  return result;
}

/// `shown` holds the events of the lines above.
std::string cell(const Execution& x, std::size_t e, EventSet shown, const DrawingNames& names) {
  const Event& event = x.events[e];
  std::string text =
      fmt::format("{}: {}", names.statement(event.thread, event.site), effect(x, e, names));
  if (!x.is_read(e)) return text;
  if (event.update) text += fmt::format(", becomes {}", x.events[e + 1].value);
  const auto& order = x.modifications[event.location];
  for (std::size_t i = event.rank + std::size_t{1}; i < order.size(); ++i)
    if ((shown & only(order[i])) != 0) return text + ", stale";
  return text;
}

std::string edges(const Execution& x) {
  std::string dot;
  for (const auto& thread : x.threads)
    for (std::size_t i = 1; i < thread.size(); ++i)
      dot += fmt::format("  e{} -> e{} [label=po];\n", thread[i - 1], thread[i]);
  for (std::size_t e = 0; e < x.events.size(); ++e) {
    if (!x.is_read(e)) continue;
    dot += fmt::format("  e{} -> e{} [label=rf color=\"#2a7f3f\" constraint=false];\n",
                       x.events[e].source, e);
    const auto& order = x.modifications[x.events[e].location];
    const std::size_t next = x.events[e].rank + std::size_t{1};
    if (next < order.size() && x.events[order[next]].thread != x.events[e].thread)
      dot += fmt::format("  e{} -> e{} [label=rb color=\"#b0302a\" constraint=false];\n", e,
                         order[next]);
  }
  for (const auto& order : x.modifications)
    for (std::size_t i = 1; i < order.size(); ++i)
      dot += fmt::format("  e{} -> e{} [label=mo color=\"#2a4fa0\" constraint=false];\n",
                         order[i - 1], order[i]);
  return dot;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string to_table(const Execution& x, const DrawingNames& names) {
  struct Line {
    std::uint8_t thread;
    std::string text;
  };
  std::vector<Line> lines;
  std::vector<std::size_t> width(x.threads.size(), 8);
  EventSet shown = 0;
  for (const EventId e : in_order(x)) {
    lines.push_back({x.events[e].thread, cell(x, e, shown, names)});
    width[x.events[e].thread] = std::max(width[x.events[e].thread], lines.back().text.size());
    shown |= only(e);
    if (x.events[e].update) shown |= only(e + std::size_t{1});
  }
  std::string result;
  for (std::size_t t = 0; t < x.threads.size(); ++t) {
    const std::string heading = fmt::format("thread {}", t);
    result += t + 1 == x.threads.size() ? heading : fmt::format("{:<{}}  ", heading, width[t]);
  }
  result += '\n';
  for (const Line& line : lines) {
    for (std::size_t t = 0; t < line.thread; ++t) result += std::string(width[t] + 2, ' ');
    result += line.text + '\n';
  }
  return result;
}

std::string to_dot(const Execution& x, const DrawingNames& names, const std::string& title) {
  std::string dot = "digraph execution {\n";
  dot += fmt::format("  label=\"{}\";\n  node [shape=box fontname=monospace];\n", escaped(title));
  for (std::size_t t = 0; t < x.threads.size(); ++t) {
    dot += fmt::format("  subgraph cluster_{0} {{ label=\"thread {0}\";\n", t);
    for (const EventId e : x.threads[t])
      dot += fmt::format("    e{} [label=\"{} {}\"];\n", e, escaped(effect(x, e, names)),
                         name(x.events[e].order));
    dot += "  }\n";
  }
  for (std::size_t e = 0; e < x.events.size(); ++e)
    if (x.events[e].thread == kInitialThread)
      dot += fmt::format("  e{} [label=\"{} initially {}\" style=dashed];\n", e,
                         names.locations[x.events[e].location], x.events[e].value);
  return dot + edges(x) + "}\n";
}

}  // namespace touchstone::explore
