// Files of overlap cases that are no file, no text or no JSON, or that miss the first keys.
#include <gtest/gtest.h>

#include <sstream>
#include <streambuf>
#include <string>

#include "checkers/hpmc/hostile_cases.hpp"
#include "suite/overlap_cases/case_text.hpp"

namespace touchstone::hpmc {
namespace {

std::string wide(const std::string& text, std::size_t bytes) {  // as UTF-16 or UTF-32
  std::string all = bytes == 2 ? std::string("\xFF\xFE") : std::string("\xFF\xFE\0\0", 4);
  for (const char c : text) all += c + std::string(bytes - 1, '\0');
  return all;
}

std::vector<Hostile> no_json() {
  const std::string good = pair(R"("a": 0, "b": 0, )" + kPlaced);
  const std::string deep(100000, '[');
  std::string keys;
  for (int i = 0; i < 100000; ++i) keys += R"({"a":)";
  return {
      {"nothing", "", "file: text: expected JSON in UTF-8, found an empty file"},
      {"white space", " \r\n\t\n", "found nothing but white space"},
      {"a byte order mark alone", "\xEF\xBB\xBF", "file: not JSON"},
      {"UTF-16", wide(good, 2), "found bytes of zero or a mark of UTF-16 or UTF-32"},
      {"UTF-32", wide(good, 4), "found bytes of zero or a mark of UTF-16 or UTF-32"},
      {"UTF-16 without a mark", wide(good, 2).substr(2), "found bytes of zero"},
      {"zeros", std::string(1000, '\0'), "found bytes of zero"},
      {"cut short", good.substr(0, good.size() / 2), "file: not JSON: parse error at line"},
      {"cut by one", good.substr(0, good.size() - 1), "unexpected end of input"},
      {"two files in one", good + good, "expected end of input"},
      {"a comma too many", R"({"format": "touchstone-overlap/1",})", "file: not JSON"},
      {"comments", "// mine\n" + good, "file: not JSON"},
      {"single quotes", "{'format': 1}", "file: not JSON"},
      {"not UTF-8 in a text", "{\"format\": \"\xC3\x28\"}", "ill-formed UTF-8"},
      {"control bytes", "{\"format\": \"a\nb\"}", "file: not JSON"},
      {"a program", std::string("\x7F") + "ELF\x02\x01\x01", "file: not JSON"},
      {"lists in lists", deep, "expected at most 16 levels of them in each other, found more"},
      {"objects in objects", keys, "expected at most 16 levels of them in each other, found more"},
      {"a word of a million letters", std::string(1000000, 'x'), "file: not JSON"},
      {"a key twice", R"({"format": "touchstone-overlap/1", "shapes": [], "shapes": []})",
       "file: key 'shapes': expected to be there once, found it twice"},
      {"a key twice, deep", pair(R"("a": 0, "b": 0, "b": 1, )" + kPlaced),
       "file: cases[0]: key 'b': expected to be there once"},
  };
}

std::vector<Hostile> bad_top() {
  return {
      {"a list", "[]", "file: value: expected an object, found array []"},
      {"a number", "7", "file: value: expected an object, found number 7"},
      {"no format", R"({"shapes": [], "cases": []})",
       "file: key 'format': expected a value, found none"},
      {"another format", R"({"format": "touchstone-overlap/2"})",
       "expected 'touchstone-overlap/1'"},
      {"no shapes", R"({"format": "touchstone-overlap/1", "cases": []})", "key 'shapes'"},
      {"no cases", R"({"format": "touchstone-overlap/1", "shapes": []})", "key 'cases'"},
      {"shapes in an object", R"({"format": "touchstone-overlap/1", "shapes": {}, "cases": []})",
       "file: shapes: expected a list, found object"},
      {"a shape that is a number", file_of("7", ""), "file: shapes[0]: value: expected an object"},
      {"a case that is null", file_of("", "null"), "file: cases[0]: value: expected an object"},
  };
}

TEST(HostileText, IsRefusedInOneLine) { expect_refused_in_one_line(no_json()); }

TEST(HostileText, WithoutTheFirstKeysIsRefusedInOneLine) { expect_refused_in_one_line(bad_top()); }

TEST(HostileText, ThatAreOnlyOddAreAnswered) {
  const std::string good = pair(R"("a": 0, "b": 3, )" + kPlaced);
  std::string lines = good;
  for (std::size_t at = 0; (at = lines.find('\n', at)) != std::string::npos; at += 2)
    lines.replace(at, 1, "\r\n");
  for (const std::string& text :
       {good, "\xEF\xBB\xBF" + good, lines, good + "\n\n",
        pair(R"("a": 0, "b": 0, "overlap": null, "comment": {"any": [1, 2]}, )" + kPlaced)})
    EXPECT_EQ(said_about(text), "answered");
}

TEST(HostileText, ThatAreNoFiles) {
  const auto said = [](const std::string& path) {
    std::ostringstream answers;
    std::ostringstream errors;
    try {
      run_overlap({.cases = path}, answers, errors);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("answered");
  };
  EXPECT_NE(said(testing::TempDir()).find("expected a file of overlap cases, found a directory"),
            std::string::npos);
  EXPECT_NE(said("no/such/file").find("found No such file or directory"), std::string::npos);
  EXPECT_NE(said("/dev/null").find("found an empty file"), std::string::npos);
  EXPECT_NE(said("/proc/self/mem").find("/proc/self/mem: "), std::string::npos);  // reads fail
}

TEST(HostileText, OfAnySizeEnd) {
  class Endless : public std::streambuf {
    int_type underflow() override {
      setg(block_, block_, block_ + sizeof block_);
      return traits_type::to_int_type(block_[0]);
    }
    char block_[1 << 16] = {};
  } endless;
  std::istream stream(&endless);
  try {
    shapes::text_of(stream, "file");
    ADD_FAILURE() << "it ended";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("size: expected at most 256 MiB"), std::string::npos);
  }
}

}  // namespace
}  // namespace touchstone::hpmc
