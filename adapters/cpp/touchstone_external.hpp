// adapters/cpp/touchstone_external.hpp
// Purpose   Adapter for a program in C++17 that the suite judges: it reads the requests and writes
//           the answers of docs/external-protocol.md. One header, the standard library, and POSIX.
// Use       Derive a class from Disks, Shapes, Longrange, Stars or Chains and give it advance(), or
//           from Overlaps and give it overlap(), and end with
//               int main() { return touchstone::external::serve<MyDisks>(); }
//           A program on MPI ranks includes <mpi.h> before, and all ranks call serve_on_ranks().
//           Each simulation is a new object; its members are those of the start. A class that keeps
//           the state in data of its own also has start() and state(). Disks and Shapes whose
//           start() costs much may have restart(): new centres and seed, all else as it was.
// Errors    Refused, thrown by start(): the system is not simulated; by overlap(): bodies of such a
//           class are not known. Any other exception ends the
//           program with exit code 1, and never reads as a refusal; a request that is none, with 2.
#pragma once
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <iostream>
#include <locale>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace touchstone::external {

/// Answer of a start(): this system is not simulated, and why. The checks that need it are not run.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Hard disks of diameter 1 in a periodic box. advance(sweeps) makes as many trials in a sweep as
/// there are disks, and counts them.
struct Disks {
  double width = 0, height = 0;       ///< sides of the box, in diameters
  std::uint64_t seed = 0;             ///< the trajectory is a function of the start
  int threads = 1;                    ///< to be used; may not change the trajectory
  double max_displacement = 0;        ///< a trial move is uniform in the disc of this radius
  std::uint64_t trials_per_cell = 0;  ///< no use without cells
  std::vector<std::array<double, 2>> centres;  ///< 0 <= x < width, 0 <= y < height
  std::uint64_t trials = 0, accepted = 0;      ///< since the start
  std::string version;  ///< version of your program, for the records; set it in start()

  void start() {}
  const std::vector<std::array<double, 2>>& state() const { return centres; }
};

/// Legs of straight event chains of hard disks of diameter 1 in a periodic box. All active disks
/// move along a side at the same speed; one that meets a disk stops there, and that one is active
/// instead: a lifting. advance(legs) moves each chain on by `length` for each leg.
struct Chains {
  double width = 0, height = 0;                ///< sides of the box, in diameters
  std::vector<std::size_t> active;             ///< disks that move now; advance() hands on
  char direction = 'x';                        ///< or 'y'
  double length = 0;                           ///< way of each active disk in a leg
  int threads = 1;                             ///< to be used; may not change the leg
  std::vector<std::array<double, 2>> centres;  ///< 0 <= x < width, 0 <= y < height
  std::uint64_t liftings = 0;                  ///< since the start
  std::string version;  ///< version of your program, for the records; set it in start()

  void start() {}
  const std::vector<std::array<double, 2>>& state() const { return centres; }
};

/// Type of a body; only its own members are set (docs/external-protocol.md has a table).
struct Body {
  using Rows = std::vector<std::vector<double>>;
  std::string name;  ///< disk, ball, sphere_union, convex_polygon, ...
  bool is_round() const { return name == "disk" || name == "ball"; }
  double radius = 0;              ///< a disk, ball or dimpled_ball has it
  double rounding = 0;            ///< spheropolygons and -polyhedra, polyhedra
  std::vector<double> half_axes;  ///< two of an ellipse, three of an ellipsoid
  Rows vertices;
  std::vector<std::array<std::size_t, 3>> triangles;  ///< indices into the vertices of a polyhedron
  Rows centres;               ///< balls of a sphere_union, dimples of a dimpled_ball
  std::vector<double> radii;  ///< theirs
  std::vector<std::uint64_t>
      masks;     ///< balls of a union without a common bit do not see each other
  Rows normals;  ///< planes of a faceted_ellipsoid: normal . x + offset <= 0 is inside
  std::vector<double> offsets;
  std::vector<double> origin;  ///< an inner point; the centre of the ball of a dimpled_ball
};

