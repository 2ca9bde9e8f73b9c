#include "checkers/explore/sampling/preemptions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <numeric>

#include "checkers/explore/graph/state_store.hpp"
#include "checkers/explore/graph/word.hpp"

namespace touchstone::explore {
namespace {

/// Breadth first over nodes (state, last thread), one count of preemptions after the other.
class Bounded {
 public:
  Bounded(const AnySystem& system, const PreemptionOptions& options, const BadState& bad)
      : system_(system), options_(options), bad_(bad) {}

  PreemptionResult run() {
    reach(system_.initial(), nobody(), 0, {}, 0);
    for (unsigned used = 0; used <= options_.preemptions; ++used) {
      result_.new_states.push_back(0);
      while (!now_.empty() && !result_.fewest) {
        if (nodes_.size() > options_.states) return finished(false);
        const Index node = now_.front();
        now_.pop_front();
        if (!done_[node]) expand(node, used);
      }
      if (result_.fewest) return finished(true);
      std::swap(now_, later_);
    }
    result_.everything =
        std::all_of(now_.begin(), now_.end(), [&](Index node) { return done_[node] != 0; });
    return finished(true);
  }

 private:
  std::uint64_t nobody() const { return system_.threads(); }

  PreemptionResult finished(bool complete) {
    result_.complete = complete;
    result_.different_ends = ends_.size();
    return std::move(result_);
  }

  void reach(StateWords state, std::uint64_t last, unsigned used, Step step, Index from) {
    state.push_back(last);
    const auto [node, fresh] = nodes_.intern(state);
    if (fresh) {
      preemptions_.push_back(used);
      from_.push_back(from);
      step_.push_back(step);
      done_.push_back(0);
    } else if (done_[node] || preemptions_[node] <= used) {
      return;
    }
    preemptions_[node] = used;
    from_[node] = from;
    step_[node] = step;
    (used == current_ ? now_ : later_).push_back(node);
  }

  void expand(Index node, unsigned used) {
    current_ = used;
    done_[node] = 1;
    StateWords state(nodes_.view(node).begin(), nodes_.view(node).end());
    const std::uint64_t last = state.back();
    state.pop_back();
    if (states_.intern(state).fresh) ++result_.new_states.back();
    std::vector<Option> options = system_.options(state);
    const bool blocked = system_.ending(state) == Ending::running &&
                         std::all_of(options.begin(), options.end(),
                                     [&](const Option& o) { return o.next == state; });
    if (options.empty()) ends_.intern(state);
    if (blocked || bad_(state)) {
      result_.fewest = used;
      result_.counterexample = path(node);
      return;
    }
    const bool could_go_on = alternatives(options, static_cast<unsigned>(last)) > 0;
    for (Option& option : options) {
      const bool preempts = could_go_on && option.step.thread != last;
      reach(std::move(option.next), option.step.thread, used + preempts, option.step, node);
    }
  }

  Path path(Index node) const {
    std::vector<Step> steps;
    for (; node != 0; node = from_[node]) steps.push_back(step_[node]);
    std::reverse(steps.begin(), steps.end());
    WordWriter writer;  // a choice is always spelled out where there was one: see replayed()
    StateWords state = system_.initial();
    for (const Step& step : steps) {
      for (const Option& option : system_.options(state)) {
        if (!(option.step == step)) continue;
        writer.step(step.thread, step.choice,
                    alternatives(system_.options(state), step.thread) > 1);
        state = option.next;
        break;
      }
    }
    return replayed(system_, writer.text());
  }

  const AnySystem& system_;
  const PreemptionOptions& options_;
  const BadState& bad_;
  PreemptionResult result_;
  StateStore nodes_;
  StateStore states_;
  StateStore ends_;
  std::vector<unsigned> preemptions_;
  std::vector<Index> from_;
  std::vector<Step> step_;
  std::vector<char> done_;
  std::deque<Index> now_;
  std::deque<Index> later_;
  unsigned current_ = 0;
};

}  // namespace

std::size_t PreemptionResult::states() const {
  return std::accumulate(new_states.begin(), new_states.end(), std::size_t{0});
}

PreemptionResult few_preemptions(const AnySystem& system, const PreemptionOptions& options,
                                 const BadState& bad) {
  return Bounded(system, options, bad).run();
}

std::string report(const PreemptionResult& r, const PreemptionOptions& options) {
  std::string text = fmt::format("schedules with at most {} preemptions: {} states, {} ends\n",
                                 options.preemptions, r.states(), r.different_ends);
  for (std::size_t used = 0; used < r.new_states.size(); ++used)
    text += fmt::format("  {} preemptions: {} new states\n", used, r.new_states[used]);
  if (r.fewest) return text + fmt::format("a bad state after {} preemptions\n", *r.fewest);
  if (!r.complete) return text + fmt::format("budget exceeded after {} states\n", r.states());
  if (r.everything) return text + "nothing found, and these are all states\n";
  return text + fmt::format("nothing found with at most {} preemptions\n", options.preemptions);
}

}  // namespace touchstone::explore
