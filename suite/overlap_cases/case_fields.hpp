// suite/overlap_cases/case_fields.hpp
// Purpose   Fields of one JSON object, each with errors that say where it is, what was expected,
//           and what was found instead; missing fields are errors, unknown ones if the reader is
//           strict.
// Not here  What the fields mean (cases.cpp).
#pragma once
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/hpmc/vector.hpp"
#include "suite/overlap_cases/remarks.hpp"

namespace touchstone::shapes {

/// Largest absolute value that a field may have: powers up to the sixth do not overflow.
inline constexpr double kLargestNumber = 1e30;

/// "one of a, b, c", for errors.
std::string one_of(const std::vector<std::string>& names);

class Fields {
 public:
  using Json = nlohmann::json;
  /// Throws InputError unless `object` is an object. It and the remarks must outlive this.
  Fields(const Json& object, std::string where, Remarks& remarks);

  /// Warns of each key that is none of these, with the nearest of them. A strict reader throws
  /// InputError instead.
  void allow_only(std::initializer_list<const char*> known) const;
  /// Remarks on what was computed or mended here.
  void note(const std::string& what) const { remarks_.notes.add(where_, what); }

  bool has(const char* key) const;  ///< and it is not null
  const Json& at(const char* key) const;
  double number(const char* key) const;
  std::int64_t whole(const char* key) const;
  bool truth(const char* key) const;
  std::string text(const char* key) const;
  /// A text, or a list of them.
  std::vector<std::string> texts(const char* key) const;
  /// List of exactly `size` numbers; of any number of them for 0.
  std::vector<double> numbers(const char* key, std::size_t size = 0) const;
  /// Rows of two numbers. A row of three is accepted where the third is 0.
  std::vector<Vec2> points2(const char* key) const;
  std::vector<Vec3> points3(const char* key) const;
  Orientation unit_quaternion(const char* key) const;
  std::vector<Orientation> unit_quaternions(const char* key) const;
  /// Lists of integers from 0 up.
  std::vector<std::vector<std::uint32_t>> index_lists(const char* key) const;

  [[noreturn]] void refuse(const std::string& what, const std::string& expected,
                           const Json& found) const;
  const std::string& where() const { return where_; }

 private:
  double number(const Json& value, const std::string& what) const;
  std::vector<double> numbers(const Json& value, const std::string& what, std::size_t size) const;
  Orientation unit_quaternion(const Json& value, const std::string& what) const;
  const Json& array(const Json& value, const std::string& what) const;

  const Json& object_;
  std::string where_;
  Remarks& remarks_;
};

}  // namespace touchstone::shapes
