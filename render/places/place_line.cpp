#include "render/places/place_line.h"

#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/numbers/plain_number.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

namespace fathom {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kStart = "fathom:";
constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kAround = " \t\r\n`\"'<>*"; ///< what is quoted

/// Written without their keys, in this order.
constexpr std::array kPositional = {"view.re"sv, "view.im"sv, "view.zoom"sv};
/// Keys that are written without their table; those of [colour] are, too.
constexpr std::array kShort = {
    "view.rotation"sv,     "view.mirrored"sv,          "view.matrix"sv,
    "iteration.formula"sv, "iteration.limit"sv,        "iteration.found"sv,
    "iteration.bailout"sv, "iteration.julia"sv,        "iteration.seed_re"sv,
    "iteration.seed_im"sv, "iteration.parameter_re"sv, "iteration.parameter_im"sv,
};
/// Texts whatever they look like.
constexpr std::array kTexts = {
    "view.re"sv,           "view.im"sv,        "view.zoom"sv,       "iteration.seed_re"sv,
    "iteration.seed_im"sv, "colour.palette"sv, "colour.own_name"sv,
};
constexpr std::string_view kStops = "colour.stops";
constexpr std::string_view kMatrix = "view.matrix";
constexpr std::string_view kDensity = "colour.density"; ///< without it ranks have another
constexpr std::string_view kFormatKey = "fathom";
constexpr std::int64_t kLineFormat = 3; ///< of lines that give none
constexpr std::string_view kOtherTable = "colour.";

template <std::size_t kCount>
bool has(const std::array<std::string_view, kCount> &paths, std::string_view path) {
    return std::find(paths.begin(), paths.end(), path) != paths.end();
}

/// The path that a key on the line stands for. One with a point is a path already: so a table that
/// comes later needs nothing here.
std::string path_of(std::string_view key) {
    if (key == kFormatKey || key.find('.') != key.npos)
        return std::string(key);
    for (const std::string_view path : kShort)
        if (path.substr(path.find('.') + 1) == key)
            return std::string(path);
    return fmt::format("{}{}", kOtherTable, key);
}

std::string_view key_of(std::string_view path) {
    const std::string_view key = path.substr(path.find('.') + 1);
    return path_of(key) == path ? key : path;
}

std::string written(const TomlValue &value) {
    if (const auto *flag = std::get_if<bool>(&value.data))
        return *flag ? "true" : "false";
    if (const auto *whole = std::get_if<std::int64_t>(&value.data))
        return std::to_string(*whole);
    if (const auto *number = std::get_if<double>(&value.data))
        return fmt::format("{}", *number);
    if (const auto *text = std::get_if<std::string>(&value.data))
        return *text;
    std::string list; // a matrix, or stops
    for (const TomlValue &entry : std::get<std::vector<TomlValue>>(value.data)) {
        const auto *pair = std::get_if<std::vector<TomlValue>>(&entry.data);
        list += list.empty() ? "" : ",";
        list += pair == nullptr ? written(entry) : written((*pair)[0]) + ":" + written((*pair)[1]);
    }
    return list;
}

/// Takes all up to `end`, and that, from the front of `text`.
std::string_view take_until(std::string_view &text, char end) {
    const std::size_t length = std::min(text.find(end), text.size());
    const std::string_view part = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    return part;
}

TomlValue value_of(std::string_view path, std::string_view text, int line) {
    TomlValue value{std::string(text), line};
    if (has(kTexts, path))
        return value;
    if (path == kStops) {
        std::vector<TomlValue> stops;
        while (!text.empty()) {
            std::string_view stop = take_until(text, ',');
            const std::string_view position = take_until(stop, ':');
            std::vector<TomlValue> pair = {value_of("", position, line), {std::string(stop), line}};
            stops.push_back({std::move(pair), line});
        }
        value.data = std::move(stops);
    } else if (path == kMatrix) {
        std::vector<TomlValue> entries;
        while (!text.empty())
            entries.push_back(value_of("", take_until(text, ','), line));
        value.data = std::move(entries);
    } else if (text == "true" || text == "false") {
        value.data = text == "true";
    } else if (const auto whole = read_whole(text)) {
        value.data = *whole;
    } else if (const auto number = read_double(text)) {
        value.data = *number;
    }
    return value;
}

/// The words of a line and on which line of the text each stands.
class Words {
  public:
    explicit Words(std::string_view text) : text_(text) {}

