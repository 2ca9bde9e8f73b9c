#include "checkers/explore/kernels/provenance.hpp"

#include <algorithm>

#include "checkers/explore/machine/tso_machine.hpp"

namespace touchstone::explore {

Provenance::Provenance(const KernelQuestion& question, Judge judge)
    : question_(question), judge_(judge), buffered_(question.program().threads.size()) {
  const std::vector<Value>& initial = question.program().initial;
  for (std::size_t i = 0; i < initial.size(); ++i)
    values_.push_back({{initial[i], static_cast<Location>(i)}});
}

Happened Provenance::drain(std::size_t thread) {
  Happened result;
  result.drained = true;
  result.wrote = buffered_[thread].front();
  values_[result.wrote->location] = {*result.wrote};
  buffered_[thread].pop_front();
  return result;
}

Happened Provenance::step(const StateWords& before, const Step& step, const StateWords& after) {
  if (step.thread >= buffered_.size()) return drain(step.thread - buffered_.size());
  Happened result;
  result.operation = question_.system().next(before, step.thread);
  if (reads(result.operation)) read(before, step, result);
  const ViewMachine* const views = question_.system().views();
  if (views != nullptr && views->race(after)) return result;  // nothing happened any more
  write(before, step, result);
  if (views == nullptr) return result;
  for (std::size_t location = 0; location < values_.size(); ++location) {
    std::vector<Written>& messages = values_[location];
    const std::size_t kept = views->messages(after, location);
    messages.erase(messages.begin(),
                   messages.end() - static_cast<std::ptrdiff_t>(std::min(kept, messages.size())));
  }
  return result;
}

void Provenance::read(const StateWords& before, const Step& step, Happened& result) const {
  const Location location = result.operation.location;
  const std::vector<Written>& values = values_[location];
  if (const ViewMachine* const views = question_.system().views()) {
    const std::size_t place = views->place(before, step);
    result.read = values.at(place);
    result.newest = place + 1 == values.size();
    return;
  }
  result.read = values.back();
  for (const Written& own : buffered_[step.thread])  // the newest wins
    if (own.location == location) result.read = own;
}

void Provenance::write(const StateWords& before, const Step& step, Happened& result) {
  const Operation& op = result.operation;
  Value stored = op.operand;
  if (reads(op)) {
    const Effect effect = effect_of(op, result.read->value);
    if (!effect.stores) return;
    stored = effect.stored;
  } else if (op.kind != Kind::store) {
    return;
  }
  const Written written{stored, op.location, step.thread, op.site};
  result.wrote = written;
  std::vector<Written>& values = values_[op.location];
  if (const ViewMachine* const views = question_.system().views()) {
    const std::size_t place = views->place(before, step) + (reads(op) ? 1 : 0);
    result.newest = result.newest && place == values.size();
    values.insert(values.begin() + static_cast<std::ptrdiff_t>(place), written);
  } else if (judge_ == Judge::tso_x86 && !TsoMachine::drains(op)) {
    buffered_[step.thread].push_back(written);
    result.buffered = true;
  } else {
    values = {written};
  }
}

}  // namespace touchstone::explore
