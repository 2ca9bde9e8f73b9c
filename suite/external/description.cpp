#include "suite/external/description.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "models/core/shell_word.hpp"
#include "models/core/source_tree.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "suite/external/schemes.hpp"

namespace touchstone::external {
namespace {

using nlohmann::json;

constexpr const char* kFormat = "touchstone-external/1";

struct Kind {
  std::string prefix;             ///< beginning of the name of the scheme
  std::vector<std::string> keys;  ///< beside those of all kinds
  void (*add)(const Description&);
};

const std::map<std::string, Kind>& kinds() {
  static const std::map<std::string, Kind> all{
      {"chains",
       {"ecmc/",
        {"position_error"},
        [](const Description& d) { disks::real_leg_schemes().add(chain_scheme(d)); }}},
      {"disks",
       {"mpmc/",
        {"equals", "restarts", "tolerance", "trial_moves"},
        [](const Description& d) { disks::register_scheme(disk_scheme(d)); }}},
      {"longrange",
       {"longrange/",
        {"models", "force_error", "energy_error", "smallest_softening"},
        [](const Description& d) { longrange::register_scheme(longrange_scheme(d)); }}},
      {"overlaps",
       {"hpmc/overlap-",
        {"margin"},
        [](const Description& d) { shapes::register_overlap(overlap_algorithm(d)); }}},
      {"shapes",
       {"hpmc/",
        {"restarts", "tolerance", "proposals", "all_pairs", "domains", "ranks",
         "constant_pressure"},
        [](const Description& d) { shapes::register_shape_scheme(shape_scheme(d)); }}},
      {"stars", {"cmc/", {"escaped_energy_error"}, [](const Description& d) {
                   cluster::register_cluster_scheme(cluster_scheme(d));
                 }}}};
  return all;
}

/// "chains", "disks" ...
std::string names_of_kinds() {
  std::string text;
  for (const auto& [name, kind] : kinds())
    text += fmt::format("{}\"{}\"",
                        text.empty()                      ? ""
                        : name == kinds().rbegin()->first ? " or "
                                                          : ", ",
                        name);
  return text;
}

/// Descriptions that are in use, by name of the scheme.
std::map<std::string, Description>& descriptions() {
  static std::map<std::string, Description> all;
  return all;
}

std::string option_text(const std::string& file) { return " --external " + in_quotes(file); }

/// An object of the file, whose values are asked for by type.
class Fields {
 public:
  Fields(std::string file, json object) : file_(std::move(file)), object_(std::move(object)) {}

  [[noreturn]] void refuse(const std::string& key, const std::string& expected) const {
    const std::string found = object_.contains(key) ? object_[key].dump() : "nothing";
    throw input_error(file_, "\"" + key + "\"", expected, found.substr(0, 80));
  }
  std::string word(const std::string& key) const {
    if (!object_.contains(key) || !object_[key].is_string()) refuse(key, "a text");
    return object_[key].get<std::string>();
  }
  std::string word(const std::string& key, const std::string& otherwise) const {
    return object_.contains(key) ? word(key) : otherwise;
  }
  std::vector<std::string> words(const std::string& key) const {
    const auto is_text = [](const json& j) { return j.is_string(); };
    if (!object_.contains(key) || !object_[key].is_array() ||
        !std::all_of(object_[key].begin(), object_[key].end(), is_text))
      refuse(key, "a list of texts");
    return object_[key].get<std::vector<std::string>>();
  }
  /// A number in [low, high].
  double number(const std::string& key, double otherwise, double low, double high) const {
    if (!object_.contains(key)) return otherwise;
    const bool good = object_[key].is_number() && object_[key].get<double>() >= low &&
                      object_[key].get<double>() <= high;
    if (!good) refuse(key, fmt::format("a number from {:g} to {:g}", low, high));
    return object_[key].get<double>();
  }
  bool truth(const std::string& key, bool otherwise) const {
    if (!object_.contains(key)) return otherwise;
    if (!object_[key].is_boolean()) refuse(key, "true or false");
    return object_[key].get<bool>();
  }
  void require_known(const std::vector<std::string>& known) const {
    for (const auto& [key, value] : object_.items())
      if (std::find(known.begin(), known.end(), key) == known.end())
        throw InputError(
            fmt::format("{}: unknown key \"{}\"; {}", file_, key, suggestion(key, known)));
  }

 private:
  std::string file_;
  json object_;
};

Fields fields_of(const std::string& file) {
  std::ifstream stream(file);
  if (!stream)
    throw input_error(file, "description of an external scheme", "a file that can be read", "none");
  json object;
  std::set<std::string> keys;
  const auto once = [&](int depth, json::parse_event_t event, const json& parsed) {
    if (event == json::parse_event_t::key && depth == 1 && !keys.insert(parsed).second)
      throw input_error(file, parsed.dump(), "this key once", "it twice");
    return true;
  };
  try {
    object = json::parse(stream, once);
  } catch (const json::exception& error) {
    throw input_error(file, "description of an external scheme", "an object in JSON", error.what());
  }
  if (!object.is_object())
    throw input_error(file, "description of an external scheme", "an object in JSON",
                      object.type_name());
  return {file, object};
}

std::string name_of(const Fields& fields) {
  const std::string name = fields.word("name");
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  };
  if (name.empty() || !std::all_of(name.begin(), name.end(), good))
    fields.refuse("name", "small letters, digits and hyphens");
  return name;
}

void read_keys_of_shapes(const Fields& fields, Description& d) {
  d.proposals = fields.word("proposals", d.proposals);
  if (d.proposals != "tangents" && d.proposals != "angles" && d.proposals != "symmetric")
    fields.refuse("proposals", "\"tangents\", \"angles\" or \"symmetric\"");
  d.all_pairs = fields.truth("all_pairs", false);
  d.domains = fields.truth("domains", false);
  d.ranks = fields.truth("ranks", false);
  if (d.ranks && !d.domains) fields.refuse("ranks", "false without \"domains\"");
  d.constant_pressure = fields.truth("constant_pressure", false);
}

bool is_taken(const std::string& name) {
  const auto called = [&](const auto& scheme) { return scheme.info.name == name; };
  const auto among = [&](const auto& all) { return std::any_of(all.begin(), all.end(), called); };
  return among(disks::schemes()) || among(shapes::shape_schemes()) || among(longrange::schemes()) ||
         among(shapes::overlap_algorithms()) || among(cluster::cluster_schemes()) ||
         among(disks::chain_schemes()) || among(disks::real_leg_schemes().items());
}

}  // namespace

