#pragma once
#include "kernels/colour/colour_scheme.h"
#include "kernels/formulas/formula_settings.h"
#include "render/places/palette.h"

#include <array>
#include <string_view>

namespace fathom {

/// A choice as files and options write it, and as people read it.
template <class Value> struct Named {
    Value value;
    const char *id;
    const char *label;
};
template <class Value> Named(Value, const char *, const char *) -> Named<Value>; // for clang 14

inline constexpr auto kColourBases = [] {
    std::array<Named<kernels::ColourBase>, kernels::kColourBaseCount> names{};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const kernels::ColourBaseRow &row = kernels::kColourBaseRows[i];
        names[i] = {row.base, row.id, row.label};
    }
    return names;
}();
inline constexpr std::array kColourMappings = {
    Named{kernels::ColourMapping::linear, "linear", "Linear"},
    Named{kernels::ColourMapping::square_root, "sqrt", "Square root"},
    Named{kernels::ColourMapping::cube_root, "cbrt", "Cube root"},
    Named{kernels::ColourMapping::logarithm, "log", "Logarithm"},
    Named{kernels::ColourMapping::rank, "rank", "Rank (equalised)"},
};
inline constexpr std::array kColourShades = {
    Named{kernels::ColourShade::none, "none", "None"},
    Named{kernels::ColourShade::slope, "slope", "Slopes"},
    Named{kernels::ColourShade::distance, "distance", "Distance"},
};
inline constexpr std::array kInteriorColours = {
    Named{kernels::InteriorColour::flat, "flat", "Flat"},
    Named{kernels::InteriorColour::period, "period", "Period"},
    Named{kernels::InteriorColour::distance, "distance", "Distance"},
};
inline constexpr std::array kColourFilters = {
    Named{kernels::ColourFilter::none, "none", "None"},
    Named{kernels::ColourFilter::footprint, "footprint", "Footprint"},
};
inline constexpr std::array kColourDithers = {
    Named{kernels::ColourDither::none, "none", "None"},
    Named{kernels::ColourDither::ordered, "ordered", "Ordered"},
};
inline constexpr std::array kTrapShapes = {
    Named{kernels::TrapShape::point, "point", "Point"},
    Named{kernels::TrapShape::cross, "cross", "Cross"},
    Named{kernels::TrapShape::circle, "circle", "Circle"},
};
inline constexpr std::array kPaletteBlends = {
    Named{Palette::Blend::oklab, "oklab", "OKLab"},
    Named{Palette::Blend::linear_light, "linear-light", "Linear light"},
};

/// The choice with that value; there always is one.
template <class Value, std::size_t kCount>
constexpr const Named<Value> &named(const std::array<Named<Value>, kCount> &names, Value value) {
    for (const Named<Value> &name : names)
        if (name.value == value)
            return name;
    return names[0];
}

/// The choice with that id; null if there is none.
template <class Value, std::size_t kCount>
constexpr const Named<Value> *find_named(const std::array<Named<Value>, kCount> &names,
                                         std::string_view id) {
    for (const Named<Value> &name : names)
        if (id == name.id)
            return &name;
    return nullptr;
}

} // namespace fathom
