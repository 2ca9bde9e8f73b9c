#include "suite/overlap_cases/case_text.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <set>
#include <string_view>
#include <vector>

#include "models/core/errors.hpp"

namespace touchstone::shapes {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostBytes = kMostMebibytes << 20;
constexpr const char* kExpected = "a file of overlap cases";

/// Follows the parser: where it is, how deep, and which keys it has seen there.
class Watch {
 public:
  explicit Watch(const std::string& name) : name_(name) {}

  bool see(Json::parse_event_t event, const Json& parsed) {
    switch (event) {
      case Json::parse_event_t::object_start:
      case Json::parse_event_t::array_start:
        begin_value();
        levels_.push_back({.is_list = event == Json::parse_event_t::array_start});
        if (levels_.size() > kMostLevels)
          throw input_error(name_, "lists and objects",
                            fmt::format("at most {} levels of them in each other", kMostLevels),
                            "more");
        break;
      case Json::parse_event_t::key:
        see_key(parsed.get_ref<const std::string&>());
        break;
      case Json::parse_event_t::value:
        begin_value();
        break;
      case Json::parse_event_t::object_end:
      case Json::parse_event_t::array_end:
        levels_.pop_back();
        break;
    }
    return true;
  }
  /// Place of the value that the parser could not read.
  std::string next_place() const {
    if (levels_.empty()) return name_;
    const Level& own = levels_.back();
    return place(levels_.size() - 1) +
           (own.is_list ? fmt::format("[{}]", own.values) : ": " + printable(own.key));
  }

 private:
  struct Level {
    bool is_list = false;
    std::size_t values = 0;  ///< values of a list begun so far
    std::string key = {};    ///< last key of an object
    std::set<std::string> keys = {};
  };

  void begin_value() {
    if (!levels_.empty() && levels_.back().is_list) ++levels_.back().values;
  }
  void see_key(const std::string& key) {
    Level& own = levels_.back();
    if (!own.keys.insert(key).second)
      throw input_error(place(levels_.size() - 1), "key '" + printable(key) + "'",
                        "to be there once", "it twice");
    own.key = key;
  }
  /// "file: cases[0]: r_ab": what is read in each of the first levels.
  std::string place(std::size_t levels) const {
    std::string text = name_;
    for (std::size_t k = 0; k < levels; ++k)
      text += levels_[k].is_list ? fmt::format("[{}]", levels_[k].values - 1)
                                 : ": " + printable(levels_[k].key);
    return text;
  }

  std::string name_;
  std::vector<Level> levels_ = {};
};

[[noreturn]] void refuse_text(const std::string& name, const std::string& found) {
  throw input_error(name, "text", "JSON in UTF-8", found);
}

/// Refuses text that is not UTF-8, which the parser would only call a strange byte.
void require_utf8(std::string_view text, const std::string& name) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    refuse_text(name, text.empty() ? "an empty file" : "nothing but white space");
  const std::string_view first = text.substr(0, 4);
  if (first.starts_with("\xFF\xFE") || first.starts_with("\xFE\xFF") ||
      first.find('\0') != std::string_view::npos)
    refuse_text(name, "bytes of zero or a mark of UTF-16 or UTF-32");
}

/// "[json.exception.parse_error.101] parse error at line 1, ...": from the first word on.
std::string said_by(const Json::exception& error) {
  const std::string text = error.what();
  const std::size_t end = text.find("] ");
  return printable(end == std::string::npos ? text : text.substr(end + 2), 300);
}

}  // namespace

std::string printable(const std::string& text, std::size_t most) {
  const bool is_cut = text.size() > most;
  std::string shown;
  for (const char c : is_cut ? text.substr(0, most) : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F)
      shown += c;
    else
      shown += fmt::format("\\x{:02x}", byte);
  }
  return is_cut ? shown + "..." : shown;
}

nlohmann::json json_of(const std::string& text, const std::string& name) {
  require_utf8(text, name);
  Watch watch(name);
  try {
    return Json::parse(text, [&](int, Json::parse_event_t event, Json& parsed) {
      return watch.see(event, parsed);
    });
  } catch (const Json::out_of_range& error) {
    throw input_error(watch.next_place(), "number", "one below 1.8e308", said_by(error));
  } catch (const Json::exception& error) {
    throw InputError(name + ": not JSON: " + said_by(error) +
                     " (NaN and infinities are no numbers of JSON)");
  }
}

std::string text_of(std::istream& stream, const std::string& name) {
  std::string text;
  std::vector<char> part(1 << 16);
  while (stream.read(part.data(), static_cast<std::streamsize>(part.size())).gcount() > 0) {
    text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > kMostBytes)
      throw input_error(name, "size", fmt::format("at most {} MiB", kMostMebibytes),
                        "more (the cases can be shared among several files)");
  }
  if (stream.bad()) throw input_error(name, "cannot be read", kExpected, std::strerror(errno));
  return text;
}

std::string text_of_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw input_error(path, "cannot be read", kExpected, "a directory");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw input_error(path, "cannot be read", kExpected, std::strerror(errno));
  return text_of(stream, path);
}

}  // namespace touchstone::shapes
