// Begins what is compiled for single pixels (host and CUDA), in the namespace `scalar`, and again
// for every instruction set that Highway targets, in that target's namespace: a vector function has
// to be compiled for its instruction set. Included without a guard, each time with
// target_end-inl.h behind it; between the two stands
//   namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE { ... }
#ifdef HWY_NAMESPACE
#define FATHOM_FORMULA_NAMESPACE HWY_NAMESPACE
#define FATHOM_FORMULA_INLINE HWY_INLINE
#define FATHOM_FORMULA_LAMBDA HWY_ATTR
HWY_BEFORE_NAMESPACE();
#else
#define FATHOM_FORMULA_NAMESPACE scalar
#define FATHOM_FORMULA_INLINE FATHOM_INLINE
#define FATHOM_FORMULA_LAMBDA
#endif
