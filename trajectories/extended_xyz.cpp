#include "trajectories/extended_xyz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "models/core/errors.hpp"
#include "suite/overlap_cases/case_text.hpp"
#include "trajectories/frame_header.hpp"
#include "trajectories/lines.hpp"
#include "trajectories/placing.hpp"
#include "trajectories/type_shapes.hpp"

namespace touchstone::trajectories {
namespace {

using shapes::Orientation;
using shapes::Vec3;

constexpr std::size_t kMostBodies = 100'000'000;

class ExtendedXyz final : public FrameReader {
 public:
  ExtendedXyz(std::shared_ptr<std::istream> stream, const std::string& name, const Assumed& assumed)
      : stream_(std::move(stream)), lines_(*stream_, name), diameter_(assumed.diameter) {}

  bool next(Frame& frame) override {
    std::string line;
    do {
      if (!lines_.next(line)) return false;
    } while (words_of(line).empty());  // a blank line at the end of the file
    frame.where = lines_.where();
    const std::size_t bodies = number_of_bodies(line);
    if (!lines_.next(line)) throw cut_off("the line of key=value");
    const std::string where = lines_.where();
    const FrameHeader header = header_of(line, where);
    read_bodies(header, bodies);
    if (!dimensions_) dimensions_ = header.dimensions.value_or(flat() ? 2 : 3);
    require_periodic(header, *dimensions_, where);
    frame.state = {.box = header.box};
    frame.state.box.dimensions = *dimensions_;
    frame.rounding = header.rounding.value_or(places_.rounding());
    frame.box_rounding = header.box_rounding.value_or(
        header.rounding ? 0 : box_rounding_of(places_, header.sides, header.box));
    frame.turn_rounding = header.turn_rounding.value_or(turns_.rounding());
    require_plane(frame.where);
    add_types(frame, header, where);
    frame.state.orientations = orientations_;
    place(frame, centres_, header.corner);
    shapes::require_valid(frame.state);
    return true;
  }

 private:
  std::size_t number_of_bodies(const std::string& line) const {
    const std::vector<std::string_view> words = words_of(line);
    std::size_t count = 0;
    const char* const end = words.front().data() + words.front().size();
    const auto [stop, error] = std::from_chars(words.front().data(), end, count);
    if (words.size() != 1 || error != std::errc() || stop != end || count == 0 ||
        count > kMostBodies)
      throw input_error(lines_.where(), "first line of a frame", "the number of bodies",
                        "'" + shapes::printable(line) + "'");
    return count;
  }

  InputError cut_off(const std::string& expected) const {
    return input_error(lines_.where(), "frame that is cut off", expected, "the end of the file");
  }

  void read_bodies(const FrameHeader& header, std::size_t bodies) {
    centres_.clear();
    species_.clear();
    orientations_.clear();
    places_ = turns_ = Digits{};
    std::string line;
    for (std::size_t i = 0; i < bodies; ++i) {
      if (!lines_.next(line))
        throw cut_off(fmt::format("{} bodies, {} of them are there", bodies, i));
      read_body_line(header.columns, words_of(line));
    }
  }

  void read_body_line(const Columns& columns, const std::vector<std::string_view>& words) {
    if (words.size() != columns.count)
      throw input_error(lines_.where(), "columns of a body", fmt::format("{}", columns.count),
                        fmt::format("{}", words.size()));
    const auto number = [&](std::size_t k, const char* what, Digits& digits) {
      const double value = number_of(words[k], lines_.where(), what);
      digits.see(words[k], value);
      return value;
    };
    double r[3] = {0, 0, 0};
    for (int k = 0; k < columns.position_numbers; ++k)
      r[k] = number(columns.position + static_cast<std::size_t>(k), "coordinate", places_);
    centres_.push_back({r[0], r[1], r[2]});
    species_.emplace_back(columns.species ? std::string(words[*columns.species]) : "A");
    double q[4] = {1, 0, 0, 0};
    if (columns.orientation)
      for (std::size_t k = 0; k < 4; ++k)
        q[k] = number(*columns.orientation + k, "orientation", turns_);
    orientations_.push_back({q[0], q[1], q[2], q[3]});
    // Few digits leave a length that is not quite 1; what is no quaternion is refused.
    if (std::abs(norm2(orientations_.back()) - 1) > 0.01)
      throw input_error(lines_.where(), "orientation", "a quaternion s x y z of length 1",
                        fmt::format("length {:.6g}", std::sqrt(norm2(orientations_.back()))));
    orientations_.back() = normalised(orientations_.back());
  }

  bool flat() const {
    return std::all_of(centres_.begin(), centres_.end(), [](const Vec3& r) { return r.z == 0; });
  }

  void require_plane(const std::string& where) const {
    if (*dimensions_ == 3) return;
    if (!flat()) throw input_error(where, "z of the bodies", "0 in the plane", "another number");
    for (const Orientation& q : orientations_)
      if (q.x != 0 || q.y != 0)
        throw input_error(where, "orientation", "a turn about z in the plane: (s, 0, 0, z)",
                          fmt::format("({:.6g}, {:.6g}, {:.6g}, {:.6g})", q.s, q.x, q.y, q.z));
  }

  /// Types keep the order in which the file first has them. Bodies are made again only where the
  /// file says other shapes than before.
  void add_types(Frame& frame, const FrameHeader& header, const std::string& where) {
    if (!header.type_shapes.is_null() && header.type_shapes != type_shapes_) {
      types_.clear();
      type_of_.clear();
      type_shapes_ = header.type_shapes;
      ++types_number_;
    }
    for (const std::string& species : species_) {
      const auto [place, fresh] =
          type_of_.emplace(species, static_cast<std::uint32_t>(types_.size()));
      if (fresh) {
        types_.push_back(body_of(species, where));
        ++types_number_;
      }
      frame.state.type.push_back(place->second);
    }
    frame.state.types = types_;
    frame.types_number = types_number_;
  }

  shapes::Body body_of(const std::string& species, const std::string& where) const {
    const bool described = type_shapes_.is_object() && type_shapes_.contains(species) &&
                           !type_shapes_[species].empty();
    const std::string of = where + ": species " + shapes::printable(species);
    return described ? body_of_shape(type_shapes_[species], *dimensions_, of)
                     : round_body(*dimensions_, diameter_, of);
  }

  std::shared_ptr<std::istream> stream_;
  Lines lines_;
  double diameter_;
  std::optional<int> dimensions_ = {};
  nlohmann::json type_shapes_ = nullptr;
  std::vector<shapes::Body> types_ = {};
  std::map<std::string, std::uint32_t> type_of_ = {};
  std::size_t types_number_ = 0;
  std::vector<Vec3> centres_ = {};
  std::vector<std::string> species_ = {};
  std::vector<Orientation> orientations_ = {};
  Digits places_ = {};
  Digits turns_ = {};
};

}  // namespace

std::unique_ptr<FrameReader> read_extended_xyz(std::shared_ptr<std::istream> stream,
                                               const std::string& name, const Assumed& assumed) {
  return std::make_unique<ExtendedXyz>(std::move(stream), name, assumed);
}

}  // namespace touchstone::trajectories
