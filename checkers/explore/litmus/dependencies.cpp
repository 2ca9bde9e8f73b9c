#include "checkers/explore/litmus/dependencies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>

namespace touchstone::explore {
namespace {

using Loads = std::uint64_t;  // a set of loads of one thread
using Jumps = std::uint64_t;  // a set of its conditional jumps

/// Facts known before an instruction.
struct Facts {
  bool reached = false;
  Loads before = 0;              ///< may have been executed, and nothing orders them yet
  Loads control = 0;             ///< certainly waited for, or assumed about
  Jumps jumps = 0;               ///< certainly passed
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
    jumps &= other.jumps;
    for (std::size_t i = 0; i < registers.size(); ++i) registers[i] &= other.registers[i];
    return old.before != before || old.control != control || old.jumps != jumps ||
           old.registers != registers;
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
      } else if (thread.code[i].code == Instruction::Code::jump_zero && jumps_.size() < 64) {
        jumps_.push_back({i, {}, {}});
      }
    for (Branch& branch : jumps_) {
      const std::size_t join = join_of(branch.jump);
      branch.on = reached(branch.jump + 1, join);
      branch.over = reached(thread.code[branch.jump].goal, join);
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
      Loads ordered = facts_[i].control | decided_by(i) | value_loads(store.value, facts_[i]);
      ordered |= value_loads(store.expected, facts_[i]);
      if (store.variable.index) ordered |= value_loads(*store.variable.index, facts_[i]);
      for (const auto& [load, bit] : number_)
        if (((facts_[i].before & ~ordered) >> bit & 1) != 0 &&
            !same_place(thread_.code[load], store))
          found(load, i);
    }
  }

 private:
  /// A conditional jump, and the instructions on its two ways before they come together.
  struct Branch {
    std::size_t jump;
    std::vector<char> on;
    std::vector<char> over;
  };

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

  std::vector<std::size_t> after(std::size_t at) const {
    if (at == thread_.code.size()) return {};
    const Instruction& in = thread_.code[at];
    if (in.code == Instruction::Code::jump) return {in.goal};
    if (in.code == Instruction::Code::jump_zero) return {at + 1, in.goal};
    return {at + 1};
  }

  /// Instructions that can be reached from one without passing another.
  std::vector<char> reached(std::size_t from, std::size_t without) const {
    std::vector<char> result(thread_.code.size() + 1, 0);
    std::vector<std::size_t> left = {from};
    while (!left.empty()) {
      const std::size_t at = left.back();
      left.pop_back();
      if (at == without || result[at] != 0) continue;
      result[at] = 1;
      for (const std::size_t next : after(at)) left.push_back(next);
    }
    return result;
  }

  /// Place where the two ways of a jump come together: the first one on all of them.
  std::size_t join_of(std::size_t jump) const {
    const std::size_t end = thread_.code.size();
    std::vector<std::size_t> on_all;
    for (std::size_t at = 0; at < end; ++at)
      if (at != jump && reached(jump, at)[end] == 0) on_all.push_back(at);
    for (const std::size_t at : on_all) {
      const std::vector<char> before = reached(jump, at);
      if (std::none_of(on_all.begin(), on_all.end(), [&](std::size_t o) { return before[o] != 0; }))
        return at;
    }
    return end;
  }

  /// Loads that decide whether an instruction is executed: those of jumps that have been passed and
  /// whose ways have not come together, unless the other way does the same.
  Loads decided_by(std::size_t at) const {
    Loads result = 0;
    for (std::size_t bit = 0; bit < jumps_.size(); ++bit) {
      const Branch& branch = jumps_[bit];
      if ((facts_[at].jumps >> bit & 1) == 0 || branch.on[at] == branch.over[at]) continue;
      const std::vector<char>& other = branch.on[at] != 0 ? branch.over : branch.on;
      bool same = false;
      for (std::size_t i = 0; i < thread_.code.size(); ++i)
        same = same || (other[i] != 0 && does_the_same(thread_.code[i], thread_.code[at]));
      if (!same) result |= value_loads(thread_.code[branch.jump].value, facts_[branch.jump]);
    }
    return result;
  }

  static bool does_the_same(const Instruction& a, const Instruction& b) {
    const bool assigns = a.code == Instruction::Code::assign;
    return a.code == b.code && a.operation == b.operation && a.variable.name == b.variable.name &&
           a.variable.index == b.variable.index && a.value == b.value && a.expected == b.expected &&
           (!assigns || a.target == b.target);
  }

  static Loads value_loads(const Expression& value, const Facts& facts) {
    Loads result = 0;
    for (const std::size_t r : value.registers()) result |= facts.registers[r];
    return result;
  }

  Jumps jump_bit(std::size_t at) const {
    const auto found = std::find_if(jumps_.begin(), jumps_.end(),
                                    [&](const Branch& branch) { return branch.jump == at; });
    return found == jumps_.end() ? 0 : Jumps{1} << (found - jumps_.begin());
  }

  /// Merges facts into those of `to`. Those of a jump also change what it decides, which may be
  /// behind loads that forget them.
  void flow(std::size_t to, const Facts& facts) {
    if (!facts_[to].merge(facts)) return;
    work_.push_back(to);
    for (const Branch& branch : jumps_)
      for (std::size_t i = 0; branch.jump == to && i < thread_.code.size(); ++i)
        if (facts_[i].reached && (branch.on[i] != 0 || branch.over[i] != 0)) work_.push_back(i);
  }

  void step(std::size_t at) {
    if (at == thread_.code.size()) return;
    const Instruction& in = thread_.code[at];
    Facts next = facts_[at];
    switch (in.code) {
      case Instruction::Code::assign:
        next.registers[*in.target] = value_loads(in.value, next) | decided_by(at);
        break;
      case Instruction::Code::jump:
        return flow(in.goal, next);
      case Instruction::Code::jump_zero:
        next.jumps |= jump_bit(at);
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
  std::vector<Branch> jumps_;                  // conditional ones, by bit
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
