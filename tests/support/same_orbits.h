#pragma once
#include "render/deep/reference_orbit.h"

#include <cstring>
#include <gtest/gtest.h>

namespace fathom {

/// Expects two reference orbits to have the same points, in every bit, and the same ends, whatever
/// they were made for.
inline void expect_same_points(const ReferenceOrbit &a, const ReferenceOrbit &b) {
    EXPECT_EQ(a.restart, b.restart);
    EXPECT_EQ(a.period, b.period);
    EXPECT_EQ(a.escaped, b.escaped);
    EXPECT_EQ(a.end, b.end);
    EXPECT_EQ(a.critical_end, b.critical_end);
    ASSERT_EQ(a.z.size(), b.z.size());
    EXPECT_EQ(std::memcmp(a.z.data(), b.z.data(), a.z.size_bytes()), 0);
    ASSERT_EQ(a.tiny.size(), b.tiny.size());
    for (std::size_t i = 0; i < a.tiny.size(); ++i) {
        EXPECT_EQ(a.tiny[i].at, b.tiny[i].at);
        EXPECT_EQ(a.tiny[i].z.exponent, b.tiny[i].z.exponent);
        EXPECT_EQ(a.tiny[i].z.x, b.tiny[i].z.x);
        EXPECT_EQ(a.tiny[i].z.y, b.tiny[i].z.y);
    }
}

} // namespace fathom