/// Hard bodies in a periodic box that may be tilted; law of the moves: docs/external-protocol.md.
/// advance(steps) makes `sweeps_per_step` sweeps in a step, and counts trials.
struct Shapes {
  int dimensions = 2;
  std::array<double, 3> sides = {}, tilts = {};  ///< Lx, Ly, Lz; xy, xz, yz
  std::uint64_t seed = 0;
  int threads = 1;
  double max_displacement = 0, max_rotation = 0;  ///< lengths; radians
  double translations = 0;                        ///< chance that a trial is a translation
  std::uint64_t sweeps_per_step = 1;
  std::vector<Body> bodies;                         ///< the types
  std::vector<std::size_t> types;                   ///< for each body an index into `bodies`
  std::vector<std::array<double, 3>> centres;       ///< the centre of the box is 0
  std::vector<std::array<double, 4>> orientations;  ///< unit quaternions s, x, y, z
  std::uint64_t translation_trials = 0, translations_accepted = 0;  ///< since the start
  std::uint64_t rotation_trials = 0, rotations_accepted = 0;
  std::array<std::size_t, 3> domains = {1, 1, 1};  ///< more only for programs that claim them
  std::uint64_t ranks = 1;         ///< that share them; may not change the trajectory
  bool constant_pressure = false;  ///< for programs that claim it; advance() changes the box
  double pressure = 0;             ///< beta P
  /// Largest change of each kind of moves; 0: none of them.
  double max_volume = 0, max_log_volume = 0, max_length = 0, max_shear = 0;
  std::uint64_t box_moves_per_step = 0;
  std::uint64_t box_trials = 0, boxes_accepted = 0;  ///< since the start
  std::string version;  ///< version of your program, for the records; set it in start()

  void start() {}
  std::pair<std::vector<std::array<double, 3>>, std::vector<std::array<double, 4>>> state() const {
    return {centres, orientations};
  }
};

/// A body of a pair.
struct Placed {
  const Body& body;
  std::array<double, 3> centre;
  std::array<double, 4> orientation;  ///< unit quaternion s, x, y, z
};

/// Pairs of bodies. bool overlap(const Placed& a, const Placed& b) says whether two have a point in
/// common, and throws Refused for bodies of a class that it does not know. Touching is overlap.
struct Overlaps {
  std::vector<Body> bodies;    ///< the types
  std::vector<Placed> placed;  ///< 2 k and 2 k + 1 are a pair
  std::string version;         ///< version of your program, for the records; set it in start()

  void start() {}
};

/// Particles of unit mass with a long-range potential (pair_potential.hpp of the suite).
/// advance(steps) makes steps of `time_step`. Programs that claim forces and energies also have
/// forces(), ordered as q, and energies(), a pair of kinetic and potential energy.
struct Longrange {
  std::string model;     ///< hmf, ring or gravity-2d
  int dimensions = 1;    ///< numbers in a coordinate: 2 in the plane
  double softening = 0;  ///< epsilon of the equations
  double time_step = 0;
  int threads = 1;
  std::vector<double> q, p;  ///< an angle and a momentum of each particle; in the plane x, y, x, y
  std::string version;       ///< version of your program, for the records; set it in start()

  void start() {}
  std::pair<std::vector<double>, std::vector<double>> state() const { return {q, p}; }
};

/// A star, which stands for a shell of its mass.
struct Star {
  std::size_t number = 0;  ///< from 0, by radius at the start; stays with the star
  double mass = 0, radius = 0, radial_velocity = 0, tangential_velocity = 0;
};

/// Stars of a spherical cluster by Henon's Monte Carlo method, from the centre out; the laws of a
/// step: docs/external-protocol.md. G = 1. advance(steps) adds to `time` and `escaped_energy`.
struct Stars {
  double theta_max = 1;  ///< deflection of the mean encounter that time steps are made for, radians
  std::uint64_t seed = 0;
  int threads = 1;
  std::vector<Star> stars;
  double time = 0;            ///< since the start, in units of t_dyn N / ln(gamma N)
  double escaped_energy = 0;  ///< sum of m E, own shells included, of the stars that have left
  std::string version;        ///< version of your program, for the records; set it in start()

  void start() {}
  const std::vector<Star>& state() const { return stars; }
};

