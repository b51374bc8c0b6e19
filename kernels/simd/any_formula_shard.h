// The vector loops of one shard's formulas. Included by one source a shard, which defines
// FATHOM_FORMULA_SHARD (see formula_shards.h), and anew for each of Highway's targets.

// What is for single samples comes before Highway, see mandelbrot_step-inl.h.
#include "kernels/formulas/formula_shards.h"
#include "kernels/formulas/growth.h"
#include "kernels/formulas/interior_cycle.h"
#include "kernels/formulas/interior_shortcuts.h"
#include "kernels/formulas/sample_walk.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/any_formula_shard.h"
#include <hwy/foreach_target.h>
// What follows is compiled for each target.
#include <hwy/highway.h>

#include "kernels/simd/any_formula-inl.h"
#include FATHOM_SHARD_FORMULAS

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// In floats only z^2 + c: nothing chooses them for other formulas.
template <int kShard> void enter_any_formula_loops(TileLoops &loops) noexcept {
    enter_shard<AnyFormulaLoop, kShard, double>(loops);
    if constexpr (FormulaId(kShard) == kMandelbrot)
        enter_shard<AnyFormulaLoop, kShard, float>(loops);
}

template void enter_any_formula_loops<FATHOM_FORMULA_SHARD>(TileLoops &loops) noexcept;

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
