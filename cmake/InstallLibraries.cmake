# Part of `cmake --install`: copies the shared libraries of the programs, each under the one name that programs ask for, and, where
# the system is Debian, the licences of their packages.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs} RESOLVED_DEPENDENCIES_VAR libraries
     PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread)\\.so")
set(folder "${CMAKE_INSTALL_PREFIX}/lib/touchstone")
file(MAKE_DIRECTORY "$ENV{DESTDIR}${folder}")
foreach(library ${libraries})
  cmake_path(GET library FILENAME name)
  file(REAL_PATH "${library}" original)
  file(COPY_FILE "${original}" "$ENV{DESTDIR}${folder}/${name}" ONLY_IF_DIFFERENT)
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${folder}/${name}")
  cmake_path(GET original FILENAME name)
  execute_process(COMMAND dpkg -S "*-linux-gnu/${name}" OUTPUT_VARIABLE owners ERROR_QUIET)
  string(REGEX MATCH "^[^:]+" package "${owners}")
  if(EXISTS "/usr/share/doc/${package}/copyright")
    file(COPY_FILE "/usr/share/doc/${package}/copyright" "$ENV{DESTDIR}${folder}/${package}.copyright" ONLY_IF_DIFFERENT)
    list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${folder}/${package}.copyright")
  endif()
endforeach()
