// Places for other programs, read back by our own importers.
#include "render/import/place_export.h"

#include "render/base/error.h"
#include "render/import/foreign_location.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom::place_export_test {

/// With as many digits as a place so deep needs, and neither upright nor square.
Location deep_place() {
    Location location;
    location.view.re = Decimal::parse("-1.7" + std::string(600, '3') + "1");
    location.view.im = Decimal::parse("-0.0" + std::string(600, '7'));
    location.view.zoom = Decimal::parse("3.0000000000000004e580");
    location.view.rotation_degrees = -33.3;
    location.iterations = 123'456'789;
    location.bailout = 1234.5;
    return location;
}

ExportedPlace exported(const Location &location, const std::string &ending) {
    return ending == ".kfr" ? to_kfr(location, default_palette()) : to_fraktaler(location);
}

ParsedLocation read_back(const Location &location, const std::string &ending) {
    return parse_any_location(exported(location, ending).text, "place" + ending);
}

void expect_same_matrix(const PlaneMatrix &a, const PlaneMatrix &b) {
    for (const auto entry : {&PlaneMatrix::a, &PlaneMatrix::b, &PlaneMatrix::c, &PlaneMatrix::d})
        EXPECT_NEAR(a.*entry, b.*entry, 1e-12);
}

/// What a point of the screen shows, the turn and the matrix together.
PlaneMatrix whole_matrix(const View &view) {
    const double radians = view.rotation_degrees * 3.14159265358979323846 / 180;
    const double c = std::cos(radians), s = std::sin(radians);
    return view.matrix * PlaneMatrix{c, -s, s, c};
}

TEST(PlaceExport, ComesBackWithEveryDigit) {
    for (const char *ending : {".kfr", ".f3.toml"})
        for (const kernels::FormulaInfo &info : kernels::formulas())
            for (const bool mirrored : {false, true}) {
                Location location = deep_place();
                location.formula.id = *kernels::find_formula(info.id);
                location.view.mirrored = mirrored;
                if (kernels::looks_back(location.formula.id))
                    continue;
                const ParsedLocation back = read_back(location, ending);
                EXPECT_EQ(back.location.view, location.view) << ending << info.id;
                EXPECT_EQ(back.location.formula, location.formula) << ending << info.id;
                EXPECT_EQ(back.location.iterations, location.iterations);
                EXPECT_EQ(back.location.bailout, location.bailout);
                EXPECT_TRUE(back.warnings.empty()) << ending << back.warnings.front().what;
            }
}

TEST(PlaceExport, KeepsStretchAndSkew) {
    for (const char *ending : {".kfr", ".f3.toml"})
        for (const bool mirrored : {false, true})
            for (const PlaneMatrix &matrix :
                 {stretching(3, 25), stretching(0.2, -70), PlaneMatrix{1, 0.75, 0, 1},
                  PlaneMatrix{0.6, -0.8, 0.8, 0.6} * stretching(2, 10)}) {
                Location location = deep_place();
                location.view.mirrored = mirrored;
                location.view.matrix = matrix;
                const View back = read_back(location, ending).location.view;
                EXPECT_EQ(back.mirrored, mirrored);
                expect_same_matrix(whole_matrix(back), whole_matrix(location.view));
            }
}

TEST(PlaceExport, NamesWhatTheFormatsCannotSay) {
    Location julia = deep_place();
    julia.formula.julia = true;
    Location phoenix = deep_place();
    phoenix.formula.id = *kernels::find_formula("phoenix");
    for (const char *ending : {".kfr", ".f3.toml"}) {
        EXPECT_TRUE(
            contains(message_of<InputError>([&] { exported(julia, ending); }), "iteration.julia"));
        EXPECT_TRUE(contains(message_of<InputError>([&] { exported(phoenix, ending); }),
                             "iteration.formula = \"phoenix\""));
    }
    Location location = deep_place();
    location.automatic_iterations = true;
    location.colour.base = kernels::ColourBase::trap;
    location.colour.mapping = kernels::ColourMapping::rank;
    location.colour.shade = kernels::ColourShade::distance;
    location.colour.interior = kernels::InteriorColour::period;
    std::string all;
    for (const Complaint &warning : exported(location, ".kfr").warnings)
        all += warning.what + "\n";
    for (const char *key :
         {"iteration.limit", "colour.base", "colour.mapping", "colour.shade", "colour.interior"})
        EXPECT_TRUE(contains(all, key));
    EXPECT_TRUE(contains(exported(location, ".f3.toml").warnings.at(1).what, "[colour]"));
    EXPECT_TRUE(exported(deep_place(), ".kfr").warnings.empty());
}

TEST(PlaceExport, KallesFraktalersColoursComeBack) {
    Location location = deep_place();
    location.colour.mapping = kernels::ColourMapping::square_root;
    location.colour.density = 1 / 2048.0;
    location.colour.offset = 0.25;
    location.colour.interior_rgb = 0x123456;
    location.colour.shade = kernels::ColourShade::slope;
    location.colour.light_degrees = 30;
    location.colour.shade_strength = 0.5;
    const Location back = read_back(location, ".kfr").location;
    EXPECT_EQ(back.colour.mapping, location.colour.mapping);
    EXPECT_EQ(back.colour.density, location.colour.density);
    EXPECT_EQ(back.colour.offset, location.colour.offset);
    EXPECT_EQ(back.colour.interior_rgb, location.colour.interior_rgb);
    EXPECT_EQ(back.colour.shade, location.colour.shade);
    EXPECT_EQ(back.colour.light_degrees, location.colour.light_degrees);
    EXPECT_EQ(back.colour.shade_strength, location.colour.shade_strength);
    EXPECT_EQ(make_lut(*back.own_palette, 256), make_lut(default_palette(), 256));
    // Linear counts begin one later there, and its offsets are whole places of 1024.
    location.colour.mapping = kernels::ColourMapping::linear;
    location.colour.base = kernels::ColourBase::bands;
    location.colour.offset = -0.3;
    const Location linear = read_back(location, ".kfr").location;
    EXPECT_EQ(linear.colour.base, kernels::ColourBase::bands);
    EXPECT_NEAR(linear.colour.offset, 0.7, 0.5 / 1024);
}

} // namespace fathom::place_export_test
