# jansson reads and writes the scenario files; the solver library does not need it.
set(CAROM_JANSSON_SOURCE "" CACHE PATH "folder with the source of jansson, to compile it instead of finding it")
if(CAROM_JANSSON_SOURCE)
  include(CaromJanssonSource)
  return()
endif()
find_package(PkgConfig)
if(PkgConfig_FOUND)
  pkg_check_modules(JANSSON IMPORTED_TARGET GLOBAL jansson>=2.14)
endif()
if(NOT JANSSON_FOUND)
  message(FATAL_ERROR
    "The program carom needs jansson (2.14 or newer) and pkg-config.\n"
    "On Debian or Ubuntu: tools/install-deps build\n"
    "Or build the solver library alone, which needs neither: cmake --preset embed")
endif()