Description read_description(const std::string& file) {
  const Fields fields = fields_of(file);
  if (fields.word("format") != kFormat) fields.refuse("format", std::string("\"") + kFormat + "\"");
  Description d;
  d.file = file;
  d.simulates = fields.word("simulates");
  const auto kind = kinds().find(d.simulates);
  if (kind == kinds().end()) fields.refuse("simulates", names_of_kinds());
  std::vector<std::string> known{"format", "name",    "simulates",       "command",  "claims",
                                 "source", "version", "timeout_seconds", "processes"};
  known.insert(known.end(), kind->second.keys.begin(), kind->second.keys.end());
  fields.require_known(known);

  d.info.name = kind->second.prefix + name_of(fields);
  d.info.source = fields.word("source", "");
  d.version = fields.word("version", "");
  d.info.backend = "external";
  d.command.words = fields.words("command");
  if (d.command.words.empty() || d.command.words.front().empty())
    fields.refuse("command", "a program and its arguments");
  d.command.folder = std::filesystem::absolute(file).parent_path().string();
  d.command.timeout_seconds = fields.number("timeout_seconds", 60, 0.01, 86400);
  // How many the command starts at a time is for those who plan (tools/cluster/plan.py).
  const double processes = fields.number("processes", 1, 1, 65536);
  if (processes != std::floor(processes)) fields.refuse("processes", "an integer");
  d.command.restarts = fields.truth("restarts", false);
  d.claims = fields.words("claims");
  d.equals = fields.word("equals", "");
  d.tolerance = fields.number("tolerance", 0, 0, d.simulates == "shapes" ? 1e-3 : 0.01);
  read_keys_of_shapes(fields, d);
  d.escaped_energy_error = fields.number("escaped_energy_error", 1e-9, 1e-15, 1e-3);
  d.margin = fields.number("margin", 0, 0, 0.1);
  d.trial_moves = fields.truth("trial_moves", true);
  if (d.simulates == "longrange") d.models = fields.words("models");
  d.position_error = fields.number("position_error", 1e-13, 1e-15, 1e-3);
  d.force_error = fields.number("force_error", 1e-14, 1e-16, 1);
  d.energy_error = fields.number("energy_error", 1e-12, 1e-16, 1);
  d.smallest_softening = fields.number("smallest_softening", 0, 0, 1);
  return d;
}

void require_known_claims(const Description& d, const std::vector<std::string>& known) {
  for (const std::string& claim : d.claims)
    if (std::find(known.begin(), known.end(), claim) == known.end())
      throw InputError(fmt::format("{}: \"claims\": unknown claim '{}'; {}", d.file, claim,
                                   suggestion(claim, known)));
}

std::string replay_option(const std::string& scheme) {
  const auto known = descriptions().find(scheme);
  if (known == descriptions().end()) return "";
  const auto whole = std::filesystem::weakly_canonical(known->second.file);
  const auto in_tree = whole.lexically_relative(std::filesystem::weakly_canonical(source_tree()));
  const bool is_outside = in_tree.empty() || *in_tree.begin() == "..";
  return option_text((is_outside ? whole : in_tree).string());
}

std::string typed_option(const std::string& scheme) {
  const auto known = descriptions().find(scheme);
  return known == descriptions().end() ? "" : option_text(known->second.file);
}

bool is_program(const std::string& scheme) { return descriptions().contains(scheme); }

std::optional<Description> description_of(const std::string& scheme) {
  const auto known = descriptions().find(scheme);
  if (known == descriptions().end()) return std::nullopt;
  return known->second;
}

bool restarts(const std::string& scheme) {
  const auto described = description_of(scheme);
  return described && described->command.restarts;
}

nlohmann::json program_facts(const std::string& scheme) {
  const auto known = descriptions().find(scheme);
  if (known == descriptions().end()) return json::object();
  const Description& d = known->second;
  const std::string own = d.command.known->version();
  json facts{{"version", own.empty() ? d.version : own},
             {"stated_by", !own.empty()        ? "program"
                           : d.version.empty() ? "nobody"
                                               : "description"},
             {"source", d.info.source}};
  if (const auto cost = d.command.known->cost())
    facts["seconds"] = {{"start", cost->start},
                        {"restart", cost->restart},
                        {"request", cost->request},
                        {"move", cost->move}};
  return facts;
}

std::string use_external(const std::string& file) {
  const Description d = read_description(file);
  Program{d.command};  // a command that cannot be started is told at once
  if (is_taken(d.info.name))
    throw input_error(file, "\"name\"", "a name of its own", "that of a scheme, " + d.info.name);
  kinds().at(d.simulates).add(d);
  descriptions()[d.info.name] = d;
  return d.info.name;
}

}  // namespace touchstone::external
