#include "checkers/explore/litmus/dependencies.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <deque>
#include <map>

namespace touchstone::explore {
namespace {

using Loads = std::uint64_t;  // a set of loads of one thread

/// Facts known before an instruction.
struct Facts {
  bool reached = false;
  Loads before = 0;              ///< may have been executed, and nothing orders them yet
  Loads control = 0;             ///< certainly decided that we are here
  std::vector<Loads> registers;  ///< certainly determined the value

  /// Returns whether anything changed.
  bool merge(const Facts& other) {
    if (!reached) {
      *this = other;
      return true;
    }
    const Facts old = *this;
    before |= other.before;
    control &= other.control;
    for (std::size_t i = 0; i < registers.size(); ++i) registers[i] &= other.registers[i];
    return old.before != before || old.control != control || old.registers != registers;
  }
};

class ThreadDependencies {
 public:
  explicit ThreadDependencies(const LitmusThread& thread)
      : thread_(thread), facts_(thread.code.size() + 1) {
    for (std::size_t i = 0; i < thread.code.size(); ++i)
      if (is_relaxed_load(thread.code[i]) && number_.size() < 64) {
        const std::size_t bit = number_.size();
        number_[i] = bit;
      }
    Facts start;
    start.reached = true;
    start.registers.assign(thread.registers.size(), 0);
    flow(0, start);
    while (!work_.empty()) {
      const std::size_t at = work_.front();
      work_.pop_front();
      step(at);
    }
  }

  template <class Report>
  void report(Report&& found) const {
    for (std::size_t i = 0; i < thread_.code.size(); ++i) {
      if (!facts_[i].reached || !is_relaxed_store(thread_.code[i])) continue;
      const Instruction& store = thread_.code[i];
      Loads ordered = facts_[i].control | value_loads(store.value, facts_[i]);
      ordered |= value_loads(store.expected, facts_[i]);
      if (store.variable.index) ordered |= value_loads(*store.variable.index, facts_[i]);
      for (const auto& [load, bit] : number_)
        if (((facts_[i].before & ~ordered) >> bit & 1) != 0 &&
            !same_place(thread_.code[load], store))
          found(load, i);
    }
  }

 private:
  static bool reads_memory(const Instruction& in) {
    return in.code == Instruction::Code::access && reads(in.operation);
  }
  static bool is_relaxed_load(const Instruction& in) {
    return reads_memory(in) && !acquires(in.operation.order);
  }
  static bool is_relaxed_store(const Instruction& in) {
    return in.code == Instruction::Code::access &&
           (in.operation.kind == Kind::store || in.operation.kind == Kind::update) &&
           !releases(in.operation.order);
  }

  /// Coherence keeps accesses of one location in order.
  static bool same_place(const Instruction& a, const Instruction& b) {
    return a.variable.name == b.variable.name && !a.variable.index && !b.variable.index;
  }

  static Loads value_loads(const Expression& value, const Facts& facts) {
    Loads result = 0;
    for (const std::size_t r : value.registers()) result |= facts.registers[r];
    return result;
  }

  void flow(std::size_t to, const Facts& facts) {
    if (facts_[to].merge(facts)) work_.push_back(to);
  }

  void step(std::size_t at) {
    if (at == thread_.code.size()) return;
    const Instruction& in = thread_.code[at];
    Facts next = facts_[at];
    switch (in.code) {
      case Instruction::Code::assign:
        next.registers[*in.target] = value_loads(in.value, next);
        break;
      case Instruction::Code::jump:
        return flow(in.goal, next);
      case Instruction::Code::jump_zero:
        next.control |= value_loads(in.value, next);
        flow(in.goal, next);
        break;
      case Instruction::Code::assume:
        next.control |= value_loads(in.value, next);
        break;
      case Instruction::Code::access:
        access(at, in, next);
    }
    flow(at + 1, next);
  }

  void access(std::size_t at, const Instruction& in, Facts& next) const {
    if (in.operation.kind == Kind::fence) {
      // Acquire fences order earlier loads before all, release fences before later stores.
      if (in.operation.order != Order::rlx) next.before = 0;
      return;
    }
    if (!reads_memory(in)) return;
    Loads self = 0;
    const auto found = number_.find(at);
    if (found != number_.end()) self = Loads{1} << found->second;
    next.before |= self;
    if (in.operation.waits) next.control |= self;
    if (in.target) next.registers[*in.target] = self;
    if (in.observed) next.registers[*in.observed] = self;
  }

  const LitmusThread& thread_;
  std::vector<Facts> facts_;
  std::map<std::size_t, std::size_t> number_;  // instruction of a load -> bit
  std::deque<std::size_t> work_;
};

}  // namespace

std::vector<UnorderedPair> unordered_load_store_pairs(const LitmusProgram& program) {
  std::vector<UnorderedPair> result;
  for (std::size_t t = 0; t < program.threads.size(); ++t)
    ThreadDependencies(program.threads[t]).report([&](std::size_t load, std::size_t store) {
      if (load != store) result.push_back({t, load, store});
    });
  return result;
}

std::string load_buffering_note(const LitmusProgram& program) {
  const std::vector<UnorderedPair> pairs = unordered_load_store_pairs(program);
  if (pairs.empty()) return "";
  const auto text = [&](std::size_t thread, std::size_t at) {
    return program.threads[thread].code[at].text;
  };
  return fmt::format(
      "load buffering: RC11 forbids what C++20 allows; assumed: thread {} does not execute '{}' "
      "before '{}'{}",
      pairs[0].thread, text(pairs[0].thread, pairs[0].store), text(pairs[0].thread, pairs[0].load),
      pairs.size() > 1 ? fmt::format(" (and {} more pairs)", pairs.size() - 1) : "");
}

}  // namespace touchstone::explore
