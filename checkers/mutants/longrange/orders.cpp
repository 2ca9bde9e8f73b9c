// checkers/mutants/longrange/orders.cpp
// Purpose   Mutants that claim an order that is not theirs, or to be reversible to the bit.
// Source    composed_integrator.hpp.
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/mutants/longrange/composed_integrator.hpp"

namespace touchstone::mutants {
namespace {

using longrange::IntegratorClaims;
using longrange::Model;

bool add(const char* name, int order, Grid grid, IntegratorClaims claims, const Origin& origin,
         const char* killed_by) {
  return register_mutant(
      IntegratorMutant{.scheme = {.info = {.name = std::string("mutant/integrator-") + name,
                                           .source = "planted fault"},
                                  .claims = claims | IntegratorClaims::time_reversible,
                                  .models = {Model::hmf, Model::ring, Model::plane},
                                  .start =
                                      [order, grid](const longrange::State& start,
                                                    const longrange::RunParameters& p) {
                                        return composed_integrator(order, grid, start, p);
                                      }},
                       .origin = origin,
                       .killed_by = {killed_by}});
}

constexpr const char* kOrder = "integrator/order";
constexpr const char* kBits = "integrator/bit reversal";

const bool registered =
    add("order-4-called-2", 4, Grid::none, IntegratorClaims::second_order,
        Origin::invented("seeded fault: a claim too few"), kOrder) &&
    add("order-4-called-6", 4, Grid::none, IntegratorClaims::sixth_order,
        Origin::invented("seeded fault: a claim too many"), kOrder) &&
    add("order-6-called-8", 6, Grid::none, IntegratorClaims::eighth_order,
        Origin::invented("seeded fault: a claim too many"), kOrder) &&
    add("rounding-called-bit-reversible", 2, Grid::none, IntegratorClaims::bit_reversible,
        Origin::invented("seeded fault: sums in floating point round, and cannot be taken back"),
        kBits) &&
    add("grid-rounds-down", 2, Grid::below, IntegratorClaims::bit_reversible,
        Origin::invented("seeded fault: conversion to integers that rounds towards minus infinity"),
        kBits);

}  // namespace
}  // namespace touchstone::mutants
