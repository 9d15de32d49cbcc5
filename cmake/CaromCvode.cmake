# carom_use_cvode(<target> <definition>): links CVODE of SUNDIALS and defines <definition>, where it is installed.
# SUNDIALS_FOUND says whether it is.
find_path(SUNDIALS_INCLUDE cvode/cvode.h)
find_library(SUNDIALS_CVODE sundials_cvode)
find_library(SUNDIALS_NVECTOR sundials_nvecserial)
find_library(SUNDIALS_CORE sundials_core) # from version 7 on
if(SUNDIALS_INCLUDE AND SUNDIALS_CVODE AND SUNDIALS_NVECTOR)
  set(SUNDIALS_FOUND ON)
else()
  set(SUNDIALS_FOUND OFF)
endif()

function(carom_use_cvode target definition)
  if(NOT SUNDIALS_FOUND)
    return()
  endif()
  target_compile_definitions(${target} PRIVATE ${definition})
  target_include_directories(${target} SYSTEM PRIVATE ${SUNDIALS_INCLUDE})
  target_link_libraries(${target} PRIVATE ${SUNDIALS_CVODE} ${SUNDIALS_NVECTOR}
    $<$<BOOL:${SUNDIALS_CORE}>:${SUNDIALS_CORE}>)
endfunction()
