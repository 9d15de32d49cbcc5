# What every target of carom has in common: language, warnings, floating-point rules, sanitizers.

set(CAROM_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes
  -Wmissing-prototypes -Wvla -Wcast-qual)

# carom_target(<target>): C17 without compiler extensions. Contraction to fused multiply-add is off so that gcc and
# clang, -O0 and -O2 agree to the last bit; where an fma is wanted the code says so.
function(carom_target target)
  set_target_properties(${target} PROPERTIES C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -ffp-contract=off -fno-math-errno ${CAROM_WARNINGS})
  # Vectors are passed between functions that are always inlined: how they would be passed otherwise is no matter.
  target_compile_options(${target} PRIVATE -Wno-psabi)
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

# carom_room(<target> <source>...): adds one room's sources to a library.
function(carom_room target)
  target_sources(${target} PRIVATE ${ARGN})
endfunction()
