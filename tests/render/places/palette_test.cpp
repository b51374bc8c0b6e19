#include "render/places/own_palettes.h"
#include "render/places/palette.h"

#include "render/base/assets.h"
#include "render/base/error.h"
#include "tests/support/environment.h"
#include "tests/support/temp_folder.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace fathom::palette_test {

namespace fs = std::filesystem;

/// Nobody's palettes but those of a test's own folder.
class NoOwnPalettes {
  public:
    NoOwnPalettes() : environment_("XDG_DATA_HOME", folder_.path().string()) {}
    [[nodiscard]] fs::path file(const std::string &name) const {
        return folder_.path() / "fathom/palettes" / (name + ".toml");
    }

  private:
    TempFolder folder_;
    Environment environment_;
};

std::uint32_t rgba(const Palette::Stop &stop) {
    return 0xff000000u | static_cast<std::uint32_t>(stop.b << 16 | stop.g << 8 | stop.r);
}

int channel(std::uint32_t colour, int index) {
    return static_cast<int>(colour >> 8 * index & 255);
}

/// Largest difference of a channel.
int distance(std::uint32_t a, std::uint32_t b) {
    int largest = 0;
    for (int index = 0; index < 4; ++index) {
        largest = std::max(largest, std::abs(channel(a, index) - channel(b, index)));
    }
    return largest;
}

fs::path shipped_assets() {
    const auto found = find_assets_dir();
    EXPECT_TRUE(found) << "there are no assets beside the tests";
    return found.value_or("assets");
}

std::vector<Palette> shipped_palettes() {
    const NoOwnPalettes none;
    std::vector<Palette> palettes;
    for (const std::string &name : list_palettes(shipped_assets())) {
        palettes.push_back(load_palette(shipped_assets(), name));
    }
    return palettes;
}

Palette grey() {
    return {"grey", {{0.0, 0, 0, 0}, {0.5, 255, 255, 255}}};
}

TEST(Palette, LutGivesEachStopItsColour) {
    for (const Palette &palette : shipped_palettes()) {
        // positions are in thousandths, so each stop lies on an entry
        const std::vector<std::uint32_t> lut = make_lut(palette, 10000);
        const PaletteTable table(palette, 10000);
        ASSERT_EQ(lut.size(), 10000u);
        for (const Palette::Stop &stop : palette.stops) {
            const auto entry = static_cast<std::size_t>(std::lround(stop.position * 10000));
            EXPECT_EQ(lut[entry], rgba(stop)) << palette.name << " at " << stop.position;
            EXPECT_EQ(table[entry], rgba(stop));
            for (std::size_t channel = 0; channel < 3; ++channel) // what dithering keeps
                EXPECT_NEAR(table.fine()[3 * entry + channel] % 65536,
                            256 * (rgba(stop) >> 8 * channel & 255), 2)
                    << palette.name << " at " << stop.position;
        }
    }
}

TEST(Palette, EveryColourSurvivesTheRoundThroughOklab) {
    for (int value = 0; value < 256; ++value) {
        const auto v = static_cast<std::uint8_t>(value);
        const auto w = static_cast<std::uint8_t>(255 - value);
        for (const Palette::Stop &stop : {Palette::Stop{0, v, v, v},
                                          {0, v, 0, 0},
                                          {0, 0, v, w},
                                          {0, w, 255, v},
                                          {0, 3, w, v}}) {
            EXPECT_EQ(make_lut({"x", {stop}}, 3), std::vector<std::uint32_t>(3, rgba(stop)));
        }
    }
}

TEST(Palette, LutIsContinuousAroundTheCycle) {
    for (const Palette &palette : shipped_palettes()) {
        const std::vector<std::uint32_t> lut = make_lut(palette);
        ASSERT_EQ(lut.size(), 4096u);
        for (std::size_t i = 0; i < lut.size(); ++i) {
            EXPECT_LE(distance(lut[i], lut[(i + 1) % lut.size()]), 2) << palette.name << " " << i;
            EXPECT_EQ(lut[i] >> 24, 255u);
        }
    }
}

TEST(Palette, LutHasNoKinks) {
    // Averaged over a span wide enough for 8 bits, the slope just before a stop is that just after
    // it.
    Palette palette{"ramp", {{0.0, 10, 20, 30}, {0.2, 90, 100, 120}, {0.5, 200, 210, 220}}};
    const std::vector<std::uint32_t> lut = make_lut(palette, 1 << 16);
    const auto at = [&](double phase) {
        return channel(lut[static_cast<std::size_t>(phase * lut.size())], 0);
    };
    const double before = (at(0.2) - at(0.18)) / 0.02;
    const double after = (at(0.22) - at(0.2)) / 0.02;
    EXPECT_GT(before, 100.0);
    EXPECT_NEAR(before, after, 0.2 * before);
}

