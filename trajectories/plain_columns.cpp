#include "trajectories/plain_columns.hpp"

#include <fmt/format.h>

#include "models/core/errors.hpp"
#include "trajectories/lines.hpp"
#include "trajectories/placing.hpp"

namespace touchstone::trajectories {
namespace {

shapes::Box box_of(const std::string& text, Digits& digits) {
  const std::vector<std::string_view> sides = words_of(text);
  if (sides.size() != 2 && sides.size() != 3)
    throw input_error("--box", "sides of the box", "W,H or W,H,D (plain columns have no box)",
                      "'" + text + "'");
  std::vector<double> side;
  for (const std::string_view word : sides) {
    side.push_back(number_of(word, "--box", "side"));
    digits.see(word, side.back());
  }
  const bool plane = side.size() == 2;
  const shapes::Box box{side[0], side[1], plane ? 1 : side[2], 0, 0, 0, plane ? 2 : 3};
  require_valid(box);
  return box;
}

bool ends_frame(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string::npos || line[first] == '#';
}

class PlainColumns final : public FrameReader {
 public:
  PlainColumns(std::shared_ptr<std::istream> stream, const std::string& name,
               const Assumed& assumed)
      : stream_(std::move(stream)),
        lines_(*stream_, name),
        box_(box_of(assumed.box, sides_)),
        body_(round_body(box_.dimensions, assumed.diameter, name)) {}

  bool next(Frame& frame) override {
    std::vector<shapes::Vec3> centres;
    Digits digits;
    for (std::string line; lines_.next(line);) {
      if (!ends_frame(line)) {
        if (centres.empty()) frame.where = lines_.where();
        centres.push_back(centre(line, digits));
      } else if (!centres.empty()) {
        break;
      }
    }
    if (centres.empty()) return false;
    frame.state = {.box = box_, .types = {body_}};
    frame.state.type.assign(centres.size(), 0);
    frame.state.orientations.assign(centres.size(), {});
    frame.rounding = digits.rounding();
    frame.box_rounding = box_rounding_of(digits, sides_, box_);
    frame.turn_rounding = 0;
    place(frame, centres, {});
    return true;
  }

 private:
  shapes::Vec3 centre(const std::string& line, Digits& digits) const {
    const std::vector<std::string_view> words = words_of(line);
    const auto wanted = static_cast<std::size_t>(box_.dimensions);
    if (words.size() != wanted)
      throw input_error(lines_.where(), "columns", wanted == 2 ? "x y" : "x y z",
                        fmt::format("{} columns", words.size()));
    double x[3] = {0, 0, 0};
    for (std::size_t k = 0; k < wanted; ++k) {
      x[k] = number_of(words[k], lines_.where(), "coordinate");
      digits.see(words[k], x[k]);
    }
    return {x[0], x[1], x[2]};
  }

  std::shared_ptr<std::istream> stream_;
  Lines lines_;
  Digits sides_ = {};  ///< digits of --box
  shapes::Box box_;
  shapes::Body body_;
};

}  // namespace

std::unique_ptr<FrameReader> read_plain_columns(std::shared_ptr<std::istream> stream,
                                                const std::string& name, const Assumed& assumed) {
  return std::make_unique<PlainColumns>(std::move(stream), name, assumed);
}

}  // namespace touchstone::trajectories
