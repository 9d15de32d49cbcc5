# CAROM_VERSION, as include/carom/api.h has it: the version is written there and nowhere else.
set(api ${CMAKE_CURRENT_LIST_DIR}/../include/carom/api.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${api})
file(STRINGS ${api} lines REGEX "#define CAROM_VERSION_(MAJOR|MINOR|PATCH) [0-9]+$")
string(REGEX MATCHALL "[0-9]+" numbers "${lines}")
string(JOIN . CAROM_VERSION ${numbers})
