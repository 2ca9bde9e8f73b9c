# `cpack -G DEB` in a build folder with the target programs built: a package for Debian, whose dependencies
# dpkg-shlibdeps reads from the programs.
set(CPACK_PACKAGE_NAME touchstone-verify)
set(CPACK_PACKAGE_CONTACT "Touchstone <touchstone@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "verdicts on parallel particle simulations")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Judges simulations of hard disks, hard shapes, event chains, star clusters and\n long-range models, in any language, by exact and statistical checks of stated power.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "bash, python3")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "python3-numpy, python3-matplotlib, python3-jinja2, python3-uncertainties, libjs-jquery-datatables")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-gsd, gfortran, g++")
include(CPack)
