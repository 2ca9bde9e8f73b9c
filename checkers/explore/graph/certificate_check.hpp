// checkers/explore/graph/certificate_check.hpp
// Purpose   Verifies a certificate (format: certificate.hpp) against the system itself. It shares
//           no code with the explorer, is short enough to be read in one go, and trusts nothing in
//           the file.
// Computes  1. The first state of the system is the first of the list.
//           2. Closure: what the system says follows on a listed state is what the list says, and
//              is itself listed. By induction every reachable state is listed.
//           3. No listed state is bad, by a predicate of the caller.
//           4. From every state an end can be reached: an ended state has distance 0, any other has
//              a successor with a smaller one. So there is no deadlock and no livelock.
// Not here  Loops that a fair scheduler can repeat although an end is within reach (lasso.hpp).
// Cost      One pass, the whole list in memory.
#pragma once
#include <functional>
#include <istream>
#include <sstream>
#include <string>
#include <vector>

#include "checkers/explore/graph/system.hpp"

namespace touchstone::explore {

struct CertificateCheck {
  bool valid = false;
  std::string reason;  ///< why not, with the number of the line
  std::size_t states = 0;
  std::size_t transitions = 0;
};

namespace certificate {

struct Line {
  std::uint64_t distance = 0;
  std::vector<std::uint64_t> words;
  std::vector<std::size_t> next;
};

/// False when it is not a line of a certificate.
inline bool parse(const std::string& text, Line& line) {
  std::istringstream in(text);
  std::string item;
  if (!(in >> line.distance)) return false;
  while (in >> item && item != ":") {
    std::size_t used = 0;
    try {
      line.words.push_back(std::stoull(item, &used, 16));
    } catch (const std::exception&) {
      return false;
    }
    if (used != item.size()) return false;
  }
  if (item != ":") return false;
  for (std::size_t number = 0; in >> number;) line.next.push_back(number);
  return in.eof();
}

/// Why line `at` is wrong; empty when it is right.
template <TransitionSystem System>
std::string fault(const System& system, const std::vector<Line>& lines, std::size_t at) {
  const Line& line = lines[at];
  if (system.ending(Words(line.words)) != Ending::running) {
    if (line.distance != 0) return "an ended state at a distance from its end";
    return line.next.empty() ? "" : "something follows on an ended state";
  }
  std::string reason;
  bool nearer = false;
  std::size_t count = 0;
  system.successors(Words(line.words), [&](const Step&, Words next) {
    const std::size_t listed = count < line.next.size() ? line.next[count] : lines.size();
    ++count;
    if (listed >= lines.size() || !std::equal(next.begin(), next.end(), lines[listed].words.begin(),
                                              lines[listed].words.end()))
      reason = "a step of the system leads elsewhere";
    else if (lines[listed].distance < line.distance)
      nearer = true;
  });
  if (!reason.empty()) return reason;
  if (count != line.next.size()) return "more steps than the system has";
  return nearer ? "" : "no step towards an end";
}

}  // namespace certificate

/// `bad` says which states the verdict excludes (a wrong final outcome, a broken invariant).
template <TransitionSystem System>
CertificateCheck check_certificate(const System& system, const std::string& name, std::istream& in,
                                   const std::function<bool(Words)>& bad) {
  CertificateCheck result;
  const auto rejected = [&](std::size_t line, const std::string& reason) {
    result.reason = "line " + std::to_string(line) + ": " + reason;
    return result;
  };
  std::string head, version, found_name;
  std::size_t announced = 0;
  if (!(in >> head >> version >> announced) || head != "touchstone-certificate" || version != "1")
    return rejected(1, "expected \"touchstone-certificate 1 <states>\"");
  std::getline(in, head);
  if (!std::getline(in, found_name) || found_name != name)
    return rejected(2, "expected the system " + name + ", found " + found_name);
  std::vector<certificate::Line> lines;
  for (std::string text; std::getline(in, text);) {
    lines.emplace_back();
    if (!certificate::parse(text, lines.back())) return rejected(lines.size() + 2, "not readable");
  }
  if (lines.size() != announced || lines.empty())
    return rejected(1, "announces " + std::to_string(announced) + " states, has " +
                           std::to_string(lines.size()));
  std::vector<std::uint64_t> first;
  system.initial(first);
  if (lines[0].words != first) return rejected(3, "not the first state of the system");
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (bad(Words(lines[at].words))) return rejected(at + 3, "a bad state");
    const std::string reason = certificate::fault(system, lines, at);
    if (!reason.empty()) return rejected(at + 3, reason);
    result.transitions += lines[at].next.size();
  }
  result.states = lines.size();
  result.valid = true;
  return result;
}

}  // namespace touchstone::explore
