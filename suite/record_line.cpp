#include "suite/record_line.hpp"

#include <fmt/format.h>

#include "suite/runner.hpp"

namespace touchstone {

std::string record_line(const nlohmann::json& r, const std::string& name, bool before) {
  const auto value = [&](const char* field) { return r.at(field).get<double>(); };
  std::string line =
      fmt::format("{:<13} {:<34} {:<34} {}", touchstone::name(verdict_of(r)), name,
                  r.at("scheme").get<std::string>(), r.at("metric").get<std::string>());
  if (r.at("value").is_number())
    line += fmt::format(" = {:.7g}", value("value"));
  else if (verdict_of(r) != Verdict::not_run)
    line += " = nan";
  if (r.at("low").is_number() && r.at("high").is_number())
    line += fmt::format(" [{:.7g}, {:.7g}]", value("low"), value("high"));
  if (r.at("expected").is_object())
    line += fmt::format("  expected {:.7g}", r.at("expected").at("value").get<double>());
  if (r.at("z").is_number()) line += fmt::format("  z {:+.2f}", value("z"));
  if (r.at("p").is_number() && value("p") < kUnlikely)
    line += fmt::format("  p {:.1e}", value("p"));
  if (before) line += "  (finished before)";
  if (r.at("allowance").is_object())
    line += fmt::format("  (may differ by {:.2g}: {})", r["allowance"].at("value").get<double>(),
                        r["allowance"].at("why").get<std::string>());
  if (const std::string note = r.at("note"); !note.empty()) line += "  (" + note + ")";
  return line;
}

}  // namespace touchstone
