#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "trajectories/legality.hpp"
#include "trajectories/sampled_disks.hpp"
#include "trajectories/session.hpp"

namespace touchstone::trajectories {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kHead = "2\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:pos:R:3\n";

/// The message that refuses a file with this text.
std::string refusal(const std::string& text, const std::string& name = "bad.xyz",
                    const Assumed& assumed = {.diameter = 1}) {
  Request request;
  request.file = file_with(name, text);
  request.assumed = assumed;
  try {
    rows_of(request);
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was refused";
}

auto Says(const std::string& line, const std::string& expected, const std::string& found) {
  return AllOf(HasSubstr(line), HasSubstr("expected " + expected), HasSubstr("found " + found));
}

TEST(BadFiles, AreNamedWithLineExpectedAndFound) {
  const std::string head = kHead;
  EXPECT_THAT(refusal(""), Says("bad.xyz:", "a file with frames", "an empty file"));
  EXPECT_THAT(refusal("two\n"), Says("bad.xyz:1:", "the number of bodies", "'two'"));
  EXPECT_THAT(refusal("0\n\n"), Says("bad.xyz:1:", "the number of bodies", "'0'"));
  EXPECT_THAT(refusal("2\n"), Says("bad.xyz:1:", "the line of key=value", "the end of the file"));
  EXPECT_THAT(refusal("2\nno keys\nA 1 1 0\nA 3 3 0\n"),
              Says("bad.xyz:2:", "Lattice=", "no such key"));
  EXPECT_THAT(refusal(head + "A 1 1 1\n"),
              Says("bad.xyz:3:", "2 bodies, 1 of them are there", "the end of the file"));
  EXPECT_THAT(refusal(head + "A 1 1 1\nA 3 3\n"), Says("bad.xyz:4:", "4", "3"));
  EXPECT_THAT(refusal(head + "A 1 1 1\nA 3 x 3\n"), Says("bad.xyz:4:", "a finite number", "'x'"));
  EXPECT_THAT(refusal(head + "A 1 1 1\nA 3 nan 3\n"),
              Says("bad.xyz:4:", "a finite number", "'nan'"));
  EXPECT_THAT(refusal("1\nLattice=\"9 0 0 0 9 0\"\nA 1 1 1\n"),
              Says("bad.xyz:2:", "9 numbers", "6"));
  EXPECT_THAT(refusal("1\nLattice=\"9 1 0 0 9 0 0 0 9\"\nA 1 1 1\n"),
              Says("bad.xyz:2:", "a = (ax, 0, 0)", "9 1 0"));
  EXPECT_THAT(refusal("1\nLattice=\"9 0 0 0 -9 0 0 0 9\"\nA 1 1 1\n"),
              Says("bad.xyz:2:", "a positive", "-9"));
  EXPECT_THAT(refusal("1\nLattice=\"9 0 0 0 9 0 0 0 9\" pbc=\"T F T\"\nA 1 1 0\n"),
              Says("bad.xyz:2:", "T in all directions", "T F T"));
  EXPECT_THAT(refusal("2\nLattice=\"9 0 0 0 9 0 0 0 9\" pbc=\"T T F\"\nA 1 1 1\nA 1 1 8\n"),
              Says("bad.xyz:2:", "T in all directions", "T T F"));
  EXPECT_THAT(refusal("1\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=pos:R\nA 1 1 0\n"),
              Says("bad.xyz:2:", "name:kind:count", "'pos:R'"));
  EXPECT_THAT(refusal("1\nLattice=\"9 0 0\nA 1 1 0\n"),
              Says("bad.xyz:2:", "a closing quote", "the end"));
}

TEST(BadFiles, ThatDescribeNoBodiesAreRefused) {
  EXPECT_THAT(refusal(std::string(kHead) + "A 1 1 1\nB 3 3 3\n", "bad.xyz", {}),
              Says("species A", "type_shapes in the file, or --diameter", "neither"));
  const std::string shapes = "1\nLattice=\"9 0 0 0 9 0 0 0 9\" type_shapes=\"";
  EXPECT_THAT(refusal(shapes + "{\\\"A\\\": {\\\"type\\\": \\\"Star\\\"}}\"\nA 1 1 1\n"),
              Says("bad.xyz:2: species A", "a type of Sphere", "{\"type\""));
  EXPECT_THAT(refusal(shapes + "{\\\"A\\\": {\\\"type\\\": \\\"Sphere\\\"}}\"\nA 1 1 1\n"),
              Says("bad.xyz:2: species A", "the key 'diameter'", "{\"type\""));
}

TEST(BadFiles, OfPlainColumns) {
  const Assumed box{.diameter = 1, .box = "9,9"};
  EXPECT_THAT(refusal("1 1\n", "bad.txt"), Says("--box", "W,H or W,H,D", "''"));
  EXPECT_THAT(refusal("1 1 1\n", "bad.txt", box), Says("bad.txt:1:", "x y", "3 columns"));
  EXPECT_THAT(refusal("1 1\n3 b\n", "bad.txt", box), Says("bad.txt:2:", "a finite number", "'b'"));
  EXPECT_THAT(refusal("# nothing\n", "bad.txt", box),
              Says("bad.txt", "at least one frame", "none"));
  EXPECT_THAT(refusal("1 1\n", "bad.xyz", box), Says("--box", "the box of each frame", "a box on"));
}

TEST(BadFiles, OfABoxInAnotherUnitOfLength) {
  const Assumed nanometres{.diameter = 1, .box = "29.5e-9,29.5e-9"};
  EXPECT_THAT(refusal("1e-9 1e-9\n3e-9 1e-9\n", "bad.txt", nanometres),
              Says("bad.txt:1: box:", "0.1 or more, a tenth of the widest body (are --diameter and",
                   "2.95e-08"));
}

TEST(Legality, OfAFrameIsLeftAtASignal) {
  Frame frame;
  frame.state = {.box = shapes::Box::cube(9),
                 .types = {shapes::Ball{0.5}},
                 .type = {0},
                 .centres = {{}},
                 .orientations = {{}}};
  Legality legality(0);
  set_interrupt(true);
  EXPECT_THROW(legality.add(frame), Interrupted);
  set_interrupt(false);
  EXPECT_EQ(legality.add(frame), 0u);
}

TEST(BadFiles, ALaterFrameThatIsCutOffIsNoVerdict) {
  const std::string frame = std::string(kHead) + "A 1 1 1\nA 3 3 3\n";
  EXPECT_THAT(refusal(frame + frame + std::string(kHead) + "A 1 1 1\n"),
              Says("bad.xyz:11:", "2 bodies", "the end of the file"));
}

TEST(Requests, WithoutOrWithTwoThingsToJudgeAreRefused) {
  std::ostringstream text;
  EXPECT_THROW(run({}, text), InputError);
  Request both;
  both.file = "a.xyz";
  both.volumes = "a,b";
  EXPECT_THROW(run(both, text), InputError);
}

}  // namespace
}  // namespace touchstone::trajectories
