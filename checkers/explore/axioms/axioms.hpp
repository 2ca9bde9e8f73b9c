// checkers/explore/axioms/axioms.hpp
// Purpose   The global axioms of the memory models: which execution graphs are consistent. The
//           local ones (coherence, atomicity) are kept while a graph grows, see search.cpp.
// Source    sc: po | rf | mo | rb is acyclic (L. Lamport 1979; D. Shasha, M. Snir 1988).
//           tso_x86: S. Owens, S. Sarkar, P. Sewell 2009, in the form of herd7's x86tso.cat.
//           rc11: O. Lahav, V. Vafeiadis, J. Kang, C.-K. Hur, D. Dreyer, PLDI 2017, definition 1;
//           with scopes: S. Chakraborty et al., GPUMC, CAV 2025.
// Cost      O(events^2) words for each graph.
#pragma once
#include "checkers/explore/axioms/execution.hpp"

namespace touchstone::explore {

/// po | rf | mo | rb has no cycle.
bool sequentially_consistent(const Execution& execution);

/// x86: program order but from a write to a later read, unless a fence or a locked instruction
/// stands between them; reads from other threads; mo; rb. `forwarding` off: a thread's own store
/// counts as seen by all (a fault for tests).
bool consistent_on_x86(const Execution& execution, bool forwarding = true);

/// The partial order of seq_cst events, psc of RC11, has no cycle; with `scopes` it relates only
/// those that include each other.
bool sc_events_ordered(const Execution& execution, bool scopes = true);

}  // namespace touchstone::explore
