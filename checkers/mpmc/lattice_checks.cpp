// checkers/mpmc/lattice_checks.cpp
// Purpose   Registers the checks of tiny lattices.
// Cost      About 0.2 s.
#include "checkers/mpmc/lattice_checks.hpp"

#include "checkers/code_checks.hpp"

namespace touchstone {

using disks::LatticeGeometry;
using disks::LatticeSetup;
using disks::RingSpace;

LatticeCode tiny_lattices(const std::string& name) {
  return {.name = name,
          .configurations =
              [](const LatticeSetup& setup) { return LatticeGeometry(setup).configurations(); },
          .ring_move =
              [](int width, int site, ChoiceTape::Stream& stream) {
                return RingSpace(width).proposed(site, stream, 0);
              },
          .models =
              [] {
                std::vector<TinyModel> all = tiny_models();
                std::erase_if(all, [](const TinyModel& model) {
                  return model.family != "mpmc" || model.mutant() || model.nightly ||
                         model.make()->stages().empty();
                });
                return all;
              }};
}

bool register_lattice_code(const LatticeCode& code, const std::optional<std::string>& killed_by,
                           const Origin& origin) {
  return register_code<LatticeCode>("mpmc", code,
                                    {{kLatticeStates, check_lattice_states},
                                     {kLatticeMoves, check_lattice_moves},
                                     {kLatticeCounts, check_lattice_counts}},
                                    killed_by, origin);
}

namespace {
const bool registered = register_lattice_code(tiny_lattices("mpmc/tiny-lattices"));
}  // namespace

}  // namespace touchstone
