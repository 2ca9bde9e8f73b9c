// checkers/explore/schedules/verdicts.cpp
// Purpose   The four levels as lines of a table.
#include <fmt/format.h>

#include <algorithm>

#include "checkers/explore/schedules/levels.hpp"

namespace touchstone::explore {
namespace {

LevelVerdict confluence(const Confluence& found) {
  return {"confluence", true, found.holds, found.holds ? 0 : 1,
          found.holds ? fmt::format("{} tapes, one end each", found.tapes) : found.witness};
}

LevelVerdict oblivious(const Oblivious& found) {
  LevelVerdict result{"oblivious", found.applies, found.holds(), 0,
                      "threads wait or loop: no schedules of fixed length"};
  if (!found.applies) return result;
  const auto worst =
      std::max_element(found.schedules.begin(), found.schedules.end(),
                       [](const auto& a, const auto& b) { return a.defect < b.defect; });
  const auto wrong = std::count_if(found.schedules.begin(), found.schedules.end(),
                                   [](const auto& s) { return s.defect != 0; });
  result.value = worst->defect;
  result.detail = fmt::format("{} of {} schedules keep the law; {} is off by {}",
                              found.schedules.size() - static_cast<std::size_t>(wrong),
                              found.schedules.size(), worst->word, worst->defect.str());
  return result;
}

LevelVerdict scheduler(const Balance& found) {
  std::string detail = fmt::format("column sums off by up to {}", found.defect.str());
  if (found.illegal != 0) detail += "; illegal with probability " + found.illegal.str();
  if (found.stuck != 0) detail += "; stuck with probability " + found.stuck.str();
  if (found.aborted != 0) detail += "; aborts with probability " + found.aborted.str();
  if (found.distance) detail += "; total variation " + found.distance->str();
  return {"scheduler", true, found.holds(), found.defect, detail};
}

LevelVerdict adversarial(const Adversarial& found) {
  if (!found.applies) return {"adversarial", false, false, 0, "steps loop or are repeated"};
  return {"adversarial", true, found.holds(), found.greatest - found.least,
          fmt::format("flow into a configuration from {} to {} of its share", found.least.str(),
                      found.greatest.str())};
}

}  // namespace

std::vector<LevelVerdict> verdicts(const LevelReport& report) {
  return {confluence(report.confluence), oblivious(report.oblivious), scheduler(report.scheduler),
          adversarial(report.adversarial)};
}

}  // namespace touchstone::explore
