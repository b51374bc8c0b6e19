# fathom_add_suites(PROGRAM SLOW_SUITES SOURCE...)
# Makes one CTest test for each GoogleTest suite of the sources: one process runs all of a suite, because starting the
# program takes longer than most tests. SLOW_SUITES is a file of lines "SUITE SECONDS" on two cores: these suites start
# first, the longest before the others, and have the label slow.
function(fathom_add_suites program slow_suites)
    set(suites "")
    foreach(source IN LISTS ARGN)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source})
        file(STRINGS ${source} tests REGEX "^(TEST|TEST_F|TEST_P|TYPED_TEST)\\([A-Za-z0-9]+,")
        foreach(test IN LISTS tests)
            string(REGEX REPLACE "^[A-Z_]+\\(([A-Za-z0-9]+),.*" "\\1" suite "${test}")
            list(APPEND suites ${suite})
        endforeach()
    endforeach()
    list(REMOVE_DUPLICATES suites)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${slow_suites})
    file(STRINGS ${slow_suites} slow_lines REGEX "^[A-Za-z]")
    foreach(suite IN LISTS suites)
        # Of typed tests each type's is SUITE/NUMBER.
        add_test(NAME ${suite} COMMAND ${program} --gtest_filter=${suite}.*:${suite}/*)
        set_tests_properties(${suite} PROPERTIES TIMEOUT 3000
            # All of its tests skip themselves, and none fails: CTest looks at this before the exit code.
            SKIP_REGULAR_EXPRESSION "\\[  PASSED  \\] 0 tests\\.\n(\\[  SKIPPED \\] [^\n]*\n?)+$")
    endforeach()
    foreach(line IN LISTS slow_lines)
        string(REPLACE " " ";" line "${line}")
        list(GET line 0 suite)
        list(GET line 1 seconds)
        if(NOT suite IN_LIST suites)
            message(FATAL_ERROR "${slow_suites} names ${suite}, which no test has: remove the line")
        endif()
        set_tests_properties(${suite} PROPERTIES COST ${seconds} LABELS slow)
    endforeach()
endfunction()
