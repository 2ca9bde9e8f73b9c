#include "suite/junit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <fstream>
#include <utility>

#include "models/core/errors.hpp"
#include "suite/record_text.hpp"
#include "suite/runner.hpp"

namespace touchstone {
namespace {

using boost::property_tree::ptree;

/// The text in UTF-8, without the characters that XML has no form for: those of control, U+FFFE and
/// U+FFFF.
std::string printable(const std::string& said) {
  std::string text = as_utf8(said);
  std::replace_if(
      text.begin(), text.end(),
      [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\t' && c != '\r'; }, '?');
  for (const char* none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    for (std::size_t at = 0; (at = text.find(none, at)) != std::string::npos;)
      text.replace(at, 3, "?");
  return text;
}

/// Name of the element for a verdict, or "" where it passed.
std::string element_of(const std::string& verdict) {
  if (verdict == name(Verdict::pass)) return "";
  if (verdict == name(Verdict::not_claimed) || verdict == name(Verdict::not_run)) return "skipped";
  return verdict == name(Verdict::inconclusive) ? "error" : "failure";
}

void require_written(const std::ofstream& file, const std::string& path) {
  if (!file) throw input_error("--junit", "file", "one that can be written", "'" + path + "'");
}

std::ofstream opened(const std::string& path) {
  std::ofstream file(path);
  require_written(file, path);
  return file;
}

}  // namespace

JunitReport::JunitReport(std::string path, std::string suite)
    : path_(std::move(path)), suite_(std::move(suite)) {
  if (!path_.empty()) opened(path_);
}

void JunitReport::add(const nlohmann::json& record) {
  if (path_.empty()) return;
  std::string what = record.value("metric", "");
  if (const auto& params = record.at("params"); params.contains("case"))
    what += ", " + params["case"].get<std::string>();
  const std::string scheme = record.value("scheme", "");
  const int times = ++known_[scheme + "|" + what];
  if (times > 1) what += fmt::format(" ({})", times);
  cases_.push_back({scheme, what, std::string(name(verdict_of(record))), record.value("note", ""),
                    record.value("replay", ""), record.value("seconds", 0.0)});
}

void JunitReport::add(const std::string& scheme, const std::string& what, Verdict verdict,
                      const std::string& note, const std::string& replay) {
  add({{"scheme", scheme},
       {"metric", what},
       {"params", nlohmann::json::object()},
       {"verdict", name(verdict)},
       {"note", note},
       {"replay", replay}});
}

void JunitReport::write() const {
  if (path_.empty()) return;
  ptree suite;
  suite.put("<xmlattr>.name", suite_);
  suite.put("<xmlattr>.tests", cases_.size());
  const auto count = [&](const char* element) {
    return std::count_if(cases_.begin(), cases_.end(),
                         [&](const Case& one) { return element_of(one.verdict) == element; });
  };
  suite.put("<xmlattr>.failures", count("failure"));
  suite.put("<xmlattr>.errors", count("error"));
  suite.put("<xmlattr>.skipped", count("skipped"));
  for (const Case& one : cases_) {
    ptree test;
    test.put("<xmlattr>.classname", printable(one.scheme));
    test.put("<xmlattr>.name", printable(one.name));
    test.put("<xmlattr>.time", fmt::format("{:.3f}", one.seconds));
    if (const std::string element = element_of(one.verdict); !element.empty()) {
      test.put(element + ".<xmlattr>.message", printable(one.verdict + ": " + one.note));
      if (element != "skipped" && !one.replay.empty())
        test.put(element, printable("replay: " + one.replay));
    }
    suite.add_child("testcase", test);
  }
  ptree whole;
  whole.add_child("testsuites.testsuite", suite);
  std::ofstream file = opened(path_);
  boost::property_tree::write_xml(
      file, whole, boost::property_tree::xml_writer_make_settings<std::string>(' ', 1));
  file.flush();
  require_written(file, path_);
}

}  // namespace touchstone
