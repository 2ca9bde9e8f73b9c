#include "checkers/mutants/ecmc/chain_mutant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"

namespace touchstone::mutants {
namespace {

std::vector<ChainMutant>& mutable_mutants() {
  static std::vector<ChainMutant> all;  // filled before main() by the registration lines
  return all;
}

bool by_name(const ChainMutant& a, const ChainMutant& b) {
  return a.scheme.info.name < b.scheme.info.name;
}

}  // namespace

const std::vector<ChainMutant>& chain_mutants() { return mutable_mutants(); }

const ChainMutant& chain_mutant(const std::string& name) {
  std::vector<std::string> known;
  for (const ChainMutant& m : chain_mutants()) {
    if (m.scheme.info.name == name) return m;
    known.push_back(m.scheme.info.name);
  }
  throw InputError(fmt::format("unknown mutant '{}'; the nearest known name is '{}'", name,
                               nearest_name(name, known)));
}

bool register_chain_mutant(ChainMutant mutant) {
  const std::string& name = mutant.scheme.info.name;
  if (mutant.killed_by.empty()) throw std::logic_error("nothing catches the mutant " + name);
  mutant.scheme.mutant = true;
  std::vector<ChainMutant>& all = mutable_mutants();
  const auto place = std::lower_bound(all.begin(), all.end(), mutant, by_name);
  if (place != all.end() && place->scheme.info.name == name)
    throw std::logic_error("mutant registered twice: " + name);
  all.insert(place, std::move(mutant));
  return true;
}

}  // namespace touchstone::mutants
