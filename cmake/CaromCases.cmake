# carom_case_table(<target> <kind>): gives the target the header <kind>_cases.h, a C table of tests/cases/<kind>.json.
function(carom_case_table target kind)
  set(tool ${PROJECT_SOURCE_DIR}/tools/case-table)
  set(cases ${PROJECT_SOURCE_DIR}/tests/cases/${kind}.json)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${kind}_cases.h)
  add_custom_command(OUTPUT ${header} COMMAND Python3::Interpreter ${tool} ${kind} ${cases} ${header}
    DEPENDS ${tool} ${cases})
  target_sources(${target} PRIVATE ${header})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
