#include "checkers/explore/kernels/audit.hpp"

namespace touchstone::explore {
namespace {

std::string text(const Operation& op) {
  if (op.kind == Kind::finished) return "the end";
  return "line " + std::to_string(op.site) + " on cell " + std::to_string(op.location) +
         " with value " + std::to_string(op.operand);
}

std::string text(const History& history) {
  std::string result;
  for (const Value response : history.responses) result += " " + std::to_string(response);
  return std::to_string(history.performed) + " operations that returned" +
         (result.empty() ? " nothing" : result);
}

History extended(const History& history, const Operation& op, Value response) {
  History longer = history;
  ++longer.performed;
  if (answers(op.kind)) longer.responses.push_back(response);
  return longer;
}

[[noreturn]] void incomplete(const Operation& found, const History& one, const Operation& expected,
                             const History& other) {
  throw KernelError("checkpoint: a live variable is missing; after " + text(one) +
                    " the next operation is " + text(found) + ", after " + text(other) + " it is " +
                    text(expected) + ", and the checkpoint does not tell them apart");
}

}  // namespace

void AuditedThread::start(std::span<Value> local) const {
  code_->start(local.first(code_->words()));
  settle(local, {});
}

void AuditedThread::respond(std::span<Value> local, Value response) const {
  const Operation op = next(local);
  const History history = histories_[static_cast<std::size_t>(local.back())];
  if (answers(op.kind)) responses_[{op.site, op.location}].insert(response);
  code_->respond(local.first(code_->words()), response);
  settle(local, extended(history, op, response));
}

// The local words have just been reached by `history`; they keep the history that came first.
void AuditedThread::settle(std::span<Value> local, const History& history) const {
  const auto words = local.first(code_->words());
  if (const Operation whole = code_->replay(history); whole != code_->next(words))
    incomplete(whole, history, code_->next(words), history);
  const auto [place, fresh] = first_.try_emplace({words.begin(), words.end()}, histories_.size());
  local.back() = static_cast<Value>(place->second);
  if (fresh) return histories_.push_back(history);
  if (histories_[place->second] == history) return;
  ++meetings_;
  compare(place->first, histories_[place->second], history, kLookAhead);
}

void AuditedThread::compare(const Local& local, const History& one, const History& other,
                            int ahead) const {
  const Operation op = code_->next(local);
  for (const History* history : {&one, &other})
    if (const Operation whole = code_->replay(*history); whole != op)
      incomplete(whole, *history, op, *history == one ? other : one);
  if (ends(op) || ahead == 0) return;
  const auto had = responses_.find({op.site, op.location});
  const std::set<Value> possible = !answers(op.kind)         ? std::set<Value>{0}
                                   : had == responses_.end() ? std::set<Value>{}
                                                             : had->second;
  for (const Value response : possible) {
    if (op.waits && reads(op) && !effect_of(op, response).proceeds) continue;
    Local next = local;
    code_->respond(next, response);
    compare(next, extended(one, op, response), extended(other, op, response), ahead - 1);
  }
}

MachineProgram audited(const KernelProgram& kernel) {
  MachineProgram result = kernel.program();
  result.threads.clear();
  for (const auto& thread : kernel.threads())
    result.threads.push_back(std::make_shared<AuditedThread>(thread));
  return result;
}

}  // namespace touchstone::explore
