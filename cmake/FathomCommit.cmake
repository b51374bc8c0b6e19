# Writes the header commit.h, which tells --version the commit that is built and its date.
# Included by render/CMakeLists.txt, it defines how the header is made. Run by itself (cmake -P), it makes the header.
# The commit comes from git, or in a source archive from archived_commit.txt; without both it is empty.
if(NOT CMAKE_SCRIPT_MODE_FILE)
    set(commit_header ${CMAKE_BINARY_DIR}/commit/commit.h)
    # Git appends to this file whenever HEAD becomes another commit.
    execute_process(COMMAND git rev-parse --git-path logs/HEAD WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        OUTPUT_VARIABLE head_log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
    get_filename_component(head_log "${head_log}" ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
    if(NOT status EQUAL 0 OR NOT EXISTS ${head_log})
        set(head_log "")
    endif()
    add_custom_command(OUTPUT ${commit_header}
        COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DHEADER=${commit_header} -P ${CMAKE_CURRENT_LIST_FILE}
        DEPENDS ${CMAKE_CURRENT_LIST_FILE} ${CMAKE_SOURCE_DIR}/cmake/archived_commit.txt ${head_log})
    return()
endif()

file(STRINGS ${SOURCE}/cmake/archived_commit.txt line)
if(line MATCHES "^\\$Format" AND EXISTS ${SOURCE}/.git)
    execute_process(COMMAND git log -1 --format=%H\ %cs WORKING_DIRECTORY ${SOURCE}
        OUTPUT_VARIABLE line OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(commit "")
set(date "")
if(line MATCHES "^([0-9a-f]+) ([0-9-]+)$")
    string(SUBSTRING ${CMAKE_MATCH_1} 0 12 commit)
    set(date ${CMAKE_MATCH_2})
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define FATHOM_COMMIT \"${commit}\"\n#define FATHOM_COMMIT_DATE \"${date}\"\n")
