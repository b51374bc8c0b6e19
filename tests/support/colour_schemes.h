#pragma once
#include "render/engines/colour_params.h"
#include "render/engines/palette_sums.h"
#include "render/engines/rank_table.h"
#include "render/engines/render_request.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "render/places/scheme_names.h"

#include <gtest/gtest.h>
#include <memory>
#include <numeric>

namespace fathom {

/// Every combination of the six choices.
template <class Visit> void for_each_scheme(Visit visit) {
    for (const auto &base : kColourBases)
        for (const auto &mapping : kColourMappings)
            for (const auto &shade : kColourShades)
                for (const auto &interior : kInteriorColours)
                    for (const auto &filter : kColourFilters)
                        for (const auto &dither : kColourDithers) {
                            kernels::ColourScheme scheme;
                            scheme.base = base.value;
                            scheme.mapping = mapping.value;
                            scheme.shade = shade.value;
                            scheme.interior = interior.value;
                            scheme.filter = filter.value;
                            scheme.dither = dither.value;
                            SCOPED_TRACE(testing::Message()
                                         << base.id << ' ' << mapping.id << ' ' << shade.id << ' '
                                         << interior.id << ' ' << filter.id << ' ' << dither.id);
                            visit(scheme);
                        }
}

/// A palette whose entries all differ, so that colours tell the entry.
inline std::shared_ptr<const PaletteTable> ruler(std::uint32_t size = 4096) {
    std::vector<std::uint32_t> lut(size);
    for (std::uint32_t i = 0; i < size; ++i)
        lut[i] = 0xff000000U | i * ((1U << 24) / size);
    return std::make_shared<const PaletteTable>(std::move(lut));
}

/// A table of ranks for smooth counts.
inline std::shared_ptr<const RankTable> some_ranks() {
    RankTable table;
    table.low = 0.5;
    table.scale = kernels::kRankBins / 12.0;
    for (int i = 0; i <= kernels::kRankBins; ++i)
        table.shares.push_back(static_cast<float>(i) / kernels::kRankBins);
    return std::make_shared<const RankTable>(std::move(table));
}

/// A request for colours in `scheme`. Its tables live as long as the tests.
inline RenderRequest request_with(const kernels::ColourScheme &scheme) {
    Location location;
    location.view.rotation_degrees = 20;
    location.colour = scheme;
    RenderRequest request =
        make_request(location, {640, 480}, {0, 0, 640, 480}, {}, Precision::f64);
    static const auto lut = ruler();
    static const auto ranks = some_ranks();
    request.colour.lut = lut;
    request.colour.ranks = ranks;
    return request;
}

/// The sums stay those of the last palette that was asked for.
inline kernels::ColourParams params_of(const RenderRequest &request) {
    static std::shared_ptr<const PaletteTable> lut;
    static std::vector<std::uint32_t> sums;
    if (lut != request.colour.lut) {
        lut = request.colour.lut;
        sums = palette_sums(lut->colours());
    }
    return colour_params(request.colour, request,
                         {lut->colours().data(),
                          request.colour.ranks ? request.colour.ranks->shares.data() : nullptr,
                          sums.empty() ? nullptr : sums.data(), lut->fine().data()});
}

/// One sample's colour.
struct One {
    std::uint32_t n = 7, atom = 0;
    double zx = 300, zy = 0, gx = 1, gy = 0, trap = 0;

    std::uint32_t colour(const kernels::ColourParams &params) {
        kernels::SamplePlanes<double> planes{&n, &zx, &zy, 1, 1, &gx, &gy, &trap, &atom};
        return kernels::colour_pixel(planes, 0, 0, 1, params);
    }
};

/// A palette that names its own entries.
struct Ruler {
    Ruler() : lut(1U << 24) {
        std::iota(lut.begin(), lut.end(), 0U);
        params.lut = lut.data();
        params.lut_size = 1 << 24;
        params.density = 1;
        params.inverse_log2_bailout2 = static_cast<float>(kernels::inverse_log2_squared(256));
    }
    double phase(One sample) const { return sample.colour(params) / double(1 << 24); }
    std::vector<std::uint32_t> lut;
    kernels::ColourParams params;
};

} // namespace fathom
