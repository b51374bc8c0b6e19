#include "tests/render/import/foreign_texts.h"

#include "render/base/error.h"
#include "render/images/png_writer.h"
#include "render/import/location_file.h"
#include "render/import/palette_import.h"
#include "tests/support/mutated_text.h"
#include "tests/support/processor_time.h"
#include "tests/support/temp_folder.h"

#include <clocale>
#include <fmt/format.h>
#include <random>

namespace fathom::imported_file_test {

TEST(ImportedFile, IsRecognisedByItsContent) {
    const TempFolder folder;
    write_all(folder / "ship", kKfr);
    EXPECT_STREQ(formula_of(read_location_file(folder / "ship").location), "burning-ship");
    write_all(folder / "own.kfr.toml", to_text(Location{}));
    EXPECT_EQ(read_location_file(folder / "own.kfr.toml").location, Location{});
    const std::pair<std::string, const char *> others[] = {
        {"\xff\xd8\xff\xe0 and more", "JPEG"},
        {std::string("\x76\x2f\x31\x01\2\0\0\0", 8), "OpenEXR"},
        {std::string("II*\0\1\2\3", 7), "TIFF"},
        {"GIMP Palette\n1 2 3\n", "a GIMP palette, not a place"},
        {"GIMP Gradient\n1\n", "a GIMP gradient, not a place"},
        {"0 0 0\n1 1 1\n", "a Fractint colour map, not a place"},
        {"a {\ngradient:\n}\n", "Ultra Fractal"},
        {"fathom-palette = 1\nstops = [[0, \"#000000\"]]\n", "a palette of Fathom"},
        {"Colors: 0,0,0\n", "Kalles"}};
    for (const auto &[text, part] : others)
        EXPECT_TRUE(contains(refusal(text, "file"), part));
}

/// A JPEG without a picture, in which the text is cut into comments.
std::string jpeg_with(const std::string &text, std::size_t part) {
    std::string bytes = "\xff\xd8";
    for (std::size_t at = 0; at < text.size(); at += part) {
        const std::string comment = text.substr(at, part);
        const std::size_t length = comment.size() + 2;
        bytes += "\xff\xfe";
        bytes += {static_cast<char>(length >> 8), static_cast<char>(length & 0xff)};
        bytes += comment;
    }
    return bytes + "\xff\xd9";
}

TEST(ImportedFile, APictureOfTheirsIsAPlaceToo) {
    const TempFolder folder;
    const auto write_png = [&](const char *name, const PngText &text) {
        PngWriter writer(folder / name, {.width = 1, .height = 1, .text = {text}});
        writer.write_rows(std::vector<std::uint8_t>{1, 2, 3}, 1);
        writer.finish();
    };
    for (const std::string &text : {kKfr, kShip}) {
        const Location expected = parsed(text, "a.png").location;
        write_png("a.png", {"Comment", text});
        EXPECT_EQ(read_location_file(folder / "a.png").location, expected);
        write_png("a.png", {"comment", text}); // ImageMagick's
        EXPECT_EQ(read_location_file(folder / "a.png").location, expected);
        write_all(folder / "a.jpg", jpeg_with(text, 65533));
        EXPECT_EQ(read_location_file(folder / "a.jpg").location, expected);
        write_all(folder / "a.jpg", jpeg_with(text, 7));
        EXPECT_EQ(read_location_file(folder / "a.jpg").location, expected);
    }
    const auto without_place = [&](const char *name) {
        const std::string message =
            message_of<InputError>([&] { read_location_file(folder / name); });
        return contains(message, name) && contains(message, "is not a picture made by");
    };
    write_png("gimp.png", {"Comment", "Created with GIMP"});
    EXPECT_TRUE(without_place("gimp.png"));
    write_all(folder / "other.jpg", jpeg_with("Created with GIMP", 100));
    EXPECT_TRUE(without_place("other.jpg"));
    write_all(folder / "bare.jpg", jpeg_with("", 100));
    EXPECT_TRUE(without_place("bare.jpg"));
}

TEST(ImportedFile, APictureOfXaosHasItsPosition) {
    const TempFolder folder;
    const auto write_png = [&](const std::string &text) {
        PngWriter writer(folder / "a.png", {.width = 8, .height = 6, .text = {{"Metadata", text}}});
        writer.write_rows(std::vector<std::uint8_t>(8 * 6 * 3), 6);
        writer.finish();
    };
    write_png("; by XaoS\n(initstate)\n(formula 'mandel)\n(maxiter 500)\n"
              "(view -0.7436 0.1318 0.002 0.002)\n");
    const Location location = read_location_file(folder / "a.png").location;
    EXPECT_EQ(location.view.re, Decimal::parse("-0.7436"));
    EXPECT_EQ(location.view.im, Decimal::parse("0.1318"));
    EXPECT_EQ(location.view.zoom, Decimal::parse("2000"));
    EXPECT_TRUE(location.view.mirrored);
    EXPECT_EQ(location.iterations, 500u);
    write_png("Taken in the garden");
    EXPECT_TRUE(contains(message_of<InputError>([&] { read_location_file(folder / "a.png"); }),
                         "is not a picture made by"));
}

TEST(ImportedFile, WhatNoProgramOfTheFieldWroteIsRefusedInPlainWords) {
    const std::string rubbish("\x8b\x01\x02 rubbish", 11);
    EXPECT_EQ(refusal(rubbish, "x.png"), "x.png is not a picture made by Fathom");
    for (const char *source : {"x.xyz", "x.toml", "x"}) {
        const std::string unknown = std::string(source) + ": Fathom cannot open this kind of file";
        EXPECT_EQ(refusal(rubbish, source), unknown);
        EXPECT_EQ(refusal("just words", source), unknown);
        EXPECT_EQ(refusal("[other]\nkey = 1\n", source), unknown);
    }
    EXPECT_EQ(refusal("a = = b", "x.f3.toml").find("x.f3.toml:1: "), 0u) << "that is its kind";
}

TEST(ImportedFile, WhatEditorsAndDosPutAroundATextIsSkipped) {
    EXPECT_EQ(parsed("\xef\xbb\xbf"
                     "fathom: -0.5 0.25 7\r\n",
                     "x.txt")
                  .location.view.zoom,
              Decimal::parse("7"));
    for (const std::string &end : {std::string("\x1a"), std::string("\n\x1a\0\0", 4)}) {
        EXPECT_EQ(parsed(to_text(Location{}) + end, "x.toml").location, Location{});
        EXPECT_EQ(parsed(kKfr + end, "x.kfr").location, parsed(kKfr, "x.kfr").location);
        EXPECT_EQ(parsed(kXpf + end, "x.xpf").location, parsed(kXpf, "x.xpf").location);
        EXPECT_EQ(parsed(kShip + end, "x.f3.toml").location, parsed(kShip, "x.f3.toml").location);
    }
    EXPECT_TRUE(contains(refusal("fathom: -0.5 \x1a 0.25 7", "x"), "x:1: "));
}

TEST(ImportedFile, EmptyOnesHoldNoPlace) {
    for (const char *source : {"x.xpf", "x.f3.toml", "x.toml", "x.im", "x"})
        for (const char *text : {"", "\n \r\n", "\xef\xbb\xbf"})
            EXPECT_TRUE(contains(refusal(text, source), std::string(source) + " holds no place"));
    EXPECT_TRUE(contains(refusal("; nothing\n", "x.xpf"), "holds no place"));
    EXPECT_TRUE(contains(refusal("# nothing\n", "x.f3.toml"), "holds no place"));
}

TEST(ImportedFile, OtherKindsAreNamed) {
    const std::pair<const char *, const char *> others[] = {
        {"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 100\n", "Git LFS"},
        {"JASC-PAL\r\n0100\r\n1\r\n0 0 0\r\n", "Paint Shop Pro"},
        {"RIFF\x10", "RIFF"},
        {"<!DOCTYPE html>", "a web page"},
        {"\xff\xfe"
         "f",
         "UTF-16"}};
    std::vector<std::string> warnings;
    for (const auto &[text, part] : others)
        for (const char *source : {"x.im", "x.pal", "x.toml"}) {
            EXPECT_TRUE(contains(refusal(text, source), part));
            EXPECT_TRUE(contains(
                message_of<InputError>([&] { parse_any_palette(text, source, warnings); }), part));
        }
    EXPECT_EQ(palette_kind("\xef\xbb\xbfGIMP Palette\n1 2 3\n", "x"),
              std::string("a GIMP palette"));
}

TEST(ImportedFile, OursIsOursWhateverItsStringsAndNameLookLike) {
    const std::string own = to_text(Location{});
    for (const char *note : {"'curly { gradient: nice'", "'''\nRe: 1\nIm: 2\nZoom: 3\n'''",
                             "'''\nLocation: Re: 1 Im: 2 Size: 3\n'''", "'''\nColors: 1\n'''",
                             "'''\n[location]\nreal = 0.5\n'''", "'''\nfathom-palette = 1\n'''"})
        for (const char *source : {"own", "own.kfr", "own.xpf", "own.map", "own.ini"}) {
            const std::string text = own + "\n[about]\nnote = " + note + "\n";
            EXPECT_EQ(parse_any_location(text, source).location, Location{}) << text;
            EXPECT_EQ(palette_kind(text, source), nullptr) << text;
        }
    std::string loose = "\xef\xbb\xbf" + own;
    const std::string key = "fathom = 1";
    ASSERT_NE(loose.find(key), loose.npos);
    loose.replace(loose.find(key), key.size(), "\tfathom=1");
    EXPECT_EQ(parse_any_location(with_ends(loose, "\r\n"), "own.xpf").location, Location{});
    const std::string palette = "# Colors: a { gradient: }\nfathom-palette = 1\n"
                                "stops = [[0, \"#000000\"]]\n";
    std::vector<std::string> warnings;
    for (const char *source : {"own", "own.kfr", "own.ugr", "own.map"})
        EXPECT_EQ(parse_any_palette(palette, source, warnings).stops.size(), 1u);
    EXPECT_TRUE(contains(refusal(palette, "own.xpf"), "a palette of Fathom"));
}

TEST(ImportedFile, IgnoresTheLocale) {
    const Location expected = parsed(kKfr, "a.kfr").location;
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    const Location location = parsed(kKfr, "a.kfr").location;
    std::setlocale(LC_ALL, "C");
    EXPECT_EQ(location, expected);
}

TEST(ImportedFile, HostileTextsAreRefusedCheaply) {
    const ThreadTime time;
    const auto repeated = [](const std::string &part, std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i)
            text += part;
        return text;
    };
    std::string keys;
    for (int i = 0; i < 90'000; ++i)
        keys += fmt::format("k{}: 1\n", i);
    const std::pair<std::string, const char *> texts[] = {
        {std::string(2 << 20, ' '), "x.kfr"},
        {keys, "x.kfr"},
        {repeated("(", 1'000'000), "x.xpf"},
        {repeated("(a)", 300'000), "x.xpf"},
        {repeated("a:\n", 300'000), "x.imt"},
        {repeated("[a]\n", 250'000), "x.ini"},
        {"Colors: " + repeated("1,", 500'000), "x.kfr"},
        {"Re: " + repeated("9", 1'000'000) + "\nIm: 0\nZoom: 1\n", "x.kfr"},
        {"Location:\n Size: 1\n Im: 0\n Re: " + repeated("f", 1'000'000), "x.imt"},
        {repeated("[[formula]]\npower = 77\n", 40'000), "x.f3.toml"},
        {"[" + std::string(400'000, 'a') + "]\n" + repeated("b.c = 1\n", 1) + keys, "x.toml"},
        {std::string("\0\1\2\3", 4), "x.xpf"}};
    for (const auto &[text, source] : texts) {
        const std::string message = refusal(text, source);
        EXPECT_EQ(message.find(source), 0u) << message;
        EXPECT_LT(message.size(), 400u);
    }
    // many keys under a table with a long name must not fill the memory
    std::string long_name = "[" + std::string(400'000, 'a') + "]\n";
    for (int i = 0; i < 50'000; ++i)
        long_name += fmt::format("k{} = 1\n", i);
    EXPECT_TRUE(contains(refusal(long_name, "x.toml"), "too long"));
    // nor must tables, alone, in arrays and many in one array
    std::string long_table = "[" + std::string(350'000, 't') + "]\n";
    std::string long_array = long_table;
    for (int i = 0; i < 17'000; ++i) {
        long_table += fmt::format("k{} = {{}}\n", i);
        long_array += fmt::format("k{} = [{{}}]\n", i);
    }
    EXPECT_TRUE(contains(refusal(long_table, "x.toml"), "too long"));
    EXPECT_TRUE(contains(refusal(long_array, "x.toml"), "too long"));
    EXPECT_TRUE(contains(
        refusal(std::string(350'000, 'u') + " = [" + repeated("{},", 200'000) + "{}]\n", "x.toml"),
        "too long"));
    EXPECT_LT(time.used(), std::chrono::seconds(30));
}

TEST(ImportedFile, NoByteChangedBreaksAReader) {
    std::mt19937_64 random(3);
    const std::pair<std::string, const char *> texts[] = {
        {kKfr, "x.kfr"},
        {kShip, "x.f3.toml"},
        {kXpf, "x.xpf"},
        {"[location]\nreal = -0.5\nimag = 0.25\nzoom = 10\ndepth = 50\n", "x.ini"},
        {"Formula: Mandelbrot\nLocation:\n  Re: -0.C\n  Im: 0.4\n  Size: 0.01\n", "x.imt"},
        {"real = \"0.25\"\nimag = \"0\"\nzoom = \"1e30\"\niterations = 100\n", "x.toml"}};
    for (const auto &[whole, source] : texts) {
        int refused = 0;
        for (int i = 0; i < 1000; ++i) {
            const std::string text = mutated(whole, i, random);
            try {
                const Location location = parse_any_location(text, source).location;
                EXPECT_NO_THROW(check_location(location)) << text;
            } catch (const InputError &) {
                ++refused;
            }
        }
        EXPECT_GT(refused, 100) << source;
        EXPECT_LT(refused, 1000) << source;
    }
}

} // namespace fathom::imported_file_test
