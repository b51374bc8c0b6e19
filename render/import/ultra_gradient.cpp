#include "render/base/printable.h"
#include "render/import/gradient.h"
#include "render/import/palette_import.h"
#include "render/import/text_lines.h"
#include "render/numbers/plain_number.h"

#include <fmt/format.h>
#include <map>
#include <optional>

namespace fathom {
namespace {

/// The places of Ultra Fractal's gradients, after which they begin again.
constexpr std::int64_t kGradientPlaces = 400;
constexpr std::size_t kMaxNamesInAWarning = 10;
constexpr std::size_t kMostGradients = 1000; ///< that one file gives

/// A word KEY=VALUE from the front of a line; a value in quotes may hold spaces.
struct Pair {
    std::string_view key, value;
};
std::optional<Pair> take_pair(std::string_view &rest) {
    rest = trimmed(rest);
    const std::size_t equals = rest.find('=');
    if (equals == rest.npos)
        return std::nullopt;
    Pair pair{trimmed(rest.substr(0, equals)), {}};
    rest.remove_prefix(equals + 1);
    if (rest.starts_with('"')) {
        const std::size_t end = std::min(rest.find('"', 1), rest.size());
        pair.value = rest.substr(1, end - 1);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    } else {
        pair.value = take_word(rest);
    }
    return pair;
}

/// The name of the section that begins with a word NAME: at the front of a line.
std::optional<std::string_view> take_section(std::string_view &rest) {
    std::string_view after = rest;
    const std::string_view word = take_word(after);
    if (!word.ends_with(':') || word.find_first_of("=\"") != word.npos)
        return std::nullopt;
    rest = after;
    return word.substr(0, word.size() - 1);
}

/// A gradient as it stands in a file.
struct Gradient {
    std::string_view name;
    int line = 1; ///< where it begins
    std::map<std::int64_t, Rgb8> colours;
};

/// Which of a file's gradients are kept.
enum class Which { first, wanted, all };

/// Goes through a file's gradients line by line and keeps one or all.
class GradientReader {
  public:
    GradientReader(std::string_view source, Which which, std::string_view wanted,
                   std::vector<std::string> &warnings)
        : source_(source), wanted_(wanted), which_(which), warnings_(warnings) {}

    /// At least one; each has its gradient's name.
    std::vector<Palette> read(std::string_view text) {
        int last_line = 1;
        for (const TextLine &line : text_lines(text, source_)) {
            last_line = line.number;
            if (line.text.front() != ';')
                take(line);
        }
        if (inside_)
            refuse_line(source_, last_line, "the text ends inside of a gradient; a } is missing");
        if (names_.empty())
            refuse_line(source_, last_line, "there is no gradient in this file");
        if (kept_.empty())
            refuse_line(source_, last_line,
                        fmt::format("there is no gradient called {}; there are {}",
                                    in_quotes(wanted_), name_list()));
        std::vector<Palette> palettes;
        for (const Gradient &gradient : kept_)
            if (!gradient.colours.empty())
                palettes.push_back({std::string(gradient.name), stops(gradient.colours)});
        if (palettes.empty())
            refuse_line(
                source_, kept_.front().line,
                fmt::format("the gradient {} has no colours", in_quotes(kept_.front().name)));
        warn(palettes.size());
        return palettes;
    }

  private:
    void take(const TextLine &line) {
        std::string_view text = line.text;
        if (!inside_) {
            const std::size_t brace = text.find('{');
            if (brace == text.npos)
                refuse_line(
                    source_, line.number,
                    fmt::format("a gradient must begin with NAME {{, got {}", in_quotes(text)));
            begin(trimmed(text.substr(0, brace)), line.number);
            text = trimmed(text.substr(brace + 1));
        }
        const bool ends = text.ends_with('}');
        if (ends)
            text = trimmed(text.substr(0, text.size() - 1));
        take_content(text, line.number);
        if (ends)
            inside_ = false;
    }

    void begin(std::string_view name, int line) {
        inside_ = true;
        section_ = {};
        names_.emplace_back(printable(name));
        index_.reset();
        reading_ = which_ == Which::all
                       ? kept_.size() < kMostGradients
                       : kept_.empty() && (which_ == Which::first || name == wanted_);
        if (reading_)
            kept_.push_back({name, line, {}});
    }

