#include "checkers/explore/sampling/path.hpp"

#include <algorithm>

#include "checkers/explore/graph/word.hpp"

namespace touchstone::explore {

std::size_t Path::context_switches() const {
  std::size_t count = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) count += steps[i].thread != steps[i - 1].thread;
  return count;
}

std::size_t alternatives(const std::vector<Option>& options, unsigned thread) {
  return static_cast<std::size_t>(std::count_if(
      options.begin(), options.end(), [&](const Option& o) { return o.step.thread == thread; }));
}

Path replayed(const AnySystem& system, const std::string& text) {
  Path path;
  WordWriter writer;
  path.states.push_back(system.initial());
  for (const WordItem& item : parse_word(text, system.threads()))
    for (std::uint32_t left = item.steps; left > 0; --left) {
      std::vector<Option> options = system.options(path.end());
      const std::size_t several = alternatives(options, item.thread);
      require_step(text, item, several, path.steps.size());
      const auto taken = std::find_if(options.begin(), options.end(), [&](const Option& o) {
        return o.step.thread == item.thread && (!item.choice || o.step.choice == *item.choice);
      });
      if (taken == options.end()) cannot_replay(text, item.end, "an alternative that exists here");
      writer.step(taken->step.thread, taken->step.choice, several > 1);
      path.steps.push_back(taken->step);
      path.states.push_back(std::move(taken->next));
    }
  path.word = writer.text();
  return path;
}

}  // namespace touchstone::explore