TEST(Palette, GreyStaysGreyAndNeverTurnsBack) {
    const std::vector<std::uint32_t> lut = make_lut(grey(), 1000);
    EXPECT_EQ(lut[0], 0xff000000u);
    EXPECT_EQ(lut[500], 0xffffffffu);
    for (std::size_t i = 0; i < lut.size(); ++i) {
        EXPECT_EQ(channel(lut[i], 0), channel(lut[i], 1)) << i;
        EXPECT_EQ(channel(lut[i], 0), channel(lut[i], 2)) << i;
        EXPECT_EQ(lut[i], lut[(1000 - i) % 1000]) << i;
        if (i > 0 && i <= 500) {
            EXPECT_GE(channel(lut[i], 0), channel(lut[i - 1], 0)) << i;
        }
    }
    // OKLab's half lightness: linear light 0.5^3, which sRGB's curve takes to 99
    EXPECT_EQ(channel(lut[250], 0), 99);
}

TEST(Palette, MatchesOklabComputedWithTheMathLibrary) {
    // Two stops: at a quarter of the cycle the curve is halfway between them, as both slopes are
    // zero.
    const Palette palette{"two", {{0.0, 200, 30, 60}, {0.5, 20, 120, 240}}};
    const auto linear = [](double v) {
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    const auto lab = [&](const Palette::Stop &s) {
        const double r = linear(s.r / 255.0), g = linear(s.g / 255.0), b = linear(s.b / 255.0);
        return std::array{std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
                          std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
                          std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)};
    };
    // OKLab is linear in the cube roots, so the middle may be taken there.
    const auto a = lab(palette.stops[0]);
    const auto b = lab(palette.stops[1]);
    const auto cube = [&](std::size_t i) { return std::pow((a[i] + b[i]) / 2, 3.0); };
    const double red = 4.0767416621 * cube(0) - 3.3077115913 * cube(1) + 0.2309699292 * cube(2);
    const double srgb = 1.055 * std::pow(red, 1 / 2.4) - 0.055;
    const std::uint32_t middle = make_lut(palette, 4)[1];
    EXPECT_EQ(channel(middle, 0), static_cast<int>(std::lround(srgb * 255)));
}

TEST(Palette, StopsMayStartAnywhere) {
    const Palette palette{"late", {{0.25, 255, 0, 0}, {0.75, 0, 0, 255}}};
    const std::vector<std::uint32_t> lut = make_lut(palette, 8);
    EXPECT_EQ(lut[2], 0xff0000ffu);
    EXPECT_EQ(lut[6], 0xffff0000u);
    EXPECT_EQ(lut[0], lut[4]); // both halfway
    EXPECT_EQ(make_lut(palette, 1).size(), 1u);
}

TEST(Palette, AtLeastTwentyFourAreShippedAndUseful) {
    const NoOwnPalettes none;
    const std::vector<std::string> names = list_palettes(shipped_assets());
    EXPECT_GE(names.size(), 24u);
    EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
    for (const char *name : {"grey", "viridis", "cividis"})
        EXPECT_TRUE(std::binary_search(names.begin(), names.end(), std::string(name))) << name;
    EXPECT_EQ(load_palette(shipped_assets(), "grey").stops, grey().stops);
}

TEST(Palette, TheDefaultNeedsNoFiles) {
    const NoOwnPalettes none;
    EXPECT_EQ(load_palette(std::nullopt, "default"), default_palette());
    EXPECT_EQ(load_palette("/nowhere", default_palette().name), default_palette());
    EXPECT_EQ(list_palettes(std::nullopt), std::vector<std::string>{default_palette().name});
    EXPECT_EQ(list_palettes("/nowhere"), std::vector<std::string>{default_palette().name});
}

TEST(Palette, UnknownNamesAreAnsweredWithTheKnownOnes) {
    const std::string message =
        message_of<InputError>([] { load_palette(shipped_assets(), "embers"); });
    EXPECT_NE(message.find("embers"), std::string::npos);
    EXPECT_NE(message.find("aurora"), std::string::npos);
    EXPECT_NE(message.find("grey"), std::string::npos);
}

