#include "models/core/options.hpp"

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <system_error>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "models/core/signature.hpp"

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

std::string file_in(const std::string& out, const std::string& file) {
  return out.ends_with(".jsonl") ? out : out + (out.ends_with('/') ? "" : "/") + file;
}

}  // namespace

std::optional<int> parse(CLI::App& app, int argc, const char* const* argv) {
  const std::string called = signature(app.get_name());
  const bool verbs = !app.get_subcommands({}).empty();
  app.name(verbs ? called.substr(0, called.find(' ')) : called);
  app.failure_message(signed_failure);
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::bad_input);
  }
}

std::string signed_failure(const CLI::App* app, const CLI::Error& error) {
  const std::string command = command_of(*app);
  std::string what = error.what();
  for (const std::string& argument : app->remaining(true)) {
    if (!argument.starts_with("--")) continue;
    const std::string option = argument.substr(0, argument.find('='));
    what = "unknown option '" + option + "'; " + suggestion(option, options_of(last_of(*app)));
    break;
  }
  return command + ": " + what + " (see: " + command + " --help)\n";
}

CLI::Option* add_out(CLI::App& app, std::string& out, const std::string& file) {
  const char* const folder = std::getenv("TOUCHSTONE_RESULTS");
  out = file_in(folder != nullptr && *folder != '\0' ? folder : "results", file);
  return app.add_option("--out", out, "folder of the records (" + file + "), or a file *.jsonl")
      ->transform([file](const std::string& text) { return file_in(text, file); })
      ->capture_default_str();
}

CLI::Option* add_patience(CLI::App& app, double& seconds) {
  return app
      .add_option("--patience", seconds,
                  "seconds without a sign of life after which a job counts as hung, a failure, and "
                  "the next begins; 0: wait for ever")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
}

CLI::Validator any_seed() {
  return CLI::Validator(
      [](std::string& text) {
        std::uint64_t seed = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, seed);
        return error == std::errc() && stop == end
                   ? std::string()
                   : "expected an integer from 0 to 2^64 - 1, found '" + text + "'";
      },
      "INTEGER");
}

}  // namespace touchstone
