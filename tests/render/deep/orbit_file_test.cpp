// Reference orbits as files: what comes back, and what is refused.
#include "render/base/error.h"
#include "render/deep/orbit_file.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/same_orbits.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <zlib.h>

namespace fathom::orbit_file_test {

ReferenceSpec spec_of(const char *formula, const char *re, const char *im, std::uint64_t limit,
                      const char *radius = "0") {
    ReferenceSpec spec;
    spec.formula.id = *kernels::find_formula(formula);
    spec.re = Decimal::parse(re);
    spec.im = Decimal::parse(im);
    spec.radius = Decimal::parse(radius);
    spec.limit = limit;
    spec.bits = 100;
    return spec;
}

ReferenceSpec julia_of(ReferenceSpec spec, const char *re, const char *im) {
    spec.formula.julia = true;
    spec.formula.seed_re = Decimal::parse(re);
    spec.formula.seed_im = Decimal::parse(im);
    return spec;
}

std::shared_ptr<const ReferenceOrbit> orbit_of(const ReferenceSpec &spec) {
    const std::atomic<bool> stop = false;
    return ReferenceMaker().make(spec, stop);
}

struct Case {
    const char *name;
    ReferenceSpec spec;
    OrbitEnd end;
};

ReferenceSpec phoenix_of(ReferenceSpec spec) {
    spec.formula.parameter_re = -0.1; // no decimal of so few digits is that double
    spec.formula.parameter_im = 0.3;
    return spec;
}

std::vector<Case> cases() {
    return {{"limit", spec_of("mandelbrot", "-0.1", "0.1", 70'000), OrbitEnd::kNone},
            {"escape", spec_of("mandelbrot", "-0.75", "0.01", 5000), OrbitEnd::kEscape},
            {"period", spec_of("mandelbrot", "-1.7548776662466927600495", "0", 700, "1e-3"),
             OrbitEnd::kPeriod},
            {"ship", spec_of("burning-ship", "-1.7625", "-0.028", 300), OrbitEnd::kEscape},
            {"eighth", spec_of("multibrot-8", "0.1", "0.1", 300), OrbitEnd::kNone},
            {"julia", julia_of(spec_of("mandelbrot", "0.1", "0.2", 600), "-0.8", "0.156"),
             OrbitEnd::kEscape},
            {"phoenix", phoenix_of(spec_of("phoenix", "-1.2", "0.1", 300)), OrbitEnd::kEscape},
            {"phoenix's julia",
             julia_of(phoenix_of(spec_of("phoenix", "0.1", "0.2", 600)), "-0.1", "0.1"),
             OrbitEnd::kNone}};
}

/// Every bit that a picture depends on.
void expect_same(const ReferenceOrbit &a, const ReferenceOrbit &b) {
    EXPECT_EQ(a.spec.formula, b.spec.formula);
    EXPECT_EQ(a.spec.re, b.spec.re);
    EXPECT_EQ(a.spec.im, b.spec.im);
    EXPECT_EQ(a.spec.bits, b.spec.bits);
    EXPECT_EQ(a.bits, b.bits);
    expect_same_points(a, b);
}

class OrbitFile : public testing::Test {
  protected:
    std::string refusal(const std::string &bytes) const {
        write_all(file_, bytes);
        std::string message = message_of<InputError>([&] { read_orbit_file(file_); });
        EXPECT_TRUE(contains(message, file_.string()));
        EXPECT_EQ(message.find('\n'), std::string::npos);
        return message;
    }
    std::string small_file() const {
        write_orbit_file(file_, *orbit_of(spec_of("mandelbrot", "0.25", "0.5", 12)));
        return read_all(file_);
    }

    const TempFolder folder_;
    const std::filesystem::path file_ = folder_ / "a.orbit";
};

/// The file with right checksums, whatever was done to it: signature, then blocks of type, size,
/// data and sum.
std::string resealed(std::string bytes) {
    uLong sum = crc32(0, reinterpret_cast<const Bytef *>(bytes.data()), 8);
    for (std::size_t at = 8; at + 12 <= bytes.size();) {
        std::uint32_t size = 0;
        std::memcpy(&size, bytes.data() + at + 4, 4);
        sum = crc32(sum, reinterpret_cast<const Bytef *>(bytes.data() + at), size + 8);
        const auto stored = static_cast<std::uint32_t>(sum);
        std::memcpy(bytes.data() + at + 8 + size, &stored, 4);
        at += size + 12;
    }
    return bytes;
}

/// With another header.
std::string replaced(std::string bytes, const std::string &from, const std::string &to) {
    const std::size_t at = bytes.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    std::uint32_t size = 0;
    std::memcpy(&size, bytes.data() + 12, 4);
    size += static_cast<std::uint32_t>(to.size() - from.size());
    std::memcpy(bytes.data() + 12, &size, 4);
    return resealed(bytes.replace(at, from.size(), to));
}

TEST_F(OrbitFile, GivesEveryBitBack) {
    for (const Case &one : cases()) {
        SCOPED_TRACE(one.name);
        const auto orbit = orbit_of(one.spec);
        EXPECT_EQ(orbit->end, one.end);
        write_orbit_file(file_, *orbit);
        expect_same(*read_orbit_file(file_), *orbit);
    }
}

TEST_F(OrbitFile, KeepsPointsBelowDoubles) {
    // So deep that its last point is no double any more.
    ReferenceSpec spec = spec_of("mandelbrot", "-2", "0", 500);
    spec.re = Decimal::parse("-2") + Decimal::parse("1e-400");
    spec.bits = 3000;
    const auto orbit = orbit_of(spec);
    write_orbit_file(file_, *orbit);
    expect_same(*read_orbit_file(file_), *orbit);
    ReferenceSpec near_0 = spec_of("mandelbrot", "1e-400", "0", 50);
    near_0.bits = 3000;
    const auto small = orbit_of(near_0);
    ASSERT_GT(small->tiny.size(), 1U);
    EXPECT_LT(small->tiny[1].z.exponent, -1300);
    write_orbit_file(file_, *small);
    expect_same(*read_orbit_file(file_), *small);
}

/// Spec of an orbit that is packed.
ReferenceSpec packed_spec(const char *re, const char *im, std::uint64_t limit, long bits = 128) {
    ReferenceSpec spec = spec_of("mandelbrot", re, im, limit);
    spec.max_bytes = limit * 24;
    spec.bits = bits;
    return spec;
}

/// One with corrections: beside the tip, where an orbit that does not end grows by 2 bits a step.
const ReferenceSpec kCorrected = packed_spec("-1.9999999999999", "0", 2000, 6000);

TEST_F(OrbitFile, PackedGivesEveryBitBack) {
    for (const ReferenceSpec &spec :
         {packed_spec("-0.1", "0.1", 70'000), packed_spec("-0.1", "0.1", 1025),
          packed_spec("-0.743643887037158704752191506114774", "0.131825904205311970493132056385139",
                      60'000),
          kCorrected}) {
        const auto orbit = orbit_of(spec);
        ASSERT_NE(packed_points(*orbit), nullptr) << spec.re.to_string() << ": " << orbit->z.size();
        write_orbit_file(file_, *orbit);
        const auto again = read_orbit_file(file_);
        expect_same(*again, *orbit);
        EXPECT_EQ(packed_points(*again)->bytes(), packed_points(*orbit)->bytes());
        EXPECT_LT(std::filesystem::file_size(file_),
                  packed_points(*orbit)->bytes() + 28 * orbit->tiny.size() + 500);
    }
}

TEST_F(OrbitFile, PackedIsRefusedWhereItIsDamagedOrLies) {
    write_orbit_file(file_, *orbit_of(kCorrected));
    const std::string whole = read_all(file_);
    for (std::size_t at = 0; at < whole.size(); at += 5) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0x10);
        write_all(file_, changed);
        EXPECT_THROW(read_orbit_file(file_), InputError) << at;
        write_all(file_, whole.substr(0, at));
        EXPECT_THROW(read_orbit_file(file_), InputError) << at;
    }
    const std::size_t ways = whole.find("WAYS") + 8, corrections = whole.find("CORR") + 8;
    const auto with = [&](std::size_t at, const auto &value) {
        std::string changed = whole;
        std::memcpy(changed.data() + at, &value, sizeof(value));
        return resealed(changed);
    };
    EXPECT_TRUE(contains(refusal(with(ways, std::nan(""))), "damaged"));
    EXPECT_TRUE(contains(refusal(with(ways, 1e300)), "damaged"));
    EXPECT_TRUE(contains(refusal(with(ways, 1.5)), "damaged")); // its orbit escapes, far
    EXPECT_TRUE(contains(refusal(with(corrections, std::uint64_t{0})), "damaged"));
    EXPECT_TRUE(contains(refusal(with(corrections, std::uint64_t{1} << 40U)), "damaged"));
    EXPECT_TRUE(contains(refusal(with(corrections + 40, std::uint64_t{1})), "damaged"));
    EXPECT_TRUE(contains(refusal(replaced(whole, "mandelbrot", "burning-ship")), "z^p + c"));
    EXPECT_TRUE(contains(refusal(replaced(whole, "tiny = 1", "tiny = 2")), "bytes where"));
    EXPECT_TRUE(
        contains(refusal(replaced(whole, "corrections = ", "corrections = 9")), "bytes where"));
    EXPECT_TRUE(contains(refusal(replaced(whole, "corrections = ", "corrections = 99999")),
                         "more points than"));
}

TEST_F(OrbitFile, IsRefusedWithAnyByteChanged) {
    const std::string whole = small_file();
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const int flip : {1, 0x80, 0xff}) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ flip);
            write_all(file_, changed);
            EXPECT_THROW(read_orbit_file(file_), InputError) << at << ' ' << flip;
        }
}

