#include "suite/share.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "models/core/errors.hpp"
#include "suite/footprint.hpp"

namespace touchstone {
namespace {

class Share : public testing::Test {
 protected:
  Share() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = (std::filesystem::path(testing::TempDir()) / (std::string("share_") + test->name()))
                .string();
    for (const char* name : {"a", "b", "c"})
      jobs_.push_back({.id = name, .title = std::string("job ") + name, .facets = {}, .run = {}});
  }
  ~Share() override { std::filesystem::remove(path_); }
  void wants(const std::string& text) const { std::ofstream(path_) << text; }

  std::string path_;
  std::vector<Job> jobs_;
};

TEST_F(Share, ListsEachJobOnALine) {
  jobs_[1].cost = 2.5;
  jobs_[1].with = "start";
  demand(jobs_[1], 3e9, true);
  demand(jobs_[2], 4e9, false);
  write_jobs(jobs_, path_);
  std::ifstream file(path_);
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[1], nlohmann::json({{"key", "b"},
                                      {"title", "job b"},
                                      {"cost", 2.5},
                                      {"with", "start"},
                                      {"memory", 3000000000u},
                                      {"needs", {"gpu"}}}));
  EXPECT_EQ(lines[0].at("needs"), nlohmann::json::array());
  EXPECT_EQ(lines[0].at("memory"), kWorking);
  EXPECT_EQ(lines[2].at("memory"), 4000000000u);
  EXPECT_EQ(lines[2].at("needs"), nlohmann::json::array());
}

TEST_F(Share, ChoosesInTheOrderOfTheJobs) {
  wants("c\n\na\n");
  EXPECT_EQ(places_of(jobs_, path_), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(places_of(jobs_, "").size(), 3u);
}

TEST_F(Share, AKeyOfNoJobIsRefusedWithItsLine) {
  wants("a\nnone\n");
  try {
    places_of(jobs_, path_);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    const std::string told = error.what();
    EXPECT_NE(told.find(path_ + ":2"), std::string::npos) << told;
    EXPECT_NE(told.find("found none"), std::string::npos) << told;
  }
}

TEST_F(Share, FilesThatCannotBeUsedAreNamed) {
  EXPECT_THROW(write_jobs(jobs_, "/proc/none"), InputError);
  EXPECT_THROW(places_of(jobs_, path_), InputError);
}

}  // namespace
}  // namespace touchstone
