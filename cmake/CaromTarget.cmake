# What every target of carom has in common: language, warnings, floating-point rules, sanitizers.

if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  # A host may compile with -ffast-math; there NaN passes every check, and answers are wrong. -fno-fast-math takes back
  # all of it, and must stand first, since it takes back -fno-math-errno too. Contraction to fused multiply-add is off
  # so that gcc and clang, -O0 and -O2 agree to the last bit; where an fma is wanted the code says so.
  set(CAROM_ARITHMETIC -fno-fast-math -fno-math-errno -ffp-contract=off)
  # For a processor that has fma gcc (12.2) makes one fmaddsub of a*b - c beside a*b + c even so, where it vectorises
  # code without loops.
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}}" MATCHES "-march=|-mfma|-mavx512")
    list(APPEND CAROM_ARITHMETIC -fno-tree-slp-vectorize)
  endif()
  # Vectors are passed between functions that are always inlined: how they would be passed otherwise is no matter.
  set(CAROM_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes
    -Wmissing-prototypes -Wvla -Wcast-qual -Wno-psabi)
  # A host without a build type must not get a library that is many times slower than it can be.
  set(without_type $<NOT:$<BOOL:$<CONFIG>>>)
  set(CAROM_WITHOUT_TYPE $<${without_type}:-O2> $<${without_type}:-DNDEBUG>)
  # Nobody replaces single functions of a library at load time, so they may be inlined into each other.
  set(CAROM_LIBRARY -fno-semantic-interposition)
  # Where single files may ask for more than -O2.
  set(CAROM_OPTIMISED $<OR:$<CONFIG:Release,RelWithDebInfo>,${without_type}>)
  if(CAROM_LAB) # a page loads faster than it gains by that
    set(CAROM_OPTIMISED 0)
  endif()
else()
  set(CAROM_OPTIMISED 0)
endif()

# carom_target(<target>): C17 without compiler extensions. Files have static functions of the same name, so that they
# cannot be joined into one.
function(carom_target target)
  set_target_properties(${target} PROPERTIES C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON UNITY_BUILD OFF)
  target_compile_options(${target} PRIVATE ${CAROM_WITHOUT_TYPE} ${CAROM_ARITHMETIC} ${CAROM_WARNINGS})
  if(CAROM_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CAROM_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=all
      -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  endif()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
endfunction()

# carom_library(<target> <header>...): a library, static or shared as BUILD_SHARED_LIBS says, and its public headers.
# Until 1.0 each minor version may break the binary interface, so the version that a program is bound to has both.
function(carom_library target)
  add_library(${target})
  add_library(carom::${target} ALIAS ${target})
  carom_target(${target})
  target_compile_options(${target} PRIVATE ${CAROM_LIBRARY})
  # Linked with fast-math, a shared library would make the whole process lose its smallest numbers when it is loaded.
  target_link_options(${target} PRIVATE $<$<C_COMPILER_ID:GNU,Clang,AppleClang>:-fno-fast-math>)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/include/carom/)
  set_target_properties(${target} PROPERTIES PUBLIC_HEADER "${ARGN}" C_VISIBILITY_PRESET hidden
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endfunction()

# carom_open_library(<target> <library> [<needed>...]): <target> is <library> with its private functions within reach, for tests. A
# shared library hides them, so the same objects are packed into a static one.
function(carom_open_library target library)
  get_target_property(type ${library} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    add_library(${target} ALIAS ${library})
    return()
  endif()
  add_library(${target} STATIC $<TARGET_OBJECTS:${library}>)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
  target_include_directories(${target} INTERFACE ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${target} INTERFACE ${ARGN})
endfunction()

# carom_room(<target> <source>...): adds one room's sources to a library.
function(carom_room target)
  target_sources(${target} PRIVATE ${ARGN})
endfunction()

# carom_lane_options(<lanes> [<option>...]): how lane_<lanes>.c of this room is compiled; the options are for x86-64.
function(carom_lane_options lanes)
  set(options $<${CAROM_OPTIMISED}:-O3>)
  if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    list(APPEND options ${ARGN})
  endif()
  set_property(SOURCE lane_${lanes}.c TARGET_DIRECTORY carom APPEND PROPERTY COMPILE_OPTIONS ${options})
endfunction()
