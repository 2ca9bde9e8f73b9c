#include "benchmarks/metric_files.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "models/core/errors.hpp"
#include "suite/results.hpp"

namespace touchstone::benchmarks {
namespace {

using nlohmann::json;

json record(const std::string& entry, const std::string& metric, double value, Verdict verdict) {
  ResultRecord r;
  r.kind = "benchmark";
  r.family = "walk";
  r.scheme = "walk/one";
  r.metric = metric;
  r.value = value;
  r.low = 0.5 * value;
  r.high = 2 * value;
  r.verdict = verdict;
  r.threads = 2;
  r.params["runs"] = 3;
  r.facts["entry"] = entry;
  return to_json(r);
}

class MetricFilesTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  static json read(const std::string& path) {
    std::ifstream file(path);
    return json::parse(file);
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / fmt::format("touchstone-metrics-{}", ::getpid());
  const MetricPaths paths_{(folder_ / "bencher.json").string(), (folder_ / "google.json").string()};
};

TEST_F(MetricFilesTest, HaveWhatWasMeasuredAndNoRateOfAWrongEntry) {
  MetricFiles files(paths_);
  files.add(record("walk/one/steps:10", "trial moves per second", 4e6, Verdict::pass));
  files.add(record("walk/one/steps:10", "seconds per sweep", 2e-3, Verdict::not_claimed));
  files.add(record("walk/one/steps:10", "fraction of the bound", 0.5, Verdict::pass));
  files.add(record("walk/two/steps:10", "trial moves per second", 9e9, Verdict::fail));
  files.add(record("walk/three/steps:10", "trial moves per second", 9e9, Verdict::inconclusive));
  files.write();

  const json bencher = read(paths_.bencher);
  ASSERT_EQ(bencher.size(), 1u);
  const json& one = bencher.at("walk/one/steps:10");
  EXPECT_EQ(one.size(), 3u);
  EXPECT_EQ(one.at("trial-moves-per-second"),
            json({{"value", 4e6}, {"lower_value", 2e6}, {"upper_value", 8e6}}));
  EXPECT_EQ(one.at("fraction-of-the-bound").at("value"), 0.5);

  const json google = read(paths_.google_benchmark);
  EXPECT_TRUE(google.at("context").contains("num_cpus"));
  const json& rows = google.at("benchmarks");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].at("name"), "walk/one/steps:10/trial-moves-per-second_median");
  EXPECT_DOUBLE_EQ(rows[0].at("real_time").get<double>(), 250);
  EXPECT_DOUBLE_EQ(rows[0].at("items_per_second").get<double>(), 4e6);
  EXPECT_EQ(rows[0].at("time_unit"), "ns");
  EXPECT_EQ(rows[0].at("threads"), 2);
  EXPECT_DOUBLE_EQ(rows[1].at("real_time").get<double>(), 2e6);
}

TEST_F(MetricFilesTest, OfARunWithoutTimesAreEmptyAndValid) {
  const MetricFiles files(paths_);
  files.write();
  EXPECT_EQ(read(paths_.bencher), json::object());
  EXPECT_EQ(read(paths_.google_benchmark).at("benchmarks"), json::array());
}

TEST_F(MetricFilesTest, RefusesAFileThatCannotBeWrittenBeforeAnythingIsTimed) {
  const std::string nowhere = (folder_ / "none" / "file.json").string();
  EXPECT_THAT(
      [&] {
        MetricFiles({nowhere, ""});
      },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("--bencher")));
  EXPECT_THAT(
      [&] {
        MetricFiles({"", nowhere});
      },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("--google-benchmark")));
}

}  // namespace
}  // namespace touchstone::benchmarks
