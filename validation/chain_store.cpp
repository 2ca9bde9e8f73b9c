#include "validation/chain_store.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "models/core/errors.hpp"
#include "models/core/for_each_index.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation {
namespace {

namespace fs = std::filesystem;
constexpr const char* kExtension = ".chain";

std::vector<fs::path> chain_files(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == kExtension) files.push_back(entry.path());
  return files;
}

}  // namespace

ChainStore::ChainStore(std::string folder, bool resume, int threads)
    : folder_(std::move(folder)), threads_(threads) {
  if (folder_.empty()) return;
  if (!resume) remove_files();
}

void ChainStore::remove_files() {
  if (folder_.empty()) return;
  for (const fs::path& path : chain_files(folder_)) fs::remove(path);
  std::error_code not_empty;  // something else lies there: it is not ours to remove
  fs::remove(folder_, not_empty);
}

void ChainStore::report_to(const JobContext* context) { context_ = context; }

std::string ChainStore::file(const std::string& key) const {
  return fmt::format("{}/{:016x}{}", folder_, fnv1a(key), kExtension);
}

std::string ChainStore::checkpoint(const std::string& key) const {
  if (folder_.empty()) return "";
  fs::create_directories(folder_);
  return file(key);
}

const std::vector<ChainState>& ChainStore::run(const MarkovChains& chains, std::size_t count) {
  auto& known = finished_[chains.key(0)];
  const auto more = known.lower_bound(count);
  if (more != known.end() && more->first == count) return more->second;
  std::vector<ChainState> all;
  if (more != known.begin()) all = std::prev(more)->second;
  const std::size_t first = all.size();
  all.resize(count);
  for_each_index(count - first, chains.threaded() ? 1 : threads_,
                 [&](std::size_t k) { all[first + k] = run_chain(chains, first + k); });
  return known[count] = std::move(all);
}

ChainState ChainStore::run_chain(const MarkovChains& chains, std::size_t index) const {
  const std::string key = chains.key(index);
  const std::string path = checkpoint(key);
  const double step = chains.share / static_cast<double>(chains.length() * chains.chains);
  const auto report = [&](std::uint64_t steps) {
    if (context_) context_->done(static_cast<double>(steps) * step);
  };
  const bool continued = !path.empty() && fs::exists(path);
  ChainState state = continued ? load_chain(path, key) : chains.begin(index);
  if (continued && context_) context_->skipped(static_cast<double>(state.step) * step);
  // A start can take long to prepare.
  if (!continued && !path.empty()) save_chain(path, key, state);
  while (!state.finished) {
    chains.advance(index, state, report);
    if (!path.empty()) save_chain(path, key, state);
  }
  return state;
}

void save_chain(const std::string& path, const std::string& key, const ChainState& state) {
  const nlohmann::json content{{"key", key},
                               {"step", state.step},
                               {"configuration", state.configuration},
                               {"series", state.series},
                               {"trials", state.stats.trials},
                               {"accepted", state.stats.accepted},
                               {"seconds", state.seconds},
                               {"finished", state.finished}};
  const std::vector<std::uint8_t> bytes = nlohmann::json::to_cbor(content);  // doubles exactly
  const std::string temporary = path + ".new";
  {
    std::ofstream stream(temporary, std::ios::binary);
    const std::uint64_t sum = fnv1a({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    stream.write(reinterpret_cast<const char*>(&sum), sizeof sum);
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    if (!stream.flush())
      throw input_error(temporary, "a checkpoint could not be written", "space and permission",
                        "write error");
  }
  fs::rename(temporary, path);
}

ChainState load_chain(const std::string& path, const std::string& key) {
  std::ifstream stream(path, std::ios::binary);
  std::uint64_t sum = 0;
  stream.read(reinterpret_cast<char*>(&sum), sizeof sum);
  const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
  if (!stream.good() && !stream.eof())
    throw input_error(path, "checkpoint", "a readable file", "read error");
  if (fnv1a(bytes) != sum)
    throw input_error(path, "damaged checkpoint (delete it to start this chain anew)",
                      "a file whose check sum agrees", fmt::format("{} bytes", bytes.size()));
  const nlohmann::json content = nlohmann::json::from_cbor(bytes, true, false);
  if (!content.is_object() || content.value("key", "") != key)
    throw input_error(path, "checkpoint of another run (delete it to start anew)", "chain " + key,
                      content.is_object() ? content.value("key", "none") : "no object");
  ChainState state;
  state.step = content.at("step");
  state.configuration = content.at("configuration").get<std::vector<double>>();
  state.series = content.at("series").get<std::map<std::string, std::vector<double>>>();
  state.stats = {content.at("trials"), content.at("accepted")};
  state.seconds = content.at("seconds");
  state.finished = content.at("finished");
  return state;
}

}  // namespace touchstone::validation
