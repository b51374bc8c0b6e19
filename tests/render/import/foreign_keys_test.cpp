// docs/reference/location-format.md says of each key of another program what becomes of it: read,
// refused, left out with a warning, or harmless. Every one is tried with the value that stands
// there.
#include "render/base/error.h"
#include "render/import/foreign_location.h"
#include "render/import/palette_import.h"
#include "tests/support/documents.h"

#include <fmt/format.h>
#include <functional>

namespace fathom::foreign_keys_test {

/// What a text became: as text, and what was said about it.
struct Read {
    std::string result, said;
    bool refused = false;
};

using Reader = std::function<Read(const std::string &text)>;

Reader place_reader(const char *source) {
    return [source](const std::string &text) {
        Read read;
        try {
            const ParsedLocation parsed = parse_any_location(text, source);
            read.result = to_text(parsed.location);
            for (const Complaint &warning : parsed.warnings)
                read.said += warning.what + "\n";
        } catch (const InputError &error) {
            read.refused = true;
            read.said = error.what();
        }
        return read;
    };
}

Reader palette_reader(const char *source) {
    return [source](const std::string &text) {
        Read read;
        try {
            std::vector<std::string> warnings;
            read.result = to_text(parse_any_palette(text, source, warnings));
            for (const std::string &warning : warnings)
                read.said += warning + "\n";
        } catch (const InputError &error) {
            read.refused = true;
            read.said = error.what();
        }
        return read;
    };
}

/// A format: what its table's head says, how a key stands in a file, and how its name is told.
struct Format {
    const char *name;
    Reader read;
    /// A file with these entries, beside what shows a place or a palette.
    std::function<std::string(const std::vector<std::string> &entries)> file;
    const char *end_of_key;
};

std::string lines_of(const std::vector<std::string> &entries) {
    std::string text;
    for (const std::string &entry : entries)
        text += entry + "\n";
    return text;
}

/// Sections of an .ini or a table of keys with points, in a text.
std::string in_sections(const std::vector<std::string> &entries) {
    std::string text;
    for (const std::string &entry : entries)
        text += fmt::format("[{}]\n{}\n", entry.substr(0, entry.find('.')),
                            entry.substr(entry.find('.') + 1));
    return text;
}

/// Fraktaler-3's formula is an array of tables: its keys come last, on lines of their own.
std::string with_formula(const std::vector<std::string> &entries) {
    const std::string table = "[[formula]] ";
    std::string text;
    for (const std::string &entry : entries)
        text += (entry.starts_with(table) ? "[[formula]]\n" + entry.substr(table.size()) : entry) +
                "\n";
    return text;
}

/// Imagina's keys of a block are indented; what is given takes the place of what the file has.
std::string in_blocks(const std::vector<std::string> &entries) {
    std::string location = " Re: 0.8\n Im: 0.8\n Size: 1\n Iterations: 9\n";
    std::string text;
    for (const std::string &entry : entries) {
        const std::size_t point = entry.find('.');
        if (point < entry.find(':') && entry.starts_with("Location"))
            location += " " + entry.substr(point + 1) + "\n";
        else if (point < entry.find(':'))
            text += entry.substr(0, point) + ":\n " + entry.substr(point + 1) + "\n";
        else
            text += entry + "\n";
    }
    return "Location:\n" + location + text;
}

std::vector<Format> formats() {
    return {
        {"Kalles Fraktaler", place_reader("x.kfr"),
         [](const auto &entries) {
             return "Re: -0.5\nIm: 0.25\nZoom: 4\nIterations: 90\nColors: 0,0,0,255,255,255\n" +
                    lines_of(entries);
         },
         ":"},
        {"Fraktaler-3", place_reader("x.f3.toml"),
         [](const auto &entries) { return "image.dpi = 1.0\n" + with_formula(entries); }, " ="},
        {"rust-fractal", place_reader("x.toml"),
         [](const auto &entries) {
             std::string text;
             for (const char *usual : {"real = \"0.5\"", "imag = \"0.5\"", "zoom = \"2\""})
                 if (!entries.empty() && entries[0].starts_with(std::string(usual).substr(0, 6)))
                     continue;
                 else
                     text += std::string(usual) + "\n";
             return text + lines_of(entries);
         },
         " ="},
        {"DeepDrill", place_reader("x.ini"),
         [](const auto &entries) {
             return "[location]\nreal = 0.5\nimag = 0.5\nzoom = 2\n" + in_sections(entries);
         },
         " ="},
        {"Imagina", place_reader("x.imt"), in_blocks, ":"},
        {"XaoS", place_reader("x.xpf"),
         [](const auto &entries) {
             return "(defaultpalette 0)(view 0.5 0.5 2 2)" + lines_of(entries);
         },
         " "},
        {"Ultra Fractal's gradients", palette_reader("x.ugr"),
         [](const auto &entries) {
             return "a {\ngradient:\nindex=0 color=0 index=200 color=65280\n" + lines_of(entries) +
                    "}\n";
         },
         "="},
        {"GIMP's palettes", palette_reader("x.gpl"),
         [](const auto &entries) {
             return "GIMP Palette\n" + lines_of(entries) + "0 0 0 9\n9 9 9 9\n";
         },
         ":"},
    };
}

/// Entries that are tried together: `a` with `b`.
std::vector<std::vector<std::string>> groups_of(const std::string &cell) {
    std::vector<std::vector<std::string>> groups;
    for (const std::string &group : matches(cell, "`[^`]+`( with `[^`]+`)*", 0)) {
        groups.emplace_back();
        for (const std::string &entry : in_backticks(group))
            groups.back().push_back(std::regex_replace(entry, std::regex("\\\\\\|"), "|"));
    }
    return groups;
}

/// The key of the last entry, as messages name it.
std::string key_of(const Format &format, std::string entry) {
    for (const char *start : {"(", "[[formula]] ", "opacity: index=0 "})
        if (entry.starts_with(start))
            entry = entry.substr(std::string(start).size());
    const std::size_t end = std::min(entry.find(format.end_of_key), entry.find(')'));
    return entry.substr(0, end);
}

void expect_outcome(const Format &format, const std::vector<std::string> &entries,
                    const std::string &outcome) {
    const std::string text = format.file(entries);
    SCOPED_TRACE(fmt::format("{}, {}:\n{}", format.name, outcome, text));
    const Read plain = format.read(format.file({}));
    const Read read = format.read(text);
    const std::string key = key_of(format, entries.back());
    ASSERT_FALSE(plain.refused) << plain.said;
    EXPECT_EQ(read.refused, outcome == "refused") << read.said;
    if (outcome == "read") {
        EXPECT_NE(read.result, plain.result);
    } else if (outcome == "harmless") {
        EXPECT_EQ(read.result, plain.result);
        EXPECT_EQ(read.said, plain.said);
    } else {
        EXPECT_TRUE(outcome == "refused" || outcome == "left out");
        EXPECT_TRUE(contains(read.said, key));
        EXPECT_FALSE(contains(plain.said, key));
    }
}

TEST_F(Docs, TheKeysOfOtherProgramsAreAsDocumented) {
    for (const Format &format : formats()) {
        int tried = 0;
        for (const Row &row : table("docs/reference/location-format.md",
                                    fmt::format("| key of {} | Fathom |", format.name))) {
            ASSERT_EQ(row.size(), 2U);
            for (const std::vector<std::string> &entries : groups_of(row[0])) {
                expect_outcome(format, entries, row[1]);
                ++tried;
            }
        }
        EXPECT_GE(tried, 5) << format.name;
    }
}

} // namespace fathom::foreign_keys_test
