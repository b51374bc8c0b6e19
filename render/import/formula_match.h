#pragma once
#include "kernels/formulas/formula_ids.h"
#include "render/places/view.h"

#include <complex>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace fathom {

/// What another program's formula is in Fathom.
struct FormulaMatch {
    kernels::FormulaId formula = kernels::kMandelbrot;
    bool conjugate = false; ///< its orbits are those of the conjugate of c, conjugated
    friend bool operator==(const FormulaMatch &, const FormulaMatch &) = default;
};

/// The largest power of z in any formula of Fathom's.
inline constexpr int kMostPower = 8;

/// z^power, power >= 0; exact where the whole numbers fit into doubles.
std::complex<double> whole_power(std::complex<double> z, std::int64_t power) noexcept;

/// f of a formula z -> f(z) + c.
using FormulaStep = std::function<std::complex<double>(std::complex<double>)>;

/// The formula of Fathom's that does the same to every z, however it is written; nothing where it
/// has none. It is found by values at whole numbers, which are exact as long as f is a polynomial
/// of low degree with signs taken away or turned.
std::optional<FormulaMatch> match_formula(const FormulaStep &step);

/// The view in which a formula shows what its conjugate one shows in `view`.
View conjugated(View view);

/// One of Fraktaler-3's opcodes, without `add`, or nothing where there is none of that name.
enum class Opcode { store, mul, sqr, absx, absy, negx, negy };
std::optional<Opcode> find_opcode(std::string_view name) noexcept;

/// z after the opcodes of one step, `stored` being what the last `store` has kept.
struct OpcodeState {
    std::complex<double> z, stored;
};
void apply(Opcode opcode, OpcodeState &state) noexcept;

/// The formula's step in the names of these opcodes ("absx absy sqr"); nothing where they cannot
/// say it (Phoenix).
std::optional<std::string_view> opcodes_of(kernels::FormulaId formula) noexcept;

} // namespace fathom
