#include "checkers/explore/litmus/thread_builder.hpp"

#include <algorithm>

namespace touchstone::explore {

std::size_t ThreadBuilder::jump_to(std::size_t goal) {
  Instruction jump;
  jump.code = Instruction::Code::jump;
  jump.goal = goal;
  emit(std::move(jump));
  return here() - 1;
}

std::size_t ThreadBuilder::jump_if_zero(Expression value) {
  Instruction jump;
  jump.code = Instruction::Code::jump_zero;
  jump.value = std::move(value);
  emit(std::move(jump));
  return here() - 1;
}

bool ThreadBuilder::knows(const std::string& name) const {
  const auto& names = thread_.registers;
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::size_t ThreadBuilder::register_of(const std::string& name) {
  auto& names = thread_.registers;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

std::size_t ThreadBuilder::hidden_register() {
  thread_.registers.emplace_back();
  return thread_.registers.size() - 1;
}

void ThreadBuilder::end_loop() {
  for (const std::size_t jump : breaks_.back()) land(jump);
  breaks_.pop_back();
}

}  // namespace touchstone::explore
