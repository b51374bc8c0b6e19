// Ends what target_begin-inl.h has begun.
#ifdef HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
#undef FATHOM_FORMULA_NAMESPACE
#undef FATHOM_FORMULA_INLINE
#undef FATHOM_FORMULA_LAMBDA