TEST(Palette, ANameNeverLeavesTheFolder) {
    const NoOwnPalettes none;
    const TempFolder folder;
    fs::create_directories(folder / "palettes");
    write_all(folder / "secret.toml", "fathom-palette = 1\nstops = [[0, \"#000000\"]]\n");
    for (const char *name : {"../secret", "", ".", "..", "a/b", "A", "a b", "a\n", "\xc3\xa4"}) {
        EXPECT_THROW(load_palette(folder.path(), name), InputError) << name;
    }
    EXPECT_THROW(load_palette(folder.path(), std::string(65, 'a')), InputError);
    write_all(folder / "palettes/Upper.toml", "");
    write_all(folder / "palettes/notes.txt", "");
    write_all(folder / "palettes/mine-2.toml", "fathom-palette = 1\nstops = [[0, \"#0aFf01\"]]\n");
    EXPECT_EQ(list_palettes(folder.path()), (std::vector<std::string>{"dusk", "mine-2"}));
    EXPECT_EQ(load_palette(folder.path(), "mine-2"),
              (Palette{"mine-2", {{0.0, 0x0a, 0xff, 0x01}}}));
}

TEST(Palette, LinearLightMixesAsLampsDo) {
    // Halfway between two stops, where both slopes are zero, half the light of each.
    Palette palette{"two", {{0.0, 255, 0, 0}, {0.5, 0, 0, 255}}};
    palette.blend = Palette::Blend::linear_light;
    const std::vector<std::uint32_t> lut = make_lut(palette, 4);
    EXPECT_EQ(lut[0], 0xff0000ffu);
    EXPECT_EQ(lut[1], 0xffbc00bcu); // sRGB of 0.5 is 188
    EXPECT_EQ(lut[2], 0xffff0000u);
    palette.stops = {{0.0, 12, 200, 77}};
    EXPECT_EQ(make_lut(palette, 2)[1], 0xff4dc80cu);
}

TEST(Palette, FilesGiveBackWhatTheyWereWrittenFrom) {
    const TempFolder folder;
    for (Palette palette : shipped_palettes()) {
        for (const auto blend : {Palette::Blend::oklab, Palette::Blend::linear_light}) {
            palette.blend = blend;
            EXPECT_EQ(parse_palette(to_text(palette), "p.toml", palette.name), palette);
        }
    }
    const Palette odd{"odd", {{0.1, 1, 2, 3}, {1.0 / 3, 4, 5, 6}, {0.99999999, 255, 0, 9}}};
    write_palette_file(folder / "odd.toml", odd);
    EXPECT_EQ(parse_palette(read_all(folder / "odd.toml"), "odd.toml", "odd"), odd);
    EXPECT_EQ(folder.count(), 1);
    EXPECT_THROW(to_text(Palette{"none", {}}), InputError);
    EXPECT_THROW(write_palette_file(folder / "bad.toml", {"bad", {{0.5, 0, 0, 0}, {0.5, 0, 0, 0}}}),
                 InputError);
    EXPECT_EQ(folder.count(), 1);
}

TEST(Palette, OnesOwnComeFirst) {
    const NoOwnPalettes own;
    Palette mine{"zz-mine", {{0.25, 1, 2, 3}}};
    EXPECT_EQ(save_own_palette(mine), own.file("zz-mine"));
    Palette grey_of_mine{"grey", {{0.0, 9, 9, 9}}};
    save_own_palette(grey_of_mine);
    const std::vector<std::string> names = list_palettes(shipped_assets());
    ASSERT_GE(names.size(), 3u);
    EXPECT_EQ(names[0], "grey");
    EXPECT_EQ(names[1], "zz-mine");
    EXPECT_EQ(std::count(names.begin(), names.end(), "grey"), 1);
    EXPECT_TRUE(std::is_sorted(names.begin() + 2, names.end()));
    EXPECT_EQ(load_palette(shipped_assets(), "grey"), grey_of_mine);
    EXPECT_EQ(load_palette(std::nullopt, "zz-mine"), mine);
    mine.stops[0].g = 77;
    save_own_palette(mine);
    EXPECT_EQ(load_palette(shipped_assets(), "zz-mine"), mine);
}

