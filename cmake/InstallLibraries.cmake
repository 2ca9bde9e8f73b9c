# Part of `cmake --install --component libraries`: copies the shared libraries of the programs.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs} RESOLVED_DEPENDENCIES_VAR libraries
     PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread)\\.so")
foreach(library ${libraries})
  file(INSTALL "${library}" DESTINATION "${CMAKE_INSTALL_PREFIX}/lib/touchstone" FOLLOW_SYMLINK_CHAIN)
endforeach()
