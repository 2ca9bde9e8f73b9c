// models/core/options.hpp
// Purpose   Checks of command-line options that several programs share, with messages a person can
//           read. Use: app.add_option("--seed", seed, "...")->check(any_seed());
//           app.failure_message(signed_failure);
#pragma once
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

#include "models/core/signature.hpp"

namespace touchstone {

/// Message about an error in the command line, signed as every other message.
inline std::string signed_failure(const CLI::App* app, const CLI::Error& error) {
  return signature(app->get_name()) + ": " + CLI::FailureMessage::simple(app, error);
}

/// The conversion of CLI11 takes -3 for 2^64 - 3, and 2^64 for 2^64 - 1, and CLI::NonNegativeNumber
/// answers with the 309 digits of the largest double.
inline CLI::Validator any_seed() {
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