    /// The next one; empty at the end.
    std::string_view take() {
        const std::size_t blanks = std::min(text_.find_first_not_of(kBlanks), text_.size());
        line_ += static_cast<int>(std::count(text_.begin(), text_.begin() + blanks, '\n'));
        text_.remove_prefix(blanks);
        const std::size_t length = std::min(text_.find_first_of(kBlanks), text_.size());
        const std::string_view word = text_.substr(0, length);
        text_.remove_prefix(length);
        return word;
    }
    /// Of the last word, from 1.
    [[nodiscard]] int line() const { return line_; }

  private:
    std::string_view text_;
    int line_ = 1;
};

[[noreturn]] void refuse(std::string_view source, int line, std::string_view reason) {
    throw InputError(fmt::format("{}:{}: {}", source, line, reason));
}

/// The three numbers, and the pairs after them, as a location file has them.
std::map<std::string, TomlValue> values_of(Words words, std::string_view source) {
    std::map<std::string, TomlValue> values;
    for (const std::string_view path : kPositional) {
        const std::string_view word = words.take();
        if (word.empty())
            refuse(source, words.line(),
                   "a place on one line begins with three numbers, fathom: RE IM ZOOM");
        values[std::string(path)] = value_of(path, word, words.line());
    }
    values[std::string(kFormatKey)] = {kLineFormat, words.line()};
    std::map<std::string, int> given;
    for (std::string_view word = words.take(); !word.empty(); word = words.take()) {
        if (word.find('=') == word.npos || word.starts_with('='))
            refuse(source, words.line(), in_quotes(word) + " is no KEY=VALUE");
        const std::string path = path_of(take_until(word, '='));
        if (has(kPositional, path) || !given.emplace(path, words.line()).second)
            refuse(source, words.line(), in_quotes(key_of(path)) + " is given twice");
        values[path] = value_of(path, word, words.line());
    }
    return values;
}

} // namespace

std::string to_line(const Location &location) {
    TomlDocument document = TomlDocument::parse(to_text(location), "location");
    TomlDocument usual = TomlDocument::parse(to_text(Location()), "location");
    std::string line(kStart);
    for (const std::string_view path : kPositional)
        line += ' ' + written(document.need(path));
    const bool ranks = location.colour.mapping == kernels::ColourMapping::rank;
    document.visit([&](const std::string &path, const TomlValue &value) {
        const TomlValue *without = usual.find(path);
        bool is_usual = path == kFormatKey
                            ? std::get<std::int64_t>(value.data) <= kLineFormat
                            : without != nullptr && written(*without) == written(value);
        is_usual = is_usual && !(ranks && path == kDensity);
        if (has(kPositional, path) || is_usual)
            return;
        line += fmt::format(" {}={}", key_of(path), written(value));
    });
    return line;
}

bool is_place_line(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(kAround), text.size()));
    return text.starts_with(kStart);
}

ParsedLocation parse_place_line(std::string_view text, std::string_view source) {
    if (text.size() > TomlDocument::kMaxSize)
        refuse(source, 1, "larger than 1 MiB, too large for a place");
    const std::size_t start = text.find(kStart);
    const std::size_t last = text.find_last_not_of(kAround);
    if (start == text.npos || last == text.npos)
        refuse(source, 1, "a place on one line begins with fathom:");
    text = text.substr(start + kStart.size(), last + 1 - start - kStart.size());
    TomlDocument document = TomlDocument::of(values_of(Words(text), source), source);
    return read_location(document);
}

} // namespace fathom
