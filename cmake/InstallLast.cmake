# Part of `cmake --install`: the file FAMILIES, bin/touchstone, and the sources of the explorer that are a library.
set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
list(JOIN families "\n" lines)
file(WRITE "${prefix}/share/touchstone/FAMILIES" "${lines}\n")
file(MAKE_DIRECTORY "${prefix}/bin")
file(CREATE_LINK ../share/touchstone/touchstone "${prefix}/bin/touchstone" SYMBOLIC)
foreach(file share/touchstone/FAMILIES bin/touchstone)
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${CMAKE_INSTALL_PREFIX}/${file}")
endforeach()
execute_process(COMMAND ${python} -B ${tree}/packaging/explore_sources.py ${prefix}/share/touchstone/explore
                COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE files RELATIVE "${prefix}" "${prefix}/share/touchstone/explore/*")
list(TRANSFORM files PREPEND "${CMAKE_INSTALL_PREFIX}/")
list(APPEND CMAKE_INSTALL_MANIFEST_FILES ${files})
