// checkers/explore/event_chain/records.hpp
// Purpose   The result records of Algorithm 5 and its variants: one for each program and suite, and
//           the counts behind the paper's Figure 4.
// Not here  The command line, which says what to type to repeat a record.
#pragma once
#include <string>
#include <vector>

#include "checkers/explore/event_chain/kill_matrix.hpp"
#include "suite/results.hpp"

namespace touchstone::explore {

/// Metric "explore/event-chain/<suite>"; the value counts configurations with a wrong end or a
/// stuck state. Wrong variants are schemes "mutant/algorithm-5 ..." and pass when they are caught.
/// `replay` is the command to which --variant and --suite are appended.
std::vector<ResultRecord> records(const std::vector<KillRow>& rows, const std::string& replay);

/// Metric "explore/event-chain/program counters <suite>", for C4 and C5 as published and with 15
/// and 16 interchanged: the value is the number of different pairs; the parameter `counters` lists
/// [first, second, states].
std::vector<ResultRecord> counter_records(const std::string& replay);

}  // namespace touchstone::explore