TEST(Palette, ThoseFromElsewhereReplaceNone) {
    const NoOwnPalettes own;
    const Palette mine{"mine", {{0.0, 1, 2, 3}}};
    save_own_palette(mine);
    const Palette other{"mine", {{0.0, 9, 9, 9}}};
    const Palette shipped{"grey", {{0.0, 8, 8, 8}}};
    const Palette built_in{"default", {{0.0, 7, 7, 7}}};
    const std::string name(64, 'x');
    const Palette long_one{name, {{0.0, 1, 1, 1}}};
    const Palette longer_one{name, {{0.0, 2, 2, 2}}};
    const auto kept = keep_palettes(shipped_assets(),
                                    {mine, other, other, shipped, built_in, long_one, longer_one});
    std::vector<std::string> names;
    for (const Palette &palette : kept) {
        names.push_back(palette.name);
        EXPECT_EQ(load_palette(shipped_assets(), palette.name), palette);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"mine", "mine-2", "mine-2", "grey-2", "default-2",
                                               name, name.substr(0, 62) + "-2"}));
    EXPECT_EQ(load_palette(std::nullopt, "mine"), mine);
}

TEST(Palette, OnesOwnCanBeDeletedAndNoOther) {
    const NoOwnPalettes own;
    const Palette mine{"mine", {{0.0, 1, 2, 3}}};
    save_own_palette(mine);
    EXPECT_TRUE(is_own_palette("mine"));
    EXPECT_EQ(delete_own_palette("mine"), mine);
    EXPECT_FALSE(is_own_palette("mine"));
    for (const char *name : {"mine", "dusk", "grey", "../x", ""})
        EXPECT_THROW(delete_own_palette(name), InputError) << name;
}

TEST(Palette, ABrokenOneOfOnesOwnIsNamedAndHarmsNoOther) {
    const NoOwnPalettes own;
    save_own_palette({"good", {{0.0, 1, 1, 1}}});
    write_all(own.file("broken"), "fathom-palette = 1\nstops = 7\n");
    EXPECT_EQ(list_palettes(std::nullopt),
              (std::vector<std::string>{"broken", "good", default_palette().name}));
    EXPECT_NO_THROW(load_palette(std::nullopt, "good"));
    const std::string message =
        message_of<InputError>([] { load_palette(std::nullopt, "broken"); });
    EXPECT_TRUE(contains(message, own.file("broken").string() + ":2: stops"));
}

TEST(Palette, NamesThatCannotBeOnesOwnAreRefused) {
    const NoOwnPalettes own;
    for (const char *name : {"dusk", "default", "", "../x", "Grey"})
        EXPECT_THROW(save_own_palette({name, {{0.0, 1, 1, 1}}}), InputError) << name;
    EXPECT_EQ(list_palettes(std::nullopt), std::vector<std::string>{default_palette().name});
}

TEST(Palette, BrokenFilesAreRefusedWithLineAndReason) {
    const auto refusal = [](const std::string &stops) {
        return message_of<InputError>([&] {
            parse_palette(fmt::format("fathom-palette = 1\nstops = [\n{}\n]", stops), "p.toml",
                          "p");
        });
    };
    EXPECT_EQ(refusal("[0, \"#000000\"],\n[0.5, \"#12345g\"]"),
              "p.toml:4: colour must be in quotes, like \"#ff8000\", got \"#12345g\"");
    EXPECT_EQ(refusal("[0.5, \"#000000\"],\n[0.5, \"#123456\"]"),
              "p.toml:4: position must be 1e-9 or more above the one before it, got 0.5");
    for (const char *stop :
         {"[1, \"#000000\"]", "[-0.1, \"#000000\"]", "[nan, \"#000000\"]", "[0]", "[]", "7",
          "[0, \"#000000\", 1]", "[0, \"#00000\"]", "[0, \"0000000\"]", "[0, \"#+12345\"]",
          "[0, \"#-12345\"]", "[0, 0]", "[\"0\", \"#000000\"]", "{a = 1}"}) {
        EXPECT_EQ(refusal(stop).find("p.toml:3: "), 0u) << stop << ": " << refusal(stop);
    }
    EXPECT_EQ(refusal("").find("p.toml:2: stops must be"), 0u);
    std::string many;
    for (int i = 0; i < 257; ++i) {
        many += fmt::format("[{}, \"#000000\"],", i / 300.0);
    }
    EXPECT_EQ(refusal(many).find("p.toml:"), 0u);
    const auto whole = [](const char *text) {
        return message_of<InputError>([&] { parse_palette(text, "p.toml", "p"); });
    };
    EXPECT_EQ(whole("stops = []"), "p.toml: the key fathom-palette is missing");
    EXPECT_EQ(whole("fathom-palette = 1"), "p.toml: the key stops is missing");
    EXPECT_EQ(whole("fathom-palette = 2").find("p.toml:1: "), 0u);
    EXPECT_EQ(whole("\nfathom-palette = ").find("p.toml:2: "), 0u);
}

} // namespace fathom::palette_test
