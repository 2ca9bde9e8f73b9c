#include "checkers/explore/graph/certificate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "checkers/explore/graph/certificate_check.hpp"
#include "checkers/explore/graph/test_systems.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using namespace test;

template <class System>
std::string certificate_of(const System& system, const std::string& name = "lock") {
  std::ostringstream out;
  write_certificate(explored(system), name, out);
  return out.str();
}
template <class System>
CertificateCheck checked(const System& system, const std::string& text) {
  std::istringstream in(text);
  return check_certificate(system, "lock", in, SpinLock::both_inside);
}
std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t place = text.find(old);
  EXPECT_NE(place, std::string::npos) << old;
  return text.replace(place, old.size(), by);
}

TEST(Certificate, OfASpinLockIsVerified) {
  const CertificateCheck check = checked(SpinLock{2}, certificate_of(SpinLock{2}));
  EXPECT_TRUE(check.valid) << check.reason;
  EXPECT_EQ(check.states, 25u - 4);
  EXPECT_EQ(check.transitions, explored(SpinLock{2}).edges.size());
}

TEST(Certificate, OfStatesOfVaryingLengthIsVerified) {
  std::istringstream in(certificate_of(Diary{}, "diary"));
  EXPECT_TRUE(check_certificate(Diary{}, "diary", in, [](Words) { return false; }).valid);
}

TEST(Certificate, OfABrokenLockIsRejected) {
  const CertificateCheck check = checked(SpinLock{2, true}, certificate_of(SpinLock{2, true}));
  EXPECT_FALSE(check.valid);
  EXPECT_THAT(check.reason, testing::HasSubstr("a bad state"));
}

TEST(Certificate, OfAnotherSystemIsRejected) {
  EXPECT_FALSE(checked(SpinLock{2, true}, certificate_of(SpinLock{2})).valid);
  EXPECT_FALSE(checked(SpinLock{3}, certificate_of(SpinLock{2})).valid);
  EXPECT_FALSE(checked(SpinLock{2}, certificate_of(SpinLock{2}, "other")).valid);
}

TEST(Certificate, IsRejectedWhenTamperedWith) {
  const std::string good = certificate_of(SpinLock{1});
  const std::string head = "touchstone-certificate 1 8\nlock\n";
  ASSERT_EQ(good, head +
                      "4 0 0 : 1 2\n3 1 0 : 3 1\n3 0 1 : 2 4\n2 2 0 : 5\n2 0 2 : 6\n1 2 1 : 7\n"
                      "1 1 2 : 7\n0 2 2 :\n");
  const auto reason = [&](const std::string& old, const std::string& by) {
    return checked(SpinLock{1}, replaced(good, old, by)).reason;
  };
  EXPECT_EQ(reason("certificate 1", "certificate 2"),
            "line 1: expected \"touchstone-certificate 1 <states>\"");
  EXPECT_EQ(reason("2 0 2 : 6\n", ""), "line 1: announces 8 states, has 7");
  EXPECT_EQ(reason("4 0 0 :", "4 0 2 :"), "line 3: not the first state of the system");
  EXPECT_EQ(reason(": 1 2\n", ": 1\n"), "line 3: a step of the system leads elsewhere");
  EXPECT_EQ(reason(": 1 2\n", ": 2 1\n"), "line 3: a step of the system leads elsewhere");
  EXPECT_EQ(reason(": 1 2\n", ": 1 2 3\n"), "line 3: more steps than the system has");
  EXPECT_EQ(reason(": 1 2\n", ": 1 99\n"), "line 3: a step of the system leads elsewhere");
  EXPECT_EQ(reason("2 2 0 :", "2 2 1 :"), "line 4: a step of the system leads elsewhere");
  EXPECT_EQ(reason("2 2 0 :", "1 2 0 :"), "line 6: no step towards an end");
  EXPECT_EQ(reason("0 2 2 :", "1 2 2 :"), "line 8: no step towards an end");
  EXPECT_EQ(reason("0 2 2 :", "0 2 2 : 0"), "line 10: something follows on an ended state");
  EXPECT_EQ(reason("0 2 2 :", "0 2 x :"), "line 10: not readable");
  EXPECT_EQ(reason("0 2 2 :", "0 2 2"), "line 10: not readable");
  EXPECT_EQ(reason("3 1 0 :", "3 1 1 :"), "line 3: a step of the system leads elsewhere");
  EXPECT_EQ(checked(SpinLock{1}, head).reason, "line 1: announces 8 states, has 0");
  EXPECT_TRUE(checked(SpinLock{1}, good).valid);
}

TEST(Certificate, GivesEndedStatesNoDistance) {
  const std::string good = certificate_of(Counters{2, 0});
  EXPECT_TRUE(checked(Counters{2, 0}, good).valid);
  EXPECT_EQ(checked(Counters{2, 0}, replaced(good, "0 0 0 :", "1 0 0 :")).reason,
            "line 3: an ended state at a distance from its end");
}

TEST(Certificate, IsNotWrittenWithoutAVerdict) {
  std::ostringstream out;
  EXPECT_THROW(write_certificate(explored(TwoLocks{true}), "locks", out), InputError);
  EXPECT_THROW(write_certificate(explored(Polite{}), "polite", out), InputError);
  EXPECT_THROW(write_certificate(explored(Counters{2, 9}, {.states = 50}), "counters", out),
               InputError);
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace touchstone::explore
