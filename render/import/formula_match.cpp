#include "render/import/formula_match.h"

#include "render/import/text_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace fathom {
namespace {

constexpr std::array kOpcodes = {
    std::pair{"store", Opcode::store}, std::pair{"mul", Opcode::mul},
    std::pair{"sqr", Opcode::sqr},     std::pair{"absx", Opcode::absx},
    std::pair{"absy", Opcode::absy},   std::pair{"negx", Opcode::negx},
    std::pair{"negy", Opcode::negy},
};

/// Fathom's formulas as z -> f(z) + c.
constexpr std::array kSteps = {
    std::pair{"mandelbrot", "sqr"},
    std::pair{"multibrot-3", "store sqr mul"},
    std::pair{"multibrot-4", "sqr sqr"},
    std::pair{"multibrot-5", "store sqr sqr mul"},
    std::pair{"multibrot-6", "store sqr mul sqr"},
    std::pair{"multibrot-7", "store sqr mul sqr mul"},
    std::pair{"multibrot-8", "sqr sqr sqr"},
    std::pair{"burning-ship", "absx absy sqr"},
    std::pair{"tricorn", "negy sqr"},
    std::pair{"celtic", "sqr absx"},
    std::pair{"buffalo", "sqr absx absy"},
    std::pair{"perpendicular-mandelbrot", "absx negy sqr"},
};

FormulaStep step_of(std::string_view opcodes) {
    std::vector<Opcode> list;
    for (std::string_view word = take_word(opcodes); !word.empty(); word = take_word(opcodes))
        list.push_back(*find_opcode(word));
    return [list](std::complex<double> z) {
        OpcodeState state{z, z};
        for (const Opcode opcode : list)
            apply(opcode, state);
        return state.z;
    };
}

/// Whether they are equal at as many places as tell polynomials of degree 8 apart in each eighth
/// of the plane, along whose borders signs change.
bool same(const FormulaStep &step, const FormulaStep &other, bool conjugate) {
    constexpr int kSide = 12; // 17^8 is well within a double's whole numbers
    for (int y = -kSide; y <= kSide; ++y)
        for (int x = -kSide; x <= kSide; ++x) {
            const std::complex<double> z(x, y);
            const std::complex<double> there =
                conjugate ? std::conj(other(std::conj(z))) : other(z);
            if (step(z) != there)
                return false;
        }
    return true;
}

} // namespace

std::complex<double> whole_power(std::complex<double> z, std::int64_t power) noexcept {
    std::complex<double> result = 1;
    for (std::int64_t i = 0; i < power; ++i)
        result *= z;
    return result;
}

std::optional<FormulaMatch> match_formula(const FormulaStep &step) {
    for (const bool conjugate : {false, true})
        for (const auto &[id, opcodes] : kSteps)
            if (same(step, step_of(opcodes), conjugate))
                return FormulaMatch{*kernels::find_formula(id), conjugate};
    return std::nullopt;
}

View conjugated(View view) {
    view.im = -view.im;
    view.rotation_degrees = -view.rotation_degrees;
    view.mirrored = !view.mirrored;
    view.matrix.b = -view.matrix.b;
    view.matrix.c = -view.matrix.c;
    return view;
}

std::optional<Opcode> find_opcode(std::string_view name) noexcept {
    const auto *const found = std::find_if(kOpcodes.begin(), kOpcodes.end(),
                                           [&](const auto &each) { return name == each.first; });
    return found == kOpcodes.end() ? std::nullopt : std::optional(found->second);
}

void apply(Opcode opcode, OpcodeState &state) noexcept {
    std::complex<double> &z = state.z;
    switch (opcode) {
    case Opcode::store:
        state.stored = z;
        break;
    case Opcode::mul:
        z *= state.stored;
        break;
    case Opcode::sqr:
        z *= z;
        break;
    case Opcode::absx:
        z.real(std::fabs(z.real()));
        break;
    case Opcode::absy:
        z.imag(std::fabs(z.imag()));
        break;
    case Opcode::negx:
        z.real(-z.real());
        break;
    case Opcode::negy:
        z.imag(-z.imag());
        break;
    }
}

std::optional<std::string_view> opcodes_of(kernels::FormulaId formula) noexcept {
    const std::string_view id = kernels::formula_info(formula).id;
    const auto *const found = std::find_if(kSteps.begin(), kSteps.end(),
                                           [&](const auto &each) { return id == each.first; });
    return found == kSteps.end() ? std::nullopt : std::optional<std::string_view>(found->second);
}

} // namespace fathom
