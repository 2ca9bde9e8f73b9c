#include "checkers/explore/sampling/looped_path.hpp"

#include <algorithm>

#include "checkers/explore/graph/word.hpp"

namespace touchstone::explore {

bool LoopedPath::fair(const AnySystem& system) const {
  std::vector<char> content(system.threads(), 0);
  for (std::size_t i = stem; i < path.steps.size(); ++i) {
    content[path.steps[i].thread] = 1;
    const std::vector<Option> options = system.options(path.states[i]);
    for (unsigned t = 0; t < content.size(); ++t)
      if (alternatives(options, t) == 0) content[t] = 1;
  }
  return std::find(content.begin(), content.end(), 0) == content.end();
}

LoopedPath replayed_lasso(const AnySystem& system, const std::string& text) {
  const std::size_t open = text.find('(');
  if (open == std::string::npos) {
    Path path = replayed(system, text);
    const std::size_t steps = path.steps.size();
    return {std::move(path), steps};
  }
  const std::size_t close = text.find(')', open);
  if (close == std::string::npos || text.find_first_not_of(' ', close + 1) != std::string::npos)
    cannot_replay(text, text.size(), "a stem and a loop, as in a3 (b2 a1)");
  std::string both = text;
  both[open] = both[close] = ' ';
  const Path stem = replayed(system, text.substr(0, open));
  LoopedPath run{replayed(system, both), stem.steps.size()};
  if (run.path.steps.size() == run.stem || run.path.end() != stem.end())
    cannot_replay(text, close, "a loop that comes back to the state in which it began");
  return run;
}

}  // namespace touchstone::explore
