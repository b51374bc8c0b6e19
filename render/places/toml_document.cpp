#include "render/places/toml_document.h"

#include "render/base/error.h"
#include "render/base/input_file.h"
#include "render/base/printable.h"
#include "render/base/text_body.h"
#include "render/places/named_place.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <system_error>

#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
// What Fathom writes nests three deep; every level costs a stranger's file some of our stack.
#define TOML_MAX_NESTED_VALUES 16
// A header like "[(" fails an assertion of the library (seen in 3.3) that the code after it handles
// as an error in the text. A stranger's file must neither abort the program nor, where NDEBUG makes
// the assertion an assumption, be undefined behaviour: without NDEBUG and with an empty assertion
// it is the error that it should be.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>

namespace fathom {
namespace {

// The library's nesting limit does not count the parts of a dotted key (a.b.c...), each of which is
// a level too. A key stands on one line, so this many points on any line that is not a comment are
// refused.
constexpr int kMaxPointsOnALine = 100;

// A table's name stands in the path of each of its keys, so long names could fill any memory.
constexpr std::size_t kMaxPathBytes = std::size_t{16} << 20;

constexpr std::size_t kMaxUnknownKeys = 10;

[[noreturn]] void refuse_at(std::string_view source, int line, std::string_view reason) {
    throw InputError(fmt::format("{}:{}: {}", source, line, reason));
}

void check_lines(std::string_view text, std::string_view source) {
    int line = 1;
    int points = 0;
    bool comment = false;
    bool blank = true;
    for (const char c : text) {
        if (c == '\n') {
            ++line;
            points = 0;
            comment = false;
            blank = true;
            continue;
        }
        const bool space = c == ' ' || c == '\t' || c == '\r';
        comment = comment || (blank && c == '#');
        blank = blank && space;
        if (!space && (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)) {
            refuse_at(source, line, "a control character; this is not a text file");
        }
        points += c == '.' && !comment ? 1 : 0;
        if (points > kMaxPointsOnALine) {
            refuse_at(source, line, "too many points on one line");
        }
    }
}

/// The text with its letters that are not ASCII as escapes, which mean them in strings between
/// double quotes; '?' for each byte that is no UTF-8. Comments may be in
/// any encoding, and outside of strings and comments the library (3.3) meets undefined behaviour at
/// letters like U+00E4 where it should refuse them.
std::string ascii_only(std::string_view text) {
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    std::string result;
    while (!text.empty()) {
        const auto letters = static_cast<std::size_t>(
            std::find_if_not(text.begin(), text.end(), is_ascii) - text.begin());
        result += text.substr(0, letters);
        text.remove_prefix(letters);
        const auto others = static_cast<std::size_t>(
            std::find_if(text.begin(), text.end(), is_ascii) - text.begin());
        const std::string escaped = toml_string(text.substr(0, others));
        result += std::string_view(escaped).substr(1, escaped.size() - 2);
        text.remove_prefix(others);
    }
    return result;
}

int line_of(const toml::node &node) {
    return static_cast<int>(node.source().begin.line);
}

TomlValue convert(const toml::node &node) {
    TomlValue value;
    value.line = line_of(node);
    if (const auto *boolean = node.as_boolean()) {
        value.data = boolean->get();
    } else if (const auto *integer = node.as_integer()) {
        value.data = integer->get();
    } else if (const auto *number = node.as_floating_point()) {
        value.data = number->get();
    } else if (const auto *text = node.as_string()) {
        value.data = text->get();
    } else if (const auto *array = node.as_array()) {
        std::vector<TomlValue> items;
        items.reserve(array->size());
        for (const toml::node &item : *array) {
            items.push_back(convert(item));
        }
        value.data = std::move(items);
    }
    return value;
}

/// A key as it is written: in quotes unless it is a bare one, so that ["view.re"] and [view] re
/// stay apart.
std::string written(std::string_view key) {
    const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
    return bare ? std::string(key) : fmt::format("\"{}\"", key);
}

/// Goes through a table and those inside it.
template <typename VisitValue, typename VisitTables> class Visitor {
  public:
    /// visit_value(path, node) for what is no table, visit_tables(path, items) for arrays of
    /// tables.
    Visitor(std::string_view source, VisitValue visit_value, VisitTables visit_tables)
        : source_(source), visit_value_(std::move(visit_value)),
          visit_tables_(std::move(visit_tables)) {}

    /// Throws InputError where all paths together are longer than kMaxPathBytes.
    void visit(const toml::table &table, const std::string &prefix = "") {
        for (const auto &[key, node] : table) {
            count(prefix, node);
            const std::string path = prefix + written(static_cast<std::string_view>(key));
            if (const auto *inner = node.as_table()) {
                visit(*inner, path + ".");
            } else if (node.is_array_of_tables()) {
                const toml::array &items = *node.as_array();
                visit_tables_(path, items);
                for (std::size_t i = 0; i < items.size(); ++i) {
                    count(path, items[i]);
                    visit(*items[i].as_table(), fmt::format("{}[{}].", path, i));
                }
            } else {
                visit_value_(path, node);
            }
        }
    }

  private:
    /// Counts a path that begins with `prefix`; the rest of it stands in the text, so that it is
    /// bounded.
    void count(const std::string &prefix, const toml::node &node) {
        path_bytes_ += prefix.size();
        if (path_bytes_ > kMaxPathBytes) {
            refuse_at(source_, line_of(node), "names of tables too long for this many keys");
        }
    }

    std::string_view source_;
    VisitValue visit_value_;
    VisitTables visit_tables_;
    std::size_t path_bytes_ = 0;
};

/// The whole number that a value is, also as people write large ones: 1e6.
std::optional<std::int64_t> as_whole(const TomlValue &value) {
    if (const auto *whole = std::get_if<std::int64_t>(&value.data))
        return *whole;
    constexpr double kExact = 9007199254740992.0; // 2^53
    const auto *real = std::get_if<double>(&value.data);
    if (real == nullptr || !(std::fabs(*real) <= kExact) || *real != std::floor(*real))
        return std::nullopt;
    return static_cast<std::int64_t>(*real);
}

std::string_view last_part(std::string_view path) {
    const std::size_t point = path.rfind('.');
    return point == std::string_view::npos ? path : path.substr(point + 1);
}

/// Said after a try to open `path`, for the user to act on.
std::string why_unreadable(const std::filesystem::path &path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found) {
        return "there is no such file; check its name";
    }
    if (error) {
        return error.message();
    }
    if (!std::filesystem::is_regular_file(status)) {
        return "it is not a regular file; give a file's name";
    }
    return "you may not read it, or its disk failed; check its permissions";
}

} // namespace

