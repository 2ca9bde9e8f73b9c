#include "checkers/explore/litmus/engine_faults.hpp"

#include "checkers/explore/litmus/outcomes.hpp"
#include "checkers/explore/litmus/parsers.hpp"

namespace touchstone::explore {

const std::vector<EngineFault>& engine_faults() {
  static const std::vector<EngineFault> list = {
      {"reads are never stale", &Rules::stale_reads, Model::rc11, "SB+rlx",
       "x.store(1,rlx); r0=y.load(rlx) || y.store(1,rlx); r1=x.load(rlx)"},
      {"stores only at the end of the modification order", &Rules::insert_in_middle, Model::rc11,
       "2+2W+rlx", "x.store(1,rlx); y.store(2,rlx) || y.store(1,rlx); x.store(2,rlx)"},
      {"updates need not be adjacent (compare-and-swap)", &Rules::update_adjacent, Model::rc11,
       "CAS2", "r0=x.cas(0,1,rlx) || r1=x.cas(0,2,rlx)"},
      {"updates need not be adjacent (exchange)", &Rules::update_adjacent, Model::rc11, "XCHG3",
       "r0=x.exchange(1,rlx) || r1=x.exchange(2,rlx) || r2=x.exchange(3,rlx)"},
      {"no release sequences", &Rules::release_sequence, Model::rc11, "MP+relseq-rmw",
       "x.store(1,rlx); y.store(1,rel) || t0=y.cas(1,2,rlx) || r0=y.load(acq); r1=x.load(rlx)"},
      {"acquire fences do nothing", &Rules::acquire_fence, Model::rc11, "MP+relf+acqf",
       "x.store(1,rlx); fence(rel); y.store(1,rlx) || r0=y.load(rlx); fence(acq); r1=x.load(rlx)"},
      {"seq_cst events are not ordered", &Rules::sc_order, Model::rc11, "SB+scfences",
       "x.store(1,rlx); fence(sc); r0=y.load(rlx) || y.store(1,rlx); fence(sc); r1=x.load(rlx)"},
      {"no store forwarding", &Rules::store_forwarding, Model::tso_x86, "n6",
       "x.store(1,rlx); r0=x.load(rlx); r1=y.load(rlx) || y.store(2,rlx); x.store(2,rlx)"},
      {"failed compare-and-swap has the order of success", &Rules::failure_order, Model::rc11,
       "MP+casfail-rlx", "x.store(1,rlx); y.store(1,rel) || r0=y.cas(0,5,acq,rlx); r1=x.load(rlx)"},
      {"failed compare-and-swap reads the newest value", &Rules::stale_failing_compare, Model::rc11,
       "MP+stale-casfail", "x.store(1,rlx); y.store(1,rlx) || r0=y.load(rlx); r1=x.cas(1,6,rlx)"},
      {"a release reaches beyond its scope", &Rules::scopes_of_releases, Model::rc11,
       "MP+fences of a block",
       "x.store(1,rlx); fence(rel@blk); y.store(1,rlx) || "
       "at(0,1); r0=y.load(rlx); fence(acq@blk); r1=x.load(rlx)"},
      {"a flag of narrow scope hands a release on", &Rules::scopes_of_links, Model::rc11,
       "MP+flag of a block",
       "x.store(1,rlx); fence(rel); y.store(1,rlx@blk) || "
       "at(0,1); r0=y.load(rlx@blk); fence(acq); r1=x.load(rlx)"},
      {"the order of seq_cst events ignores scopes", &Rules::scopes_of_sc, Model::rc11,
       "SB+scfences of a block",
       "x.store(1,rlx); fence(sc@blk); r0=y.load(rlx) || "
       "at(0,1); y.store(1,rlx); fence(sc@blk); r1=x.load(rlx)"},
      {"scopes do not race", &Rules::scopes_race, Model::rc11, "two blocks at block scope",
       "x.store(1,rlx@blk) || at(0,1); r0=x.load(rlx@blk)"}};
  return list;
}

bool caught(const EngineFault& fault) {
  const LitmusProgram program = parse_one_line(fault.litmus, fault.program);
  SearchOptions options;
  options.model = fault.model;
  const LitmusReport right = outcomes_of(program, options);
  options.rules.*fault.rule = false;
  const LitmusReport wrong = outcomes_of(program, options);
  return wrong.outcomes != right.outcomes || wrong.races != right.races;
}

}  // namespace touchstone::explore
