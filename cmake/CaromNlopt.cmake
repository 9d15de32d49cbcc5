# NLopt searches the parameters of `carom fit`; without it that command says so. CAROM_NLOPT: ON, OFF, or by default
# whether it is found.
find_package(PkgConfig)
if(PkgConfig_FOUND AND (NOT DEFINED CAROM_NLOPT OR CAROM_NLOPT))
  pkg_check_modules(NLOPT IMPORTED_TARGET GLOBAL nlopt)
endif()
if(CAROM_NLOPT AND NOT NLOPT_FOUND)
  message(FATAL_ERROR "CAROM_NLOPT is ON and NLopt is not found. On Debian or Ubuntu: apt-get install libnlopt-dev")
endif()
if(NOT NLOPT_FOUND)
  set(NLOPT_FOUND OFF)
endif()
option(CAROM_NLOPT "fit parameters to measured impacts (needs libnlopt-dev)" ${NLOPT_FOUND})
