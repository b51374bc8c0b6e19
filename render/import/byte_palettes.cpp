#include "render/base/printable.h"
#include "render/import/gradient.h"
#include "render/import/palette_import.h"
#include "render/import/text_lines.h"
#include "render/numbers/plain_number.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom {
namespace {

/// The colours of a text, line by line, and what was not as it should be.
class ColourLines {
  public:
    ColourLines(std::string_view source, std::vector<std::string> &warnings)
        : source_(source), warnings_(warnings) {}

    [[nodiscard]] std::size_t count() const { return colours_.size(); }

    /// Takes the three bytes that a line begins with; what follows them is a remark.
    void take(const TextLine &line, bool has_alpha = false) {
        std::string_view rest = line.text;
        std::uint8_t rgb[3];
        for (std::uint8_t &byte : rgb)
            byte = take_byte(line, rest);
        if (has_alpha)
            take_byte(line, rest);
        colours_.push_back({rgb[0], rgb[1], rgb[2]});
    }

    Palette palette(int last_line) {
        if (colours_.empty())
            refuse_line(source_, last_line, "there is no colour in this palette");
        if (first_too_large_ > 0)
            warnings_.push_back(fmt::format("{}:{}: 256 is one more than a byte holds and was read "
                                            "as 255",
                                            source_, first_too_large_));
        if (colours_.size() > Palette::kMostStops)
            warnings_.push_back(fmt::format("{}: its {} colours were resampled to {}", source_,
                                            colours_.size(), Palette::kMostStops));
        return {"", even_stops(colours_)};
    }

  private:
    std::uint8_t take_byte(const TextLine &line, std::string_view &rest) {
        constexpr std::int64_t kMost = 255;
        const auto number = read_whole(take_word(rest));
        if (!number || *number < 0 || *number > kMost + 1)
            refuse_line(source_, line.number,
                        fmt::format("a line must begin with red, green and blue from 0 to 255, got "
                                    "{}",
                                    in_quotes(line.text)));
        if (*number > kMost && first_too_large_ == 0)
            first_too_large_ = line.number;
        return static_cast<std::uint8_t>(std::min(*number, kMost));
    }

    std::string_view source_;
    std::vector<std::string> &warnings_;
    std::vector<Rgb8> colours_;
    int first_too_large_ = 0; ///< a line; 0: none
};

/// Whether a line can only be a remark: it begins as no number does.
bool is_prose(const TextLine &line) {
    constexpr std::string_view kNumbers = "0123456789+-.";
    return kNumbers.find(line.text.front()) == kNumbers.npos;
}

} // namespace

Palette import_fractint_map(std::string_view text, std::string_view source,
                            std::vector<std::string> &warnings) {
    ColourLines colours(source, warnings);
    int last_line = 1, first_prose = 0;
    std::size_t left_out = 0;
    for (const TextLine &line : text_lines(text, source)) {
        last_line = line.number;
        if (line.text.front() == ';' || line.text.front() == '#')
            continue;
        if (colours.count() == Palette::kMostStops) // which is all that Fractint reads
            ++left_out;
        else if (!is_prose(line))
            colours.take(line);
        else if (first_prose == 0)
            first_prose = line.number;
    }
    if (first_prose > 0)
        warnings.push_back(fmt::format("{}:{}: this line is no colour and was left out, as are all "
                                       "others like it",
                                       source, first_prose));
    if (left_out > 0)
        warnings.push_back(
            fmt::format("{}: its first {} colours were taken; the rest, {} lines, was "
                        "left out",
                        source, Palette::kMostStops, left_out));
    return colours.palette(last_line);
}

Palette import_gimp_palette(std::string_view text, std::string_view source,
                            std::vector<std::string> &warnings) {
    ColourLines colours(source, warnings);
    int last_line = 1;
    bool header = false, has_alpha = false;
    for (const TextLine &line : text_lines(text, source)) {
        last_line = line.number;
        if (!header) {
            if (line.text != "GIMP Palette")
                refuse_line(source, line.number, "a GIMP palette must begin with GIMP Palette");
            header = true;
        } else if (is_prose(line)) { // Name:, Columns:, a remark, or of Aseprite:
            has_alpha = has_alpha || (line.text.starts_with("Channels:") &&
                                      trimmed(line.text.substr(9)) == "RGBA");
        } else {
            colours.take(line, has_alpha);
        }
    }
    if (has_alpha)
        warnings.push_back(fmt::format("{}: Channels: RGBA: transparency was left out", source));
    return colours.palette(last_line);
}

} // namespace fathom
