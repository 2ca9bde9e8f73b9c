// checkers/explore/litmus/one_line.cpp
// Purpose   The one-line language (grammar in parsers.hpp).
#include <algorithm>
#include <array>
#include <set>

#include "checkers/explore/litmus/expression_parser.hpp"
#include "checkers/explore/litmus/parsers.hpp"
#include "checkers/explore/litmus/thread_builder.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

constexpr std::array<std::pair<std::string_view, Update>, 6> kUpdates{
    {{"fetch_add", Update::add},
     {"fetch_sub", Update::sub},
     {"fetch_and", Update::bit_and},
     {"fetch_or", Update::bit_or},
     {"fetch_xor", Update::bit_xor},
     {"exchange", Update::exchange}}};
bool is_register(std::string_view word) {
  return word.size() > 1 && (word[0] == 'r' || word[0] == 't') &&
         std::all_of(word.begin() + 1, word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

class OneLine {
 public:
  OneLine(const std::string& name, std::string_view text, std::size_t line)
      : tokens_(name, text, line) {
    program_.name = name;
    program_.text = std::string(text);
  }

  LitmusProgram parse() {
    if (tokens_.at_end()) tokens_.fail("a program");
    if (tokens_.at("{")) initial_values();
    do {
      thread();
    } while (tokens_.skip("||"));
    if (at_condition(tokens_)) program_.condition = parse_condition(tokens_);
    if (!tokens_.at_end()) tokens_.fail("';', '||' or the end of the program");
    return std::move(program_);
  }

 private:
  void initial_values() {
    tokens_.expect("{");
    while (!tokens_.at("}")) {
      const Token at = tokens_.peek();
      std::string name = tokens_.word("the name of a shared variable");
      if (is_register(name)) tokens_.fail_at(at, "the name of a shared variable");
      array_or_not(name, tokens_.at("["), at);
      if (tokens_.skip("[")) {
        name += "[" + std::to_string(tokens_.number("an index")) + "]";
        tokens_.expect("]");
      }
      tokens_.expect("=");
      if (!program_.initial.emplace(name, tokens_.number("an integer")).second)
        tokens_.fail_at(at, "each variable once");
      mention(name);
      if (!tokens_.skip(",") && !tokens_.skip(";")) break;
    }
    tokens_.expect("}");
  }

  void thread() {
    builder_ = ThreadBuilder();
    if (tokens_.at("at") && tokens_.peek(1).text == "(") {
      tokens_.take();
      builder_.thread().place = place();
    }
    statements();
    finish_thread();
  }

  void finish_thread() {
    LitmusThread thread = builder_.finish();
    // A register that is only ever read is a slip: it would silently be 0.
    for (const auto& [name, token] : first_use_)
      if (!assigned_.contains(name))
        tokens_.fail_at(token, "a register that its own thread assigns");
    const std::size_t index = program_.threads.size();
    for (const std::string& name : appearance_) {
      const auto at = std::find(thread.registers.begin(), thread.registers.end(), name);
      const auto place = static_cast<std::size_t>(at - thread.registers.begin());
      if (name[0] == 'r') program_.observed.push_back({index, place, name});
    }
    first_use_.clear();
    assigned_.clear();
    appearance_.clear();
    program_.threads.push_back(std::move(thread));
  }

  bool at_end_of_statements() const {
    return tokens_.at_end() || tokens_.at("||") || tokens_.at("}") || at_condition(tokens_);
  }

  void statements() {
    while (!at_end_of_statements()) {
      if (tokens_.skip(";")) continue;
      const bool block = tokens_.at("if") || tokens_.at("repeat");
      statement();
      if (!block && !at_end_of_statements() && !tokens_.at(";"))
        tokens_.fail("';', '||' or the end of the program");
    }
  }

  void block() {
    const Tokens::Level level(tokens_);
    tokens_.expect("{");
    statements();
    tokens_.expect("}");
  }

  void statement() {
    const Token first = tokens_.peek();
    if (first.kind != Token::Kind::word) tokens_.fail("a statement");
    if (tokens_.skip("if")) return conditional();
    if (tokens_.skip("repeat")) return loop();
    if (tokens_.skip("fence")) return fence(first);
    if (tokens_.skip("await")) return await(first);
    if (tokens_.skip("awaitcas")) return await_cas(first);
    if (tokens_.skip("assume")) return assume(first);
    if (tokens_.skip("break")) {
      if (!builder_.in_loop()) tokens_.fail_at(first, "a statement ('break' needs a 'repeat')");
      return builder_.break_loop();
    }
    if (!is_register(first.text)) return access(first, std::nullopt);
    tokens_.take();
    const std::size_t target = assign(std::string(first.text), first);
    tokens_.expect("=");
    const Token& value = tokens_.peek();
    const bool shared = value.kind == Token::Kind::word && !is_register(value.text);
    if (shared) return access(first, target);
    Instruction set;
    set.code = Instruction::Code::assign;
    set.value = expression(false);
    set.target = target;
    finish(std::move(set), first);
  }

  void conditional() {
    tokens_.expect("(");
    Expression test = expression(true);
    tokens_.expect(")");
    const std::size_t otherwise = builder_.jump_if_zero(std::move(test));
    block();
    if (!tokens_.skip("else")) return builder_.land(otherwise);
    const std::size_t end = builder_.jump();
    builder_.land(otherwise);
    block();
    builder_.land(end);
  }

  void loop() {
    tokens_.expect("(");
    const std::size_t counter = builder_.hidden_register();
    Instruction set;
    set.code = Instruction::Code::assign;
    set.value = expression(true);
    set.target = counter;
    builder_.emit(std::move(set));
    tokens_.expect(")");
    const std::size_t head = builder_.here();
    Expression left = Expression::of_register(counter);
    left.push({Expression::Code::constant, 0, {}});
    left.push({Expression::Code::greater, 0, {}});
    const std::size_t done = builder_.jump_if_zero(std::move(left));
    builder_.begin_loop();
    Instruction count;
    count.code = Instruction::Code::assign;
    count.value = Expression::of_register(counter);
    count.value.push({Expression::Code::constant, 1, {}});
    count.value.push({Expression::Code::subtract, 0, {}});
    count.target = counter;
    builder_.emit(std::move(count));
    block();
    builder_.jump_to(head);
    builder_.land(done);
    builder_.end_loop();
  }

  void fence(const Token& first) {
    Instruction fence;
    fence.operation.kind = Kind::fence;
    tokens_.expect("(");
    take_order(fence.operation, Access::fence);
    tokens_.expect(")");
    finish(std::move(fence), first);
  }

  void await(const Token& first) {
    Instruction wait;
    wait.operation.kind = Kind::load;
    wait.operation.waits = true;
    tokens_.expect("(");
    wait.variable = variable();
    const std::optional<Compare> compare = take_comparison(tokens_);
    if (!compare) tokens_.fail("a comparison: == != < <= > >=");
    wait.operation.compare = *compare;
    wait.value = expression(true);
    tokens_.expect(",");
    take_order(wait.operation, Access::load);
    tokens_.expect(")");
    finish(std::move(wait), first);
  }

  void await_cas(const Token& first) {
    tokens_.expect("(");
    Variable where = variable();
    tokens_.expect(",");
    Instruction swap = compare_exchange();
    swap.variable = std::move(where);
    swap.operation.waits = true;
    finish(std::move(swap), first);
  }

  void assume(const Token& first) {
    Instruction assumption;
    assumption.code = Instruction::Code::assume;
    tokens_.expect("(");
    assumption.value = expression(true);
    tokens_.expect(")");
    finish(std::move(assumption), first);
  }

  /// expected , desired , order [ , order on failure ] )
  Instruction compare_exchange() {
    Instruction swap;
    swap.operation.kind = Kind::update;
    swap.operation.update = Update::compare_exchange;
    swap.expected = expression(true);
    tokens_.expect(",");
    swap.value = expression(true);
    tokens_.expect(",");
    take_order(swap.operation, Access::update);
    swap.operation.failure =
        tokens_.skip(",") ? order(Access::failure) : default_failure(swap.operation.order);
    tokens_.expect(")");
    swap.success = true;
    return swap;
  }

  void access(const Token& first, std::optional<std::size_t> target) {
    Variable where = variable();
    tokens_.expect(".");
    const Token method = tokens_.peek();
    Instruction access = access_by(tokens_.word("load, store, exchange, cas or fetch_add"), method);
    if (access.operation.kind == Kind::store && target)
      tokens_.fail_at(method, "an access that returns a value");
    access.variable = std::move(where);
    access.target = target;
    finish(std::move(access), first);
  }

  Instruction access_by(const std::string& method, const Token& at) {
    tokens_.expect("(");
    if (method == "cas") return compare_exchange();
    Instruction access;
    Access role = Access::update;
    if (method == "load") {
      access.operation.kind = Kind::load;
      role = Access::load;
    } else if (method == "store") {
      access.operation.kind = Kind::store;
      role = Access::store;
    } else {
      const auto* found = std::find_if(kUpdates.begin(), kUpdates.end(),
                                       [&](const auto& u) { return u.first == method; });
      if (found == kUpdates.end())
        tokens_.fail_at(at,
                        "load, store, exchange, cas, fetch_add, fetch_sub, fetch_and, fetch_or "
                        "or fetch_xor");
      access.operation.kind = Kind::update;
      access.operation.update = found->second;
    }
    if (role != Access::load) {
      access.value = expression(true);
      tokens_.expect(",");
    }
    take_order(access.operation, role);
    access.operation.failure = access.operation.order;
    tokens_.expect(")");
    return access;
  }

  Order order(Access access) {
    const Token token = tokens_.peek();
    for (const Order order : kOrders)
      if (tokens_.skip(name(order))) {
        check_order(tokens_, token, access, order);
        return order;
      }
    tokens_.fail("a memory order: na, rlx, acq, rel, acqrel or sc");
  }

  /// order [@ scope]
  void take_order(Operation& operation, Access access) {
    operation.order = order(access);
    if (!tokens_.skip("@")) return;
    for (const Scope scope : kScopes)
      if (is_atomic(operation.order) && tokens_.skip(name(scope))) {
        operation.scope = scope;
        return;
      }
    tokens_.fail("the scope of an atomic access or a fence: blk, dev or sys");
  }

  /// at(device, block), before the first statement of a thread
  Place place() {
    const auto number = [this](const char* what) {
      const Token token = tokens_.peek();
      const Value value = tokens_.number(what);
      if (value < 0 || value > 255) tokens_.fail_at(token, "a number from 0 to 255");
      return static_cast<std::uint8_t>(value);
    };
    Place result;
    tokens_.expect("(");
    result.device = number("the number of a device");
    tokens_.expect(",");
    result.block = number("the number of a block");
    tokens_.expect(")");
    tokens_.skip(";");
    return result;
  }

  Variable variable() {
    const Token token = tokens_.peek();
    Variable result{tokens_.word("a shared variable"), std::nullopt};
    if (is_register(result.name)) tokens_.fail_at(token, "a shared variable");
    array_or_not(result.name, tokens_.at("["), token);
    if (tokens_.skip("[")) {
      result.index = expression(true);
      tokens_.expect("]");
      if (result.index->constant())
        mention(result.name + "[" + std::to_string(result.index->evaluate({})) + "]");
    } else {
      mention(result.name);
    }
    return result;
  }

  Expression expression(bool enclosed) {
    const Primary read = [this](Tokens& tokens) {
      const Token token = tokens.peek();
      if (!is_register(token.text)) tokens.fail("a number or a register (r0, t0, ...)");
      tokens.take();
      return Expression::of_register(use(std::string(token.text), token));
    };
    return parse_expression(tokens_, read, enclosed);
  }

  std::size_t use(const std::string& name, const Token& token) {
    first_use_.try_emplace(name, token);
    note(name);
    return builder_.register_of(name);
  }
  std::size_t assign(const std::string& name, const Token& token) {
    if (name[0] == 'r' &&
        owner_.try_emplace(name, program_.threads.size()).first->second != program_.threads.size())
      tokens_.fail_at(token,
                      "a register of this thread (an observed register belongs to one "
                      "thread)");
    assigned_.insert(name);
    note(name);
    return builder_.register_of(name);
  }
  void note(const std::string& name) {
    if (std::find(appearance_.begin(), appearance_.end(), name) == appearance_.end())
      appearance_.push_back(name);
  }
  /// `x` and `x[0]` in one program are a slip: they would silently be different variables.
  void array_or_not(const std::string& name, bool array, const Token& token) {
    if (arrays_.try_emplace(name, array).first->second != array)
      tokens_.fail_at(token, array ? "a variable that is no array elsewhere"
                                   : "an element of an array, as it is elsewhere");
  }
  void mention(const std::string& name) {
    auto& known = program_.variables;
    if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
  }

  void finish(Instruction instruction, const Token& first) {
    instruction.text = tokens_.text_since(first);
    builder_.emit(std::move(instruction));
  }

  Tokens tokens_;
  LitmusProgram program_;
  ThreadBuilder builder_;
  std::map<std::string, Token> first_use_;
  std::set<std::string> assigned_;
  std::vector<std::string> appearance_;
  std::map<std::string, std::size_t> owner_;
  std::map<std::string, bool> arrays_;
};

}  // namespace

LitmusProgram parse_one_line(const std::string& name, std::string_view text, std::size_t line) {
  return OneLine(name, text, line).parse();
}

}  // namespace touchstone::explore
