// checkers/mutants/hpmc/surrounded_mutants.cpp
// Purpose   The mutants of depletants and springs, and the checks that must catch each.
#include <memory>
#include <utility>

#include "checkers/hpmc/surrounded_kind.hpp"
#include "checkers/mutants/hpmc/faulty_surroundings.hpp"
#include "models/core/errors.hpp"
#include "models/shapes/bodies/named.hpp"

namespace touchstone::mutants {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kBits = "surroundings/equals reference";
constexpr const char* kPair = "surroundings/asakura-oosawa";
constexpr const char* kThree = "surroundings/three disks";
constexpr const char* kSprings = "surroundings/free crystal";
constexpr const char* kTurns = "surroundings/turning springs";
constexpr const char* kHeld = "surroundings/held disk";

template <class Start>
bool add_start(const char* name, const char* origin, Names killed_by, Start start) {
  return register_mutant(SurroundedMutant{
      .scheme = {.info = {.name = std::string("mutant/surroundings-") + name,
                          .source = "planted fault",
                          .claims = Claims::global_balance | Claims::conserves_particles |
                                    Claims::equals_reference},
                 .start = start,
                 .equals = "hpmc/surrounded-reference"},
      .origin = origin,
      .killed_by = std::move(killed_by)});
}

bool add(const char* name, SurroundingFault fault, const char* origin, Names killed_by) {
  return add_start(name, origin, std::move(killed_by),
                   [fault](const shapes::Configuration& c, const shapes::RunParameters& p,
                           const shapes::Surroundings& s) -> std::unique_ptr<shapes::Simulation> {
                     return std::make_unique<FaultySurroundings>(fault, c, p, s);
                   });
}

/// Runs input that must be refused without its depletants and springs.
std::unique_ptr<shapes::Simulation> start_repaired(const shapes::Configuration& c,
                                                   const shapes::RunParameters& p,
                                                   const shapes::Surroundings& s) {
  try {
    return std::make_unique<FaultySurroundings>(SurroundingFault::none, c, p, s);
  } catch (const InputError&) {
    return std::make_unique<FaultySurroundings>(
        SurroundingFault::none, shapes::simple_lattice(shapes::named_body("disk"), 6, 0.5),
        shapes::RunParameters{}, shapes::Surroundings{});
  }
}

const bool registered =
    add("old-ball", SurroundingFault::old_ball,
        "the error of detailed balance of depletants inserted around the old place: moves out of "
        "a lens cost too little",
        {kBits, kPair, kThree}) &&
    add("forgotten-images", SurroundingFault::forgotten_images,
        "images of bodies keep no depletants out", {kBits, kPair}) &&
    add("forgotten-others", SurroundingFault::forgotten_others,
        "depletants in the excluded volume of other bodies: no attraction is left",
        {kBits, kPair, kThree}) &&
    add("freed-volume", SurroundingFault::freed_volume,
        "old and new exchanged: the bodies repel each other", {kBits, kPair, kThree}) &&
    add("fixed-number", SurroundingFault::fixed_number,
        "the mean number of depletants in place of a Poisson number", {kBits, kPair}) &&
    add("diameter", SurroundingFault::diameter,
        "the fugacity times the volume of a ball of the diameter", {kBits, kPair, kThree}) &&
    add("on-surface", SurroundingFault::on_surface,
        "HOOMD-blue 3 and 4: a random point in a disk is drawn on the circle", {kBits}) &&
    add("even-radius", SurroundingFault::even_radius,
        "a uniform radius for a uniform point of the ball", {kBits, kPair, kThree}) &&
    add("whole-spring", SurroundingFault::whole_spring, "the half of the harmonic energy forgotten",
        {kBits, kSprings, kTurns, kHeld}) &&
    add("first-for-centre", SurroundingFault::first_for_centre,
        "one body taken for the centre of mass, without being held", {kBits, kSprings}) &&
    add("one-sign", SurroundingFault::one_sign, "known pitfall: q and -q are one orientation",
        {kBits}) &&
    add("free-anchor", SurroundingFault::free_anchor,
        "the reference body of an Einstein molecule moves", {kBits, kSprings, kHeld}) &&
    add("uphill", SurroundingFault::uphill, "the sign of the energy",
        {kBits, kSprings, kTurns, kHeld}) &&
    add_start("repairs-its-start", "bad input repaired in silence", {"surroundings/bad input"},
              start_repaired);

}  // namespace
}  // namespace touchstone::mutants
