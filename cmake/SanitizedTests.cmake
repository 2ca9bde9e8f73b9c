# Which tests run under a sanitizer, and how: forty in one process, of the longest suites five. To start a
# program takes longer than most tests; what fails is named in its output.

if(TOUCHSTONE_SANITIZE MATCHES "thread")
  set(sanitized_tests Thread)
  # The threads of event chains are those of TeamThreads. The explorer has no threads but those that it plays itself,
  # references and serial schemes have none, nor has the grid emulator, but for kernels on real threads (gpu/).
  set(unsanitized_tests
      Slow EveryDiskScheme ThreadsThatRan.Chains Provenance KernelThread WordChains Algorithm5 Machines Heaviest
      "PassesEveryCheckThread/.*(reference|serial|cuda)")
else()
  set(sanitized_tests .)
  # Tests that repeat the same code millions of times for statistics, mutants, and what others run too.
  set(unsanitized_tests
      Slow FalseAlarmRate Calibration "StageBatches.(Corr|Judge)" "Mutant\\.IsCaughtByEachCheck"
      EveryTinyModel "__(stage|exact_start)_" OnlyRoundOffMay JobsOutside "DirectSampling.AgreesWith"
      "StaticRift.(IsExactOnSmall|Follows|DoesNot|Planted)" "ExactTorus.AgreesWith" ContactFit.AgreesWith
      "PinnedSampling.AgreesWith" ConcavePressure.NeedsBoth RingTable Table1 SymmetryGives InPieces.Equals
      KillMatrix TagChains.SampledRuns Sample.FindsMutants WordChains.RandomLegs
      ecmc_sampler__property_equals ComposedIntegrator.OfLowest ComposedIntegrator.HasIts
      External.FaultsOfStars External.FaultsOfDisks External.StarsOfACorrect
      "DiskTrajectories.(TooFew|Equilibrium|TheContact|WithoutAPublished|OtherUnits)" DiskFaults BallFaults
      # Clocks, which sanitizers stop, sessions that time everything, and shapes brought to equilibrium.
      Roofline.Costs MachineRates ShapeJobs Strangers.OfShapes ShapeSystems TimedShapes
      ShapeStart.Is ShapeStart.SaysWhen OwnShapesRun OwnShapes.Packings OwnShapes.Starts
      Session.ResumesWithoutRepeating
      # Kernels on the emulator (gpu_tests has them on small grids) and without vectors.
      "EveryScheme.*(cuda|portable)" "EveryKernel.*chains_with" "EveryKernel.*/meeting" "EveryKernel.*/portable"
      EveryScatteringScheme.*portable
      "EveryIntegrator\\..*_(avx|portable|fmm|cuda)"
      # Long runs of what EveryIntegrator and EveryShapeScheme run shorter; threads are for the other one.
      EveryDiskScheme.DoesNotDependOnThreads MultipoleGravity.KeepsItsTolerance
      "(MultipoleGravity|DirectRun|RingNufft|HmfRun).ThreadsShare" ScreenedRuns.OfPolyhedra
      ThreadsThatRan.Chains)
endif()
if(TOUCHSTONE_JUDGES)  # suites whose code is not instrumented there, and long statistics of trajectories
  list(APPEND unsanitized_tests External Restarts Budget FaultyPortals SessionTest Experiments
       "StarFaults.(ALost|StarsThat|Energy|Wrong)" "DiskTrajectories.(ADiameter|Correlated)" BodyTrajectories.OfBalls)
