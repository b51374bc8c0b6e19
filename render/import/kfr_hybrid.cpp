#include "render/import/kfr_hybrid.h"

#include "render/import/foreign_keys.h"
#include "render/numbers/plain_number.h"

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

// LOOP/STANZA/STANZA..., a stanza being REPEATS|LINE|LINE... and a line OPERATOR;OPERATOR;COMBINE,
// as its class hybrid_formula (C. Heiland-Allen) writes them. A stanza takes z through its lines
// and adds c, as often as it says; after the last one comes the one with the number LOOP.

namespace fathom {
namespace {

using Complex = std::complex<double>;

/// a (x + iy)^power, or a alone for power 0.
struct Operator {
    bool abs_x = false, abs_y = false, neg_x = false, neg_y = false;
    std::int64_t power = 0;
    Complex factor;

    [[nodiscard]] Complex of(Complex z) const {
        if (power == 0)
            return factor;
        const double x = abs_x ? std::fabs(z.real()) : z.real();
        const double y = abs_y ? std::fabs(z.imag()) : z.imag();
        return factor * whole_power({neg_x ? -x : x, neg_y ? -y : y}, power);
    }
};

struct Line {
    Operator one, two;
    std::int64_t combine = 0; ///< + - * /

    [[nodiscard]] Complex of(Complex z) const {
        switch (combine) {
        case 0:
            return one.of(z) + two.of(z);
        case 1:
            return one.of(z) - two.of(z);
        case 2:
            return one.of(z) * two.of(z);
        default:
            return one.of(z) / two.of(z);
        }
    }
};

std::vector<std::string_view> parts_of(std::string_view text, char between) {
    std::vector<std::string_view> parts;
    for (std::size_t end = text.find(between); end != text.npos; end = text.find(between)) {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    parts.push_back(text);
    return parts;
}

/// Reads a text; what is broken is remembered and read as nothing.
class HybridReader {
  public:
    [[nodiscard]] bool broken() const { return broken_; }

    /// The steps of all stanzas.
    std::vector<std::vector<Line>> read(std::string_view text) {
        std::vector<std::vector<Line>> stanzas;
        const std::vector<std::string_view> parts = parts_of(text, '/');
        const auto last = static_cast<std::int64_t>(parts.size()) - 2;
        whole(parts[0], 0, last);
        for (std::size_t i = 1; i < parts.size(); ++i)
            stanzas.push_back(stanza(parts[i]));
        return stanzas;
    }

  private:
    std::int64_t whole(std::string_view text, std::int64_t low, std::int64_t high) {
        const auto number = read_whole(text);
        broken_ = broken_ || !number || *number < low || *number > high;
        return broken_ ? low : *number;
    }
    double real(std::string_view text) {
        const auto number = read_double(text);
        broken_ = broken_ || !number;
        return number.value_or(0);
    }

    std::vector<Line> stanza(std::string_view text) {
        constexpr std::int64_t kMostRepeats = 1'000'000;
        std::vector<Line> lines;
        const std::vector<std::string_view> parts = parts_of(text, '|');
        whole(parts[0], 1, kMostRepeats);
        broken_ = broken_ || parts.size() < 2;
        for (std::size_t i = 1; i < parts.size(); ++i)
            lines.push_back(line(parts[i]));
        return lines;
    }
    Line line(std::string_view text) {
        const std::vector<std::string_view> parts = parts_of(text, ';');
        broken_ = broken_ || parts.size() != 3;
        if (broken_)
            return {};
        return {operation(parts[0]), operation(parts[1]), whole(parts[2], 0, 3)};
    }
    Operator operation(std::string_view text) {
        constexpr std::int64_t kMostWritten = 1'000'000;
        const std::vector<std::string_view> parts = parts_of(text, ',');
        broken_ = broken_ || parts.size() != 7;
        if (broken_)
            return {};
        const auto flag = [&](std::size_t i) { return whole(parts[i], 0, 1) == 1; };
        return {flag(0),
                flag(1),
                flag(2),
                flag(3),
                whole(parts[4], 0, kMostWritten),
                {real(parts[5]), real(parts[6])}};
    }

    bool broken_ = false;
};

bool has_large_power(const std::vector<Line> &lines) {
    for (const Line &line : lines)
        if (line.one.power > kMostPower || line.two.power > kMostPower)
            return true;
    return false;
}

} // namespace

std::optional<FormulaMatch> match_kfr_hybrid(ForeignKeys &keys, const ForeignValue &value) {
    HybridReader reader;
    const std::vector<std::vector<Line>> stanzas = reader.read(value.text);
    if (reader.broken() || stanzas.empty())
        keys.refuse(value, "LOOP/REPEATS|OPERATOR;OPERATOR;COMBINE and so on");
    std::optional<FormulaMatch> all;
    for (const std::vector<Line> &lines : stanzas) {
        if (has_large_power(lines))
            return std::nullopt;
        const auto formula = match_formula([&](Complex z) {
            for (const Line &line : lines)
                z = line.of(z);
            return z;
        });
        if (!formula || (all && *all != *formula))
            return std::nullopt;
        all = formula;
    }
    return all;
}

} // namespace fathom
