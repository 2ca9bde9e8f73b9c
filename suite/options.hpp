// suite/options.hpp
// Purpose   Command lines that all programs share: how one is parsed, what an unknown option is
//           answered with, where records go. Use: if (const auto code = parse(app, argc, argv))
//           return *code;
#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace touchstone {

/// Parses the command line. Returns the exit code when the program ends here: 0 after --help, 2 on
/// wrong usage, which is told on standard error.
std::optional<int> parse(CLI::App& app, int argc, const char* const* argv);

/// Makes all options for integers refuse 010, which CLI11 takes for 8, and those without a sign -3,
/// which it takes for 2^64 - 3. Part of parse().
void require_decimal(CLI::App& app);

/// The message of a wrong command line, signed with the command: what is wrong with which option,
/// what was expected and what was found; the nearest known option where one is unknown.
std::string signed_failure(const CLI::App* app, const CLI::Error& error);

/// A message about `option` with `other`, a second name of it, where that was typed.
std::string as_typed(const std::string& message, const std::string& option,
                     const std::string& other, const std::vector<std::string>& typed);

/// Adds --out: a results file *.jsonl, or a folder in which `file` is the results file. The default
/// folder is $TOUCHSTONE_RESULTS, which the launcher sets, or results/.
CLI::Option* add_out(CLI::App& app, std::string& out, const std::string& file);

/// Adds --threads, from 1 to 1024, by default all cores that this process may use.
CLI::Option* add_threads(CLI::App& app, int& threads, const std::string& description);

/// Adds --junit: a file for the verdicts in JUnit's form.
CLI::Option* add_junit(CLI::App& app, std::string& file);
/// Adds --patience: seconds without a sign of life after which a job counts as hung, by default
/// `usual`.
CLI::Option* add_patience(CLI::App& app, double& seconds, double usual);
/// Seconds; the slowest check takes a minute on a slow machine, a nightly one some minutes.
inline constexpr double kPatienceOfChecks = 900;
inline constexpr double kNightlyEffort = 10;
/// The same in proportion for more effort: a check tells nothing of itself before its end.
constexpr double patience_of_checks(double effort) {
  return effort > kNightlyEffort ? kPatienceOfChecks * effort / kNightlyEffort : kPatienceOfChecks;
}

/// Accepts numbers in this range, and no NaN, which CLI::Range takes.
CLI::Validator number_in(double least, double most);

/// Accepts 0 to 2^64 - 1. The conversion of CLI11 takes -3 for 2^64 - 3, and 2^64 for 2^64 - 1, and
/// CLI::NonNegativeNumber answers with the 309 digits of the largest double.
CLI::Validator any_seed();

}  // namespace touchstone
