// checkers/mutants/mpmc/starts.cpp
// Purpose   Mutants of starts of disks.
#include <atomic>

#include "checkers/starts/faulty_start.hpp"

namespace touchstone::mutants {
namespace {

using starts::faulty;
using starts::register_faulty;

std::uint64_t half_of_the_bits(std::uint64_t seed) { return seed >> 1; }

std::uint64_t and_a_count(std::uint64_t seed) {
  static std::atomic<std::uint64_t> starts{0};
  return seed + (starts++ << 20);
}

const bool registered =
    register_faulty(
        "mpmc", faulty("every-second-seed", "mpmc/random-start", starts::nothing, half_of_the_bits),
        Origin::invented("seeded fault: the last bit of the seed is lost"), "starts/seeds") &&
    register_faulty(
        "mpmc", faulty("counted-starts", "mpmc/direct-sampling", starts::nothing, and_a_count),
        Origin::invented("seeded fault: a start depends on how many came before"), "starts/seeds");

}  // namespace
}  // namespace touchstone::mutants
