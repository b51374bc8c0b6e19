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
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic>)
# In batches GCC takes a source for a header, and another source's names for global ones: scripts/prove builds without
# batches, with all warnings.
set(in_batches $<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>)
target_compile_options(fathom_flags INTERFACE
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:${in_batches}>>:-Wshadow>
    "$<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,${in_batches}>:-Wshadow=local;-Wno-subobject-linkage>")
# What computes pixels is compiled for processors from 2013 on, which have AVX2 and fused multiply-add;
# app/old_processor.cpp refuses older ones. Everything else is compiled for any processor: GCC 12 makes fused operations of
# products and sums in vectors (fmaddsub) where contraction is off, too.
set(FATHOM_PIXEL_FLAGS "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
    set(FATHOM_PIXEL_FLAGS -march=x86-64-v3)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarms about std::string at -O3 (GCC bug 105651).
    target_compile_options(fathom_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
if(FATHOM_WERROR)
    target_compile_options(fathom_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()
# Sanitizers, in builds that are to be made within minutes:
# - all is compiled with -O1 and line tables alone;
# - targets with the property FATHOM_LOOPS, the rooms of the loops over samples, are left out: thousands of inlined
#   copies make each of their sources take many minutes to instrument. What they are given and what they leave is
#   looked at by those that call them, and their arithmetic by the tests of the engines. The thread sanitizer alone is
#   quick with them, and is to see what they write while others read.
if(FATHOM_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "FATHOM_FUZZ needs clang: -DCMAKE_CXX_COMPILER=clang++")
    endif()
    set(sanitizers address,undefined,fuzzer-no-link)
    set(FATHOM_SANITIZE address,undefined) # which a linker has to know
    # Of libraries that are there twice: so the programs run on other machines.
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
else()
    set(sanitizers ${FATHOM_SANITIZE})
endif()
if(sanitizers)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # GCC cannot follow values through its own instrumentation and warns without cause.
        target_compile_options(fathom_flags INTERFACE -Wno-maybe-uninitialized)
    endif()
    set(is_left_out $<BOOL:$<TARGET_PROPERTY:FATHOM_LOOPS>>)
    if(sanitizers STREQUAL "thread")
        set(is_left_out 0)
    endif()
    target_compile_options(fathom_flags INTERFACE -O1 -g1
        "$<$<NOT:${is_left_out}>:-fno-omit-frame-pointer;-fno-sanitize-recover=all;-fsanitize=${sanitizers}>")
    target_link_options(fathom_flags INTERFACE -fsanitize=${FATHOM_SANITIZE})
endif()
