#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fathom {

/// A value of a TOML file and the line, from 1, on which it stands.
struct TomlValue {
    /// monostate stands for what no file of Fathom uses: dates, times, tables inside mixed arrays.
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<TomlValue>>
        data;
    int line = 0;
};

/// The value as a number, whole or not; a NaN if it is none.
double as_number(const TomlValue &value);

/// A parsed TOML text from a stranger: its values by dotted path ("view.zoom", and "place[0].re" in
/// the first of an array of tables), and refusals that name source, line and key. The only door to
/// the TOML library.
class TomlDocument {
  public:
    /// Larger texts are refused unread, which bounds memory and time.
    static constexpr std::size_t kMaxSize = std::size_t{1} << 20;

    /// Parses TOML 1.0, in which letters beyond ASCII may stand in comments and between double
    /// quotes alone. `source` names the text in messages: a file name, "the clipboard". Throws
    /// InputError 'SOURCE:LINE: REASON' for anything broken, larger than `max_size` or too deeply
    /// nested.
    static TomlDocument parse(std::string_view text, std::string_view source,
                              std::size_t max_size = kMaxSize);

    /// Of values by path that another notation than TOML has given; `source` likewise.
    static TomlDocument of(std::map<std::string, TomlValue> values, std::string_view source);

    /// Reads at most max_size + 1 bytes of a file. Throws InputError naming the path if it cannot
    /// be read.
    static std::string read_file(const std::filesystem::path &path,
                                 std::size_t max_size = kMaxSize);

    [[nodiscard]] const std::string &source() const { return source_; }

    /// From now on paths are those inside the table at `path` ("key[2]"), which stands on `line`;
    /// an empty one leads out again.
    void enter(std::string_view path, int line);

    /// The value at `path`, which then counts as known; nullptr if there is none. An array of
    /// tables is one of monostates.
    const TomlValue *find(std::string_view path);
    /// As find. Throws InputError 'SOURCE: ... is missing' if there is none, with the line of the
    /// table where one was entered.
    const TomlValue &need(std::string_view path);

    /// Whether there are values at `path` or below it ("view").
    [[nodiscard]] bool has(std::string_view path) const;
    /// Whether there is neither a value nor an array of tables.
    [[nodiscard]] bool empty() const { return entries_.empty() && tables_.empty(); }
    /// The text at `path`, without counting it as known; empty where there is none.
    [[nodiscard]] std::string_view text(std::string_view path) const;
    /// The tables in the array of tables at `path`, empty ones included; 0 if there is none.
    [[nodiscard]] int tables(std::string_view path) const;
    /// Calls visit(path, value) for each value, in order of paths, without counting it as known.
    void visit(const std::function<void(const std::string &, const TomlValue &)> &visit) const;

    /// The number, whole or not, at `path`, or `fallback` if there is none.
    /// Throws InputError unless it is finite and within [low, high].
    double number(std::string_view path, double low, double high, double fallback);
    /// As `number`, for a whole number.
    std::int64_t integer(std::string_view path, std::int64_t low, std::int64_t high,
                         std::int64_t fallback);

    /// Throws InputError 'SOURCE:LINE: KEY must be EXPECTED, got VALUE', KEY being the path's last
    /// part.
    [[noreturn]] void refuse(std::string_view path, const TomlValue &value,
                             std::string_view expected) const;
    /// Throws InputError 'SOURCE:LINE: REASON'.
    [[noreturn]] void refuse(int line, std::string_view reason) const;

    /// For each value that nobody asked for, 'SOURCE:LINE: KEY is not known and was ignored', in
    /// order of lines; beyond ten, one more sentence that counts the rest.
    [[nodiscard]] std::vector<std::string> unknown_keys() const;

  private:
    struct Entry {
        TomlValue value;
        bool known = false;
    };

    [[nodiscard]] std::string whole(std::string_view path) const;

    std::string source_;
    std::string within_; ///< before the paths that are asked for
    int line_of_within_ = 0;
    std::map<std::string, Entry, std::less<>> entries_;
    std::map<std::string, TomlValue, std::less<>> tables_; ///< arrays of tables
};

/// A value in a few words, for a message: '"abc"', '12', 'an array'.
std::string describe(const TomlValue &value);

} // namespace fathom
