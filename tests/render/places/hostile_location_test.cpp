#include "tests/render/places/location_texts.h"

#include "render/base/error.h"
#include "render/places/toml_document.h"
#include "tests/support/processor_time.h"
#include <fmt/format.h>
#include <limits>
#include <random>

namespace fathom::hostile_location_test {

TEST(Location, RefusesWithFileLineAndReason) {
    EXPECT_EQ(refusal(file_with("5", "zoom = \"abc\"")),
              "place.toml:5: zoom must be a decimal number in quotes from 0.001 to 1e100000, got "
              "\"abc\"");
    EXPECT_EQ(refusal(file_with("8", "limit = 1.5")),
              "place.toml:8: limit must be a whole number from 1 to 1099511627776, got 1.5");
    const std::pair<const char *, const char *> broken[] = {
        {"1", "fathom = \"1\""},
        {"1", "fathom = 0"},
        {"3", "re = -1.25"},
        {"3", "re = \"10001\""},
        {"3", "re = \"nan\""},
        {"3", "re = "},
        {"3", "re = \"1"},
        {"4", "im = \"-1e9\""},
        {"4", "im = [\"0\"]"},
        {"5", "zoom = \"0\""},
        {"5", "zoom = \"-1\""},
        {"5", "zoom = \"1e100001\""},
        {"5", "zoom = \"1e999999999999\""},
        {"6", "rotation = inf"},
        {"6", "rotation = nan"},
        {"6", "rotation = 1e9"},
        {"6", "rotation = \"30\""},
        {"8", "limit = 0"},
        {"8", "limit = -5"},
        {"8", "limit = 1099511627777"},
        {"8", "limit = 99999999999999999999999"},
        {"8", "limit = true"},
        {"9", "bailout = 1.9"},
        {"9", "bailout = 2e9"},
        {"9", "bailout = 1979-05-27"},
        {"10", "formula = \"julia\""},
        {"10", "formula = 2"},
        {"12", "palette = \"../../etc/passwd\""},
        {"12", "palette = \"\""},
        {"12", "palette = 3"},
        {"13", "density = 0"},
        {"13", "density = -inf"},
        {"13", "density = 1001"},
        {"14", "offset = 1.5"},
        {"14", "offset = 0.25 0.5"},
        {"14", "density = 0.25"}, // twice
    };
    for (const auto &[number, line] : broken) {
        const std::string message = refusal(file_with(number, line));
        EXPECT_EQ(message.find(fmt::format("place.toml:{}: ", number)), 0u)
            << line << " gave " << message;
    }
    EXPECT_NE(refusal(file_with("10", "formula = \"julia\"")).find("mandelbrot"),
              std::string::npos);
}

TEST(Location, RefusesWhatIsMissingOrNewer) {
    EXPECT_EQ(refusal(""), "place.toml: the key fathom is missing");
    EXPECT_EQ(refusal(file_with("4", "")), "place.toml: the key view.im is missing");
    EXPECT_EQ(refusal(file_with("2", "")), "place.toml: the key view.re is missing");
    EXPECT_EQ(refusal("[\"view.re\"]\nfathom = 1"), "place.toml: the key fathom is missing");
    const std::string newer = refusal(file_with("1", "fathom = 5"));
    EXPECT_EQ(newer.find("place.toml:1: "), 0u);
    EXPECT_NE(newer.find("newer Fathom"), std::string::npos);
}

TEST(Location, WarnsOfUnknownKeysAndReadsTheRest) {
    const auto warnings_of = [](const std::string &text) {
        std::vector<std::string> sentences;
        for (const Complaint &warning : parse_location(text, "place.toml").warnings) {
            sentences.push_back(warning.what);
        }
        return sentences;
    };
    EXPECT_TRUE(warnings_of(file_with("", "")).empty());
    EXPECT_EQ(warnings_of(file_with("6", "rotatoin = 30")),
              std::vector<std::string>{"place.toml:6: view.rotatoin is not known and was ignored"});
    // A quoted key with a point in it is not the same as a key of a table.
    EXPECT_EQ(warnings_of("\"view.re\" = 1\n" + file_with("", "")).size(), 1u);
    std::string many = file_with("", "");
    for (int i = 0; i < 5000; ++i) {
        many += fmt::format("k{} = 1\n", i);
    }
    const std::vector<std::string> warnings = warnings_of(many);
    EXPECT_EQ(warnings.size(), 11u);
    EXPECT_NE(warnings.back().find("4990 more"), std::string::npos);
}

TEST(Location, HostileTextsAreRefusedCheaply) {
    const ThreadTime time;
    const auto repeated = [](const std::string &part, std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i) {
            text += part;
        }
        return text;
    };
    const std::string texts[] = {
        std::string(TomlDocument::kMaxSize + 1, ' '),
        "a = " + repeated("[", 500'000),
        "a = " + repeated("[", 100'000) + repeated("]", 100'000),
        repeated("a = {", 200'000),
        "a = " + repeated("{a = ", 100'000) + "1" + repeated("}", 100'000),
        repeated("a.", 500'000) + "a = 1",
        "[" + repeated("a.", 500'000) + "a]",
        "[[" + repeated("\",\".", 200'000) + "a]]",
        repeated("a.\n", 300'000),
        "a = " + repeated("9", 1'000'000),
        "a = 0." + repeated("9", 1'000'000) + "e999999999",
        file_with("3", "re = \"" + repeated("9", 900'000) + "\""),
        file_with("3", "re = \"1e" + repeated("9", 900'000) + "\""),
        repeated("=", 1'000'000),
        std::string("fathom = 1\n\0x", 13),
        std::string("\x89PNG\r\n\x1a\n"),
        "[(",
        "[[(",
        "[",
        "[[",
        "a = [",
        "a = {",
        "a.",
        "\"",
        "a = \"\\",
        "fathom = 1\n# \xff\xfe",
        "fathom = 1\nx = \"\xc3\x28\"",
        "fathom = 1\nx = \"\xed\xa0\x80\"",
        "x = \"\x1b[31m\"",
        repeated("'''", 300'001),
        repeated("\"\"\"\n", 100'001),
    };
    for (const std::string &text : texts) {
        const std::string message = refusal(text);
        EXPECT_LT(message.size(), 400u) << message;
        EXPECT_EQ(message.find("place.toml"), 0u) << message;
        EXPECT_EQ(message.find('\x1b'), std::string::npos);
    }
    EXPECT_EQ(refusal(texts[14]).find("place.toml:2: "), 0u);
    // escapes that TOML allows do not reach a terminal either
    EXPECT_EQ(refusal(file_with("3", "re = \"\\u001b[31m\"")).find('\x1b'), std::string::npos);
    // as deep as the limits allow
    EXPECT_NE(refusal("a = " + repeated("[{" + repeated("a.", 90) + "a = \n", 15)), "");
    EXPECT_NE(refusal("a = " + repeated("[\n{" + repeated("a.", 99) + "a = ", 7) + "1" +
                      repeated("}]", 7)),
              "");
    EXPECT_LT(time.used(), std::chrono::seconds(30));
}

TEST(Location, TextBeyondAsciiDoesNoHarm) {
    EXPECT_EQ(location_in(file_with("11", "[colour] # caf\xc3\xa9, caf\xe9, \xff\xfe"), "x"),
              location_in(file_with("", ""), "x"));
    for (const char *line : {"\xc3\xa4 = 1", "k\xc3\xa4 = 1", "limit = \xc2\xa0 5", "\xff",
                             "limit = 5 \xe3\x80\x80", "\xe2\x80\xa8", "[\xc3\xa4]"}) {
        EXPECT_EQ(refusal(file_with("8", line)).find("place.toml:8: "), 0u) << line;
    }
    EXPECT_EQ(refusal(file_with("12", "palette = \"gr\xc3\xbcn\"")).find("place.toml:12: "), 0u);
}

TEST(Location, NoByteChangedBreaksTheReader) {
    std::mt19937_64 random(7);
    const std::string texts[] = {to_text(Location{}), to_text(unusual_location())};
    int refused = 0;
    for (int i = 0; i < 6000; ++i) {
        const std::string &whole = texts[i % 2];
        std::string text = whole;
        for (int change = 0; change < 1 + i % 4; ++change) {
            const std::size_t at = random() % text.size();
            switch (random() % 3) {
            case 0:
                text[at] = static_cast<char>(random());
                break;
            case 1:
                text.erase(at, 1 + random() % 5);
                break;
            default:
                text.insert(at, whole.substr(random() % whole.size(), random() % 9));
            }
        }
        try {
            const Location location = location_in(text, "place.toml");
            EXPECT_NO_THROW(check_location(location)) << text;
        } catch (const InputError &) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 2000);
    EXPECT_LT(refused, 6000);
}

TEST(Location, ChecksWhatWouldNotBeReadBack) {
    const auto broken = [](auto change) {
        Location location;
        change(location);
        EXPECT_THROW(check_location(location), InputError);
        EXPECT_THROW(to_text(location), InputError);
    };
    EXPECT_NO_THROW(check_location(Location{}));
    broken([](Location &l) { l.view.zoom = Decimal(); });
    broken([](Location &l) { l.view.re = Decimal::parse("-10000.1"); });
    broken([](Location &l) { l.view.im = Decimal::parse("1e300"); });
    broken([](Location &l) { l.view.rotation_degrees = std::nan(""); });
    broken([](Location &l) { l.view.matrix.a = 2; });
    broken([](Location &l) { l.view.matrix.b = std::nan(""); });
    broken([](Location &l) { l.iterations = 0; });
    broken([](Location &l) { l.iterations = LocationLimits::kMaxIterations + 1; });
    broken([](Location &l) { l.bailout = 1.0; });
    broken([](Location &l) { l.bailout = std::numeric_limits<double>::infinity(); });
    broken([](Location &l) { l.colour.density = 0.0; });
    broken([](Location &l) { l.colour.offset = -1.5; });
    broken([](Location &l) { l.palette = "x\"\ny"; });
    broken([](Location &l) { l.colour.interior_rgb = 0x1000000; });
    broken([](Location &l) { l.own_palette = Palette{"a\"b", {{0, 1, 2, 3}}}; });
    broken([](Location &l) { l.own_palette = Palette{"mine", {}}; });
}

} // namespace fathom::hostile_location_test
