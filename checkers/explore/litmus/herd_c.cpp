// checkers/explore/litmus/herd_c.cpp
// Purpose   herd7's C litmus format: C name "comment" { initial values } P0 (parameters) { body }
//           ... [locations [..]] [exists | ~exists | forall formula].
#include <algorithm>

#include "checkers/explore/litmus/herd_c_thread.hpp"
#include "checkers/explore/litmus/parsers.hpp"

namespace touchstone::explore {
namespace {

class HerdC {
 public:
  HerdC(const std::string& file, std::string_view text) : tokens_(file, text) {
    program_.text = std::string(text);
  }

  LitmusProgram parse() {
    header();
    initial_values();
    while (!tokens_.at_end() && tokens_.peek().text.starts_with("P")) thread();
    if (program_.threads.empty()) tokens_.fail("a thread 'P0 (...) { ... }'");
    give_initial_registers();
    if (tokens_.skip("locations")) locations();
    if (tokens_.at("filter")) tokens_.fail("'exists', '~exists' or 'forall' (no filters)");
    if (at_condition(tokens_)) program_.condition = parse_condition(tokens_);
    if (!tokens_.at_end()) tokens_.fail("'exists', '~exists', 'forall' or the end of the file");
    choose_observed();
    return std::move(program_);
  }

 private:
  /// 1:r0=3
  struct InitialRegister {
    Token at;
    Value thread;
    std::string name;
    Value value;
  };

  void header() {
    const Token language = tokens_.peek();
    if (!tokens_.skip("C")) tokens_.fail_at(language, "'C' (only herd7's C format is understood)");
    const Token name = tokens_.peek();
    while (!tokens_.at_end() && !tokens_.at("{") && !tokens_.at("\"")) tokens_.take();
    program_.name = tokens_.text_since(name);
    if (tokens_.skip("\""))
      while (!tokens_.at_end() && !tokens_.skip("\"")) tokens_.take();
  }

  void initial_values() {
    tokens_.expect("{");
    while (!tokens_.skip("}")) {
      if (tokens_.skip(";")) continue;
      if (tokens_.peek().kind == Token::Kind::number) {
        initial_register();
        continue;
      }
      const Token first = tokens_.peek();
      bool bracket = tokens_.skip("[");
      std::string name = tokens_.word("the name of a shared variable");
      while (!bracket && tokens_.peek().kind == Token::Kind::word)  // types come first
        name = tokens_.word("the name of a shared variable");
      if (bracket) tokens_.expect("]");
      Value value = 0;
      if (tokens_.skip("=")) value = tokens_.number("an integer");
      if (!program_.initial.emplace(name, value).second)
        tokens_.fail_at(first, "each variable once");
      mention(name);
    }
  }

  void initial_register() {
    InitialRegister given{tokens_.peek(), tokens_.number("the number of a thread"), "", 0};
    tokens_.expect(":");
    given.name = tokens_.word("the name of a register");
    tokens_.expect("=");
    given.value = tokens_.number("an integer");
    initial_registers_.push_back(std::move(given));
  }

  /// Once all threads are known: a value that no thread has is a slip.
  void give_initial_registers() {
    for (const InitialRegister& given : initial_registers_) {
      const auto index = static_cast<std::size_t>(given.thread);
      if (given.thread < 0 || index >= program_.threads.size())
        tokens_.fail_at(given.at, "the number of a thread of this program");
      LitmusThread& thread = program_.threads[index];
      const auto& known = thread.registers;
      if (std::find(known.begin(), known.end(), given.name) == known.end())
        tokens_.fail_at(given.at, "a register that its thread uses, not '" + given.name + "'");
      if (!thread.initial_registers.emplace(given.name, given.value).second)
        tokens_.fail_at(given.at, "each register once");
    }
  }

  void thread() {
    const Token name = tokens_.take();
    if (name.text != "P" + std::to_string(program_.threads.size()))
      tokens_.fail_at(name, "'P" + std::to_string(program_.threads.size()) + "'");
    HerdThread body(tokens_, parameters());
    program_.threads.push_back(body.parse());
  }

  /// (atomic_int* x, int* y): by name, whether it points to an atomic.
  std::map<std::string, bool> parameters() {
    std::map<std::string, bool> result;
    tokens_.expect("(");
    while (!tokens_.skip(")")) {
      bool atomic = false;
      bool pointer = false;
      const Token first = tokens_.peek();
      std::string name;
      while (!tokens_.at_end() && !tokens_.at(",") && !tokens_.at(")")) {
        const Token token = tokens_.take();
        if (token.text.find("tomic") != std::string_view::npos) atomic = true;
        if (token.text == "*") pointer = true;
        if (token.kind == Token::Kind::word) name = std::string(token.text);
      }
      if (!pointer) tokens_.fail_at(first, "a pointer to a shared variable, as 'atomic_int* x'");
      result[name] = atomic;
      mention(name);
      tokens_.skip(",");
    }
    return result;
  }

  void locations() {
    tokens_.expect("[");
    while (!tokens_.skip("]")) {
      std::string name;
      if (tokens_.peek().kind == Token::Kind::number) {
        name = std::to_string(tokens_.number("a thread"));
        tokens_.expect(":");
        name += ":";
      }
      name += tokens_.word("the name of a variable or a register");
      asked_.push_back(name);
      tokens_.skip(";");
    }
  }

  /// Chooses what is observed, as herd7: names in the condition and `locations`, else everything.
  void choose_observed() {
    if (program_.condition) program_.condition->formula.names(asked_);
    const bool all = asked_.empty();
    const auto asked = [&](const std::string& name) {
      return all || std::find(asked_.begin(), asked_.end(), name) != asked_.end();
    };
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      const auto& registers = program_.threads[t].registers;
      for (std::size_t i = 0; i < registers.size(); ++i) {
        const std::string name = std::to_string(t) + ":" + registers[i];
        if (!registers[i].empty() && asked(name)) program_.observed.push_back({t, i, name});
      }
    }
    std::vector<std::string> variables;
    for (const std::string& name : program_.variables)
      if (asked(name)) variables.push_back(name);
    program_.reported = std::move(variables);
  }

  void mention(const std::string& name) {
    auto& known = program_.variables;
    if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
  }

  Tokens tokens_;
  LitmusProgram program_;
  std::vector<InitialRegister> initial_registers_;
  std::vector<std::string> asked_;
};

}  // namespace

LitmusProgram parse_herd_c(const std::string& file, std::string_view text) {
  return HerdC(file, text).parse();
}

}  // namespace touchstone::explore
