# SPDX-License-Identifier: GPL-2.0-only
# What `cmake --install` puts where; doc/installing.md tells users.
include(CMakePackageConfigHelpers)

set(MLT_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/ns3-mlt)

# from bin/ to lib/, so that the installed tree may be moved
file(RELATIVE_PATH MLT_LIB_FROM_BIN ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(mlt-sim PROPERTIES INSTALL_RPATH "$ORIGIN/${MLT_LIB_FROM_BIN}")

install(TARGETS mlt EXPORT ns3-mlt-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS mlt-sim RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# flat, as in an ns-3 tree
install(FILES ${MLT_HEADERS} ${MLT_MODULE_HEADER} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ns3)
install(DIRECTORY traces/ DESTINATION ${MLT_TRACES_DIR} FILES_MATCHING PATTERN "*.csv")

install(EXPORT ns3-mlt-targets NAMESPACE ns3-mlt:: DESTINATION ${MLT_PACKAGE_DIR})
configure_package_config_file(cmake/ns3-mlt-config.cmake.in ns3-mlt-config.cmake
                              INSTALL_DESTINATION ${MLT_PACKAGE_DIR} PATH_VARS MLT_TRACES_DIR)
write_basic_package_version_file(ns3-mlt-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ns3-mlt-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/ns3-mlt-config-version.cmake
        DESTINATION ${MLT_PACKAGE_DIR})