double as_number(const TomlValue &value) {
    if (const auto *whole = std::get_if<std::int64_t>(&value.data)) {
        return static_cast<double>(*whole);
    }
    const auto *real = std::get_if<double>(&value.data);
    return real != nullptr ? *real : std::nan("");
}

TomlDocument TomlDocument::parse(std::string_view text, std::string_view source,
                                 std::size_t max_size) {
    TomlDocument document;
    document.source_ = source;
    if (text.size() > max_size) {
        throw InputError(fmt::format("{} is larger than {} MiB, too large for a {}",
                                     document.source_, max_size >> 20,
                                     max_size > kMaxSize ? "film" : "location or palette"));
    }
    text = text_body(text);
    check_lines(text, source);
    try {
        const toml::table table = toml::parse(ascii_only(text), source);
        Visitor visitor(
            source,
            [&](const std::string &path, const toml::node &node) {
                document.entries_[path].value = convert(node);
            },
            [&](const std::string &path, const toml::array &items) {
                document.tables_[path] = convert(items);
            });
        visitor.visit(table);
    } catch (const toml::parse_error &error) {
        refuse_at(source, static_cast<int>(error.source().begin.line),
                  printable(error.description(), 200));
    }
    return document;
}

TomlDocument TomlDocument::of(std::map<std::string, TomlValue> values, std::string_view source) {
    TomlDocument document;
    document.source_ = source;
    for (auto &[path, value] : values)
        document.entries_[path].value = std::move(value);
    return document;
}

