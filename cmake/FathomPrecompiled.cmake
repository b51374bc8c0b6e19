# What most sources of render/, ui/, app/ and tests/ include of the standard library and fmt is parsed once instead of
# 250 times, which is half of a build's time. Only headers of others, which never change. Sources still include what
# they use: builds with -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON, as prove_clang in scripts/prove, notice what they forget.
set(fathom_precompiled_headers
    <algorithm> <array> <atomic> <chrono> <cmath> <condition_variable> <cstdint> <filesystem> <functional> <map>
    <memory> <mutex> <optional> <span> <stdexcept> <string> <string_view> <system_error> <thread> <utility> <variant>
    <vector> <fmt/format.h>)

# fathom_precompile(TARGET [OWN] [HEADER...])
# One for all rooms, whose flags are the same: that of render/base, which all of them use. A target whose flags differ
# has its OWN, as has one that wants more HEADERs.
function(fathom_precompile target)
    if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
        return()
    endif()
    # GCC forgets with it that the standard library's headers are the system's, whose false alarms are not shown.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-stringop-overflow>)
    cmake_parse_arguments(PARSE_ARGV 1 precompiled OWN "" "")
    set(more ${precompiled_UNPARSED_ARGUMENTS})
    if(precompiled_OWN OR more OR target STREQUAL fathom_render_base)
        target_precompile_headers(${target} PRIVATE ${fathom_precompiled_headers} ${more})
    else()
        target_precompile_headers(${target} REUSE_FROM fathom_render_base)
    endif()
endfunction()