endif()
# With --nightly only, and there in full: statistics of estimators, counts of states and schedules, the
# slowest scheme, whose parts others have, and long statistics of programs of users and of their bodies. Their
# suites have shorter tests of the same code. Programs of tests that are compiled for it then, too: those of
# benchmarks/, whose records decide nothing, and of the proofs and the explorer, serial programs that nothing else
# calls, and that run in full in the release build.
set(nightly_folders benchmarks judges)
set(nightly_parts "_(balance|explore)_objects$")
set(nightly_tests
    EstimateMean.SeesTheEffect EstimateMean.NaiveError TwoStage.KeepsTheStated KolmogorovSmirnov.SeesAWrong
    AutoregressiveSeries.TauIs Autocorrelation.LongCorrelation Pct.Finds ViewRaces.CostFewStates
    WordChains.AnOwnerMustSee WordChains.TwoChains LatticeChains.AreThoseOfOneGlobalClock TagChains.ThePapersOrders
    TagChains.RandomLegs ShiftRates.BandHolds ShiftRates.OfAlgorithmFour
    "EveryIntegrator.PassesEveryCheck.*gravity_2d_nufft" "External.Faults(OfTheExample|At)"
    External.ShapesOfSingle External.BoxesOfThousands External.DomainsAndRanks External.ConstantPressureThat
    External.DisksOfACorrect "External.(ADeclaredLawOfMoves|ShapesPassAreCaught|TheWorkOfShapes)" Budget.TheWorkIs
    Restarts.RestartsOfShapes "DeviceScreen.(AllowsForErrors|HasAMargin|ContradictsDouble)" Gsd.OneOverlapInOneFrame
    BodyFaults.BallsThat BodyTrajectories.OfDilute
    "EveryScheme.PassesEveryCheck.*independent_choices" "EveryShapeScheme.PassesEveryCheckThread/domains"
    ReboundIntegrator.HasABounded Provenance.IsWhat OwnStarsRun.ClustersWithBinaries ThreadsThatRan.StarsOfOne
    # References run beside the schemes that are compared with them; bodies without vectors have the same source.
    "Every(Scattering|Cluster|Shape)Scheme.PassesEveryCheck.*reference" "EveryOverlapAlgorithm.*portable")
if(TOUCHSTONE_SANITIZE MATCHES "thread")
  set(nightly_tests ThreadsThatRan.StarsOfOne)
endif()
# The longest suites: begun first, so that the last test of a run is a short one, and in smaller parts.
set(longest_suites
    External EveryShapeScheme EveryOverlapAlgorithm EveryClusterScheme EveryIntegrator EveryChainScheme EveryScatteringScheme
    OwnStarsRun)
string(JOIN "|" sanitized_tests ${sanitized_tests})
string(JOIN "|" unsanitized_tests ${unsanitized_tests})
string(JOIN "|" nightly_tests ${nightly_tests})
string(JOIN "|" longest_suites ${longest_suites})

# touchstone_test_parts(folder environment unwanted): a file in which ctest asks the program for its tests, and makes
# the parts of those that do not match `unwanted`, an argument as CMake writes it.
function(touchstone_test_parts folder environment unwanted)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/${folder}_parts.cmake CONTENT "set(folder ${folder})
set(program \"$<TARGET_FILE:${folder}_tests>\")
set(wanted [==[${sanitized_tests}]==])
set(unwanted ${unwanted})
set(nightly [==[${nightly_tests}]==])
set(longest [==[(^|/)(${longest_suites})[.]$]==])
set(environment \"${environment}\")
set(python_first \"${python_first}\")
include(\"${CMAKE_SOURCE_DIR}/cmake/TestParts.cmake\")
")
endfunction()

function(touchstone_sanitized_tests folder environment)
  if(folder IN_LIST nightly_folders)
    set(nightly_tests .)
  endif()
  touchstone_test_parts(${folder} "${environment}" "[==[${unsanitized_tests}]==]")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_BINARY_DIR}/${folder}_parts.cmake)
endfunction()

# touchstone_suites_together(folder environment): each test that gtest_discover_tests has just found is one of ctest's,
# under its own name; but where TOUCHSTONE_LEFT_OUT is in the environment, all that do not match it are run in parts.
function(touchstone_suites_together folder environment)
  set(sanitized_tests .)
  set(nightly_tests "")
  touchstone_test_parts(${folder} "${environment}" "\"\$ENV{TOUCHSTONE_LEFT_OUT}\"")
  get_property(files DIRECTORY PROPERTY TEST_INCLUDE_FILES)
  list(POP_BACK files each_alone)
  file(WRITE ${CMAKE_BINARY_DIR}/${folder}_tests.cmake "if(DEFINED ENV{TOUCHSTONE_LEFT_OUT})
  include(\"${CMAKE_BINARY_DIR}/${folder}_parts.cmake\")
else()
  include(\"${each_alone}\")
endif()
")
  set_property(DIRECTORY PROPERTY TEST_INCLUDE_FILES ${files} ${CMAKE_BINARY_DIR}/${folder}_tests.cmake)
endfunction()
