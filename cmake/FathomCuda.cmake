# Turns the CUDA language on if asked for and a compiler is there; says in one line what it did.
# FATHOM_HAS_CUDA tells the rest of the build.
#   FATHOM_CUDA               OFF: the CPU alone
#   CMAKE_CUDA_COMPILER       otherwise nvcc from PATH or /usr/local/cuda
#   CMAKE_CUDA_ARCHITECTURES  otherwise the machine's own GPU, or all major ones from Turing (7.5) on where it has none
#   FATHOM_ALL_GPUS           ON: all major ones wherever it is built, for a package

# Sets in the caller: OUT to the architectures to compile for, of those that NVCC can make code for.
function(fathom_cuda_architectures nvcc out)
    execute_process(COMMAND ${nvcc} --list-gpu-code OUTPUT_VARIABLE known ERROR_QUIET)
    string(REGEX MATCHALL "sm_[0-9]+" known "${known}")
    set(own "")
    set(status 1)
    if(NOT FATHOM_ALL_GPUS)
        execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
            OUTPUT_VARIABLE gpus ERROR_QUIET RESULT_VARIABLE status)
    endif()
    if(status EQUAL 0)
        string(REGEX MATCHALL "[0-9]+\\.[0-9]" gpus "${gpus}")
        foreach(gpu IN LISTS gpus)
            string(REPLACE "." "" arch ${gpu})
            if(sm_${arch} IN_LIST known AND arch GREATER_EQUAL 75)
                list(APPEND own ${arch}-real)
            endif()
        endforeach()
        list(REMOVE_DUPLICATES own)
    endif()
    set(major "")
    foreach(arch 75 80 90 100 120)
        if(sm_${arch} IN_LIST known)
            list(APPEND major ${arch}-real)
            set(newest ${arch}-virtual) # for GPUs that are newer than this nvcc
        endif()
    endforeach()
    if(own)
        set(${out} ${own} PARENT_SCOPE)
    else()
        set(${out} ${major} ${newest} PARENT_SCOPE)
    endif()
endfunction()

set(FATHOM_HAS_CUDA OFF)
if(NOT FATHOM_CUDA)
    set(why_not "turned off")
elseif(FATHOM_SANITIZE)
    set(why_not "not with sanitizers")
else()
    set(why_not "no nvcc found")
    if(CMAKE_CUDA_COMPILER)
        set(nvcc ${CMAKE_CUDA_COMPILER})
    elseif(DEFINED ENV{CUDACXX})
        set(nvcc $ENV{CUDACXX})
    else()
        find_program(FATHOM_NVCC nvcc PATHS /usr/local/cuda/bin)
        set(nvcc ${FATHOM_NVCC})
    endif()
    if(nvcc)
        execute_process(COMMAND ${nvcc} --version OUTPUT_VARIABLE nvcc_version ERROR_QUIET)
        string(REGEX MATCH "release ([0-9]+\\.[0-9]+)" nvcc_version "${nvcc_version}")
        set(nvcc_version "${CMAKE_MATCH_1}")
        if(nvcc_version VERSION_LESS 12.0)
            set(why_not "${nvcc} is version '${nvcc_version}', 12.0 is needed for C++20")
        else()
            if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
                fathom_cuda_architectures(${nvcc} CMAKE_CUDA_ARCHITECTURES)
            endif()
            # check_language() tries the compiler of the environment, and asks nothing once one is set.
            set(ENV{CUDACXX} ${nvcc})
            set(ENV{CUDAARCHS} "${CMAKE_CUDA_ARCHITECTURES}")
            include(CheckLanguage)
            check_language(CUDA)
            if(CMAKE_CUDA_COMPILER)
                set(FATHOM_HAS_CUDA ON)
            else()
                set(why_not "${nvcc} does not work with this machine's C++ compiler")
            endif()
        endif()
    endif()
endif()

if(NOT FATHOM_HAS_CUDA)
    message(STATUS "CUDA: ${why_not}, building for the CPU alone")
    return()
endif()

enable_language(CUDA)
set(CMAKE_CUDA_RUNTIME_LIBRARY Static) # so that the program starts where there is no driver
if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    # CMake before 3.26 does not know that nvcc can do this.
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
find_package(CUDAToolkit REQUIRED)

# The same promise as in FathomCompiler.cmake: contraction is written, never inferred; nothing flushed to zero;
# division and square root rounded as IEEE asks. -Wpedantic is left out: nvcc's own generated code fails it.
target_compile_options(fathom_flags INTERFACE
    $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false --ftz=false --prec-div=true --prec-sqrt=true
    -Xcompiler=-ffp-contract=off,-fno-fast-math,-Wall,-Wextra,-Wshadow>)
if(FATHOM_WERROR)
    target_compile_options(fathom_flags INTERFACE
        $<$<COMPILE_LANGUAGE:CUDA>:--Werror=all-warnings -Xcompiler=-Werror>)
endif()
message(STATUS "CUDA: ${CMAKE_CUDA_COMPILER} ${CMAKE_CUDA_COMPILER_VERSION}, architectures ${CMAKE_CUDA_ARCHITECTURES}")
