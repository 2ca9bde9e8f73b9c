// validation/own_point.hpp
// Purpose   A state point that the user names on the command line, where no experiment measures it:
//           planned by a family, run as any experiment. Each family registers the options of its
//           points: adding some is one source file below experiments/.
// Not here  The points of a family (experiments/<family>/own_*.cpp), the command line
//           (own_options.hpp), running (session.hpp).
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "validation/experiment.hpp"

namespace touchstone::validation {

struct OwnPoint {
  std::string options;    ///< options that measure it again, but for scheme and seed
  Experiment experiment;  ///< the measurements, of the chosen schemes alone
};

/// An option of a kind of points. Kinds may share a name.
struct OwnOption {
  std::string name;  ///< "--packing"
  std::string type;  ///< "INT", "FLOAT" or "TEXT", for people
  std::string text;  ///< for people
  bool required = false;
};

/// Options as they were typed, by name. What is wrong with one throws InputError.
class OwnArguments {
 public:
  explicit OwnArguments(std::map<std::string, std::string> typed) : typed_(std::move(typed)) {}
  /// The value of an option, or `without` where it was not typed.
  std::string text(const std::string& name, const std::string& without = "") const;
  std::int64_t integer(const std::string& name, std::int64_t without = 0) const;
  double number(const std::string& name, double without = 0) const;

 private:
  std::map<std::string, std::string> typed_;
};

/// A kind of points, chosen by the first of its options.
struct OwnKind {
  std::string name;  ///< "disks"
  std::vector<OwnOption> options;
  /// `schemes`: names and patterns between commas; empty: the kind's own choice. Throws InputError
  /// for a point that does not exist.
  std::function<OwnPoint(const OwnArguments&, const std::string& schemes)> point;
};

/// All kinds, sorted by name.
const std::vector<OwnKind>& own_kinds();
/// Adds a kind and returns true; throws on a duplicate name.
bool register_own_kind(OwnKind kind);

/// Throws InputError unless low <= value <= high; `what` names the value.
void require_within(const std::string& option, const std::string& what, std::int64_t value,
                    std::int64_t low, std::int64_t high);
/// Throws InputError unless 0 < value <= high.
void require_positive(const std::string& option, const std::string& what, double value,
                      double high);

/// An effort as an integer, rounded up. Throws InputError, which names --error, above `most`;
/// by itself that is the most that a double counts, which no machine runs.
std::int64_t counted_effort(double effort, double most = 0x1p53);

}  // namespace touchstone::validation
