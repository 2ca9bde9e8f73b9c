#include "suite/job_watch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <thread>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/sanitizer.hpp"
#include "suite/external/program.hpp"
#include "suite/runner.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

class Silent : public RunReport {
 public:
  void finished(std::size_t, const std::vector<json>&, bool) override {}
};

class Watched : public testing::Test {
 protected:
  Watched() {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    out_ = (std::filesystem::path(testing::TempDir()) / (std::string("watch_") + test->name()))
               .string() +
           ".jsonl";
  }
  ~Watched() override { std::filesystem::remove(out_); }

  /// Runs jobs one after the other; the program that goes on prints its options and ends with 7.
  [[noreturn]] void run(std::vector<Job> jobs, int threads = 1) {
    const RunOptions options{
        .threads = threads,
        .out = out_,
        .patience = patience_,
        .command = {"/bin/sh", "-c", "echo going on with $@ >&2; exit 7", "sh", "--threads", "2"}};
    Silent report;
    std::ostringstream text;
    std::exit(run_jobs(jobs, options, report, text));
  }
  Job job(const std::string& name, std::function<void(JobContext&)> work) {
    return {.id = name, .title = name, .facets = {}, .run = [name, work](JobContext& context) {
              work(context);
              ResultRecord record;
              record.kind = "check";
              record.metric = name;
              record.verdict = Verdict::pass;
              return std::vector{record};
            }};
  }
  std::vector<json> records() const { return read_results(out_); }

  std::string out_;
  double patience_ = 0.3;
};

void hang(JobContext&) {
  for (volatile bool ever = true; ever;) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}
void crash(JobContext&) { std::raise(SIGSEGV); }
void nothing(JobContext&) {}
/// Tells of itself, for longer than the patience.
void slow(JobContext& context) {
  for (int k = 0; k < 20; ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    context.done(0.05);
  }
}
/// Takes memory for ever, which nothing is written to, on a thread of its own.
void grow(JobContext&) {
  std::thread([] {
    std::vector<std::unique_ptr<char[]>> all;
    for (;;) all.emplace_back(new char[std::size_t{64} << 20]);
  }).join();
}

TEST_F(Watched, AJobThatHangsIsAFailureAndTheProgramGoesOn) {
  EXPECT_EXIT(run({job("first", nothing), job("hangs", hang), job("last", nothing)}),
              testing::ExitedWithCode(7),
              "hangs: no sign of life.*\n.*going on with --threads 2 --resume");
  ASSERT_EQ(records().size(), 2u);  // the first, and the one that hung
  const json lost = records().back();
  EXPECT_EQ(lost.at("verdict"), "fail");
  EXPECT_EQ(lost.at("job").at("id"), "hangs");
  EXPECT_NE(lost.at("note").get<std::string>().find("hung: no sign of life"), std::string::npos);
}

TEST_F(Watched, AJobThatCrashesIsAFailureAndTheProgramGoesOn) {
  EXPECT_EXIT(run({job("crashes", crash), job("last", nothing)}), testing::ExitedWithCode(7),
              "crashes: ended the program by signal 11");
  ASSERT_EQ(records().size(), 1u);
  EXPECT_EQ(records().front().at("verdict"), "fail");
}

TEST_F(Watched, AJobThatTakesAllMemoryIsAFailureAndTheProgramGoesOn) {
  if (most_memory() == 0) GTEST_SKIP() << "no limit with sanitizers, or beside a device";
  EXPECT_EXIT(run({job("grows", grow), job("last", nothing)}), testing::ExitedWithCode(7),
              "grows: asked for more memory than a program may have");
  ASSERT_EQ(records().size(), 1u);
  EXPECT_EQ(records().front().at("verdict"), "fail");
  EXPECT_NE(records().front().at("note").get<std::string>().find("MiB"), std::string::npos);
}

TEST_F(Watched, WithSeveralJobsAtATimeACrashIsRepeatedOneByOne) {
  EXPECT_EXIT(
      run({job("hangs", hang), job("crashes",
                                   [](JobContext& context) {
                                     std::this_thread::sleep_for(std::chrono::milliseconds(100));
                                     crash(context);
                                   })},
          2),
      testing::ExitedWithCode(7), "going on with --threads 1 --resume");
  EXPECT_TRUE(records().empty());
}

TEST_F(Watched, ASlowJobThatTellsOfItselfIsNoHang) {
  EXPECT_EXIT(run({job("slow", slow)}), testing::ExitedWithCode(0), "");
  EXPECT_EQ(records().front().at("verdict"), "pass");
}

// Each answer takes longer than the patience, too; the program has a limit of its own.
TEST_F(Watched, AJobThatWaitsForAProgramOfAUsersIsNoHang) {
  patience_ = 2;  // twenty times as long as what is between two signs of life
  const auto asks = [](JobContext&) {
    external::Program program(
        {.words = {"/bin/sh", "-c", "while read -r line; do sleep 2.5; echo ok; done"}});
    program.ask("state\n");
  };
  EXPECT_EXIT(run({job("first", nothing), job("asks", asks)}, 2), testing::ExitedWithCode(0), "");
  EXPECT_EQ(records().size(), 2u);
}

