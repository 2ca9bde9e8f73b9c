// checkers/mutants/hpmc/depletant_mutants.cpp
// Purpose   The mutants of depletants and springs, and the checks that must catch each.
#include <memory>
#include <utility>

#include "checkers/hpmc/depletant_kind.hpp"
#include "checkers/mutants/hpmc/faulty_depletants.hpp"
#include "models/core/errors.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::mutants {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kBits = "surroundings/equals reference";
constexpr const char* kDrawn = "surroundings/drawn systems";
constexpr const char* kPair = "surroundings/asakura-oosawa";
constexpr const char* kThree = "surroundings/three disks";
constexpr const char* kSprings = "surroundings/free crystal";
constexpr const char* kTurns = "surroundings/turning springs";
constexpr const char* kHeld = "surroundings/held disk";

template <class Start>
bool add_start(const char* name, const Origin& origin, Names killed_by, Start start) {
  return register_mutant(DepletantMutant{
      .scheme = {.info = {.name = std::string("mutant/surroundings-") + name,
                          .source = "planted fault",
                          .claims = Claims::global_balance | Claims::conserves_particles |
                                    Claims::equals_reference},
                 .start = start,
                 .equals = "hpmc/surrounded-reference"},
      .origin = origin,
      .killed_by = std::move(killed_by)});
}

bool add(const char* name, DepletantFault fault, const Origin& origin, Names killed_by) {
  return add_start(
      name, origin, std::move(killed_by),
      [fault](const shapes::Configuration& c, const shapes::RunParameters& p,
              const shapes::DepletantsAndSprings& s) -> std::unique_ptr<shapes::Simulation> {
        return std::make_unique<FaultyDepletants>(fault, c, p, s);
      });
}

/// Runs input that must be refused without its depletants and springs.
std::unique_ptr<shapes::Simulation> start_repaired(const shapes::Configuration& c,
                                                   const shapes::RunParameters& p,
                                                   const shapes::DepletantsAndSprings& s) {
  try {
    return std::make_unique<FaultyDepletants>(DepletantFault::none, c, p, s);
  } catch (const InputError&) {
    return std::make_unique<FaultyDepletants>(
        DepletantFault::none, shapes::simple_lattice(shapes::named_body("disk"), 6, 0.5),
        shapes::RunParameters{}, shapes::DepletantsAndSprings{});
  }
}

const bool registered =
    add("old-ball", DepletantFault::old_ball,
        Origin::invented("the error of detailed balance of depletants inserted around the old "
                         "place: moves out of "
                         "a lens cost too little"),
        {kBits, kPair, kThree}) &&
    add("forgotten-images", DepletantFault::forgotten_images,
        Origin::invented("images of bodies keep no depletants out"), {kBits, kDrawn, kPair}) &&
    add("forgotten-others", DepletantFault::forgotten_others,
        Origin::invented(
            "depletants in the excluded volume of other bodies: no attraction is left"),
        {kBits, kPair, kThree}) &&
    add("freed-volume", DepletantFault::freed_volume,
        Origin::invented("old and new exchanged: the bodies repel each other"),
        {kBits, kPair, kThree}) &&
    add("fixed-number", DepletantFault::fixed_number,
        Origin::invented("the mean number of depletants in place of a Poisson number"),
        {kBits, kPair}) &&
    add("diameter", DepletantFault::diameter,
        Origin::invented("the fugacity times the volume of a ball of the diameter"),
        {kBits, kPair, kThree}) &&
    add("on-surface", DepletantFault::on_surface,
        Origin::public_code("HOOMD-blue 3 and 4: a random point in a disk is drawn on the circle"),
        {kBits}) &&
    add("even-radius", DepletantFault::even_radius,
        Origin::invented("a uniform radius for a uniform point of the ball"),
        {kBits, kPair, kThree}) &&
    add("whole-spring", DepletantFault::whole_spring,
        Origin::invented("the half of the harmonic energy forgotten"),
        {kBits, kSprings, kTurns, kHeld}) &&
    add("first-for-centre", DepletantFault::first_for_centre,
        Origin::invented("one body taken for the centre of mass, without being held"),
        {kBits, kSprings}) &&
    add("one-sign", DepletantFault::one_sign,
        Origin::pitfall("known pitfall: q and -q are one orientation"), {kBits}) &&
    add("free-anchor", DepletantFault::free_anchor,
        Origin::invented("the reference body of an Einstein molecule moves"),
        {kBits, kDrawn, kSprings, kHeld}) &&
    add("uphill", DepletantFault::uphill, Origin::invented("the sign of the energy"),
        {kBits, kSprings, kTurns, kHeld}) &&
    add("still", DepletantFault::still,
        Origin::invented("every trial is rejected: what begins in the law stays in it"),
        {kBits, kPair, kThree, kSprings, kTurns, kHeld}) &&
    add("never-turns", DepletantFault::never_turns, Origin::invented("every rotation is rejected"),
        {kBits, kTurns}) &&
    add("first-stays", DepletantFault::first_stays,
        Origin::invented("body 0 is held whatever the anchor is"), {kBits, kSprings}) &&
    add_start("repairs-its-start", Origin::invented("bad input repaired in silence"),
              {"surroundings/bad input"}, start_repaired);

}  // namespace
}  // namespace touchstone::mutants
