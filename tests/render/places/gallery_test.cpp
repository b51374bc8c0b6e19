// The places that come with Fathom: each can be read, has a name of its own and a thumbnail that
// shows it.
#include "render/import/location_file.h"
#include "render/places/place_folder.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace fathom::gallery_test {

const std::filesystem::path kAssets = std::filesystem::path(FATHOM_SOURCE_DIR) / "assets";
constexpr std::size_t kLeastPlaces = 24;
constexpr std::uintmax_t kMostBytes = 25'000;

PlaceListing gallery() {
    return PlaceFolder(kAssets / "places").list();
}

/// A thumbnail's look: the mean colours of 24 x 15 blocks of 8 x 8 pixels, which neither dithering
/// nor samples at other places inside pixels change much.
std::vector<double> look(const SmallPicture &picture) {
    constexpr int kBlock = 8;
    std::vector<double> means;
    for (int y = 0; y + kBlock <= picture.height; y += kBlock)
        for (int x = 0; x + kBlock <= picture.width; x += kBlock)
            for (const int shift : {0, 8, 16}) {
                double sum = 0;
                for (int i = 0; i < kBlock * kBlock; ++i) {
                    const int at = (y + i / kBlock) * picture.width + x + i % kBlock;
                    sum += picture.rgba[static_cast<std::size_t>(at)] >> shift & 255;
                }
                means.push_back(sum / (kBlock * kBlock));
            }
    return means;
}

/// Mean difference of two looks, 0 to 255.
double distance(const std::vector<double> &a, const std::vector<double> &b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += std::abs(a[i] - b[i]);
    return sum / static_cast<double>(a.size());
}

constexpr double kAlike = 8;

TEST(Gallery, HasPlacesWithNamesOfTheirOwn) {
    const PlaceListing listing = gallery();
    if (listing.places.empty() && !std::filesystem::exists(FATHOM_SOURCE_DIR))
        GTEST_SKIP() << "the sources are not on this machine";
    EXPECT_TRUE(listing.warnings.empty()) << listing.warnings.front();
    EXPECT_GE(listing.places.size(), kLeastPlaces);
    std::set<std::string> names;
    std::set<std::string> formulas;
    for (const StoredPlace &stored : listing.places) {
        EXPECT_TRUE(names.insert(stored.place.name).second) << stored.place.name;
        EXPECT_NE(stored.place.name, stored.id) << "has no name";
        EXPECT_NE(stored.place.note, "") << stored.id;
        formulas.insert(kernels::formula_info(stored.place.location.formula.id).id);
    }
    EXPECT_GE(formulas.size(), 8u);
}

TEST(Gallery, FilesHoldNothingUnknown) {
    for (const StoredPlace &stored : gallery().places) {
        const auto path = kAssets / "places" / (stored.id + ".toml");
        const ParsedLocation parsed = read_location_file(path);
        EXPECT_TRUE(parsed.warnings.empty()) << parsed.warnings.front().what;
        EXPECT_EQ(parsed.location, stored.place.location);
        EXPECT_NO_THROW((void)load_lut(kAssets, parsed.location)) << stored.id;
    }
}

TEST(Gallery, ThumbnailsAreSmall) {
    const PlaceFolder folder(kAssets / "places");
    for (const StoredPlace &stored : gallery().places) {
        const std::filesystem::path path = folder.thumbnail_path(stored.id);
        ASSERT_TRUE(std::filesystem::exists(path)) << path << ": see scripts/thumbnails.sh";
        EXPECT_LE(std::filesystem::file_size(path), kMostBytes) << path;
        const SmallPicture picture = read_small_png(path);
        EXPECT_EQ(picture.width, kThumbnailWidth) << path;
        EXPECT_EQ(picture.height, kThumbnailHeight) << path;
    }
}

TEST(Gallery, ThumbnailsShowTheirPlaces) {
    const TempFolder work;
    const PlaceFolder folder(kAssets / "places");
    std::map<std::string, std::vector<double>> looks;
    for (const StoredPlace &stored : gallery().places) {
        const auto place = kAssets / "places" / (stored.id + ".toml");
        const auto picture = work / "picture.png";
        const auto result =
            run_fathom({"render", "--quiet", "--location", place.string(), "--size", "192x120",
                        "--samples", "4", "--device", "cpu", "-o", picture.string()});
        ASSERT_EQ(result.exit_code, 0) << result.err;
        looks[stored.id] = look(read_small_png(folder.thumbnail_path(stored.id)));
        EXPECT_LT(distance(looks[stored.id], look(read_small_png(picture))), kAlike)
            << stored.id << ": run scripts/thumbnails.sh";
    }
    // The same measure tells the places apart.
    for (const auto &[a, look_of_a] : looks)
        for (const auto &[b, look_of_b] : looks)
            if (a != b) {
                EXPECT_GT(distance(look_of_a, look_of_b), kAlike) << a << " and " << b;
            }
}

} // namespace fathom::gallery_test
