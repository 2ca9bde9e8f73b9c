// checkers/explore/litmus/herd_c_thread.hpp
// Purpose   The body of one thread `P0 (atomic_int* x, int* y) { ... }` of herd7's C format.
//           Understood: declarations and assignments of int variables, *x, the generic functions of
//           <stdatomic.h> with and without _explicit, atomic_thread_fence, if and else, and waiting
//           loops `while (load compare e) ;`. Other loops are an error: herd7 unrolls them, the
//           one-line language has repeat(n).
#pragma once
#include <map>
#include <string>

#include "checkers/explore/litmus/thread_builder.hpp"
#include "checkers/explore/litmus/tokens.hpp"

namespace touchstone::explore {

class HerdThread {
 public:
  /// `shared` says of each pointer parameter whether it points to an atomic.
  HerdThread(Tokens& tokens, std::map<std::string, bool> shared)
      : tokens_(tokens), shared_(std::move(shared)) {}
  /// Reads from '{' to '}'.
  LitmusThread parse();

 private:
  void block();
  void statement();
  void conditional();
  void waiting_loop(const Token& first);
  void declaration_or_assignment(const Token& first);
  void store_through_pointer(const Token& first);
  bool call_statement(const Token& first);

  Expression expression();
  Expression primary();
  /// A function of <stdatomic.h> whose value is used; `first` is its name.
  Instruction call(const Token& first);
  Instruction compare_exchange(const Token& first, bool explicit_order);
  std::size_t load_expected(const Token& at);
  void write_back(std::size_t success);
  Expression emit_with_result(Instruction instruction, const Token& first);
  void emit(Instruction instruction, const Token& first);

  std::string pointer();
  Order order();
  Order given_order(bool explicit_order);
  std::size_t local(const std::string& name, const Token& token);

  Tokens& tokens_;
  std::map<std::string, bool> shared_;
  ThreadBuilder builder_;
  /// A compare_exchange whose expected value is in shared memory: its name, and the local copy.
  std::optional<std::pair<std::string, std::size_t>> write_back_;
};

}  // namespace touchstone::explore
