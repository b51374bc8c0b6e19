// Formulas of other programs, told by what they do.
#include "render/import/formula_match.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace fathom::formula_match_test {

using Complex = std::complex<double>;

std::string match(const FormulaStep &step) {
    const auto found = match_formula(step);
    if (!found)
        return "none";
    return std::string(kernels::formula_info(found->formula).id) +
           (found->conjugate ? " conjugate" : "");
}

double x(Complex z) {
    return std::fabs(z.real());
}
double y(Complex z) {
    return std::fabs(z.imag());
}

TEST(FormulaMatch, TellsFormulasByWhatTheyDo) {
    EXPECT_EQ(match([](Complex z) { return z * z; }), "mandelbrot");
    EXPECT_EQ(match([](Complex z) { return z * z * z; }), "multibrot-3");
    EXPECT_EQ(match([](Complex z) { return whole_power(z, 8); }), "multibrot-8");
    EXPECT_EQ(match([](Complex z) { return whole_power({x(z), y(z)}, 2); }), "burning-ship");
    EXPECT_EQ(match([](Complex z) { return std::conj(z * z); }), "tricorn");
    EXPECT_EQ(match([](Complex z) { return Complex(x(z * z), (z * z).imag()); }), "celtic");
    EXPECT_EQ(match([](Complex z) { return Complex(x(z * z), y(z * z)); }), "buffalo");
    EXPECT_EQ(match([](Complex z) { return Complex((z * z).real(), -2 * x(z) * z.imag()); }),
              "perpendicular-mandelbrot");
    EXPECT_EQ(match([](Complex z) {
                  return std::conj(whole_power({x(z), y(z)}, 2));
              }),
              "burning-ship conjugate");
    EXPECT_EQ(match([](Complex z) { return Complex((z * z).real(), -y(z * z)); }),
              "burning-ship conjugate");
}

TEST(FormulaMatch, SaysWhereThereIsNone) {
    EXPECT_EQ(match([](Complex z) { return z; }), "none");
    EXPECT_EQ(match([](Complex z) { return -z * z; }), "none");
    EXPECT_EQ(match([](Complex z) { return whole_power(z, 9); }), "none");
    EXPECT_EQ(match([](Complex z) { return whole_power({x(z), y(z)}, 3); }), "none");
    EXPECT_EQ(match([](Complex z) { return 1.0000001 * z * z; }), "none");
    EXPECT_EQ(match([](Complex z) { return z * z + 1e-9; }), "none");
    EXPECT_EQ(match([](Complex) { return Complex(NAN, INFINITY); }), "none");
}

TEST(FormulaMatch, ItsOpcodesAreTheFormulas) {
    int said = 0;
    for (const kernels::FormulaInfo &info : kernels::formulas()) {
        const auto id = *kernels::find_formula(info.id);
        said += opcodes_of(id) ? 1 : 0;
        EXPECT_EQ(opcodes_of(id).has_value(), !kernels::looks_back(id)) << info.id;
    }
    EXPECT_GE(said, 12);
}

} // namespace fathom::formula_match_test
