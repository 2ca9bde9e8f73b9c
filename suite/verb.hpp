// suite/verb.hpp
// Purpose   Words of a command line, as `check` and `check balance`, that add themselves to each
//           program their file is linked into. A program of one family has fewer of them.
#pragma once
#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace touchstone {

struct Verb {
  std::string name;         ///< "check", or "check balance" for a word within another
  std::string description;  ///< for the help of the word before
  /// Adds its options and returns what runs it, which returns the exit code.
  std::function<std::function<int()>(CLI::App& word)> add;
};

/// Adds a verb and returns true; throws std::logic_error for a second one of its name.
bool register_verb(Verb verb);

/// Parses the command line by the registered verbs, runs the one that it names, and returns its
/// exit code. Exceptions are told on standard error, signed with `program`.
int run_verb(const std::string& program, const std::string& description, int argc,
             const char* const* argv);

}  // namespace touchstone
