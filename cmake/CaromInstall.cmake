# `cmake --install`: libraries, each with its headers, program, pkg-config files and a CMake package.
#   find_package(carom)                   gives carom::carom, the solvers
#   find_package(carom COMPONENTS files)  gives carom::carom-files too, and looks for jansson

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
set(package_build_dir ${PROJECT_BINARY_DIR}/package)

# carom_install_library(<target> <description> <requires> <libs>): library, CMake export and pkg-config file.
function(carom_install_library target description requires libs)
  install(TARGETS ${target} EXPORT ${target}-targets PUBLIC_HEADER DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/carom)
  install(EXPORT ${target}-targets NAMESPACE carom:: DESTINATION ${package_dir})
  set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH PC_TO_PREFIX /${pkgconfig_dir} /)
  set(PC_NAME ${target})
  set(PC_DESCRIPTION ${description})
  set(PC_REQUIRES ${requires})
  set(PC_LIBS ${libs})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/carom.pc.in ${package_build_dir}/${target}.pc @ONLY)
  install(FILES ${package_build_dir}/${target}.pc DESTINATION ${pkgconfig_dir})
endfunction()

carom_install_library(carom "${PROJECT_DESCRIPTION}" "" "-lcarom -lm")
if(CAROM_FILES)
  set(needs "carom jansson")
  if(CAROM_HDF5)
    string(APPEND needs " ${HDF5_MODULE_NAME}")
  endif()
  if(CAROM_NLOPT)
    string(APPEND needs " nlopt")
  endif()
  if(BUILD_SHARED_LIBS) # it has them in it
    set(needs carom)
  endif()
  carom_install_library(carom-files "Scenario files, sweeps, fits and figures for carom" "${needs}" "-lcarom-files -pthread")
  install(TARGETS carom-cli)
  if(NOT CMAKE_CROSSCOMPILING)
    set(texts ${PROJECT_BINARY_DIR}/apps/cli/texts)
    install(FILES ${texts}/carom.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${texts}/carom DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${texts}/_carom DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES ${texts}/carom.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
endif()

# A shared carom-files has jansson, HDF5 and NLopt in it; to link a static one a program must find them.
set(CAROM_NEEDS_JANSSON ON)
if(BUILD_SHARED_LIBS)
  set(CAROM_NEEDS_JANSSON OFF)
endif()
set(CAROM_NEEDS_HDF5 OFF)
if(CAROM_HDF5 AND NOT BUILD_SHARED_LIBS)
  set(CAROM_NEEDS_HDF5 ON)
endif()
set(CAROM_NEEDS_NLOPT OFF)
if(CAROM_NLOPT AND NOT BUILD_SHARED_LIBS)
  set(CAROM_NEEDS_NLOPT ON)
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/carom-config.cmake.in
  ${package_build_dir}/carom-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${package_build_dir}/carom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${package_build_dir}/carom-config.cmake ${package_build_dir}/carom-config-version.cmake
  DESTINATION ${package_dir})
