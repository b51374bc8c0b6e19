#include "render/import/pasted_place.h"

#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/import/foreign_keys.h"
#include "render/import/foreign_location.h"
#include "render/import/importers.h"
#include "render/import/text_lines.h"
#include "render/numbers/plain_number.h"
#include "render/places/place_line.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fathom {
namespace {

using namespace std::string_view_literals;

/// What a number stands for, in the order in which numbers without a name come.
enum Part { kRe, kIm, kZoom, kIterations, kParts };
constexpr int kNoPart = -1; ///< of words that name a place as a whole

struct Name {
    std::string_view word;
    int part;
};
constexpr std::array kNames = {
    Name{"re", kRe},
    Name{"real", kRe},
    Name{"x", kRe},
    Name{"im", kIm},
    Name{"imag", kIm},
    Name{"imaginary", kIm},
    Name{"y", kIm},
    Name{"zoom", kZoom},
    Name{"magnification", kZoom},
    Name{"mag", kZoom},
    Name{"iterations", kIterations},
    Name{"iter", kIterations},
    Name{"maxiter", kIterations},
    Name{"limit", kIterations},
    Name{"c", kNoPart},
    Name{"z", kNoPart},
    Name{"center", kNoPart},
    Name{"centre", kNoPart},
    Name{"point", kNoPart},
    Name{"location", kNoPart},
    Name{"at", kNoPart},
    Name{"coordinates", kNoPart},
};

/// How text from web pages and other programs writes what ASCII has.
constexpr std::array kPlain = {
    std::pair{"\u2212"sv, '-'}, std::pair{"\u2013"sv, '-'},  std::pair{"\u00d7"sv, 'x'},
    std::pair{"\u00b7"sv, '*'}, std::pair{"\u2019"sv, '\''}, std::pair{"\u00a0"sv, '~'},
    std::pair{"\u202f"sv, '~'}, std::pair{"\u2009"sv, '~'},
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || c == '_';
}

/// In small letters and ASCII. Commas, apostrophes and, as ~, blanks that do not break lines stay:
/// they may belong to a number.
std::string plain(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto *const found = std::find_if(kPlain.begin(), kPlain.end(), [&](const auto &each) {
            return text.starts_with(each.first);
        });
        const bool special = found != kPlain.end();
        const char c = special ? found->second : text.front();
        const bool between = "\t\r\n;@()[]{}<>\"`"sv.find(c) != std::string_view::npos;
        result += between ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        text.remove_prefix(special ? found->first.size() : 1);
    }
    return result;
}

/// What a comma between two digits is, where it may be more than one thing.
enum class Commas { decimal, thousands, between };

/// Digits with points and with commas and the like between them: of one number or several.
class Digits {
  public:
    /// Those at the front of `text`, which begins with a digit.
    explicit Digits(std::string_view text) {
        std::size_t begin = 0, end = 0;
        while (end < text.size() && (is_digit(text[end]) || text[end] == '.' ||
                                     joins(text, end, text.substr(begin, end - begin)))) {
            if (!is_digit(text[end]) && text[end] != '.') {
                parts_.push_back(text.substr(begin, end - begin));
                begin = end + 1;
            }
            ++end;
        }
        parts_.push_back(text.substr(begin, end - begin));
        all_ = text.substr(0, end);
    }

    [[nodiscard]] std::string_view all() const { return all_; }
    [[nodiscard]] const std::vector<std::string_view> &parts() const { return parts_; }
    [[nodiscard]] bool has_point() const { return all_.find('.') != all_.npos; }
    [[nodiscard]] bool has_comma() const { return all_.find(',') != all_.npos; }

    /// Whether it is one number with its thousands apart: one to three digits, then groups of
    /// three, the last one with a point if it likes (12,500.25).
    [[nodiscard]] bool is_grouped() const {
        const auto begins = [](std::string_view part) {
            return !part.empty() && part.size() <= kGroup && part.front() != '0';
        };
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const bool last = i + 1 == parts_.size();
            const std::string_view digits =
                last ? parts_[i].substr(0, parts_[i].find('.')) : parts_[i];
            if (digits.find('.') != digits.npos ||
                !(i == 0 ? begins(digits) : digits.size() == kGroup))
                return false;
        }
        return true;
    }
    /// Whether its commas can only part numbers: some of these have points (-0.74,0.13), and none
    /// looks like thousands.
    [[nodiscard]] bool is_list() const {
        if (!has_comma() || !has_point() || is_grouped() || all_.find_first_of("'~") != all_.npos)
            return false;
        for (std::size_t i = 1; i < parts_.size(); ++i)
            if (parts_[i].size() == kGroup && parts_[i].find('.') == ""sv.npos &&
                parts_[i - 1].size() <= kGroup && parts_[i - 1].find('.') == ""sv.npos)
                return false;
        return true;
    }

  private:
    static constexpr std::size_t kGroup = 3;

    /// Whether the character, after a part of digits, goes on with it.
    static bool joins(std::string_view text, std::size_t at, std::string_view part) {
        const auto digit_at = [&](std::size_t place) {
            return place < text.size() && is_digit(text[place]);
        };
        if (text[at] == ',' || text[at] == '\'')
            return digit_at(at + 1);
        return text[at] == '~' && part.size() <= kGroup && part.find('.') == part.npos &&
               digit_at(at + 1) && digit_at(at + 2) && digit_at(at + 3) && !digit_at(at + 4);
    }

    std::string_view all_;
    std::vector<std::string_view> parts_; ///< between commas and the like, in order
};

