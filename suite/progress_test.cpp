#include "suite/progress.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace touchstone {
namespace {

TEST(Progress, DurationsReadAsPeopleSayThem) {
  EXPECT_EQ(duration_text(-1), "0 s");
  EXPECT_EQ(duration_text(59.4), "59 s");
  EXPECT_EQ(duration_text(59.6), "1 min 00 s");
  EXPECT_EQ(duration_text(3599), "59 min 59 s");
  EXPECT_EQ(duration_text(7620), "2 h 07 min");
}

TEST(Progress, TimeLeftFollowsFromTheWorkDone) {
  Progress progress(100);
  progress.begin("anchors");
  EXPECT_EQ(progress.line(5), "  0 %  anchors");  // nothing done: nothing promised
  progress.add(25);
  EXPECT_EQ(progress.line(10), " 25 %  anchors  (30 s left)");
  progress.skip(50);  // half of the rest had been done before
  EXPECT_EQ(progress.line(10), " 50 %  anchors  (10 s left)");
  progress.add(1000);  // an underestimate does not run past the end
  EXPECT_EQ(progress.line(10), "100 %  anchors  (0 s left)");
}

TEST(Progress, WritesNothingWhereThereIsNoTerminal) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  {
    Progress progress(1, ends[1]);
    progress.begin("quiet");
    progress.add(1);
  }
  close(ends[1]);
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
}

}  // namespace
}  // namespace touchstone
