// validation/experiments/ecmc/solicitation.hpp
// Purpose   A long chain with cells against constraint graphs: which arrows it lifts along, and
//           whether it ever lifts along none.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.2, GraphValidateCellECMC, Figure 6c.
// Cost      That of the chain, and 24 bytes for each lifting of a part of it.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "models/disks/chains/constraint_graph.hpp"

namespace touchstone::validation::ecmc {

/// Counts of liftings along pairs that are no arrow, and the arrows that a chain uses.
class Solicitation {
 public:
  explicit Solicitation(disks::ConstraintGraph graph)
      : graph_(std::move(graph)), solicited_(graph_.arrows(), false), never_(graph_.arrows()) {}

  void lift(disks::DiskIndex from, disks::DiskIndex to);
  std::size_t never_solicited() const { return never_; }
  std::uint64_t forbidden() const { return forbidden_; }
  const std::string& first_forbidden() const { return first_forbidden_; }
  const disks::ConstraintGraph& graph() const { return graph_; }

 private:
  disks::ConstraintGraph graph_;
  std::vector<bool> solicited_;
  std::size_t never_;
  std::uint64_t forbidden_ = 0;
  std::string first_forbidden_;
};

/// One chain along +x from disk 0, until all `stops`, ascending numbers of liftings, are reached;
/// each of the graphs, G3 first, sees all liftings, and after(k) is called at stop k. Throws
/// Interrupted.
void run_chain(const disks::FixedConfiguration& start, std::vector<Solicitation>& graphs,
               const std::vector<std::uint64_t>& stops,
               const std::function<void(std::size_t)>& after);

}  // namespace touchstone::validation::ecmc
