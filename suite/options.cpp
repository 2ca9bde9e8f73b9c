#include "suite/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <system_error>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "suite/cores.hpp"
#include "suite/signature.hpp"

namespace touchstone {
namespace {

/// Names of the command and of the subcommands that were given: "touchstone check balance".
std::string command_of(const CLI::App& app) {
  const auto given = app.get_subcommands();
  return app.get_name() + (given.empty() ? "" : " " + command_of(*given.front()));
}

const CLI::App& last_of(const CLI::App& app) {
  const auto given = app.get_subcommands();
  return given.empty() ? app : last_of(*given.front());
}

/// Long names, as "--seed".
std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> found;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) found.push_back("--" + name);
  return found;
}

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

/// The option that a message of CLI11 is about; null: it is about none.
const CLI::Option* option_in(const CLI::App& app, const std::string& message) {
  for (const CLI::App* word : app.get_subcommands())
    if (const CLI::Option* found = option_in(*word, message)) return found;
  for (const CLI::Option* option : app.get_options())
    for (const char* before : {"", "Could not convert: "})
      for (const char* after : {": ", " = ", " is required"})
        if (message.starts_with(before + option->get_name() + after)) return option;
  return nullptr;
}

/// Values that an option takes, for people.
std::string kind_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type.starts_with("UINT")) return "an integer of at least 0";
  if (type.starts_with("INT")) return "an integer";
  return type.starts_with("FLOAT") ? "a number" : "text";
}

/// The fault of a value of a number; empty: it may only be out of range.
std::string fault_of(const std::string& value, bool integer) {
  double number = 0;
  std::int64_t whole = 0;
  if (!CLI::detail::lexical_cast(value, number)) return "is not a number";
  const char* const end = value.data() + value.size();
  return integer && std::from_chars(value.data(), end, whole).ptr != end ? "is not an integer" : "";
}

std::string conversion_failure(const CLI::Option& option) {
  std::string bad = option.results().back();
  if (is_flag(option))
    return option.get_name() + ": takes no value, expected it alone, found '" + bad + "'";
  std::string fault;
  for (const std::string& value : option.results())
    if (fault.empty())
      if (fault = fault_of(value, kind_of(option) != "a number"); !fault.empty()) bad = value;
  return option.get_name() + ": '" + bad + "' " + (fault.empty() ? "is out of range" : fault) +
         ", expected " + kind_of(option);
}

/// One option's failure: what is wrong, what was expected and what was found.
std::string option_failure(const CLI::Option& option, const CLI::Error& error) {
  const std::size_t given = option.results().size();
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr)
    return conversion_failure(option);
  if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr) return error.what();
  if (given > static_cast<std::size_t>(option.get_items_expected_max()))
    return option.get_name() + ": expected once, found " + std::to_string(given) + " times";
  return option.get_name() + ": a value is missing, expected " + kind_of(option) + " (" +
         option.get_description() + "), found the end of the line";
}

/// `text` with `word` between two options replaced: "--a excludes --b".
std::string pair_failure(std::string text, const std::string& word, const std::string& expected,
                         const std::string& found) {
  return text.replace(text.find(word), word.size(), ": expected " + expected) + ", found " + found;
}

/// Words of the command line that were not expected, or are missing.
std::string word_failure(const CLI::App& app, const CLI::Error& error) {
  const CLI::App& last = last_of(app);
  std::vector<std::string> words;
  for (const CLI::App* word : last.get_subcommands({})) words.push_back(word->get_name());
  const std::vector<std::string> left = app.remaining(true);
  if (!left.empty())
    return "unknown word '" + left.front() + "'; " +
           (words.empty() ? "expected options only" : suggestion(left.front(), words));
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr) return error.what();
  return "a word is missing, expected one of: " + CLI::detail::join(words, ", ");
}

/// A message of CLI11 in the words of this suite.
std::string failure(const CLI::App& app, const CLI::Error& error) {
  for (const std::string& argument : app.remaining(true)) {
    if (!argument.starts_with("--")) continue;
    const std::string option = argument.substr(0, argument.find('='));
    return "unknown option '" + option + "'; " + suggestion(option, options_of(last_of(app)));
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr)
    return pair_failure(error.what(), " excludes ", "without ", "both");
  if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr)
    return pair_failure(error.what(), " requires ", "together with ", "alone");
  const CLI::Option* const option = option_in(app, error.what());
  return option != nullptr ? option_failure(*option, error) : word_failure(app, error);
}