std::string TomlDocument::read_file(const std::filesystem::path &path, std::size_t max_size) {
    std::string text(max_size + 1, '\0');
    std::ifstream file = open_input_file(path);
    if (!file.is_open() ||
        (!file.read(text.data(), static_cast<std::streamsize>(text.size())) && !file.eof())) {
        throw InputError(fmt::format("{} cannot be read: {}", path.string(), why_unreadable(path)));
    }
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

void TomlDocument::enter(std::string_view path, int line) {
    within_ = path.empty() ? std::string() : std::string(path) + '.';
    line_of_within_ = line;
}

std::string TomlDocument::whole(std::string_view path) const {
    return within_ + std::string(path);
}

const TomlValue *TomlDocument::find(std::string_view path) {
    const auto entry = entries_.find(whole(path));
    if (entry == entries_.end()) {
        // Whoever wants something else than tables there can say on which line these stand.
        const auto tables = tables_.find(whole(path));
        return tables == tables_.end() ? nullptr : &tables->second;
    }
    entry->second.known = true;
    return &entry->second.value;
}

const TomlValue &TomlDocument::need(std::string_view path) {
    if (const TomlValue *value = find(path)) {
        return *value;
    }
    const std::string reason = fmt::format("the key {} is missing", path);
    if (!within_.empty()) {
        refuse(line_of_within_, reason);
    }
    throw InputError(fmt::format("{}: {}", source_, reason));
}

bool TomlDocument::has(std::string_view path) const {
    const std::string all = whole(path);
    const auto found = entries_.lower_bound(all);
    if (found != entries_.end() && found->first == all) {
        return true;
    }
    const std::string inside = all + '.';
    const auto below = entries_.lower_bound(inside);
    return below != entries_.end() && below->first.starts_with(inside);
}

std::string_view TomlDocument::text(std::string_view path) const {
    const auto found = entries_.find(whole(path));
    const auto *text =
        found == entries_.end() ? nullptr : std::get_if<std::string>(&found->second.value.data);
    return text == nullptr ? std::string_view() : std::string_view(*text);
}

int TomlDocument::tables(std::string_view path) const {
    const auto found = tables_.find(whole(path));
    return found == tables_.end()
               ? 0
               : static_cast<int>(std::get<std::vector<TomlValue>>(found->second.data).size());
}

void TomlDocument::visit(
    const std::function<void(const std::string &, const TomlValue &)> &visit) const {
    for (const auto &[path, entry] : entries_) {
        visit(path, entry.value);
    }
}

double TomlDocument::number(std::string_view path, double low, double high, double fallback) {
    const TomlValue *value = find(path);
    if (value == nullptr) {
        return fallback;
    }
    const double number = as_number(*value);
    if (!(number >= low && number <= high)) { // a NaN too
        refuse(path, *value, fmt::format("a number from {} to {}", low, high));
    }
    return number;
}

std::int64_t TomlDocument::integer(std::string_view path, std::int64_t low, std::int64_t high,
                                   std::int64_t fallback) {
    const TomlValue *value = find(path);
    if (value == nullptr) {
        return fallback;
    }
    const std::optional<std::int64_t> whole = as_whole(*value);
    if (!whole || *whole < low || *whole > high) {
        refuse(path, *value, fmt::format("a whole number from {} to {}", low, high));
    }
    return *whole;
}

void TomlDocument::refuse(std::string_view path, const TomlValue &value,
                          std::string_view expected) const {
    refuse(value.line,
           fmt::format("{} must be {}, got {}", last_part(path), expected, describe(value)));
}

void TomlDocument::refuse(int line, std::string_view reason) const {
    refuse_at(source_, line, reason);
}

std::vector<std::string> TomlDocument::unknown_keys() const {
    std::vector<std::pair<int, std::string>> found;
    for (const auto &[path, entry] : entries_) {
        if (!entry.known) {
            found.emplace_back(entry.value.line,
                               fmt::format("{}:{}: {} is not known and was ignored", source_,
                                           entry.value.line, printable(path)));
        }
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> sentences;
    for (auto &[line, sentence] : found) {
        if (sentences.size() == kMaxUnknownKeys) {
            sentences.push_back(fmt::format("{}: {} more keys are not known and were ignored",
                                            source_, found.size() - kMaxUnknownKeys));
            break;
        }
        sentences.push_back(std::move(sentence));
    }
    return sentences;
}

std::string describe(const TomlValue &value) {
    struct Describer {
        std::string operator()(std::monostate) const { return "a value of another kind"; }
        std::string operator()(bool b) const { return b ? "true" : "false"; }
        std::string operator()(std::int64_t n) const { return fmt::format("{}", n); }
        std::string operator()(double x) const { return fmt::format("{}", x); }
        std::string operator()(const std::string &text) const { return in_quotes(text); }
        std::string operator()(const std::vector<TomlValue> &) const { return "an array"; }
    };
    return std::visit(Describer{}, value.data);
}

} // namespace fathom
