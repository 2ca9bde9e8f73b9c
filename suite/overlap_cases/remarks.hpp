// suite/overlap_cases/remarks.hpp
// Purpose   Remarks of a reader about one file, so that nothing is passed over or changed in
//           silence: bodies and cases that it refused, keys that it did not use, and what it
//           computed or mended.
// Not here  Who prints them (checkers/hpmc/overlap_command.cpp).
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace touchstone::shapes {

/// Remarks of one kind. Those that say the same about several places are one line, which names the
/// first place and counts the others: a file may repeat itself a million times.
class RemarkLines {
 public:
  void add(const std::string& where, const std::string& what);
  /// "file: cases[0] (id 7) and 2 more places: what", in the order of first places.
  std::vector<std::string> lines() const;

 private:
  struct Remark {
    std::string where;
    std::string what;
    std::size_t places = 0;
  };
  std::vector<Remark> all_ = {};
  std::map<std::string, std::size_t> known_ = {};  ///< places in `all_`, by what is said
};

struct Remarks {
  bool strict = false;                    ///< keys that are not known are errors
  std::vector<std::string> refused = {};  ///< a line for each body and case
  RemarkLines warnings = {};              ///< keys that are not known
  RemarkLines notes = {};                 ///< values computed or mended
};

}  // namespace touchstone::shapes
