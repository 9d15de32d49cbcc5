# carom_case_table(<target> <kind>): gives the target the header <kind>_cases.h, a C table of tests/cases/<kind>.json.
function(carom_case_table target kind)
  set(tool ${PROJECT_SOURCE_DIR}/tools/case-table)
  set(cases ${PROJECT_SOURCE_DIR}/tests/cases/${kind}.json)
  # A folder of its own: two targets that share one generated file may write it at the same time.
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}-cases)
  set(header ${folder}/${kind}_cases.h)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${header} COMMAND Python3::Interpreter ${tool} ${kind} ${cases} ${header}
    DEPENDS ${tool} ${cases})
  target_sources(${target} PRIVATE ${header})
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
