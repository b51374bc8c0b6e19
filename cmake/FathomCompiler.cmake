# Flags that every target of Fathom is compiled with. The floating-point ones are part of its promise that
# all engines give the same bits: contraction is written in the source (fma), never inferred.
find_package(Threads REQUIRED)
add_library(fathom_flags INTERFACE)
target_link_libraries(fathom_flags INTERFACE Threads::Threads)
# Nobody reads errno or floating-point traps and flags: without them fma and floor become instructions and vectors. No
# result changes.
target_compile_options(fathom_flags INTERFACE
    # In this order: GCC's -fno-fast-math takes back what stands before it.
    $<$<COMPILE_LANGUAGE:CXX>:-fno-fast-math -ffp-contract=off -fno-math-errno -fno-trapping-math>
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarms about std::string at -O3 (GCC bug 105651).
    target_compile_options(fathom_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
if(FATHOM_WERROR)
    target_compile_options(fathom_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()
if(FATHOM_SANITIZE)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # GCC cannot follow values through its own instrumentation and warns without cause.
        target_compile_options(fathom_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
    endif()
    target_compile_options(fathom_flags INTERFACE
        $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${FATHOM_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all>)
    target_link_options(fathom_flags INTERFACE -fsanitize=${FATHOM_SANITIZE})
endif()
