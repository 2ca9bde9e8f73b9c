#include "validation/own_point.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "models/core/errors.hpp"
#include "models/core/registry.hpp"

namespace touchstone::validation {
namespace {

Registry<OwnKind>& registry() {
  static Registry<OwnKind> all("kind of points");  // filled before main() by the registrations
  return all;
}

template <class Number>
Number read(const std::string& option, const std::string& text, const char* expected) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end)
    throw input_error(option, "value", expected, "'" + text + "'");
  return value;
}

}  // namespace

std::string OwnArguments::text(const std::string& name, const std::string& without) const {
  const auto found = typed_.find(name);
  return found == typed_.end() ? without : found->second;
}

std::int64_t OwnArguments::integer(const std::string& name, std::int64_t without) const {
  const auto found = typed_.find(name);
  return found == typed_.end() ? without : read<std::int64_t>(name, found->second, "an integer");
}

double OwnArguments::number(const std::string& name, double without) const {
  const auto found = typed_.find(name);
  return found == typed_.end() ? without : read<double>(name, found->second, "a number");
}

const std::vector<OwnKind>& own_kinds() { return registry().items(); }

bool register_own_kind(OwnKind kind) { return registry().add(std::move(kind)); }

void require_within(const std::string& option, const std::string& what, std::int64_t value,
                    std::int64_t low, std::int64_t high) {
  if (value < low || value > high)
    throw input_error(option, what, fmt::format("an integer from {} to {}", low, high),
                      fmt::format("{}", value));
}

void require_positive(const std::string& option, const std::string& what, double value,
                      double high) {
  if (!(value > 0 && value <= high))
    throw input_error(option, what, fmt::format("a number above 0 and at most {}", high),
                      fmt::format("{}", value));
}

std::int64_t counted_effort(double effort, double most) {
  if (!(effort <= most))
    throw input_error("--error", "effort",
                      fmt::format("a larger error: at most {:.2g} samples", most),
                      fmt::format("{:.2g} samples", effort));
  return static_cast<std::int64_t>(std::ceil(effort));
}

}  // namespace touchstone::validation
