#include "tests/support/bits.h"

#include "render/engines/devices.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fathom {
namespace {

bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_sample(const SampleBuffer &a, std::size_t at, const SampleBuffer &b, std::size_t there) {
    if (a.n()[at] != b.n()[there])
        return false;
    if (b.contents() == FrameContents::samples &&
        !(same_bits(a.zx(at), b.zx(there)) && same_bits(a.zy(at), b.zy(there))))
        return false;
    if (a.has_gradient() && !(same_bits(a.gx(at), b.gx(there)) && same_bits(a.gy(at), b.gy(there))))
        return false;
    return !a.has_all() || (same_bits(a.trap(at), b.trap(there)) && a.atom(at) == b.atom(there));
}

} // namespace

Size odd_size(int pixels) {
    const int width = static_cast<int>(std::sqrt(1.6 * pixels)) | 1;
    return {width, std::max(1, pixels / width)};
}

ComputedPicture compute(Engine &engine, const RenderRequest &request) {
    const std::atomic<bool> stop = false;
    const auto frame = engine.make_frame(request);
    EXPECT_TRUE(frame->iterate(stop));
    EXPECT_TRUE(frame->complete());
    ComputedPicture picture;
    if (request.contents != FrameContents::colours)
        frame->read_samples(picture.samples);
    if (request.contents != FrameContents::counts) {
        picture.rgba.resize(static_cast<std::size_t>(request.size.width) * request.size.height);
        frame->read_rgba(picture.rgba.data());
    }
    return picture;
}

Tally &Tally::operator+=(const Tally &other) {
    pixels += other.pixels;
    samples_differ += other.samples_differ;
    colours_differ += other.colours_differ;
    return *this;
}

Tally differences(const ComputedPicture &expected, const ComputedPicture &got, std::size_t first,
                  FrameContents contents) {
    Tally tally;
    tally.pixels = expected.rgba.size();
    for (std::size_t at = 0; at < expected.rgba.size(); ++at) {
        const std::size_t there = first + at;
        if (contents != FrameContents::colours)
            tally.samples_differ += !same_sample(expected.samples, at, got.samples, there);
        if (contents != FrameContents::counts)
            tally.colours_differ += expected.rgba[at] != got.rgba[there];
    }
    return tally;
}

BitsReport::~BitsReport() {
    for (const auto &[name, tally] : tallies_)
        std::printf("BITS %s: %ju pixels, %ju samples and %ju colours differ\n", name.c_str(),
                    std::uintmax_t{tally.pixels}, std::uintmax_t{tally.samples_differ},
                    std::uintmax_t{tally.colours_differ});
}

void BitsReport::add(const std::string &name, const Tally &tally) {
    EXPECT_EQ(tally.samples_differ, 0u) << name;
    EXPECT_EQ(tally.colours_differ, 0u) << name;
    tallies_[name] += tally;
}

std::vector<NamedEngine> cpu_engines() {
    std::vector<NamedEngine> engines;
    for (const std::string &set : cpu_instruction_sets())
        engines.push_back({"cpu " + set, make_engine("cpu", {3, set})});
    return engines;
}

std::vector<NamedEngine> gpu_engines() {
    std::vector<NamedEngine> gpus;
    for (const DeviceInfo &device : list_devices().devices)
        if (device.kind == "gpu")
            gpus.push_back({device.id, make_engine(device.id)});
    if (gpus.size() > 1)
        gpus.push_back({"gpu", make_engine("gpu")}); // all together
    return gpus;
}

void check_all_ways(const NamedEngine &candidate, RenderRequest request,
                    const ComputedPicture &expected, BitsReport &report) {
    struct Way {
        const char *name;
        FrameContents contents;
        bool progressive;
    };
    static constexpr Way kWays[] = {{"samples", FrameContents::samples, false},
                                    {"progressive", FrameContents::samples, true},
                                    {"counts", FrameContents::counts, false},
                                    {"colours", FrameContents::colours, false}};
    for (const bool shortcuts : {true, false}) {
        for (const Way &way : kWays) {
            if (way.progressive && request.points)
                continue;
            SCOPED_TRACE(way.name);
            request.shortcuts = shortcuts;
            request.contents = way.contents;
            request.progressive = way.progressive;
            const Tally tally =
                differences(expected, compute(*candidate.engine, request), 0, way.contents);
            report.add(fmt::format("{} {} {}", candidate.name, to_string(request.precision),
                                   shortcuts ? "shortcuts" : "no shortcuts"),
                       tally);
        }
    }
}

} // namespace fathom
