#include "models/disks/published.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "models/core/errors.hpp"
#include "models/core/source_tree.hpp"
#include "models/disks/exact_cases.hpp"

namespace touchstone::disks {
namespace {

const EquationOfState& literature() {
  static const EquationOfState eos((source_tree() / "validation/data/hard_disk_eos.csv").string());
  return eos;
}

TEST(EquationOfState, FindsThePapersTable) {
  const auto found = literature().find(65536, 0.706, kSquare, "MPMC");
  ASSERT_GE(found.size(), 2u);  // Anderson et al. 2013, Engel et al. 2013
  const auto paper = std::find_if(found.begin(), found.end(), [](const PublishedPressure& v) {
    return v.source.find("Table 2") != std::string::npos;
  });
  ASSERT_NE(paper, found.end());
  EXPECT_EQ(paper->pressure.value, 9.1854);
  EXPECT_DOUBLE_EQ(paper->pressure.uncertainty, 1.5 * 0.0001 / 2);  // printed as 2 SEM
}

TEST(EquationOfState, TheShapeOfTheBoxMatters) {
  EXPECT_NEAR(literature().best(72, 0.708, kSquare).pressure.value, 8.80381, 1e-9);
  EXPECT_NEAR(literature().best(72, 0.708, kHexagonal72).pressure.value, 8.41371, 1e-9);
  EXPECT_NEAR(literature().best(72, 0.708, kHexagonal).pressure.value, 9.88081, 1e-9);
  EXPECT_NEAR(literature().best(72, 0.65).pressure.uncertainty, 1.5 * 7.1e-5, 1e-9);
}

TEST(EquationOfState, TheMostPreciseValueComesFirst) {
  for (const PublishedPressure& v : literature().values()) {
    const auto found = literature().find(v.disks, v.packing_fraction, v.aspect);
    ASSERT_FALSE(found.empty());
    for (const PublishedPressure& other : found)
      EXPECT_GE(other.pressure.uncertainty, found.front().pressure.uncertainty);
  }
  EXPECT_GT(literature().values().size(), 250u);
}

TEST(EquationOfState, ExactValuesAreNotInflated) {
  const PublishedPressure v = literature().best(3, 0.261799);
  EXPECT_NEAR(v.pressure.value, exact_torus(3, 3).pressure, 5.1e-9);
  EXPECT_LT(v.pressure.uncertainty, 1e-8);
}

TEST(EquationOfState, FlaggedLinesAreLeftOut) {
  EXPECT_TRUE(literature().find(262144, 0.720, kSquare, "EDMD").empty());  // outlier
  EXPECT_TRUE(literature().find(65536, 0.720, kSquare, "MPMC").empty());   // not equilibrated
  EXPECT_TRUE(literature().find(65536, 0.708, kSquare, "*particle shuffle=No*").empty());
  EXPECT_FALSE(literature().find(65536, 0.708, kSquare, "*particle shuffle=Yes*").empty());
  EXPECT_TRUE(literature().find(224, 0.687222).empty());  // Metropolis et al. 1953: history
  EXPECT_TRUE(literature().find(4, 0.282743).empty());    // hard walls
}

// Independent values agree within the inflated errors and would not within the printed ones.
TEST(EquationOfState, InflatedErrorsCoverTheScatterOfTheLiterature) {
  double chi2 = 0;
  double degrees = 0;
  for (const std::size_t disks : {65536u, 262144u, 1048576u})
    for (double eta = 0.698; eta < 0.7195; eta += 0.002) {
      std::vector<PublishedPressure> values;
      for (const auto& v : literature().find(disks, eta))
        if (v.source.find("Anderson") == std::string::npos) values.push_back(v);  // same as Engel
      double weights = 0;
      double mean = 0;
      for (const auto& v : values) {
        const double weight = 1 / (v.pressure.uncertainty * v.pressure.uncertainty);
        weights += weight;
        mean += weight * v.pressure.value;
      }
      mean /= weights;
      for (const auto& v : values) {
        const double z = (v.pressure.value - mean) / v.pressure.uncertainty;
        chi2 += z * z;
      }
      degrees += static_cast<double>(values.size()) - 1;
    }
  EXPECT_GT(degrees, 50);
  EXPECT_LT(chi2 / degrees, 1.3);
  EXPECT_GT(chi2 / degrees * kErrorInflation * kErrorInflation, 1.5);
}

TEST(EquationOfState, UnknownQuestionsAreAnsweredWithWhatIsKnown) {
  try {
    literature().best(870, 0.671);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("0.67, 0.672"), std::string::npos) << e.what();
  }
  EXPECT_THROW(literature().best(871, 0.67), InputError);
}

TEST(EquationOfState, FaultyFilesAreRefused) {
  const std::string header =
      "source,method,pressure_estimator,N,aspect,boundary,eta,Pstar,err,err_kind,high_precision,"
      "note\n";
  const auto with = [&](const std::string& line) {
    const auto path = std::filesystem::path(testing::TempDir()) /
                      ("published_" + std::to_string(::getpid()) + ".csv");
    std::ofstream(path) << header << line << '\n';
    return EquationOfState(path.string()).values().size();
  };
  EXPECT_EQ(with("s,m,e,72,(1 : 1),periodic,0.7,9,0.1,2 SEM,yes,"), 1u);
  EXPECT_THROW(with("s,m,e,72,(1 : 1),periodic,0.7,9,0.1,3 SEM,yes,"), InputError);
  EXPECT_THROW(with("s,m,e,72,(1 : x),periodic,0.7,9,0.1,2 SEM,yes,"), InputError);
  EXPECT_THROW(with("s,m,e,7.5,(1 : 1),periodic,0.7,9,0.1,2 SEM,yes,"), InputError);
  EXPECT_THROW(with("s,m,e,72,(1 : 1),periodic,0.7,nine,0.1,2 SEM,yes,"), InputError);
  EXPECT_THROW(EquationOfState("no/such/file.csv"), InputError);
}

}  // namespace
}  // namespace touchstone::disks
