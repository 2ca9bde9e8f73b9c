#include "suite/verb.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>

#include "models/core/registry.hpp"
#include "suite/guarded_program.hpp"
#include "suite/options.hpp"

namespace touchstone {
namespace {

Registry<Verb>& verbs() {
  static Registry<Verb> all("verb");  // sorted, so that a word comes before those within it
  return all;
}

struct Word {
  CLI::App* word;
  CLI::App* before;  ///< the whole program for words that are not within another
  std::function<int()> run;
};

/// An option of `check` does not reach `check balance`; dropped in silence it would mislead.
void require_after(const std::string& name, const CLI::App& before) {
  for (const CLI::Option* option : before.get_options())
    if (option->count() > 0)
      throw input_error(name, "place of an option",
                        "options after the word '" + name.substr(name.rfind(' ') + 1) + "'",
                        option->get_name() + " before it");
}

}  // namespace

bool register_verb(Verb verb) { return verbs().add(std::move(verb)); }

int run_verb(const std::string& program, const std::string& description, int argc,
             const char* const* argv) {
  CLI::App app(description, program);
  app.require_subcommand(1);
  std::map<std::string, Word> words;
  for (const Verb& verb : verbs().items()) {
    const std::size_t end = verb.name.rfind(' ');
    CLI::App& before = end == std::string::npos ? app : *words.at(verb.name.substr(0, end)).word;
    CLI::App& word = *before.add_subcommand(verb.name.substr(end + 1), verb.description);
    if (&before != &app) before.require_subcommand(0, 1);
    words[verb.name] = {&word, &before, verb.add(word)};
  }
  if (const auto code = parse(app, argc, argv)) return *code;
  return guarded_program(program, std::cerr, [&]() -> int {
    for (const auto& [name, word] : words) {
      if (!word.word->parsed() || !word.word->get_subcommands().empty()) continue;
      if (word.before != &app) require_after(name, *word.before);
      return word.run();
    }
    throw std::logic_error("no verb was parsed");
  });
}

}  // namespace touchstone
