#include "render/import/pasted_place.h"

#include "render/base/error.h"
#include "render/import/foreign_keys.h"
#include "render/import/foreign_location.h"
#include "render/import/importers.h"
#include "render/import/text_lines.h"
#include "render/places/place_line.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <optional>
#include <string>

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
    std::pair{"\u2212"sv, '-'}, std::pair{"\u2013"sv, '-'}, std::pair{"\u00d7"sv, 'x'},
    std::pair{"\u00b7"sv, '*'}, std::pair{"\u00a0"sv, ' '}, std::pair{"\u202f"sv, ' '},
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || c == '_';
}

std::string plain(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto *const found = std::find_if(kPlain.begin(), kPlain.end(), [&](const auto &each) {
            return text.starts_with(each.first);
        });
        const bool special = found != kPlain.end();
        const char c = special ? found->second : text.front();
        const bool between = "\t\r\n,;@()[]{}<>\"'`"sv.find(c) != std::string_view::npos;
        result += between ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        text.remove_prefix(special ? found->first.size() : 1);
    }
    return result;
}

/// Reads coordinates from a plain() text.
class Coordinates {
  public:
    explicit Coordinates(std::string_view text) : text_(text) {}

    /// False if the text is something else.
    bool read() {
        for (skip_blanks(); !text_.empty(); skip_blanks())
            if (!(is_letter(text_.front()) ? read_word() : read_number()))
                return false;
        return !named_ && parts_[kRe] && parts_[kIm];
    }
    [[nodiscard]] const std::optional<Decimal> &part(Part part) const { return parts_[part]; }

  private:
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
        int part = unit ? *unit : named_.value_or(kRe);
        while (!unit && !named_ && part < kParts && parts_[static_cast<std::size_t>(part)])
            ++part;
        named_.reset();
        if (part == kParts || parts_[static_cast<std::size_t>(part)])
            return false;
        parts_[static_cast<std::size_t>(part)] = value;
        return true;
    }

    std::string_view text_;
    std::optional<int> named_; ///< part of the number to come
    std::array<std::optional<Decimal>, kParts> parts_;
};

Location with_coordinates(Location location, const Coordinates &coordinates) {
    location.view.re = *coordinates.part(kRe);
    location.view.im = *coordinates.part(kIm);
    if (const auto &zoom = coordinates.part(kZoom))
        location.view.zoom = *zoom;
    if (const auto &iterations = coordinates.part(kIterations)) {
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
    Coordinates coordinates(words);
    if (!coordinates.read())
        return std::nullopt;
    return with_coordinates(present, coordinates);
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
