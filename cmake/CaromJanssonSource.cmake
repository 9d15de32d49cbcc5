# jansson from its source, for systems that have no package of it: what reading and writing scenarios needs. The hash
# tables get a constant seed: a page has neither a clock nor a file to make one from, and the texts are its user's own.
set(from ${CAROM_JANSSON_SOURCE}/src)
if(NOT EXISTS ${from}/jansson.h)
  message(FATAL_ERROR "CAROM_JANSSON_SOURCE has no src/jansson.h. On Debian or Ubuntu: tools/fetch-jansson ${CAROM_JANSSON_SOURCE}")
endif()

set(generated ${PROJECT_BINARY_DIR}/jansson)
set(json_inline inline)
set(json_have_long_long 1)
set(json_have_localeconv 0)
set(json_have_atomic_builtins 0)
set(json_have_sync_builtins 0)
configure_file(${from}/jansson_config.h.in ${generated}/jansson_config.h @ONLY)
file(WRITE ${generated}/jansson_private_config.h "#define INITIAL_HASHTABLE_ORDER 3\n")
file(WRITE ${generated}/seed.c "#include <stddef.h>\n#include <stdint.h>\n\
volatile uint32_t hashtable_seed = 1;\nvoid json_object_seed(size_t seed) { (void)seed; }\n")

set(sources dump error hashtable load memory pack_unpack strbuffer strconv utf value)
list(TRANSFORM sources PREPEND ${from}/)
list(TRANSFORM sources APPEND .c)
add_library(carom-jansson STATIC ${sources} ${generated}/seed.c)
target_include_directories(carom-jansson PUBLIC ${generated} ${from})
target_compile_definitions(carom-jansson PRIVATE HAVE_STDINT_H HAVE_CONFIG_H)
target_compile_options(carom-jansson PRIVATE -ffunction-sections -fdata-sections -w)
add_library(PkgConfig::JANSSON ALIAS carom-jansson)
