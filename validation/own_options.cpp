#include "validation/own_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/core/errors.hpp"

namespace touchstone::validation {
namespace {

constexpr const char* kGroup = "A point of your own (in place of the experiments)";

const std::string& chooser(const OwnKind& kind) { return kind.options.front().name; }

bool takes(const OwnKind& kind, const std::string& option) {
  return std::any_of(kind.options.begin(), kind.options.end(),
                     [&](const OwnOption& one) { return one.name == option; });
}

/// Meaning of an option to all kinds that take it: "--disks, --shapes: packing fraction".
std::string help_of(const std::string& option) {
  std::vector<std::pair<std::string, std::string>> meanings;  // text, kinds
  for (const OwnKind& kind : own_kinds())
    for (const OwnOption& one : kind.options) {
      if (one.name != option || option == chooser(kind)) continue;
      const auto same = std::find_if(meanings.begin(), meanings.end(),
                                     [&](const auto& m) { return m.first == one.text; });
      if (same == meanings.end())
        meanings.emplace_back(one.text, chooser(kind));
      else
        same->second += ", " + chooser(kind);
    }
  std::string help;
  for (const auto& [text, kinds] : meanings)
    help += fmt::format("{}{}: {}", help.empty() ? "" : "; ", kinds, text);
  return help;
}

/// The options that choose a kind taking `option`, for messages.
std::string choosers_of(const std::string& option) {
  std::string all;
  for (const OwnKind& kind : own_kinds())
    if (takes(kind, option)) all += (all.empty() ? "" : " or ") + chooser(kind);
  return all;
}

}  // namespace

OwnOptions::OwnOptions(CLI::App& app, const std::vector<std::string>& others) : app_(app) {
  const auto add = [&](const OwnOption& one, const std::string& text) {
    if (texts_.contains(one.name)) return;
    app.add_option(one.name, texts_[one.name], text)->group(kGroup)->type_name(one.type);
  };
  for (const OwnKind& kind : own_kinds()) {
    add(kind.options.front(), kind.options.front().text);
    for (const std::string& other : others)
      app.get_option(chooser(kind))->excludes(app.get_option(other));
  }
  for (const OwnKind& kind : own_kinds())
    for (const OwnOption& one : kind.options) add(one, help_of(one.name));
  for (const OwnKind& a : own_kinds())
    for (const OwnKind& b : own_kinds())
      if (&a != &b) app.get_option(chooser(a))->excludes(app.get_option(chooser(b)));
}

std::map<std::string, std::string> OwnOptions::typed() const {
  std::map<std::string, std::string> all;
  for (const auto& [name, text] : texts_)
    if (app_.count(name) > 0) all[name] = text;
  return all;
}

std::optional<OwnPoint> OwnOptions::point(const std::string& schemes) const {
  const std::map<std::string, std::string> all = typed();
  for (const OwnKind& kind : own_kinds()) {
    if (!all.contains(chooser(kind))) continue;
    for (const OwnOption& one : kind.options)
      if (one.required && !all.contains(one.name))
        throw input_error(chooser(kind), "options beside it",
                          fmt::format("{} ({})", one.name, one.text), "none");
    for (const auto& [name, text] : all)
      if (!takes(kind, name))
        throw input_error(name, "point that it belongs to", choosers_of(name), chooser(kind));
    return kind.point(OwnArguments(all), schemes);
  }
  if (!all.empty())
    throw input_error(all.begin()->first, "point that it belongs to",
                      choosers_of(all.begin()->first), "none");
  return std::nullopt;
}

}  // namespace touchstone::validation