/// The text with its commas read so; nothing where one of them cannot be.
std::optional<std::string> with_commas(std::string_view text, Commas meaning) {
    std::string result;
    while (!text.empty()) {
        if (!is_digit(text.front())) {
            result += ",'~"sv.find(text.front()) != ""sv.npos ? ' ' : text.front();
            text.remove_prefix(1);
            continue;
        }
        const Digits digits(text);
        text.remove_prefix(digits.all().size());
        std::string_view between;
        if (digits.parts().size() > 1) {
            const bool decimal = meaning == Commas::decimal && digits.has_comma();
            if (digits.is_list() || meaning == Commas::between)
                between = " ";
            else if (decimal && digits.parts().size() == 2 && !digits.has_point())
                between = ".";
            else if (decimal || !digits.is_grouped())
                return std::nullopt;
        }
        result += fmt::format("{}", fmt::join(digits.parts(), between));
    }
    return result;
}

/// Whether a number of the text has a point, and whether something in it has several meanings.
struct Marks {
    bool point = false, unclear = false;
};
Marks marks_of(std::string_view text) {
    Marks marks;
    while (!text.empty()) {
        if (!is_digit(text.front())) {
            text.remove_prefix(1);
            continue;
        }
        const Digits digits(text);
        text.remove_prefix(digits.all().size());
        marks.point = marks.point || digits.has_point();
        marks.unclear = marks.unclear || (digits.parts().size() > 1 && !digits.is_list() &&
                                          (digits.has_comma() || !digits.is_grouped()));
    }
    return marks;
}

/// The numbers that a text gives.
struct Parts {
    std::array<std::optional<Decimal>, kParts> numbers;
    bool unclear = false; ///< one stands where it could belong to the one before it
};

/// Reads coordinates from a plain() text.
class Coordinates {
  public:
    /// Nothing if the text is something else.
    static std::optional<Parts> read(std::string_view text) {
        Coordinates coordinates(text);
        return coordinates.read() ? std::optional(coordinates.parts_) : std::nullopt;
    }

  private:
    explicit Coordinates(std::string_view text) : text_(text) {}

    bool read() {
        for (skip_blanks(); !text_.empty(); skip_blanks())
            if (!(is_letter(text_.front()) ? read_word() : read_number()))
                return false;
        return !named_ && parts_.numbers[kRe] && parts_.numbers[kIm];
    }

    void skip_blanks() {
        text_.remove_prefix(std::min(text_.find_first_not_of(' '), text_.size()));
    }

    bool take(char c) {
        const bool there = text_.starts_with(c);
        text_.remove_prefix(there ? 1 : 0);
        return there;
    }

    /// Takes one of the letters where no other follows it.
    bool take_letter(std::string_view letters) {
        const bool there = !text_.empty() && letters.find(text_.front()) != letters.npos &&
                           (text_.size() == 1 || !is_letter(text_[1]));
        text_.remove_prefix(there ? 1 : 0);
        return there;
    }

    /// Likewise, of letters that belong to the number before them.
    bool take_unit(std::string_view letters) {
        return (text_.size() < 2 || !is_digit(text_[1])) && !is_name() && take_letter(letters);
    }

    /// Whether a number follows the letter, which then belongs to that one: "0.13 x 1e10".
    [[nodiscard]] bool comes_before_number() const {
        const std::size_t next = text_.find_first_not_of(' ', 1);
        return next != text_.npos && is_digit(text_[next]);
    }

    /// Whether the letter is a name for what comes: "x = 1".
    [[nodiscard]] bool is_name() const {
        const std::size_t next = text_.find_first_not_of(' ', 1);
        return next != text_.npos && (text_[next] == '=' || text_[next] == ':');
    }

    bool read_word() {
        // "x1e10", "magnification x 1e10"
        if (!is_name() && named_.value_or(kZoom) == kZoom && take_letter("x"))
            named_ = kZoom;
        else if (named_ || !read_name())
            return false;
        return true;
    }

    bool read_name() {
        const auto *const end = std::find_if_not(text_.begin(), text_.end(), is_letter);
        const std::string_view word(text_.begin(), end);
        const auto *const name = std::find_if(kNames.begin(), kNames.end(),
                                              [&](const Name &each) { return each.word == word; });
        if (name == kNames.end())
            return false;
        text_.remove_prefix(word.size());
        skip_blanks();
        if (!take('='))
            take(':');
        after_named_ = false;
        if (name->part != kNoPart)
            named_ = name->part;
        return true;
    }