TEST_F(Watched, AJobThatEndsByAnErrorIsNoHangOfOthersThatRun) {
  std::atomic<bool> begun{false};
  const Job other = job("slow", [&](JobContext& context) {
    begun = true;
    slow(context);
  });
  const Job bad = job("bad", [&](JobContext&) {
    while (!begun) std::this_thread::yield();
    throw InputError("bad input");
  });
  const Job stops = job("stops", [&](JobContext&) {
    while (!begun) std::this_thread::yield();
    set_interrupt(true);
    check_interrupt();
  });
  const auto run_both = [&] {
    try {
      run({bad, other}, 2);
    } catch (const InputError&) {
      std::exit(2);
    }
  };
  EXPECT_EXIT(run_both(), testing::ExitedWithCode(2), "");
  EXPECT_EXIT(run({stops, other, job("never", nothing)}, 2),
              testing::ExitedWithCode(kInterruptedExit), "");
  ASSERT_EQ(records().size(), 2u);
  for (const json& record : records()) EXPECT_EQ(record.at("job").at("id"), "slow");
}

TEST_F(Watched, NothingGoesOnAfterAnInterrupt) {
  for (const auto& lost : {hang, crash}) {
    const auto interrupted = [lost](JobContext& context) {
      set_interrupt(true);
      lost(context);
    };
    EXPECT_EXIT(run({job("lost", interrupted), job("never", nothing)}),
                testing::ExitedWithCode(kInterruptedExit), "counted as a failure\ninterrupted");
  }
  ASSERT_EQ(records().size(), 2u);
  for (const json& record : records()) EXPECT_EQ(record.at("job").at("id"), "lost");
}

/// Overwrites what malloc() keeps behind its memory, until that ends the program.
void break_the_heap(JobContext&) {
  for (std::size_t k = 0;; ++k) {
    const std::size_t size = 2000 + k % 7 * 512;
    char* volatile memory = static_cast<char*>(std::malloc(size));
    if (k > 4000) std::memset(memory, 0xFF, size + 64);
  }
}

TEST_F(Watched, ABrokenHeapIsRecordedOnce) {
  if (runs_under_sanitizer()) GTEST_SKIP() << "which ends the program itself";
  EXPECT_EXIT(run({job("breaks", break_the_heap)}), testing::ExitedWithCode(7),
              "breaks: ended the program by signal");
  ASSERT_EQ(records().size(), 1u);
}

TEST_F(Watched, AProgramOfAUsersEndsWithTheJobThatIsLost) {
  const std::string file = out_ + ".id";
  const auto leaves = [&](JobContext& context) {
    const external::Process program({"/bin/sh", "-c", "echo $$ > \"$0\"; exec sleep 30", file},
                                    ".");
    while (!std::filesystem::exists(file) || std::filesystem::file_size(file) == 0) context.done(0);
    hang(context);
  };
  EXPECT_EXIT(run({job("leaves", leaves)}), testing::ExitedWithCode(7), "");
  std::string id;
  std::ifstream(file) >> id;
  ASSERT_NE(id, "");
  const auto lives = [&] {
    std::string ignored, state = "gone";
    std::ifstream("/proc/" + id + "/stat") >> ignored >> ignored >> state;
    return state != "gone" && state != "Z" && state != "X";
  };
  for (int k = 0; k < 1000 && lives(); ++k)  // a signal takes its time
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(lives());
  std::filesystem::remove(file);
}

TEST_F(Watched, GoingOnDoesNotTakeUpTheRecordsOfAnOlderRun) {
  Silent report;
  std::ostringstream text;
  run_jobs({job("a", nothing), job("b", nothing)}, {.out = out_}, report, text);
  EXPECT_EXIT(run({job("a", crash), job("b", nothing)}), testing::ExitedWithCode(7), "");
  const std::size_t before = records().size();  // the last is of the job that was lost
  setenv("TOUCHSTONE_OLDER_RECORDS", std::to_string(before - 1).c_str(), 1);  // as it was told
  run_jobs({job("a", nothing), job("b", nothing)}, {.out = out_, .resume = true}, report, text);
  unsetenv("TOUCHSTONE_OLDER_RECORDS");
  ASSERT_EQ(records().size(), before + 1);  // b is done again
  EXPECT_EQ(records().back().at("job").at("id"), "b");
}

TEST(JobWatch, PatienceOfAJobIsAMinuteOrSixtyTimesItsCost) {
  EXPECT_EQ(patience_with(0.01, 3600), 60);
  EXPECT_EQ(patience_with(5, 3600), 300);
  EXPECT_EQ(patience_with(500, 3600), 3600);
  EXPECT_EQ(patience_with(5, 0.5), 0.5);
}

TEST(JobWatch, TheCommandThatGoesOnResumes) {
  EXPECT_EQ(JobWatch::command_to_go_on({"check", "--threads", "4", "--seed", "1"}, false),
            (std::vector<std::string>{"check", "--threads", "4", "--seed", "1", "--resume"}));
  EXPECT_EQ(JobWatch::command_to_go_on({"check", "--threads=4", "--resume"}, true),
            (std::vector<std::string>{"check", "--resume", "--threads", "1"}));
  EXPECT_EQ(JobWatch::command_to_go_on({"check", "--threads", "4", "--", "stage/*"}, true),
            (std::vector<std::string>{"check", "--threads", "1", "--resume", "--", "stage/*"}));
  EXPECT_TRUE(std::filesystem::exists(JobWatch::own_command().front()));
}

}  // namespace
}  // namespace touchstone
