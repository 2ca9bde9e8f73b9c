#include "models/longrange/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "models/core/errors.hpp"
#include "models/core/registry.hpp"

namespace touchstone::longrange {
namespace {

Registry<LongrangeScheme>& registry() {
  static Registry<LongrangeScheme> all("scheme");  // filled before main() by registration lines
  return all;
}

}  // namespace

std::vector<std::string_view> names(IntegratorClaims claims) {
  constexpr std::pair<IntegratorClaims, std::string_view> kNames[] = {
      {IntegratorClaims::model, "forces and energies"},
      {IntegratorClaims::symplectic, "symplectic"},
      {IntegratorClaims::time_reversible, "time reversible"},
      {IntegratorClaims::bit_reversible, "reversible to the bit"},
      {IntegratorClaims::second_order, "order 2"},
      {IntegratorClaims::fourth_order, "order 4"},
      {IntegratorClaims::sixth_order, "order 6"},
      {IntegratorClaims::eighth_order, "order 8"},
      {IntegratorClaims::bounded_energy, "bounded energy error"},
      {IntegratorClaims::momentum, "conserves momentum"}};
  std::vector<std::string_view> result;
  for (const auto& [claim, text] : kNames)
    if (has(claims, claim)) result.push_back(text);
  return result;
}

int order_of(IntegratorClaims claims) {
  constexpr std::pair<IntegratorClaims, int> kOrders[] = {{IntegratorClaims::second_order, 2},
                                                          {IntegratorClaims::fourth_order, 4},
                                                          {IntegratorClaims::sixth_order, 6},
                                                          {IntegratorClaims::eighth_order, 8}};
  for (const auto& [claim, order] : kOrders)
    if (has(claims, claim)) return order;
  return 0;
}

bool LongrangeScheme::runs(Model model) const {
  return std::find(models.begin(), models.end(), model) != models.end();
}

const std::vector<LongrangeScheme>& schemes() { return registry().items(); }

std::vector<const LongrangeScheme*> widest_first(Model model, bool all) {
  std::vector<const LongrangeScheme*> found;
  for (const LongrangeScheme& scheme : schemes())
    if (scheme.available && !scheme.mutant && !scheme.emulated && scheme.runs(model))
      found.push_back(&scheme);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto* a, const auto* b) { return a->info.lanes > b->info.lanes; });
  std::set<std::string> methods;
  if (!all)
    std::erase_if(found, [&](const LongrangeScheme* scheme) {
      return !methods.insert(scheme->method.empty() ? scheme->info.name : scheme->method).second;
    });
  return found;
}

const LongrangeScheme& scheme(const std::string& name) { return registry().item(name); }

bool register_scheme(LongrangeScheme scheme, const char* file) {
  registering_files().emplace_back(file);
  return registry().add(std::move(scheme));
}

void require_startable(const std::string& scheme_name, std::span<const Model> models,
                       const RunParameters& parameters, const State& state) {
  require_valid(parameters, state);
  if (std::find(models.begin(), models.end(), parameters.system.model) != models.end()) return;
  std::string known;
  for (const Model model : models)
    known += (known.empty() ? "" : " or ") + std::string(longrange::name(model));
  throw input_error(scheme_name, "model", known, std::string(name(parameters.system.model)));
}

}  // namespace touchstone::longrange
