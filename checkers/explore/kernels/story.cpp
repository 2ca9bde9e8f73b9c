#include "checkers/explore/kernels/story.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "checkers/explore/kernels/provenance.hpp"

namespace touchstone::explore {
namespace {

const char* sign(Compare compare) {
  constexpr const char* kSigns[] = {"==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">="};
  return kSigns[static_cast<std::size_t>(compare)];
}

/// "rel", or "rel@dev".
std::string order_text(const Operation& op) {
  const std::string order(name(op.order));
  return op.scope == Scope::system ? order : order + "@" + std::string(name(op.scope));
}

std::string update_text(const Operation& op) {
  const std::string order = order_text(op);
  if (op.update == Update::compare_exchange && op.waits)
    return fmt::format("wait_exchange({},{},{})", op.expected, op.operand, order);
  if (op.update == Update::compare_exchange)
    return fmt::format("compare_exchange({},{},{},{})", op.expected, op.operand, order,
                       name(op.failure));
  constexpr const char* kNames[] = {"exchange",  "fetch_add", "fetch_sub",
                                    "fetch_and", "fetch_or",  "fetch_xor"};
  return fmt::format("{}({},{})", kNames[static_cast<std::size_t>(op.update)], op.operand, order);
}

std::string origin(const Written& written) {
  if (!written.thread) return "initial";
  return fmt::format("thread {} line {}", *written.thread, written.site);
}

/// One cell of the table.
std::string cell(const Happened& happened, const Step& step,
                 const std::vector<std::string>& locations) {
  if (happened.drained)
    return fmt::format("(buffer) {} := {} in memory", locations[happened.wrote->location],
                       happened.wrote->value);
  const Operation& op = happened.operation;
  std::string result = fmt::format("{} {}", op.site, text(op, locations));
  if (op.kind == Kind::choose) result += fmt::format(" is {}", step.choice);
  if (happened.read) {
    result += fmt::format(" is {} from {}", happened.read->value, origin(*happened.read));
    if (happened.wrote) result += fmt::format(", becomes {}", happened.wrote->value);
  }
  if (happened.buffered) result += ", buffered";
  if (happened.read && !happened.wrote && !happened.newest) result += ", stale";
  if (!happened.read && happened.wrote && !happened.newest) result += ", before a later store";
  return result;
}

struct Line {
  std::size_t column;
  std::string text;
};

/// `letters` of the word for each column.
std::string table(const std::vector<Line>& lines, const std::vector<std::string>& letters) {
  const std::size_t columns = letters.size();
  std::vector<std::size_t> width(columns, 8);
  for (const Line& line : lines)
    width[line.column] = std::max(width[line.column], line.text.size());
  std::string result;
  for (std::size_t c = 0; c < columns; ++c) {
    const std::string heading = fmt::format("thread {} ({})", c, letters[c]);
    width[c] = std::max(width[c], heading.size());
    result += c + 1 == columns ? heading : fmt::format("{:<{}}  ", heading, width[c]);
  }
  result += '\n';
  for (const Line& line : lines) {
    for (std::size_t c = 0; c < line.column; ++c) result += std::string(width[c] + 2, ' ');
    result += line.text + '\n';
  }
  return result;
}

/// Text about the end of a run whose last state is not wrong in itself: waits of each thread.
std::string waits(const KernelQuestion& question, const StateWords& state) {
  std::string result;
  const MachineProgram& program = question.program();
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Operation op = question.system().next(state, t);
    if (!ends(op))
      result +=
          fmt::format("thread {} is at line {}: {}\n", t, op.site, text(op, program.locations));
  }
  return result;
}

std::string memory(const KernelQuestion& question, const StateWords& state) {
  std::string result = "memory:";
  for (std::size_t i = 0; i < question.program().locations.size(); ++i)
    result += fmt::format(" {}={}", question.program().locations[i],
                          question.system().value_of(state, i));
  return result + '\n';
}

}  // namespace

std::string text(const Operation& op, const std::vector<std::string>& locations) {
  switch (op.kind) {
    case Kind::load:
      if (op.waits)
        return fmt::format("{}.wait({}{},{})", locations[op.location], sign(op.compare), op.operand,
                           order_text(op));
      return fmt::format("{}.load({})", locations[op.location], order_text(op));
    case Kind::store:
      return fmt::format("{}.store({},{})", locations[op.location], op.operand, order_text(op));
    case Kind::update:
      return fmt::format("{}.{}", locations[op.location], update_text(op));
    case Kind::fence:
      return fmt::format("fence({})", order_text(op));
    case Kind::choose:
      return fmt::format("choose({})", op.operand);
    case Kind::aborted:
      return "abort";
    default:
      return "end";
  }
}

std::string race_sites(const KernelQuestion& question, const Path& path) {
  const auto race = question.system().race(path.end());
  if (!race) return {};
  const auto access = [&](std::size_t step) {
    const std::size_t thread = path.steps[step].thread;
    const Operation op = question.system().next(path.states[step], thread);
    return fmt::format("thread {} line {} {}", thread, op.site,
                       text(op, question.program().locations));
  };
  std::size_t first = path.steps.size();
  for (std::size_t i = 0; i + 1 < path.steps.size(); ++i) {
    if (path.steps[i].thread != race->first_thread) continue;
    const Operation op = question.system().next(path.states[i], race->first_thread);
    const bool fits = op.location == race->location && (reads(op) || op.kind == Kind::store) &&
                      is_atomic(op.order) != race->first_is_plain &&
                      op.kind != (race->first_writes ? Kind::load : Kind::store);
    if (fits) first = i;  // the last one
  }
  if (first == path.steps.size()) return access(path.steps.size() - 1);
  return access(first) + " and " + access(path.steps.size() - 1);
}

std::string story(const KernelQuestion& question, Judge judge, const Path& path) {
  Provenance provenance(question, judge);
  const std::size_t threads = question.program().threads.size();
  std::vector<Line> lines;
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const Happened happened = provenance.step(path.states[i], path.steps[i], path.states[i + 1]);
    lines.push_back({path.steps[i].thread % threads,
                     cell(happened, path.steps[i], question.program().locations)});
  }
  std::vector<std::string> letters;
  for (std::size_t t = 0; t < threads; ++t) {
    letters.emplace_back(1, static_cast<char>('a' + t));
    if (judge == Judge::tso_x86)
      letters.back() += fmt::format(", buffer {}", static_cast<char>('a' + threads + t));
  }
  std::string result = table(lines, letters);
  const std::string wrong = question.wrong(path.end());
  const std::string sites = race_sites(question, path);
  if (!sites.empty()) return result + wrong + ": " + sites + '\n';
  result += memory(question, path.end());
  const Ending ending = question.system().any().ending(path.end());
  if (!wrong.empty()) {
    result += "wrong: " + wrong + '\n';
    return ending == Ending::running ? result + waits(question, path.end()) : result;
  }
  if (ending == Ending::finished) return result + "nothing is wrong at this end\n";
  return result + waits(question, path.end());
}

}  // namespace touchstone::explore