TEST_F(OrbitFile, IsRefusedAtAnyOtherLength) {
    const std::string whole = small_file();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        write_all(file_, whole.substr(0, size));
        EXPECT_THROW(read_orbit_file(file_), InputError) << size;
    }
    EXPECT_TRUE(contains(refusal(whole + "x"), "bytes where its orbit takes"));
    EXPECT_TRUE(contains(refusal(whole.substr(0, whole.size() - 1)), "copy or make it again"));
    EXPECT_TRUE(contains(refusal("no orbit at all"), "no reference orbit"));
    EXPECT_TRUE(contains(message_of<InputError>([&] { read_orbit_file(folder_.path()); }),
                         "cannot be read"));
}

TEST_F(OrbitFile, BlocksThatChangePlacesAreFound) {
    const std::size_t block = (std::size_t{1} << 20) + 12;
    write_orbit_file(file_, *orbit_of(spec_of("mandelbrot", "-0.1", "0.1", 140'000)));
    std::string bytes = read_all(file_);
    const std::size_t first = bytes.find("PNTS");
    std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(first),
                     bytes.begin() + static_cast<std::ptrdiff_t>(first + block),
                     bytes.begin() + static_cast<std::ptrdiff_t>(first + block));
    EXPECT_TRUE(contains(refusal(bytes), "damaged"));
}

// With checksums that agree: whoever writes such a file means it.
TEST_F(OrbitFile, LiesAreRefused) {
    const std::string whole = small_file();
    EXPECT_EQ(resealed(whole), whole);
    EXPECT_TRUE(contains(refusal(replaced(whole, "points = 13", "points = 99")), "bytes where"));
    EXPECT_TRUE(contains(refusal(replaced(whole, "points = 13", "points = 1")), "from 2"));
    EXPECT_TRUE(contains(refusal(replaced(whole, "tiny = 1", "tiny = 0")), "bytes where"));
    EXPECT_TRUE(contains(refusal(replaced(whole, "bits = 100", "bits = 0")), "bits"));
    EXPECT_TRUE(contains(refusal(replaced(whole, "mandelbrot", "nova")), "formula"));
    const std::string looking_back = replaced(whole, "mandelbrot", "phoenix");
    EXPECT_TRUE(contains(refusal(looking_back), "parameter_re"));
    const auto with_parameter = [&](const std::string &re) {
        return replaced(looking_back,
                        "tiny = ", "parameter_re = " + re + "\nparameter_im = 0\ntiny = ");
    };
    EXPECT_TRUE(contains(refusal(with_parameter("11")), "parameter_re"));
    EXPECT_TRUE(contains(
        refusal(replaced(with_parameter("0.5"), "end = \"limit\"", "end = \"period\"")), "escape"));
    EXPECT_TRUE(contains(refusal(replaced(whole, "\"0.25\"", "\"abcd\"")), "decimal number"));
    EXPECT_TRUE(contains(refusal(replaced(whole, "\"0.25\"", "\"1e9\"")), "10000"));
    EXPECT_TRUE(
        contains(refusal(replaced(whole, "fathom_orbit = 1", "fathom_orbit = 3")), "newer Fathom"));
    EXPECT_TRUE(
        contains(refusal(replaced(whole, "fathom_orbit = 1", "fathom_orbit = 2")), "corrections"));
    EXPECT_TRUE(contains(refusal(replaced(whole, "im = ", "xm = ")), "missing"));

    const std::size_t points = whole.find("PNTS") + 8;
    const auto with_double = [&](std::size_t at, double value) {
        std::string changed = whole;
        std::memcpy(changed.data() + at, &value, sizeof(value));
        return resealed(changed);
    };
    EXPECT_TRUE(contains(refusal(with_double(points + 32, std::nan(""))), "damaged"));
    EXPECT_TRUE(contains(refusal(with_double(points + 40, HUGE_VAL)), "damaged"));
    EXPECT_TRUE(contains(refusal(with_double(points + 32, 1e200)), "damaged"));
    // Z_0 is 0, and has an exponent; what is not tiny has none.
    EXPECT_TRUE(contains(refusal(with_double(points, 0.5)), "damaged"));
    std::string elsewhere = whole;
    elsewhere[whole.find("TINY") + 8] = 3;
    EXPECT_TRUE(contains(refusal(resealed(elsewhere)), "damaged"));
}

TEST_F(OrbitFile, TakesNoMemoryForWhatIsNotThere) {
    const std::string whole = small_file();
    const std::string lie = replaced(whole, "points = 13", "points = 3999999999");
    EXPECT_TRUE(contains(refusal(lie), "bytes where its orbit takes 64000"));
    write_all(file_, whole);
    const std::string message = message_of<InputError>([&] { read_orbit_file(file_, 100); });
    EXPECT_TRUE(contains(message, "memory"));
}

TEST_F(OrbitFile, AFullDiskLeavesTheOldFile) {
    const std::string whole = small_file();
    const auto orbit = orbit_of(spec_of("mandelbrot", "-0.1", "0.1", 70'000));
    {
        const FileSizeLimit limit(100'000);
        EXPECT_THROW(write_orbit_file(file_, *orbit), DiskError);
    }
    EXPECT_EQ(read_all(file_), whole);
    EXPECT_EQ(folder_.count(), 1);
}

} // namespace fathom::orbit_file_test
