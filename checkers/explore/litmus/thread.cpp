#include "checkers/explore/litmus/thread.hpp"

#include <algorithm>
#include <limits>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

/// A statement-level loop without an access would never end: no litmus program needs this many
/// local steps in a row.
constexpr int kLocalSteps = 100000;

}  // namespace

LocationTable::LocationTable(const LitmusProgram& program) : names_(program.variables) {
  for (std::size_t i = 0; i < names_.size(); ++i) numbers_[names_[i]] = static_cast<Location>(i);
}

Location LocationTable::of(const std::string& name) const {
  const auto found = numbers_.find(name);
  if (found != numbers_.end()) return found->second;
  if (names_.size() == std::numeric_limits<Location>::max())
    throw InputError("litmus program: more than 65535 shared variables");
  numbers_[name] = static_cast<Location>(names_.size());
  names_.push_back(name);
  throw NewLocation{};
}

Location LitmusCode::locate(const Variable& variable, std::span<const Value> registers) const {
  if (!variable.index) return table_->of(variable.name);
  return table_->of(variable.name + "[" + std::to_string(variable.index->evaluate(registers)) +
                    "]");
}

void LitmusCode::start(std::span<Value> local) const {
  std::fill(local.begin(), local.end(), 0);
  for (std::size_t i = 0; i < thread_->registers.size(); ++i) {
    const auto given = thread_->initial_registers.find(thread_->registers[i]);
    if (given != thread_->initial_registers.end()) local[i + 1] = given->second;
  }
  settle(local);
}

/// Runs local instructions up to the next visible one.
void LitmusCode::settle(std::span<Value> local) const {
  const std::span<Value> registers = local.subspan(1);
  for (int steps = 0; steps < kLocalSteps; ++steps) {
    const auto at = static_cast<std::size_t>(local[0]);
    if (at == thread_->code.size()) return;
    const Instruction& now = thread_->code[at];
    switch (now.code) {
      case Instruction::Code::access:
        return;
      case Instruction::Code::assign:
        registers[*now.target] = now.value.evaluate(registers);
        ++local[0];
        break;
      case Instruction::Code::jump:
        local[0] = static_cast<Value>(now.goal);
        break;
      case Instruction::Code::jump_zero:
        local[0] = now.value.evaluate(registers) == 0 ? static_cast<Value>(now.goal) : local[0] + 1;
        break;
      case Instruction::Code::assume:
        if (now.value.evaluate(registers) == 0) return;
        ++local[0];
    }
  }
  throw InputError("litmus program: a thread takes more than " + std::to_string(kLocalSteps) +
                   " local steps without touching shared memory");
}

Operation LitmusCode::next(std::span<const Value> local) const {
  const auto at = static_cast<std::size_t>(local[0]);
  Operation operation;
  operation.site = static_cast<std::uint32_t>(at);
  if (at == thread_->code.size()) return operation;
  const Instruction& now = thread_->code[at];
  if (now.code == Instruction::Code::assume) {
    operation.kind = Kind::discarded;
    return operation;
  }
  const std::span<const Value> registers = local.subspan(1);
  operation = now.operation;
  operation.site = static_cast<std::uint32_t>(at);
  if (operation.kind != Kind::fence) operation.location = locate(now.variable, registers);
  operation.operand = now.value.evaluate(registers);
  operation.expected = now.expected.evaluate(registers);
  return operation;
}

void LitmusCode::respond(std::span<Value> local, Value response) const {
  const Instruction& now = thread_->code[static_cast<std::size_t>(local[0])];
  const std::span<Value> registers = local.subspan(1);
  const bool stored = now.success && response == now.expected.evaluate(registers);
  if (now.observed) registers[*now.observed] = response;
  if (now.target) registers[*now.target] = now.success ? (stored ? 1 : 0) : response;
  ++local[0];
  settle(local);
}

RunnableLitmus::RunnableLitmus(LitmusProgram program)
    : source_(std::make_shared<const LitmusProgram>(std::move(program))),
      table_(std::make_shared<LocationTable>(*source_)) {}

MachineProgram RunnableLitmus::machine() const {
  MachineProgram result;
  result.locations = table_->names();
  for (const std::string& name : result.locations) {
    const auto given = source_->initial.find(name);
    result.initial.push_back(given == source_->initial.end() ? 0 : given->second);
  }
  for (const LitmusThread& thread : source_->threads) {
    result.threads.push_back(std::make_shared<LitmusCode>(thread, table_));
    result.places.push_back(thread.place);
  }
  return result;
}

}  // namespace touchstone::explore
