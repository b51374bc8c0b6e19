#pragma once
#include "render/base/complaint.h"
#include "render/numbers/decimal.h"
#include "render/places/plane_matrix.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

struct Location;
class TomlDocument;

/// The number that Decimal::parse reads; nothing for anything else.
std::optional<Decimal> to_decimal(std::string_view text);

/// A value of a foreign file, as text, and where it stands.
struct ForeignValue {
    std::string key;
    std::string text;
    int line = 0;
};

/// The keys and values of another program's location file: what is asked for by name, and a
/// warning for all that nobody asked for.
class ForeignKeys {
  public:
    /// More keys are refused: no file of a real program has as many.
    static constexpr std::size_t kMaxKeys = 4096;

    /// `source` names the text in messages.
    explicit ForeignKeys(std::string_view source) : source_(source) {}
    /// The values of a TOML text by dotted path; arrays, dates and the like have no text, only a
    /// name.
    ForeignKeys(const TomlDocument &document, std::string_view source);

    /// Adds a value; a later one of the same key counts. Throws InputError beyond kMaxKeys.
    void add(std::string_view key, std::string_view text, int line);

    /// The value of `key`, which then counts as known; null if there is none.
    const ForeignValue *find(std::string_view key);
    /// As find. Throws InputError 'SOURCE: no WHAT (KEY) in this file' if there is none.
    const ForeignValue &need(std::string_view key, std::string_view what);

    /// The number of `key`, or `fallback` if there is none. Throws InputError if it is not a number
    /// from `low` to `high`.
    double number(std::string_view key, double low, double high, double fallback);
    /// Likewise, a whole number, however it is written (3.0, 1e3).
    std::int64_t whole(std::string_view key, std::int64_t low, std::int64_t high,
                       std::int64_t fallback);
    /// Likewise, 0 or 1, false or true.
    bool flag(std::string_view key, bool fallback);

    /// Takes the keys as known that change nothing in Fathom's picture.
    void ignore(std::initializer_list<std::string_view> keys);
    /// Takes all keys as known; whether there were any that were not.
    bool ignore_rest();
    /// Throws InputError naming the first key that nobody asked for and that begins with one of
    /// these: what is shown may depend on it.
    void refuse_unknown(std::initializer_list<std::string_view> starts) const;
    /// The first line of a key that begins so, 1 where there is none.
    [[nodiscard]] int line_of(std::string_view start) const;
    /// Warns that `what` is not supported if `key` is there with another value than `harmless`.
    void unsupported(std::string_view key, std::string_view harmless, std::string_view what);

    /// Adds 'SOURCE:LINE: SENTENCE', the line being that of the value.
    void warn(const ForeignValue &value, std::string_view sentence,
              std::vector<Remedy> remedies = {});
    /// Adds 'SOURCE: SENTENCE'.
    void warn(std::string_view sentence);
    /// All warnings, those of unknown keys (ten at most, then their count) last.
    [[nodiscard]] std::vector<Complaint> warnings() const;

    /// Throws InputError 'SOURCE:LINE: KEY must be EXPECTED, got VALUE'.
    [[noreturn]] void refuse(const ForeignValue &value, std::string_view expected) const;
    /// Throws InputError 'SOURCE:LINE: REASON'.
    [[noreturn]] void refuse(int line, std::string_view reason) const;

  private:
    struct Entry {
        ForeignValue value;
        bool known = false;
    };

    std::string source_;
    std::map<std::string, Entry, std::less<>> entries_;
    std::vector<Complaint> warnings_;
};

// What most programs have. Each throws InputError 'SOURCE:LINE: REASON' for what is no number or
// beyond Fathom's ranges.

/// The coordinate of that key, every digit of it.
Decimal foreign_coordinate(ForeignKeys &keys, const ForeignValue &value);
/// Height of the view = 4 / zoom.
Decimal foreign_zoom(ForeignKeys &keys, const ForeignValue &value);
/// Iterations; more than Fathom counts to become the most, with a warning.
std::uint64_t foreign_iterations(ForeignKeys &keys, const ForeignValue &value);
/// The escape radius `given` by that key, moved into Fathom's range with a warning.
double foreign_bailout(ForeignKeys &keys, std::string_view key, double given);
/// Degrees by which the sampled axes turn from right to where Im grows.
double foreign_degrees(ForeignKeys &keys, const ForeignValue &value);
/// Likewise of a program that is only taken to mean it so, with Im downwards: other than 0, with a
/// warning.
double foreign_rotation(ForeignKeys &keys, const ForeignValue &value);
/// The matrix that makes vectors of the screen 2^(amount unit) times as long in the direction of an
/// angle in degrees and shorter across, as Kalles Fraktaler and Fraktaler-3 have it; `turned` is
/// added to the angle. The identity where neither key is there.
PlaneMatrix foreign_stretching(ForeignKeys &keys, std::string_view amount, double unit,
                               std::string_view angle, double turned);

} // namespace fathom
