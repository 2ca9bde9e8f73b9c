// models/core/origin.hpp
// Purpose   The source of the fault of a mutant: who met it, and where.
#pragma once
#include <string>
#include <utility>

namespace touchstone {

/// Source of a fault: its kind, what people read, and where a public bug is described.
struct Origin {
  enum class Kind {
    paper,       ///< a pitfall or misprint that a paper shows
    public_bug,  ///< a fault of a code that was published
    pitfall,     ///< a mistake that is well known in the field
    outsider,    ///< planted by somebody who did not know the checks
    invented     ///< seeded for this suite
  };
  Kind kind = Kind::invented;
  std::string text = {};
  std::string link = {};  ///< address of a public bug, else empty

  static Origin paper(std::string where) { return {Kind::paper, std::move(where)}; }
  static Origin public_bug(std::string address, const std::string& what) {
    return {Kind::public_bug, address + " " + what, address};
  }
  /// A fault of a public code that has no report.
  static Origin public_code(std::string what) { return {Kind::public_bug, std::move(what)}; }
  static Origin pitfall(std::string what) { return {Kind::pitfall, std::move(what)}; }
  static Origin outsider(std::string what) { return {Kind::outsider, std::move(what)}; }
  static Origin invented(std::string what) { return {Kind::invented, std::move(what)}; }
};

/// Words of records and reports.
constexpr const char* name(Origin::Kind kind) {
  constexpr const char* kNames[] = {"paper", "public bug", "pitfall", "outsider", "seeded"};
  return kNames[static_cast<int>(kind)];
}

}  // namespace touchstone
