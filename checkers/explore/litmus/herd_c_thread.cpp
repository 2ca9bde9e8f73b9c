#include "checkers/explore/litmus/herd_c_thread.hpp"

#include <algorithm>
#include <array>

#include "checkers/explore/litmus/expression_parser.hpp"
#include "checkers/explore/litmus/parsers.hpp"

namespace touchstone::explore {
namespace {

constexpr std::array<std::pair<std::string_view, Order>, 6> kStandardOrders{
    {{"memory_order_relaxed", Order::rlx},
     {"memory_order_consume", Order::acq},  // as compilers treat it
     {"memory_order_acquire", Order::acq},
     {"memory_order_release", Order::rel},
     {"memory_order_acq_rel", Order::acqrel},
     {"memory_order_seq_cst", Order::sc}}};
constexpr std::array<std::pair<std::string_view, Update>, 6> kUpdates{
    {{"atomic_exchange", Update::exchange},
     {"atomic_fetch_add", Update::add},
     {"atomic_fetch_sub", Update::sub},
     {"atomic_fetch_and", Update::bit_and},
     {"atomic_fetch_or", Update::bit_or},
     {"atomic_fetch_xor", Update::bit_xor}}};
constexpr std::string_view kExplicit = "_explicit";

/// "atomic_load_explicit" -> {"atomic_load", true}
std::pair<std::string, bool> split(std::string_view function) {
  const bool explicit_order = function.ends_with(kExplicit);
  if (explicit_order) function.remove_suffix(kExplicit.size());
  return {std::string(function), explicit_order};
}

bool is_type(std::string_view word) {
  return word == "int" || word == "long" || word == "unsigned" || word == "bool" ||
         word == "const" || word == "volatile";
}

Compare negated(Compare compare) {
  switch (compare) {
    case Compare::equal:
      return Compare::not_equal;
    case Compare::not_equal:
      return Compare::equal;
    case Compare::less:
      return Compare::greater_equal;
    case Compare::less_equal:
      return Compare::greater;
    case Compare::greater:
      return Compare::less_equal;
    default:
      return Compare::less;
  }
}

}  // namespace

LitmusThread HerdThread::parse() {
  block();
  return builder_.finish();
}

void HerdThread::block() {
  tokens_.expect("{");
  while (!tokens_.skip("}")) statement();
}

void HerdThread::statement() {
  const Tokens::Level level(tokens_);
  const Token first = tokens_.peek();
  if (tokens_.skip(";")) return;
  if (tokens_.at("{")) return block();
  if (tokens_.skip("if")) return conditional();
  if (tokens_.skip("while")) return waiting_loop(first);
  if (tokens_.at("do") || tokens_.at("for"))
    tokens_.fail("a statement without loops (use repeat(n) of the one-line language)");
  if (tokens_.at("*")) return store_through_pointer(first);
  if (first.kind != Token::Kind::word) tokens_.fail("a statement");
  if (tokens_.peek(1).text == "(" && call_statement(first)) return;
  declaration_or_assignment(first);
}

void HerdThread::conditional() {
  tokens_.expect("(");
  Expression test = expression();
  tokens_.expect(")");
  const std::size_t otherwise = builder_.jump_if_zero(std::move(test));
  statement();
  if (!tokens_.skip("else")) return builder_.land(otherwise);
  const std::size_t end = builder_.jump();
  builder_.land(otherwise);
  statement();
  builder_.land(end);
}

/// while (load compare e) ;  as a load that waits until the comparison is false.
void HerdThread::waiting_loop(const Token& first) {
  tokens_.expect("(");
  const Token at = tokens_.peek();
  Instruction wait;
  if (tokens_.skip("*")) {
    wait.operation.kind = Kind::load;
    wait.variable.name = pointer();
    wait.operation.order = shared_.at(wait.variable.name) ? Order::sc : Order::na;
  } else {
    wait = call(at);
  }
  if (wait.operation.kind != Kind::load)
    tokens_.fail_at(at, "a loop that only waits: while (load == value) ;");
  wait.operation.waits = true;
  wait.operation.compare = Compare::equal;  // while (load): until it is 0
  if (const std::optional<Compare> compare = take_comparison(tokens_)) {
    wait.operation.compare = negated(*compare);
    const std::size_t before = builder_.here();
    const Token right = tokens_.peek();
    wait.value = expression();
    if (builder_.here() != before)  // it would be read once, not in every round
      tokens_.fail_at(right, "no access to shared memory on the right of a waiting loop");
  }
  tokens_.expect(")");
  if (tokens_.skip("{"))
    tokens_.expect("}");
  else
    tokens_.expect(";");
  emit(std::move(wait), first);
}

void HerdThread::declaration_or_assignment(const Token& first) {
  bool declared = false;
  while (is_type(tokens_.peek().text)) {
    tokens_.take();
    declared = true;
  }
  const Token at = tokens_.peek();
  const std::string name = tokens_.word("a statement or the name of a local variable");
  if (shared_.contains(name)) tokens_.fail_at(at, "a local variable (or '*" + name + "')");
  const std::size_t target = builder_.register_of(name);
  if (declared && tokens_.skip(";")) return;
  tokens_.expect("=");
  Instruction set;
  set.code = Instruction::Code::assign;
  set.value = expression();
  set.target = target;
  tokens_.expect(";");
  emit(std::move(set), first);
}

void HerdThread::store_through_pointer(const Token& first) {
  tokens_.expect("*");
  Instruction store;
  store.operation.kind = Kind::store;
  store.variable.name = pointer();
  store.operation.order = shared_.at(store.variable.name) ? Order::sc : Order::na;
  tokens_.expect("=");
  store.value = expression();
  tokens_.expect(";");
  emit(std::move(store), first);
}

/// A function called for its effect; false when the name is none that is known.
bool HerdThread::call_statement(const Token& first) {
  const auto [function, explicit_order] = split(first.text);
  if (function == "atomic_store" || function == "atomic_init") {
    tokens_.take();
    tokens_.expect("(");
    Instruction store;
    store.operation.kind = Kind::store;
    store.variable.name = pointer();
    tokens_.expect(",");
    store.value = expression();
    const Token at = tokens_.peek();
    store.operation.order = function == "atomic_init" ? Order::na : given_order(explicit_order);
    check_order(tokens_, at, Access::store, store.operation.order);
    tokens_.expect(")");
    emit(std::move(store), first);
  } else if (function == "atomic_thread_fence") {
    tokens_.take();
    tokens_.expect("(");
    Instruction fence;
    fence.operation.kind = Kind::fence;
    fence.operation.order = order();
    tokens_.expect(")");
    emit(std::move(fence), first);
  } else {
    Instruction instruction = call(first);
    emit(std::move(instruction), first);
  }
  tokens_.expect(";");
  return true;
}

Expression HerdThread::expression() {
  return parse_expression(
      tokens_, [this](Tokens&) { return primary(); }, true, [this] { return builder_.here(); });
}

Expression HerdThread::primary() {
  const Token first = tokens_.peek();
  if (tokens_.skip("*")) {
    Instruction load;
    load.operation.kind = Kind::load;
    load.variable.name = pointer();
    load.operation.order = shared_.at(load.variable.name) ? Order::sc : Order::na;
    return emit_with_result(std::move(load), first);
  }
  if (first.kind == Token::Kind::word && tokens_.peek(1).text == "(")
    return emit_with_result(call(first), first);
  const std::string name = tokens_.word("a number, a local variable, '*' or an atomic function");
  return Expression::of_register(local(name, first));
}

Instruction HerdThread::call(const Token& first) {
  const auto [function, explicit_order] = split(first.text);
  tokens_.take();
  tokens_.expect("(");
  Instruction result;
  if (function == "atomic_load") {
    result.operation.kind = Kind::load;
    result.variable.name = pointer();
    const Token at = tokens_.peek();
    result.operation.order = given_order(explicit_order);
    check_order(tokens_, at, Access::load, result.operation.order);
  } else if (function == "atomic_compare_exchange_strong" ||
             function == "atomic_compare_exchange_weak") {
    result = compare_exchange(first, explicit_order);
  } else {
    const auto* found =
        std::find_if(kUpdates.begin(), kUpdates.end(),
                     [&, &name = function](const auto& u) { return u.first == name; });
    if (found == kUpdates.end()) tokens_.fail_at(first, "a function of <stdatomic.h>");
    result.operation.kind = Kind::update;
    result.operation.update = found->second;
    result.variable.name = pointer();
    tokens_.expect(",");
    result.value = expression();
    result.operation.order = result.operation.failure = given_order(explicit_order);
  }
  tokens_.expect(")");
  return result;
}

/// (x, &expected, desired [, order, order on failure])
Instruction HerdThread::compare_exchange(const Token& first, bool explicit_order) {
  if (first.text.find("_weak") != std::string_view::npos)
    tokens_.fail_at(first,
                    "atomic_compare_exchange_strong (the weak form may fail for no reason, "
                    "which is not modelled)");
  Instruction swap;
  swap.operation.kind = Kind::update;
  swap.operation.update = Update::compare_exchange;
  swap.success = true;
  swap.variable.name = pointer();
  tokens_.expect(",");
  const Token at = tokens_.peek();
  if (shared_.contains(std::string(at.text))) {
    swap.observed = load_expected(at);
  } else {
    tokens_.expect("&");
    const Token name = tokens_.peek();
    swap.observed = local(tokens_.word("the local variable with the expected value"), name);
  }
  swap.expected = Expression::of_register(*swap.observed);
  tokens_.expect(",");
  swap.value = expression();
  swap.operation.order = given_order(explicit_order);
  const Token failure = tokens_.peek(1);
  swap.operation.failure =
      explicit_order ? given_order(true) : default_failure(swap.operation.order);
  check_order(tokens_, failure, Access::failure, swap.operation.failure);
  return swap;
}

/// The expected value in shared memory: read before, and written back on failure, as plain
/// accesses.
std::size_t HerdThread::load_expected(const Token& at) {
  Instruction load;
  load.operation.kind = Kind::load;
  load.variable.name = pointer();
  load.operation.order = Order::na;
  load.target = builder_.hidden_register();
  const std::size_t value = *load.target;
  write_back_ = {load.variable.name, value};
  load.text = '*';
  load.text += at.text;
  builder_.emit(std::move(load));
  return value;
}

void HerdThread::write_back(std::size_t success) {
  Expression failed = Expression::of_register(success);
  failed.push({Expression::Code::not_, 0, {}});
  const std::size_t skip = builder_.jump_if_zero(std::move(failed));
  Instruction store;
  store.operation.kind = Kind::store;
  store.operation.order = Order::na;
  store.variable.name = write_back_->first;
  store.value = Expression::of_register(write_back_->second);
  store.text = "*" + write_back_->first + " (not as expected)";
  write_back_.reset();
  builder_.emit(std::move(store));
  builder_.land(skip);
}

Expression HerdThread::emit_with_result(Instruction instruction, const Token& first) {
  const std::size_t result = builder_.hidden_register();
  instruction.target = result;
  emit(std::move(instruction), first);
  return Expression::of_register(result);
}

void HerdThread::emit(Instruction instruction, const Token& first) {
  instruction.text = tokens_.text_since(first);
  const bool swap = instruction.success && write_back_;
  if (swap && !instruction.target) instruction.target = builder_.hidden_register();
  const std::size_t target = instruction.target.value_or(0);
  builder_.emit(std::move(instruction));
  if (swap) write_back(target);
}

std::string HerdThread::pointer() {
  const bool address = tokens_.skip("&");
  const Token at = tokens_.peek();
  std::string name = tokens_.word("a pointer parameter");
  if (!shared_.contains(name))
    tokens_.fail_at(at, address ? "a shared variable" : "a pointer parameter of this thread");
  return name;
}

Order HerdThread::given_order(bool explicit_order) {
  if (!explicit_order) return Order::sc;
  tokens_.expect(",");
  return order();
}

Order HerdThread::order() {
  for (const auto& [name, value] : kStandardOrders)
    if (tokens_.skip(name)) return value;
  tokens_.fail("a memory order: memory_order_relaxed, _acquire, _release, _acq_rel or _seq_cst");
}

std::size_t HerdThread::local(const std::string& name, const Token& token) {
  if (!builder_.knows(name)) tokens_.fail_at(token, "a local variable declared before");
  return builder_.register_of(name);
}

}  // namespace touchstone::explore
