// checkers/explore/litmus/thread_builder.hpp
// Purpose   Emits the instructions of one thread while a front end reads it: registers by name,
//           jumps that are filled in later.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "checkers/explore/litmus/program.hpp"

namespace touchstone::explore {

class ThreadBuilder {
 public:
  std::size_t here() const { return thread_.code.size(); }
  void emit(Instruction instruction) { thread_.code.push_back(std::move(instruction)); }
  /// Emits a jump whose goal is set by land(); returns its place.
  std::size_t jump() { return jump_to(0); }
  std::size_t jump_to(std::size_t goal);
  std::size_t jump_if_zero(Expression value);
  void land(std::size_t jump) { thread_.code[jump].goal = here(); }

  std::size_t register_of(const std::string& name);
  bool knows(const std::string& name) const;
  std::size_t hidden_register();

  void begin_loop() { breaks_.emplace_back(); }
  bool in_loop() const { return !breaks_.empty(); }
  void break_loop() { breaks_.back().push_back(jump()); }
  void end_loop();

  LitmusThread finish() { return std::move(thread_); }
  LitmusThread& thread() { return thread_; }

 private:
  LitmusThread thread_;
  std::vector<std::vector<std::size_t>> breaks_;
};

}  // namespace touchstone::explore
