# Every package comes from Debian; ./touchstone installs what is missing.
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(GTest REQUIRED)
find_package(benchmark REQUIRED)
find_package(rapidcheck REQUIRED)
find_package(Boost REQUIRED)  # headers only: Math, Multiprecision
find_package(HWY REQUIRED)    # vector operations chosen at run time

target_link_libraries(touchstone_options INTERFACE fmt::fmt nlohmann_json::nlohmann_json
                                                   CLI11::CLI11 Boost::headers OpenMP::OpenMP_CXX
                                                   Threads::Threads hwy::hwy)
