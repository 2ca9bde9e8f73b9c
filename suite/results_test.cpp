#include "suite/results.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "suite/cores.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

class Results : public testing::Test {
 protected:
  Results() : folder_(fs::path(testing::TempDir()) / ("results_" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~Results() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static ResultRecord record(const std::string& metric) {
    ResultRecord r;
    r.kind = "validation";
    r.family = "mpmc";
    r.scheme = "mpmc/test";
    r.metric = metric;
    r.value = 1.5;
    r.expected = Published{1.4, 0.2};
    r.verdict = Verdict::pass;
    return r;
  }

 private:
  fs::path folder_;
};

TEST_F(Results, RoundTripKeepsEveryField) {
  ResultWriter(path("new/folder/r.jsonl")).write(record("pressure"));
  const auto records = read_results(path("new/folder/r.jsonl"));
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0]["value"], 1.5);
  EXPECT_EQ(records[0]["expected"]["uncertainty"], 0.2);
  EXPECT_EQ(records[0]["verdict"], "pass");
  EXPECT_TRUE(records[0]["low"].is_null());
  EXPECT_EQ(records[0]["host"]["cores"], available_cores());
}

TEST_F(Results, AByteThatIsNoUtf8IsReplaced) {
  ResultRecord odd = record("pressure");
  odd.note = "caf\xE9";
  odd.params["file"] = "\xFF.csv";
  ResultWriter(path("r.jsonl")).write(odd);
  const auto records = read_results(path("r.jsonl"));
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0]["note"], "caf\xEF\xBF\xBD");
  EXPECT_EQ(records[0]["params"]["file"], "\xEF\xBF\xBD.csv");
}

TEST_F(Results, TypedFieldsAreWrittenAndDoNotIdentifyAMeasurement) {
  ResultRecord typed = record("pressure");
  typed.allowance = Allowance{0.02, "few particles"};
  typed.origin = Origin::public_bug("https://example.org/1", "(why)");
  typed.facts["sites"] = 5;
  ResultWriter(path("r.jsonl")).write(typed);
  ResultWriter(path("r.jsonl")).write(record("pressure"));
  const auto records = read_results(path("r.jsonl"));
  EXPECT_EQ(records[0]["allowance"]["value"], 0.02);
  EXPECT_EQ(records[0]["allowance"]["why"], "few particles");
  EXPECT_EQ(records[0]["origin"]["kind"], "public bug");
  EXPECT_EQ(records[0]["origin"]["text"], "https://example.org/1 (why)");
  EXPECT_EQ(records[0]["origin"]["link"], "https://example.org/1");
  EXPECT_EQ(records[0]["facts"]["sites"], 5);
  EXPECT_TRUE(records[1]["allowance"].is_null());
  EXPECT_TRUE(records[1]["facts"].empty());
  EXPECT_EQ(records[0]["key"], records[1]["key"]);
}

TEST_F(Results, HowLongItTookDoesNotIdentifyAMeasurement) {
  ResultRecord slow = record("pressure");
  ResultRecord fast = slow;
  slow.params["milliseconds"] = 17.0;
  fast.params["milliseconds"] = 3.0;
  EXPECT_EQ(resume_key(slow), resume_key(fast));
  fast.params["disks"] = 72;
  EXPECT_NE(resume_key(slow), resume_key(fast));
}

TEST_F(Results, AKilledWriterLosesOnlyTheLineInFlight) {
  ResultWriter(path("r.jsonl")).write(record("pressure"));
  std::ofstream(path("r.jsonl"), std::ios::app) << "{\"schema\":\"touchst";
  EXPECT_THROW(read_results(path("r.jsonl")), InputError);
  const ResultWriter resumed(path("r.jsonl"));
  EXPECT_EQ(read_results(path("r.jsonl")).size(), 1u);
  EXPECT_TRUE(fs::exists(path("r.jsonl.cut")));
}

TEST_F(Results, AnotherSchemaIsRefusedWithFileAndLine) {
  ResultWriter(path("r.jsonl")).write(record("pressure"));
  std::ofstream(path("r.jsonl"), std::ios::app) << "{\"schema\":\"other/1\"}\n";
  try {
    ResultWriter writer(path("r.jsonl"));
    FAIL() << "a record of another schema was accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("r.jsonl:2"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("schema is 'other/1', expected 'touchstone-result/1'"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(Results, ASchemaThatIsNoTextIsRefusedToo) {
  for (const char* line : {"{\"schema\":3}", "{\"schema\":null}", "{}", "[]", "7"}) {
    std::ofstream(path("r.jsonl")) << line << '\n';
    EXPECT_THROW(read_results(path("r.jsonl")), InputError) << line;
  }
}

TEST_F(Results, AFileThatNeverHeldRecordsIsRefusedAndKept) {
  std::ofstream(path("notes.txt")) << "my notes";  // no newline at the end
  EXPECT_THROW(ResultWriter(path("notes.txt")), InputError);
  std::string kept;
  std::getline(std::ifstream(path("notes.txt")), kept);
  EXPECT_EQ(kept, "my notes");
  EXPECT_FALSE(fs::exists(path("notes.txt.cut")));
}

TEST_F(Results, UnwritablePathIsAClearError) {
  std::ofstream(path("file")) << "not a folder";
  EXPECT_THROW(ResultWriter(path("file/r.jsonl")), InputError);
}

TEST(ResultWriter, AFolderIsNoResultsFile) {
  EXPECT_THROW(ResultWriter(std::filesystem::temp_directory_path().string()), InputError);
}

}  // namespace
}  // namespace touchstone
