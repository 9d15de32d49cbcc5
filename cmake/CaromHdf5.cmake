# HDF5 is the file of sweeps; without it they write folders of .npy columns. CAROM_HDF5: ON, OFF, or by default whether
# it is found.
find_package(PkgConfig)
if(PkgConfig_FOUND AND (NOT DEFINED CAROM_HDF5 OR CAROM_HDF5))
  pkg_search_module(HDF5 IMPORTED_TARGET GLOBAL hdf5-serial hdf5)
endif()
if(CAROM_HDF5 AND NOT HDF5_FOUND)
  message(FATAL_ERROR "CAROM_HDF5 is ON and HDF5 is not found. On Debian or Ubuntu: apt-get install libhdf5-dev")
endif()
if(NOT HDF5_FOUND)
  set(HDF5_FOUND OFF)
endif()
option(CAROM_HDF5 "write sweeps as HDF5 (needs libhdf5-dev)" ${HDF5_FOUND})
