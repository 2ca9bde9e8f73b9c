// validation/chain_store.hpp
// Purpose   Runs Markov chains of any family on several threads and keeps them: in memory, so that
//           two measurements share them, and in a folder beside the results, so that an interrupted
//           or killed run continues where it was.
// Cost      One file per chain, rewritten at every segment border: 18 bytes per disk, 72 per body.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "suite/job.hpp"
#include "validation/chain.hpp"

namespace touchstone::validation {

class ChainStore {
 public:
  /// `folder` empty: nothing is stored on disk. Without `resume`, chains stored there by an earlier
  /// run are removed.
  ChainStore(std::string folder, bool resume, int threads);

  /// The planned chains or the first `count` of them, run to their ends: as many at a time as there
  /// are threads, or one at a time when the scheme itself uses the threads. The result does not
  /// depend on the number of threads. Chains that were run before are not run again. Throws as
  /// MarkovChains::advance().
  const std::vector<ChainState>& run(const MarkovChains& chains) {
    return run(chains, chains.chains);
  }
  const std::vector<ChainState>& run(const MarkovChains& chains, std::size_t count);

  /// The shares of the next runs add up to one finished job of `context`, which outlives them.
  void report_to(const JobContext* context);
  /// Path of a checkpoint that other work may keep under this key; empty when nothing is stored on
  /// disk. The file is removed with the others.
  std::string checkpoint(const std::string& key) const;
  /// Everything is recorded: the files are not needed any more.
  void remove_files();

 private:
  ChainState run_chain(const MarkovChains& chains, std::size_t index) const;
  std::string file(const std::string& key) const;

  std::string folder_;
  int threads_;
  const JobContext* context_ = nullptr;
  /// Indexed by the key of chain 0 and the number of chains.
  std::map<std::string, std::map<std::size_t, std::vector<ChainState>>> finished_;
};

/// Writes a state (first to a temporary file, so that a kill leaves the old one), and reads it.
/// Reading throws InputError for a truncated or damaged file, or one of another run.
void save_chain(const std::string& path, const std::string& key, const ChainState& state);
ChainState load_chain(const std::string& path, const std::string& key);

}  // namespace touchstone::validation