    void take_content(std::string_view text, int line) {
        while (reading_) {
            if (const auto section = take_section(text)) {
                section_ = *section;
                continue;
            }
            const std::optional<Pair> pair = take_pair(text);
            if (!pair)
                return;
            if (section_ == "gradient")
                take_colour(*pair, line);
            else if (section_ == "opacity" && pair->key == "opacity" && pair->value != "255")
                transparent_ = true;
        }
    }

    void take_colour(const Pair &pair, int line) {
        const auto whole = [&](std::int64_t low, std::int64_t high) {
            const auto number = read_whole(pair.value);
            if (!number || *number < low || *number > high)
                refuse_line(source_, line,
                            fmt::format("{} must be a whole number from {} to {}, got {}",
                                        printable(pair.key), low, high, in_quotes(pair.value)));
            return *number;
        };
        if (pair.key == "index") {
            index_ = ((whole(-1'000'000, 1'000'000) % kGradientPlaces) + kGradientPlaces) %
                     kGradientPlaces;
        } else if (pair.key == "color") {
            const std::int64_t bgr = whole(0, 0xffffff);
            if (!index_)
                refuse_line(source_, line, "a color without an index before it");
            kept_.back().colours[*index_] = {static_cast<std::uint8_t>(bgr & 0xff),
                                             static_cast<std::uint8_t>(bgr >> 8 & 0xff),
                                             static_cast<std::uint8_t>(bgr >> 16)};
        } else if (pair.key == "rotation") {
            rotated_ = pair.value != "0";
        } else if (pair.key == "smooth") {
            straight_ = straight_ || pair.value == "no";
        }
    }

    [[nodiscard]] std::string name_list() const {
        std::string list;
        for (std::size_t i = 0; i < names_.size() && i < kMaxNamesInAWarning; ++i)
            list += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", names_[i]);
        if (names_.size() > kMaxNamesInAWarning)
            list += fmt::format(" and {} more", names_.size() - kMaxNamesInAWarning);
        return list;
    }

    void warn(std::size_t palettes) {
        if (which_ == Which::all && palettes < names_.size())
            warnings_.push_back(
                fmt::format("{}: {} of its {} gradients were taken; the others have "
                            "no colours, or are beyond the first {}",
                            source_, palettes, names_.size(), kMostGradients));
        if (names_.size() > 1 && which_ == Which::first)
            warnings_.push_back(fmt::format("{}: its first of {} gradients was taken; there are {}",
                                            source_, names_.size(), name_list()));
        if (transparent_)
            warnings_.push_back(fmt::format("{}: opacity: transparency was left out", source_));
        if (rotated_)
            warnings_.push_back(fmt::format("{}: the gradient's rotation was left out; the colour "
                                            "offset moves it",
                                            source_));
        if (straight_)
            warnings_.push_back(
                fmt::format("{}: smooth=no was left out; between its places colours "
                            "move smoothly",
                            source_));
        for (const Gradient &gradient : kept_)
            if (gradient.colours.size() > Palette::kMostStops)
                return warnings_.push_back(
                    fmt::format("{}: every other of its {} colours was left out", source_,
                                gradient.colours.size()));
    }

    static std::vector<Palette::Stop> stops(const std::map<std::int64_t, Rgb8> &colours) {
        std::vector<Palette::Stop> result;
        const bool too_many = colours.size() > Palette::kMostStops;
        bool keep = true;
        for (const auto &[index, colour] : colours) {
            if (keep)
                result.push_back(
                    {static_cast<double>(index) / kGradientPlaces, colour.r, colour.g, colour.b});
            keep = !too_many || !keep;
        }
        return result;
    }

    std::string_view source_, wanted_;
    Which which_;
    std::vector<std::string> &warnings_;
    std::vector<std::string> names_;
    std::string_view section_;
    std::vector<Gradient> kept_;
    std::optional<std::int64_t> index_;
    bool inside_ = false, reading_ = false, transparent_ = false, rotated_ = false;
    bool straight_ = false; ///< between places
};

} // namespace

Palette import_ultra_gradient(std::string_view text, std::string_view source,
                              std::string_view gradient, std::vector<std::string> &warnings) {
    const Which which = gradient.empty() ? Which::first : Which::wanted;
    Palette palette = GradientReader(source, which, gradient, warnings).read(text).front();
    palette.name.clear();
    return palette;
}

std::vector<Palette> import_ultra_gradients(std::string_view text, std::string_view source,
                                            std::vector<std::string> &warnings) {
    return GradientReader(source, Which::all, {}, warnings).read(text);
}

} // namespace fathom
