#include "suite/footprint.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "models/core/names.hpp"

namespace touchstone {
namespace {

constexpr std::array<const char*, 6> kCounts = {"disks", "bodies",    "stars",
                                                "rods",  "particles", "places"};
/// The first pattern that matches counts. Meshes of Fourier transforms and trees of multipoles are
/// most of what the two fast methods have.
constexpr std::array<std::pair<const char*, double>, 8> kBytes = {{{"mpmc/*", 175},
                                                                   {"ecmc/*", 225},
                                                                   {"hpmc/*", 950},
                                                                   {"cmc/*", 425},
                                                                   {"longrange/*nufft*", 3250},
                                                                   {"longrange/*fmm*", 2450},
                                                                   {"longrange/*", 150},
                                                                   {"*", 3250}}};

}  // namespace

double particles_in(const nlohmann::json& params) {
  double most = 0;
  for (const char* name : kCounts)
    if (const auto found = params.find(name); found != params.end() && found->is_number())
      most = std::max(most, found->get<double>());
  return most;
}

double bytes_of_particle(const std::string& scheme) {
  return std::find_if(kBytes.begin(), kBytes.end(),
                      [&](const auto& one) { return matches(one.first, scheme); })
      ->second;
}

}  // namespace touchstone