namespace detail {

/// A request that the protocol does not have: the fault of whoever sent it.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Words = std::vector<std::string>;

inline Words words_of(const std::string& line) {
  std::istringstream stream(line);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Words of a text, each with a blank before it: an answer is one line.
inline std::string in_one_line(const std::string& text) {
  std::string line;
  for (const std::string& word : words_of(text)) line += " " + word;
  return line;
}

inline double number(const std::string& word) {
  std::istringstream stream(word);
  stream.imbue(std::locale::classic());
  double value = 0;
  if (!(stream >> value) || !stream.eof() || !std::isfinite(value))
    throw Malformed("expected a number, found '" + word + "'");
  return value;
}

inline std::uint64_t integer(const std::string& word) {
  if (word.empty() || word.find_first_not_of("0123456789") != std::string::npos)
    throw Malformed("expected an integer of at least 0, found '" + word + "'");
  return std::stoull(word);
}

/// Standard input and output, for nobody else any more: what the simulation prints, also in C,
/// goes to standard error, and what it reads is empty.
class Channel {
 public:
  Channel()
      : requests_(::fdopen(::fcntl(0, F_DUPFD_CLOEXEC, 3), "r")),
        answers_(::fdopen(::fcntl(1, F_DUPFD_CLOEXEC, 3), "w")) {
    if (::isatty(0) != 0)
      std::cerr << "touchstone_external: this program is started by ./touchstone check --external "
                   "FILE.json; it now waits for requests\n";
    const int nothing = ::open("/dev/null", O_RDONLY);
    if (requests_ == nullptr || answers_ == nullptr || nothing < 0 || ::dup2(nothing, 0) < 0 ||
        ::dup2(2, 1) < 0)
      throw std::runtime_error("no standard input, output and error");
    ::close(nothing);
  }
  virtual ~Channel() {
    if (requests_ != nullptr) std::fclose(requests_);
    if (answers_ != nullptr) std::fclose(answers_);
  }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// The next line; false at the end of the input.
  virtual bool line(std::string& text) {
    text.clear();
    for (int c = std::getc(requests_); c != EOF; c = std::getc(requests_)) {
      if (c == '\n') return true;
      text.push_back(static_cast<char>(c));
    }
    return !text.empty();
  }
  Words words() {
    std::string text;
    if (!line(text)) throw Malformed("the input ended in the middle of a start");
    return words_of(text);
  }
  std::vector<double> numbers(std::size_t count) {
    const Words all = words();
    if (all.size() != count)
      throw Malformed("expected a line of " + std::to_string(count) + " numbers, found " +
                      std::to_string(all.size()) + " words");
    std::vector<double> values;
    for (const std::string& word : all) values.push_back(number(word));
    return values;
  }
  virtual void answer(const std::string& text) {
    std::fputs(text.c_str(), answers_);
    std::fflush(answers_);
  }

 private:
  std::FILE* requests_;
  std::FILE* answers_;
};

/// Lines "key value ..." of a start, up to the line with the word `last`.
class Settings {
 public:
  Settings(Channel& in, const std::string& last) {
    for (Words words = in.words(); words.empty() || words.front() != last; words = in.words()) {
      if (words.empty()) throw Malformed("expected a setting, found an empty line");
      const std::string key = words.front();
      words.erase(words.begin());
      settings_[key] = words;
      if (key != "types") continue;
      for (std::uint64_t k = count("types"); k > 0; --k) types.push_back(in.words());
    }
  }
  std::vector<Words> types;  ///< lines of the types of bodies

  bool has(const std::string& key) const { return settings_.count(key) > 0; }

  /// The words of a setting, however many, which is then known.
  const Words& words(const std::string& key) {
    const auto found = settings_.find(key);
    if (found == settings_.end()) throw Malformed("expected the setting '" + key + "'");
    known_.insert(key);
    return found->second;
  }
  const Words& words(const std::string& key, std::size_t size) {
    const Words& found = words(key);
    if (found.size() != size)
      throw Malformed(key + ": expected " + std::to_string(size) + " words");
    return found;
  }
  double value(const std::string& key) { return number(words(key, 1).front()); }
  std::uint64_t count(const std::string& key) { return integer(words(key, 1).front()); }

  /// Throws Refused for a setting that nobody asked for: a trajectory may depend on it.
  void require_known() const {
    for (const auto& [key, values] : settings_)
      if (known_.count(key) == 0)
        throw Refused("the adapter does not know the setting '" + key + "'");
  }

 private:
  std::map<std::string, Words> settings_;
  std::set<std::string> known_;
};

inline void read_rows(Channel& in, std::size_t size, Disks& s) {
  s.centres.clear();
  for (std::size_t i = 0; i < size; ++i) {
    const std::vector<double> r = in.numbers(2);
    s.centres.push_back({r[0], r[1]});
  }
}

inline void read(Channel& in, std::size_t size, Disks& s) {
  Settings settings(in, "centres");
  s.width = number(settings.words("box", 2)[0]);
  s.height = number(settings.words("box", 2)[1]);
  s.seed = settings.count("seed");
  s.threads = static_cast<int>(settings.count("threads"));
  s.max_displacement = settings.value("max_displacement");
  s.trials_per_cell = settings.count("trials_per_cell");
  read_rows(in, size, s);
  settings.require_known();
}

inline void read(Channel& in, std::size_t size, Chains& s) {
  Settings settings(in, "centres");
  s.width = number(settings.words("box", 2)[0]);
  s.height = number(settings.words("box", 2)[1]);
  for (const std::string& word : settings.words("active")) s.active.push_back(integer(word));
  s.direction = settings.words("direction", 1).front().front();
  s.length = settings.value("length");
  s.threads = static_cast<int>(settings.count("threads"));
  for (std::size_t i = 0; i < size; ++i) {
    const std::vector<double> r = in.numbers(2);
    s.centres.push_back({r[0], r[1]});
  }
  settings.require_known();
}

inline void read(Channel& in, std::size_t size, Stars& s) {
  Settings settings(in, "stars");
  s.theta_max = settings.value("theta_max");
  s.seed = settings.count("seed");
  s.threads = static_cast<int>(settings.count("threads"));
  for (std::size_t i = 0; i < size; ++i) {
    const std::vector<double> v = in.numbers(4);
    s.stars.push_back({i, v[0], v[1], v[2], v[3]});
  }
  settings.require_known();
}

/// The numbers of a line, taken one after another.
class Values {
 public:
  explicit Values(const Words& words) : words_(words) {}

  double next() { return number(word()); }
  std::uint64_t count() { return integer(word()); }
  std::vector<double> row(std::size_t width) {
    std::vector<double> all;
    while (all.size() < width) all.push_back(next());
    return all;
  }
  /// A count, and so many rows.
  Body::Rows rows(std::size_t width) {
    Body::Rows all;
    for (std::uint64_t k = count(); k > 0; --k) all.push_back(row(width));
    return all;
  }
  void end() const {
    if (at_ != words_.size()) throw Malformed("a " + words_[0] + " of too many numbers");
  }

 private:
  const std::string& word() {
    if (at_ == words_.size()) throw Malformed("a " + words_[0] + " of too few numbers");
    return words_[at_++];
  }

  const Words& words_;
  std::size_t at_ = 1;  ///< after the name
};

/// Takes the last number off each row.
inline std::vector<double> last_of(Body::Rows& rows) {
  std::vector<double> all;
  for (std::vector<double>& row : rows) {
    all.push_back(row.back());
    row.pop_back();
  }
  return all;
}

/// Bodies of several parts; false for other names.
inline bool read_parts(Values& values, Body& b) {
  if (b.name == "sphere_union") {
    b.centres = values.rows(5);
    for (const double mask : last_of(b.centres))
      b.masks.push_back(static_cast<std::uint64_t>(mask));
    b.radii = last_of(b.centres);
  } else if (b.name == "faceted_ellipsoid") {
    b.half_axes = values.row(3);
    b.origin = values.row(3);
    b.normals = values.rows(4);
    b.offsets = last_of(b.normals);
  } else if (b.name == "polyhedron") {
    b.rounding = values.next();
    b.origin = values.row(3);
    b.vertices = values.rows(3);
    for (std::uint64_t k = values.count(); k > 0; --k) {
      const std::uint64_t i = values.count(), j = values.count();
      b.triangles.push_back({i, j, values.count()});
    }
  } else if (b.name == "dimpled_ball") {
    b.radius = values.next();
    b.origin = values.row(3);
    b.centres = values.rows(4);
    b.radii = last_of(b.centres);
  } else {
    return false;
  }
  return true;
}

inline Body body(const Words& words) {
  Body b;
  b.name = words.at(0);
  Values values(words);
  const auto is = [&](const char* name) { return b.name == name; };
  if (is("disk") || is("ball")) {
    b.radius = values.next();
  } else if (is("ellipse") || is("ellipsoid")) {
    b.half_axes = values.row(is("ellipse") ? 2 : 3);
  } else if (is("convex_polygon") || is("simple_polygon")) {
    b.vertices = values.rows(2);
  } else if (is("convex_polyhedron")) {
    b.vertices = values.rows(3);
  } else if (is("spheropolygon") || is("spheropolyhedron")) {
    b.rounding = values.next();
    b.vertices = values.rows(is("spheropolygon") ? 2 : 3);
  } else if (!read_parts(values, b)) {
    throw Refused("the adapter does not know bodies of the type '" + b.name + "'");
  }
  values.end();
  return b;
}

inline void read_rows(Channel& in, std::size_t size, Shapes& s) {
  s.types.clear();
  s.centres.clear();
  s.orientations.clear();
  for (std::size_t i = 0; i < size; ++i) {
    const std::vector<double> v = in.numbers(8);
    s.types.push_back(static_cast<std::size_t>(v[0]));
    s.centres.push_back({v[1], v[2], v[3]});
    s.orientations.push_back({v[4], v[5], v[6], v[7]});
  }
}

inline void read_pressure(Settings& settings, Shapes& s) {
  s.constant_pressure = true;
  s.pressure = settings.value("pressure");
  s.max_volume = settings.value("max_volume");
  s.max_log_volume = settings.value("max_log_volume");
  s.max_length = settings.value("max_length");
  s.max_shear = settings.value("max_shear");
  s.box_moves_per_step = settings.count("box_moves_per_step");
}

inline void read(Channel& in, std::size_t size, Shapes& s) {
  Settings settings(in, "bodies");
  s.dimensions = static_cast<int>(settings.count("dimensions"));
  for (std::size_t k = 0; k < 3; ++k) {
    s.sides[k] = number(settings.words("box", 6)[k]);
    s.tilts[k] = number(settings.words("box", 6)[3 + k]);
  }
  s.seed = settings.count("seed");
  s.threads = static_cast<int>(settings.count("threads"));
  s.max_displacement = settings.value("max_displacement");
  s.max_rotation = settings.value("max_rotation");
  s.translations = settings.value("translations");
  s.sweeps_per_step = settings.count("sweeps_per_step");
  if (settings.has("domains"))
    for (std::size_t k = 0; k < 3; ++k) s.domains[k] = integer(settings.words("domains", 3)[k]);
  if (settings.has("ranks")) s.ranks = settings.count("ranks");
  if (settings.has("pressure")) read_pressure(settings, s);
  read_rows(in, size, s);
  settings.require_known();
  for (const Words& words : settings.types) s.bodies.push_back(body(words));
}

inline void read(Channel& in, std::size_t size, Overlaps& s) {
  Settings settings(in, "pairs");
  settings.count("types");
  settings.require_known();
  for (const Words& words : settings.types) s.bodies.push_back(body(words));
  for (std::size_t i = 0; i < 2 * size; ++i) {
    const std::vector<double> v = in.numbers(8);
    s.placed.push_back({s.bodies.at(static_cast<std::size_t>(v[0])),
                        {v[1], v[2], v[3]},
                        {v[4], v[5], v[6], v[7]}});
  }
}

inline void read(Channel& in, std::size_t size, Longrange& s) {
  Settings settings(in, "state");
  s.model = settings.words("model", 1).front();
  s.dimensions = s.model == "gravity-2d" ? 2 : 1;
  s.softening = settings.value("softening");
  s.time_step = settings.value("time_step");
  s.threads = static_cast<int>(settings.count("threads"));
  const auto width = static_cast<std::ptrdiff_t>(s.dimensions);
  for (std::size_t i = 0; i < size; ++i) {
    const std::vector<double> v = in.numbers(2 * static_cast<std::size_t>(width));
    s.q.insert(s.q.end(), v.begin(), v.begin() + width);
    s.p.insert(s.p.end(), v.begin() + width, v.end());
  }
  settings.require_known();
}

/// Text of an answer, with 17 digits.
struct Text : std::ostringstream {
  Text() {
    imbue(std::locale::classic());
    precision(17);
    *this << "ok";
  }
};

inline void require_size(const char* what, std::size_t expected, std::size_t found) {
  if (found != expected)
    throw std::runtime_error(std::string(what) + ": expected " + std::to_string(expected) +
                             " of them, found " + std::to_string(found));
}

template <class S, class = void>
struct HasForces : std::false_type {};
template <class S>
struct HasForces<S, std::void_t<decltype(std::declval<S&>().forces())>> : std::true_type {};
template <class S, class = void>
struct HasEnergies : std::false_type {};
template <class S>
struct HasEnergies<S, std::void_t<decltype(std::declval<S&>().energies())>> : std::true_type {};

template <class S, class = void>
struct HasRestart : std::false_type {};
template <class S>
struct HasRestart<S, std::void_t<decltype(std::declval<S&>().restart())>> : std::true_type {};

/// A simulation of any kind, asked by name.
class Simulation {
 public:
  virtual ~Simulation() = default;
  /// Begins with the rows that follow and this seed, in the same system; false for a kind of
  /// systems that is always started.
  virtual bool again(Channel& in, std::uint64_t seed) = 0;
  /// Text of the answer; empty for a request that it does not know.
  virtual std::string answer(const Words& words) = 0;
  /// That of the program; empty where it does not say.
  virtual std::string version() const = 0;
};

template <class S, class Base>
class SimulationOf final : public Simulation {
 public:
  SimulationOf(Channel& in, std::size_t size) : size_(size) {
    read(in, size, static_cast<Base&>(system_.emplace()));
    if constexpr (kAgain) first_ = *system_;
    system_->start();
  }

  bool again([[maybe_unused]] Channel& in, [[maybe_unused]] std::uint64_t seed) override {
    if constexpr (kAgain) {
      first_.seed = seed;
      read_rows(in, size_, first_);
      if constexpr (HasRestart<S>::value) {
        static_cast<Base&>(*system_) = first_;
        system_->restart();
      } else {
        static_cast<Base&>(system_.emplace()) = first_;
        system_->start();
      }
    }
    return kAgain;
  }

  std::string version() const override { return system_->version; }
  std::string answer(const Words& words) override {
    Text text;
    if constexpr (std::is_same_v<Base, Overlaps>) {
      if (words != Words{"overlaps"}) return "";
      return write_overlaps(text), text.str();
    } else {
      return simulated(words, text);
    }
  }

 private:
  static constexpr bool kAgain = std::is_same_v<Base, Disks> || std::is_same_v<Base, Shapes>;

  std::string simulated(const Words& words, Text& text) {
    if (words.size() == 2 && words[0] == "advance") {
      system_->advance(integer(words[1]));
      counts(text);
      return text.str() + "\n";
    }
    if constexpr (!std::is_same_v<Base, Stars>) text << '\n';  // else the number of stars follows
    if (words.size() != 1 || !(words[0] == "state" ? write_state(text) : more(words[0], text)))
      return "";
    return text.str();
  }

  void write_overlaps(Text& text) {
    text << '\n';
    for (std::size_t k = 0; k < size_; ++k) try {
        text << (system_->overlap(system_->placed[2 * k], system_->placed[2 * k + 1]) ? 1 : 0)
             << '\n';
      } catch (const Refused&) {
        text << "refused\n";
      }
  }

  void counts(Text& text) const {
    if constexpr (std::is_same_v<Base, Stars>)
      text << ' ' << system_->time << ' ' << system_->escaped_energy;
    if constexpr (std::is_same_v<Base, Chains>) {
      text << ' ' << system_->liftings;
      for (const std::size_t i : system_->active) text << ' ' << i;
    }
    if constexpr (std::is_same_v<Base, Disks>)
      text << ' ' << system_->trials << ' ' << system_->accepted;
    if constexpr (std::is_same_v<Base, Shapes>) {
      text << ' ' << system_->translation_trials << ' ' << system_->translations_accepted << ' '
           << system_->rotation_trials << ' ' << system_->rotations_accepted;
      if (system_->constant_pressure)
        text << ' ' << system_->box_trials << ' ' << system_->boxes_accepted;
    }
  }

  bool write_state(Text& text) {
    if constexpr (std::is_same_v<Base, Stars>) {
      const std::vector<Star>& stars = system_->state();
      text << ' ' << stars.size() << '\n';
      for (const Star& s : stars)
        text << s.number << ' ' << s.mass << ' ' << s.radius << ' ' << s.radial_velocity << ' '
             << s.tangential_velocity << '\n';
    } else if constexpr (std::is_same_v<Base, Disks> || std::is_same_v<Base, Chains>) {
      const std::vector<std::array<double, 2>> centres = system_->state();
      require_size("state, disks", size_, centres.size());
      for (const auto& r : centres) text << r[0] << ' ' << r[1] << '\n';
    } else if constexpr (std::is_same_v<Base, Shapes>) {
      const auto [centres, orientations] = system_->state();
      require_size("state, centres", size_, centres.size());
      require_size("state, orientations", size_, orientations.size());
      if (system_->constant_pressure) {
        for (const double x : system_->sides) text << x << ' ';
        for (const double x : system_->tilts) text << x << ' ';
        text << '\n';
      }
      for (std::size_t i = 0; i < size_; ++i) {
        for (const double x : centres[i]) text << x << ' ';
        for (const double x : orientations[i]) text << x << ' ';
        text << '\n';
      }
    } else {
      const auto [q, p] = system_->state();
      write_rows(text, "state", q, &p);
    }
    return true;
  }

  /// Answers that only integrators have; false without the member function.
  bool more([[maybe_unused]] const std::string& what, [[maybe_unused]] Text& text) {
    if constexpr (std::is_same_v<Base, Longrange> && HasForces<S>::value)
      if (what == "forces") {
        write_rows(text, "forces", system_->forces(), nullptr);
        return true;
      }
    if constexpr (std::is_same_v<Base, Longrange> && HasEnergies<S>::value)
      if (what == "energies") {
        const auto [kinetic, potential] = system_->energies();
        text << kinetic << ' ' << potential << '\n';
        return true;
      }
    return false;
  }

  void write_rows(Text& text, const char* what, const std::vector<double>& first,
                  const std::vector<double>* second) const {
    const auto width = static_cast<std::size_t>(system_->dimensions);
    for (const std::vector<double>* values : {&first, second})
      if (values != nullptr) require_size(what, size_ * width, values->size());
    for (std::size_t i = 0; i < size_; ++i) {
      for (const std::vector<double>* values : {&first, second})
        for (std::size_t k = 0; values != nullptr && k < width; ++k)
          text << (*values)[width * i + k] << ' ';
      text << '\n';
    }
  }

  std::optional<S> system_;
  Base first_;  ///< members of the last start
  std::size_t size_;
};

/// Begins a simulation by the first of the classes S that derives from Base.
template <class Base, class... S>
std::unique_ptr<Simulation> begin(Channel& in, std::size_t size, const std::string& kind) {
  std::unique_ptr<Simulation> begun;
  const auto try_class = [&](auto* none) {
    using One = std::remove_pointer_t<decltype(none)>;
    if constexpr (std::is_base_of_v<Base, One>)
      if (!begun) begun = std::make_unique<SimulationOf<One, Base>>(in, size);
  };
  (try_class(static_cast<S*>(nullptr)), ...);
  if (!begun) throw Refused("the program simulates no " + kind);
  return begun;
}

template <class... S>
std::unique_ptr<Simulation> started(Channel& in, const Words& words) {
  if (words.size() != 3) throw Malformed("expected 'start KIND COUNT'");
  const auto size = static_cast<std::size_t>(integer(words[2]));
  if (words[1] == "disks") return begin<Disks, S...>(in, size, words[1]);
  if (words[1] == "shapes") return begin<Shapes, S...>(in, size, words[1]);
  if (words[1] == "overlaps") return begin<Overlaps, S...>(in, size, words[1]);
  if (words[1] == "longrange") return begin<Longrange, S...>(in, size, words[1]);
  if (words[1] == "stars") return begin<Stars, S...>(in, size, words[1]);
  if (words[1] == "chains") return begin<Chains, S...>(in, size, words[1]);
  throw Refused("the adapter does not know systems of the kind '" + words[1] + "'");
}

template <class... S>
void answer_all(Channel& channel) {
  std::unique_ptr<Simulation> simulation;
  for (std::string line; channel.line(line);) {
    const Words words = words_of(line);
    if (!words.empty() && words[0] == "start") {
      try {
        simulation = started<S...>(channel, words);
      } catch (const Refused& why) {
        const std::string reason = in_one_line(why.what());
        channel.answer("error" + (reason.empty() ? " no reason" : reason) + "\n");
        return;  // the suite ends the program, which may be in the middle of a start
      }
      channel.answer("ok" + in_one_line(simulation->version()) + "\n");
    } else if (simulation && words.size() == 2 && words[0] == "again") {
      channel.answer(simulation->again(channel, integer(words[1]))
                         ? "ok\n"
                         : "error unknown request '" + line + "'\n");
    } else {
      const std::string text = simulation ? simulation->answer(words) : "";
      channel.answer(!text.empty() ? text
                     : simulation  ? "error unknown request '" + line + "'\n"
                                   : "error expected a start, found '" + line + "'\n");
    }
  }
}

/// Exit code of a program that answers what comes through a channel of this type.
template <class Requests, class... S>
int exit_code() {
  static_assert(
      sizeof...(S) > 0 && ((std::is_base_of_v<Disks, S> || std::is_base_of_v<Shapes, S> ||
                            std::is_base_of_v<Overlaps, S> || std::is_base_of_v<Longrange, S> ||
                            std::is_base_of_v<Stars, S> || std::is_base_of_v<Chains, S>)&&...),
      "serve: classes derived from Disks, Shapes, Overlaps, Longrange, Stars or Chains");
  try {
    Requests channel;
    answer_all<S...>(channel);
    return 0;
  } catch (const Malformed& error) {
    std::cerr << "touchstone_external: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "touchstone_external: the simulation threw: " << error.what() << '\n';
  } catch (...) {
    std::cerr << "touchstone_external: the simulation threw an unknown exception\n";
  }
  return 1;
}

#ifdef MPI_VERSION
/// Rank 0 reads and answers; all ranks get its lines.
class RanksChannel final : public Channel {
 public:
  bool line(std::string& text) override {
    int size = rank() == 0 && Channel::line(text) ? static_cast<int>(text.size()) : -1;
    MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (size < 0) return false;
    text.resize(static_cast<std::size_t>(size));
    MPI_Bcast(&text[0], size, MPI_CHAR, 0, MPI_COMM_WORLD);
    return true;
  }
  void answer(const std::string& text) override {
    if (rank() == 0) Channel::answer(text);
  }

 private:
  static int rank() {
    int own = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    return own;
  }
};
#endif

}  // namespace detail

/// Answers requests until there are no more; returns the exit code of the program. The classes S
/// derive from Disks, Shapes, Overlaps, Longrange, Stars or Chains; starts of other systems are
/// refused.
template <class... S>
int serve() {
  return detail::exit_code<detail::Channel, S...>();
}

#ifdef MPI_VERSION
/// serve() for a program on MPI ranks: all of them call it between MPI_Init and MPI_Finalize. Each
/// rank makes the same calls of start(), advance() and state() of objects of its own, which may be
/// collective; all must refuse alike; the answer is what those of rank 0 return. An exception ends
/// all ranks.
template <class... S>
int serve_on_ranks() {
  const int code = detail::exit_code<detail::RanksChannel, S...>();
  if (code != 0) MPI_Abort(MPI_COMM_WORLD, code);
  return code;
}
#endif

}  // namespace touchstone::external
