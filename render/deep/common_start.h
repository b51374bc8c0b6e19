#pragma once
#include "kernels/perturbation/jump_draft.h"
#include "kernels/perturbation/perturbed_view.h"
#include "render/deep/jump_tables.h"

#include <variant>

namespace fathom {

struct OrbitSpan;

/// What a common start is wanted for.
struct CommonStartSpec {
    int degree = 2; ///< p of z^p + c
    bool julia = false;
    double bailout = 256;
    kernels::WideReal c_size;   ///< as kernels::PerturbedView has it
    kernels::Trap<double> trap; ///< of tables with notices
};

/// Of float or double; without m where there is none.
using AnyCommonStart = std::variant<kernels::CommonStart<double>, kernels::CommonStart<float>>;

/// The longest beginning that the orbits of all pixels of a picture take in the same jumps and
/// steps, with none of them near to escape, to rebasing or to going on directly; none where that is
/// of no use, or pixels begin in the core. Its power series is right to 2^-46 of every pixel's
/// difference (of floats 2^-22), beside what the jumps themselves are off by. It is a function of
/// its arguments alone, and the iteration limit is none of them.
AnyCommonStart common_start(const OrbitSpan &orbit, const AnyJumpTables &tables,
                            const CommonStartSpec &spec);

} // namespace fathom
