// Named places and the folders that keep them: bookmarks and the gallery.
#include "render/base/error.h"
#include "render/places/location_toml.h"
#include "render/places/place_folder.h"
#include "tests/support/temp_folder.h"
#include "ui/state/natural_order.h"

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <set>

namespace fathom::ui::places_test {

NamedPlace seahorse() {
    NamedPlace place;
    place.name = "Seahorse \"Tal\" \\ \xc3\xa4\xe2\x82\xac\xf0\x9f\x90\x8e";
    place.note = "two\nlines";
    place.location.view.re = Decimal::parse("-0.74364388703715904212345678901234567890");
    place.location.view.im = Decimal::parse("0.1318259042053");
    place.location.view.zoom = Decimal::parse("1e30");
    place.location.palette = "ember";
    place.location.iterations = 4321;
    return place;
}

SmallPicture chequers(std::uint32_t bright) {
    SmallPicture picture{kThumbnailWidth, kThumbnailHeight, {}};
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            picture.rgba.push_back(((x ^ y) & 8) != 0 ? 0xff000000U | bright : 0xff102030U);
    return picture;
}

TEST(NamedPlace, ComesBackFromItsText) {
    const NamedPlace place = seahorse();
    EXPECT_EQ(parse_named_place(to_text(place), "test"), place);
    // Readers of locations can go there, and have nothing to complain about.
    const ParsedLocation parsed = parse_location(to_text(place), "test");
    EXPECT_EQ(parsed.location, place.location);
    EXPECT_TRUE(parsed.warnings.empty()) << parsed.warnings.front().what;
}

TEST(NamedPlace, IsPrintableAscii) {
    for (const char c : to_text(seahorse()))
        EXPECT_TRUE((c >= 0x20 && c < 0x7f) || c == '\n') << static_cast<int>(c);
}

TEST(NamedPlace, TidiesWhatStrangersWrite) {
    EXPECT_EQ(tidied_text("a\tb\x01\nc", 100, false), "a b  c");
    EXPECT_EQ(tidied_text("a\nb", 100, true), "a\nb");
    EXPECT_EQ(tidied_text("\xff\xc3(\xed\xa0\x80\xc0\xaf", 100, false),
              std::string("?") + "?(?????");               // not UTF-8
    EXPECT_EQ(tidied_text("ab\xc3\xa4", 3, false), "ab");  // never half a character
    EXPECT_EQ(tidied_text("\xc2\x85x", 100, false), " x"); // a control character of Latin 1
    NamedPlace place;
    place.name = std::string(5000, 'n');
    place.note = std::string(50000, 'm');
    const NamedPlace read = parse_named_place(to_text(place), "test");
    EXPECT_EQ(read.name.size(), NamedPlace::kMaxName);
    EXPECT_EQ(read.note.size(), NamedPlace::kMaxNote);
}

TEST(NamedPlace, RefusesANameThatIsNone) {
    const std::string text = to_text(NamedPlace());
    const std::string broken = text.substr(0, text.find("[about]")) + "[about]\nname = 3\n";
    EXPECT_TRUE(
        contains(message_of<InputError>([&] { (void)parse_named_place(broken, "place.toml"); }),
                 "place.toml:"));
}

TEST(PlaceFolder, KeepsWhatWasAdded) {
    const TempFolder folder;
    const PlaceFolder places(folder / "deep" / "bookmarks");
    EXPECT_TRUE(places.list().places.empty());
    EXPECT_TRUE(places.list().warnings.empty());
    const std::string id = places.add(seahorse(), chequers(0xffffff));
    EXPECT_EQ(id, "seahorse-tal");
    const PlaceListing listing = places.list();
    ASSERT_EQ(listing.places.size(), 1u);
    EXPECT_EQ(listing.places[0].id, id);
    EXPECT_EQ(listing.places[0].place, seahorse());
    EXPECT_EQ(read_small_png(places.thumbnail_path(id)), chequers(0xffffff));
}

TEST(PlaceFolder, NeverLeavesItsFolder) {
    const TempFolder folder;
    std::filesystem::create_directory(folder / "inner");
    const PlaceFolder places(folder / "inner");
    for (const char *name : {"../../x", "/etc/passwd", "..", ".", "", "con\n/../y", "\xc3\xa4"}) {
        NamedPlace place;
        place.name = name;
        const std::string id = places.add(place, std::nullopt);
        EXPECT_TRUE(is_place_id(id)) << id;
    }
    EXPECT_EQ(places.list().places.size(), 7u);
    EXPECT_EQ(folder.count(), 1); // nothing beside the inner folder
    for (const char *id : {"../x", "a/b", "", "A", "x.toml", "a b"}) {
        EXPECT_THROW((void)places.thumbnail_path(id), InputError) << id;
        EXPECT_THROW((void)places.remove(id), InputError) << id;
        EXPECT_THROW(places.change(id, "n", ""), InputError) << id;
    }
}

TEST(PlaceFolder, GivesTheSameNameAnotherId) {
    const TempFolder folder;
    const PlaceFolder places(folder.path());
    EXPECT_EQ(places.add(seahorse(), std::nullopt), "seahorse-tal");
    EXPECT_EQ(places.add(seahorse(), std::nullopt), "seahorse-tal-2");
    EXPECT_EQ(places.add(seahorse(), std::nullopt), "seahorse-tal-3");
    EXPECT_EQ(places.list().places.size(), 3u);
}

TEST(PlaceFolder, ChangesNameAndNoteAlone) {
    const TempFolder folder;
    const PlaceFolder places(folder.path());
    const std::string id = places.add(seahorse(), chequers(0x00ff00));
    places.change(id, "another", "note");
    NamedPlace expected = seahorse();
    expected.name = "another";
    expected.note = "note";
    EXPECT_EQ(places.list().places.at(0).place, expected);
    EXPECT_EQ(read_small_png(places.thumbnail_path(id)), chequers(0x00ff00));
    EXPECT_THROW(places.change("nowhere", "a", "b"), InputError);
}

TEST(PlaceFolder, PutsBackWhatWasRemoved) {
    const TempFolder folder;
    const PlaceFolder places(folder.path());
    const std::string id = places.add(seahorse(), chequers(0x0000ff));
    const RemovedPlace removed = places.remove(id);
    EXPECT_EQ(folder.count(), 0);
    EXPECT_THROW((void)places.remove(id), InputError);
    EXPECT_EQ(places.put_back(removed), id);
    EXPECT_EQ(places.list().places.at(0).place, seahorse());
    EXPECT_EQ(read_small_png(places.thumbnail_path(id)), chequers(0x0000ff));
    // Its name is taken by now.
    EXPECT_EQ(places.put_back(removed), id + "-2");
    // The longest id is kept whole, and a picture that cannot go does not lose the place.
    const std::string longest(80, 'a');
    const std::filesystem::path text = folder.path() / (longest + ".toml");
    const std::filesystem::path picture = folder.path() / (longest + ".png");
    std::filesystem::rename(folder.path() / (id + ".toml"), text);
    std::filesystem::create_directories(picture / "in the way");
    const RemovedPlace kept = places.remove(longest);
    std::filesystem::remove_all(picture);
    EXPECT_EQ(places.put_back(kept), longest);
}

TEST(PlaceFolder, MovesPlacesToItsFoldersAndReplacesNothing) {
    const TempFolder folder;
    const PlaceFolder root(folder.path());
    EXPECT_TRUE(root.folders().empty());
    const std::string id = root.add(seahorse(), chequers(0x00ff00));
    const PlaceFolder inner = root.in("deep-ones");
    EXPECT_EQ(root.move_to(inner, id), id);
    EXPECT_EQ(root.folders(), std::vector<std::string>{"deep-ones"});
    EXPECT_TRUE(root.list().places.empty());
    EXPECT_FALSE(std::filesystem::exists(root.thumbnail_path(id)));
    EXPECT_EQ(read_small_png(inner.thumbnail_path(id)), chequers(0x00ff00));
    const PlaceListing all = root.list_all();
    ASSERT_EQ(all.places.size(), 1u);
    EXPECT_EQ(all.places[0].folder, "deep-ones");
    EXPECT_EQ(all.places[0].place, seahorse());
    // Another of the same id comes beside it.
    NamedPlace other = seahorse();
    other.note = "another";
    EXPECT_EQ(root.add(other, std::nullopt), id);
    EXPECT_EQ(root.move_to(inner, id), id + "-2");
    EXPECT_EQ(inner.list().places.size(), 2u);
    EXPECT_EQ(read_small_png(inner.thumbnail_path(id)), chequers(0x00ff00));
    // And out again; what is gone by then is said.
    EXPECT_EQ(inner.move_to(root, id), id);
    EXPECT_EQ(root.list().places.size(), 1u);
    EXPECT_THROW((void)inner.move_to(root, id), InputError);
    // A folder goes once nothing is in it.
    root.remove_if_empty("deep-ones");
    EXPECT_EQ(root.folders(), std::vector<std::string>{"deep-ones"});
    (void)inner.remove(id + "-2");
    root.remove_if_empty("deep-ones");
    EXPECT_TRUE(root.folders().empty());
    root.remove_if_empty("");
    EXPECT_TRUE(std::filesystem::exists(folder.path()));
}

TEST(PlaceFolder, RenamesFoldersAndReplacesNothing) {
    const TempFolder folder;
    const PlaceFolder root(folder.path());
    const std::string id = root.add(seahorse(), chequers(0x00ff00));
    ASSERT_EQ(root.move_to(root.in("deep"), id), id);
    ASSERT_EQ(root.add(seahorse(), std::nullopt), id);
    ASSERT_EQ(root.move_to(root.in("other"), id), id);
    EXPECT_EQ(root.rename("deep", "My Deep Ones!"), "my-deep-ones");
    EXPECT_EQ(root.folders(), (std::vector<std::string>{"my-deep-ones", "other"}));
    EXPECT_EQ(read_small_png(root.in("my-deep-ones").thumbnail_path(id)), chequers(0x00ff00));
    EXPECT_EQ(root.rename("other", "Other"), "other") << "its own name";
    const auto refused = [&root](const char *from, const char *to) -> std::string {
        try {
            return "renamed to " + root.rename(from, to);
        } catch (const InputError &error) {
            return error.what();
        }
    };
    EXPECT_EQ(refused("other", "my deep ones"),
              "there is a folder \"my-deep-ones\" already: choose another name");
    EXPECT_EQ(refused("other", " ../ "), "\" ../ \" cannot be a folder's name: give it a letter "
                                         "from a to z or a digit");
    EXPECT_EQ(refused("deep", "deeper"), "the folder \"deep\" is not there any more");
    EXPECT_THROW((void)root.rename("../x", "x"), InputError);
    EXPECT_EQ(root.in("other").list().places.size(), 1u);
}

TEST(PlaceFolder, HasFoldersOfPlainNamesAlone) {
    const TempFolder folder;
    const PlaceFolder root(folder.path());
    for (const char *name : {"../x", "a/b", "A", ".", "x.y", " "})
        EXPECT_THROW((void)root.in(name), InputError) << name;
    std::filesystem::create_directory(folder / "plain");
    std::filesystem::create_directory(folder / "Not plain");
    std::filesystem::create_directory(folder / ".hidden");
    std::ofstream(folder / "file") << "no folder";
    EXPECT_EQ(root.folders(), std::vector<std::string>{"plain"});
    EXPECT_EQ(place_id_from("My Deep Ones!"), "my-deep-ones");
}

TEST(PlaceFolder, TakesAThumbnailLater) {
    const TempFolder folder;
    const PlaceFolder places(folder.path());
    const std::string id = places.add(seahorse(), std::nullopt);
    EXPECT_FALSE(places.list().places.front().has_thumbnail);
    places.illustrate(id, chequers(0xffffff));
    EXPECT_TRUE(places.list().places.front().has_thumbnail);
    EXPECT_EQ(read_small_png(places.thumbnail_path(id)).rgba, chequers(0xffffff).rgba);
    EXPECT_THROW(places.illustrate("nobody", chequers(0)), InputError);
    EXPECT_FALSE(std::filesystem::exists(places.thumbnail_path("nobody")));
}

TEST(NaturalOrder, CountsNumbersByTheirValues) {
    const std::vector<const char *> sorted = {"a9",
                                              "a10",
                                              "Ab",
                                              "Mandelbrot at 0.5x",
                                              "Mandelbrot at 1e99999999x",
                                              "Mandelbrot at 2x",
                                              "Mandelbrot at 1024x",
                                              "Mandelbrot at 1.0e+06x",
                                              "Mandelbrot at 3e6x",
                                              "Mandelbrot at 1e400x",

                                              "mandelbrot b",
                                              "z"};
    for (std::size_t a = 0; a < sorted.size(); ++a)
        for (std::size_t b = 0; b < sorted.size(); ++b)
            EXPECT_EQ(natural_less(sorted[a], sorted[b]), a < b) << sorted[a] << ", " << sorted[b];
}

TEST(PlaceFolder, NamesFilesThatAreNoPlaces) {
    const TempFolder folder;
    const PlaceFolder places(folder.path());
    places.add(seahorse(), std::nullopt);
    write_all(folder / "broken.toml", "fathom = 1\nre = [[[");
    write_all(folder / "huge.toml", std::string(3 << 20, 'x'));
    write_all(folder / "Foreign Name.toml", "whatever");
    write_all(folder / "notes.txt", "whatever");
    std::filesystem::create_directory(folder / "folder.toml");
    const PlaceListing listing = places.list();
    EXPECT_EQ(listing.places.size(), 1u);
    ASSERT_EQ(listing.warnings.size(), 3u);
    EXPECT_TRUE(contains(listing.warnings[0], "broken.toml:2"));
    EXPECT_TRUE(contains(listing.warnings[1], "folder.toml"));
    EXPECT_TRUE(contains(listing.warnings[2], "huge.toml"));
}

TEST(PlaceFolder, ReadsSoManyAndNoMore) {
    const TempFolder folder;
    const std::string text = to_text(NamedPlace());
    for (std::size_t i = 0; i < PlaceFolder::kMaxPlaces + 5; ++i)
        write_all(folder / fmt::format("p{}.toml", i).c_str(), text);
    const PlaceListing listing = PlaceFolder(folder.path()).list();
    EXPECT_EQ(listing.places.size(), PlaceFolder::kMaxPlaces);
    ASSERT_EQ(listing.warnings.size(), 1u);
    EXPECT_TRUE(contains(listing.warnings[0], "5 places were left out"));
}

TEST(PlaceFolder, SaysWhereItCannotWrite) {
    const TempFolder folder;
    write_all(folder / "file", "");
    const PlaceFolder places(folder / "file" / "bookmarks");
    EXPECT_TRUE(contains(message_of<DiskError>([&] { (void)places.add(seahorse(), std::nullopt); }),
                         "bookmarks"));
}

TEST(SmallPicture, RefusesWhatIsNoThumbnail) {
    const TempFolder folder;
    const std::filesystem::path path = folder / "x.png";
    EXPECT_THROW((void)read_small_png(path), InputError);
    write_all(path, "not a PNG");
    EXPECT_THROW((void)read_small_png(path), InputError);
    write_all(path, std::string(2 << 20, '\0'));
    EXPECT_THROW((void)read_small_png(path), InputError);
    write_small_png(path, chequers(0xffffff));
    std::string bytes = read_all(path);
    write_all(path, bytes.substr(0, bytes.size() / 2));
    EXPECT_THROW((void)read_small_png(path), InputError);
    SmallPicture wide{600, 1, std::vector<std::uint32_t>(600, 0xff000000U)};
    write_small_png(path, wide);
    EXPECT_TRUE(contains(message_of<InputError>([&] { (void)read_small_png(path); }), "600 x 1"));
}

TEST(SmallPicture, ThumbnailIsTheMeanInLinearLight) {
    // Columns of black and white: the mean of 0 and 1 is 0.5, which sRGB writes as 188.
    const int width = 4 * kThumbnailWidth;
    const int height = 2 * kThumbnailHeight;
    std::vector<std::uint32_t> rgba;
    for (int i = 0; i < width * height; ++i)
        rgba.push_back(i % 2 == 0 ? 0xff000000U : 0x7fffffffU);
    const SmallPicture small = make_thumbnail(rgba, width, height);
    ASSERT_EQ(small.width, kThumbnailWidth);
    ASSERT_EQ(small.height, kThumbnailHeight);
    EXPECT_EQ(std::set<std::uint32_t>(small.rgba.begin(), small.rgba.end()),
              std::set<std::uint32_t>{0xffbcbcbcU});
}

TEST(SmallPicture, ThumbnailShowsTheMiddle) {
    // Twice as wide as high, and red but for the middle: what is cut off is as much on both sides.
    const int height = 2 * kThumbnailHeight;
    const int width = 2 * height;
    const int cut = height * kThumbnailWidth / kThumbnailHeight;
    std::vector<std::uint32_t> rgba;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            rgba.push_back(x >= (width - cut) / 2 && x < (width + cut) / 2 ? 0xff00ff00U
                                                                           : 0xff0000ffU);
    const SmallPicture small = make_thumbnail(rgba, width, height);
    EXPECT_EQ(std::set<std::uint32_t>(small.rgba.begin(), small.rgba.end()),
              std::set<std::uint32_t>{0xff00ff00U});
    // A picture of one pixel has a thumbnail, too.
    EXPECT_EQ(make_thumbnail(std::vector<std::uint32_t>{0xff123456U}, 1, 1).rgba.front(),
              0xff123456U);
}

} // namespace fathom::ui::places_test