std::string file_in(const std::string& out, const std::string& file) {
  return out.ends_with(".jsonl") ? out : out + (out.ends_with('/') ? "" : "/") + file;
}

/// Accepts integers in this range; `most` in words.
CLI::Validator integer_in(std::uint64_t least, std::uint64_t most, const char* words) {
  return CLI::Validator(
      [=](std::string& text) {
        std::uint64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        return error == std::errc() && stop == end && value >= least && value <= most
                   ? std::string()
                   : "expected an integer from " + std::to_string(least) + " to " + words +
                         ", found '" + text + "'";
      },
      "INTEGER");
}

/// Refuses what CLI11 takes in silence for an integer: 010 for 8, and -3 for 2^64 - 3. What is no
/// integer at all is left to the conversion.
CLI::Validator decimal(const std::string& kind) {
  return CLI::Validator(
      [kind](std::string& text) {
        const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
        const bool octal = text.size() > sign + 1 && text[sign] == '0' &&
                           std::isdigit(static_cast<unsigned char>(text[sign + 1])) != 0;
        const bool wraps = kind != "an integer" && text.starts_with('-');
        if (!octal && !wraps) return std::string();
        return "expected " + kind + (octal ? " without leading zeros" : "") + ", found '" + text +
               "'";
      },
      "");
}

}  // namespace

void require_decimal(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    if (const std::string kind = kind_of(*option); kind.starts_with("an integer"))
      option->check(decimal(kind));
  for (CLI::App* word : app.get_subcommands({})) require_decimal(*word);
}

std::optional<int> parse(CLI::App& app, int argc, const char* const* argv) {
  const std::string called = signature(app.get_name());
  const bool verbs = !app.get_subcommands({}).empty();
  app.name(verbs ? called.substr(0, called.find(' ')) : called);
  app.failure_message(signed_failure);
  require_decimal(app);
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::bad_input);
  }
}

std::string signed_failure(const CLI::App* app, const CLI::Error& error) {
  const std::string command = command_of(*app);
  return command + ": " + failure(*app, error) + " (see: " + command + " --help)\n";
}

std::string as_typed(const std::string& message, const std::string& option,
                     const std::string& other, const std::vector<std::string>& typed) {
  const bool wanted = std::any_of(typed.begin(), typed.end(), [&](const std::string& argument) {
    return argument.substr(0, argument.find('=')) == other;
  });
  return wanted && message.starts_with(option) ? other + message.substr(option.size()) : message;
}

CLI::Option* add_out(CLI::App& app, std::string& out, const std::string& file) {
  const char* const folder = std::getenv("TOUCHSTONE_RESULTS");
  out = file_in(folder != nullptr && *folder != '\0' ? folder : "results", file);
  return app.add_option("--out", out, "folder of the records (" + file + "), or a file *.jsonl")
      ->transform([file](const std::string& text) { return file_in(text, file); })
      ->capture_default_str();
}

CLI::Option* add_junit(CLI::App& app, std::string& file) {
  return app.add_option("--junit", file, "write the verdicts to this XML file, too, as JUnit does");
}

CLI::Option* add_threads(CLI::App& app, int& threads, const std::string& description) {
  threads = available_cores();
  return app.add_option("--threads", threads, description)
      ->check(integer_in(1, 1024, "1024"))
      ->capture_default_str();
}

CLI::Option* add_patience(CLI::App& app, double& seconds, double usual) {
  seconds = usual;
  return app
      .add_option("--patience", seconds,
                  "seconds without a sign of life after which a job counts as hung, a failure, and "
                  "the next begins; 0: wait for ever")
      ->check(number_in(0, 1e6))
      ->capture_default_str();
}

CLI::Validator number_in(double least, double most) {
  return CLI::Validator(
      [=](std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && value >= least && value <= most
                   ? std::string()
                   : fmt::format("expected a number from {} to {}, found '{}'", least, most, text);
      },
      "NUMBER");
}

CLI::Validator any_seed() {
  return integer_in(0, std::numeric_limits<std::uint64_t>::max(), "2^64 - 1");
}

}  // namespace touchstone
