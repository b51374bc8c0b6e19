#pragma once

/// FATHOM_INLINE marks the small functions that the CPU loops and the CUDA kernels both compile:
/// one source for every formula that reaches a pixel. Forced inlining also lets a caller's
/// instruction set (FMA) apply to them.
#if defined(__CUDACC__)
#define FATHOM_INLINE __host__ __device__ __forceinline__
#else
#define FATHOM_INLINE inline __attribute__((always_inline))
#endif

/// The same for templates that are seldom entered, and that the host compiles for one instruction
/// set alone: there they stay functions, which compile sooner than copies.
#if defined(__CUDACC__)
#define FATHOM_APART FATHOM_INLINE
#else
#define FATHOM_APART __attribute__((noinline))
#endif