    bool read_number() {
        std::string number;
        if (text_.front() == '-' || text_.front() == '+') {
            number += text_.front();
            text_.remove_prefix(1);
            skip_blanks();
        }
        if (!named_ && take_letter("ij")) { // a + i*b
            take('*');
            named_ = kIm;
        }
        number += digits();
        const std::optional<Decimal> value = to_decimal(number);
        return value && put(*value);
    }

    /// As many characters as can belong to one number without a sign.
    std::string_view digits() {
        std::size_t end = 0;
        while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.'))
            ++end;
        if (end > 0 && end < text_.size() && text_[end] == 'e') {
            std::size_t last = end + 1;
            if (last < text_.size() && (text_[last] == '-' || text_[last] == '+'))
                ++last;
            const std::size_t first = last;
            while (last < text_.size() && is_digit(text_[last]))
                ++last;
            end = last > first ? last : end;
        }
        const std::string_view found = text_.substr(0, end);
        text_.remove_prefix(end);
        return found;
    }

    /// With the unit that follows it.
    bool put(const Decimal &value) {
        const bool attached = !text_.starts_with(' ');
        skip_blanks();
        std::optional<int> unit;
        if (take('*'))
            skip_blanks();
        if (take_unit("ij"))
            unit = kIm;
        else if ((attached || !comes_before_number()) && take_unit("x"))
            unit = kZoom;
        if (unit && named_ && unit != named_)
            return false;
        // "zoom 12 500" is one number or two
        parts_.unclear = parts_.unclear || (!unit && !named_ && after_named_);
        after_named_ = !unit && named_;
        int part = unit ? *unit : named_.value_or(kRe);
        while (!unit && !named_ && part < kParts && parts_.numbers[static_cast<std::size_t>(part)])
            ++part;
        named_.reset();
        if (part == kParts || parts_.numbers[static_cast<std::size_t>(part)])
            return false;
        parts_.numbers[static_cast<std::size_t>(part)] = value;
        return true;
    }

    std::string_view text_;
    std::optional<int> named_; ///< part of the number to come
    bool after_named_ = false; ///< the last number had its part's name before it
    Parts parts_;
};

Location with_parts(Location location, const Parts &parts) {
    location.view.re = *parts.numbers[kRe];
    location.view.im = *parts.numbers[kIm];
    if (const auto &zoom = parts.numbers[kZoom])
        location.view.zoom = *zoom;
    if (const auto &iterations = parts.numbers[kIterations]) {
        location.iterations = static_cast<std::uint64_t>(
            std::clamp(iterations->to_double(), 0.0, 2.0 * LocationLimits::kMaxIterations));
        location.automatic_iterations = false;
    }
    check_location(location);
    return location;
}

/// Whether it is a location file's text, well or broken: what is wrong with it is worth telling.
bool is_file(std::string_view text) {
    return own_text(text) == OwnText::location || is_place_line(text) || is_kfr(text) ||
           is_imagina(text) || is_deepdrill(text);
}

} // namespace

std::optional<Location> coordinates_in(std::string_view text, const Location &present) {
    if (text.size() > kMaxForeignText)
        return std::nullopt;
    const std::string words = plain(text);
    const auto read = [&](Commas meaning) {
        const std::optional<std::string> numbers = with_commas(words, meaning);
        return numbers ? Coordinates::read(*numbers) : std::nullopt;
    };
    const Marks marks = marks_of(words);
    std::optional<Parts> found = read(Commas::thousands);
    bool unclear = found && found->unclear;
    if (marks.unclear) {
        const auto decimal = marks.point ? std::nullopt : read(Commas::decimal);
        const auto list = read(Commas::between);
        const bool in_brackets = trimmed(text).starts_with('(') || trimmed(text).starts_with('[');
        unclear = unclear || (found && decimal) || (!found && !decimal && list && !in_brackets);
        found = found ? found : decimal ? decimal : list;
        unclear = unclear || (found && found->unclear);
    }
    if (unclear)
        throw InputError(fmt::format("{} can be read in more than one way; write decimal points "
                                     "and a blank between numbers, as in -0.7436 0.1318 1e4",
                                     in_quotes(text)));
    return found ? std::optional(with_parts(present, *found)) : std::nullopt;
}

ParsedLocation parse_pasted_place(std::string_view text, const Location &present) {
    const bool file = is_file(text);
    if (!file)
        if (auto told = coordinates_in(text, present))
            return {*std::move(told), {}};
    try {
        return parse_any_location(text, "the clipboard");
    } catch (const InputError &) {
        if (file)
            throw;
    }
    throw InputError("the clipboard holds no place; copy coordinates such as -0.7436, 0.1318, or "
                     "the text of a location file, and paste again");
}

} // namespace fathom
