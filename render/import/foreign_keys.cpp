#include "render/import/foreign_keys.h"

#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/import/text_lines.h"
#include "render/numbers/plain_number.h"
#include "render/places/location.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace fathom {
namespace {

constexpr std::size_t kMaxUnknown = 10;

std::string text_of(const TomlValue &value) {
    if (const auto *text = std::get_if<std::string>(&value.data))
        return *text;
    return describe(value);
}

} // namespace

std::optional<Decimal> to_decimal(std::string_view text) {
    try {
        return Decimal::parse(text);
    } catch (const InputError &) {
        return std::nullopt;
    }
}

ForeignKeys::ForeignKeys(const TomlDocument &document, std::string_view source)
    : ForeignKeys(source) {
    document.visit([&](const std::string &path, const TomlValue &value) {
        add(path, text_of(value), value.line);
    });
}

void ForeignKeys::add(std::string_view key, std::string_view text, int line) {
    if (entries_.size() >= kMaxKeys && entries_.find(key) == entries_.end())
        refuse(line, fmt::format("more than {} keys; this is not a location", kMaxKeys));
    entries_[std::string(key)] = {{std::string(key), std::string(text), line}, false};
}

const ForeignValue *ForeignKeys::find(std::string_view key) {
    const auto entry = entries_.find(key);
    if (entry == entries_.end())
        return nullptr;
    entry->second.known = true;
    return &entry->second.value;
}

const ForeignValue &ForeignKeys::need(std::string_view key, std::string_view what) {
    if (const ForeignValue *value = find(key))
        return *value;
    throw InputError(fmt::format("{}: no {} ({}) in this file", source_, what, key));
}

double ForeignKeys::number(std::string_view key, double low, double high, double fallback) {
    const ForeignValue *value = find(key);
    if (value == nullptr)
        return fallback;
    const std::optional<double> number = read_double(value->text);
    if (!number || *number < low || *number > high)
        refuse(*value, fmt::format("a number from {} to {}", low, high));
    return *number;
}

std::int64_t ForeignKeys::whole(std::string_view key, std::int64_t low, std::int64_t high,
                                std::int64_t fallback) {
    const ForeignValue *value = find(key);
    if (value == nullptr)
        return fallback;
    const std::optional<double> number = read_double(value->text);
    if (!number || *number != std::floor(*number) || *number < static_cast<double>(low) ||
        *number > static_cast<double>(high))
        refuse(*value, fmt::format("a whole number from {} to {}", low, high));
    return static_cast<std::int64_t>(*number);
}

bool ForeignKeys::flag(std::string_view key, bool fallback) {
    const ForeignValue *value = find(key);
    if (value == nullptr)
        return fallback;
    const std::string_view text = trimmed(value->text);
    if (text == "1" || text == "true")
        return true;
    if (text != "0" && text != "false")
        refuse(*value, "0 or 1, false or true");
    return false;
}

void ForeignKeys::ignore(std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys)
        find(key);
}

bool ForeignKeys::ignore_rest() {
    bool any = false;
    for (auto &[key, entry] : entries_)
        any = !std::exchange(entry.known, true) || any;
    return any;
}

void ForeignKeys::refuse_unknown(std::initializer_list<std::string_view> starts) const {
    for (const auto &[key, entry] : entries_) {
        const auto begins = [&](std::string_view start) {
            return std::string_view(key).starts_with(start);
        };
        if (!entry.known && std::any_of(starts.begin(), starts.end(), begins))
            refuse(entry.value.line,
                   fmt::format("{} = {} is not known to Fathom, and without it another picture "
                               "might be shown",
                               printable(key), printable(entry.value.text, 40)));
    }
}

int ForeignKeys::line_of(std::string_view start) const {
    int line = 0;
    for (const auto &[key, entry] : entries_)
        if (std::string_view(key).starts_with(start) && (line == 0 || entry.value.line < line))
            line = entry.value.line;
    return std::max(line, 1);
}

void ForeignKeys::unsupported(std::string_view key, std::string_view harmless,
                              std::string_view what) {
    const ForeignValue *value = find(key);
    if (value == nullptr || value->text == harmless)
        return;
    const std::optional<double> number = read_double(value->text);
    const bool is_harmless = number && number == read_double(harmless);
    if (!is_harmless)
        warn(*value, fmt::format("{} = {}: {} not supported and was left out", printable(key),
                                 printable(value->text, 40), what));
}

void ForeignKeys::warn(const ForeignValue &value, std::string_view sentence,
                       std::vector<Remedy> remedies) {
    warnings_.push_back(
        {fmt::format("{}:{}: {}", source_, value.line, sentence), std::move(remedies)});
}

void ForeignKeys::warn(std::string_view sentence) {
    warnings_.push_back(fmt::format("{}: {}", source_, sentence));
}

std::vector<Complaint> ForeignKeys::warnings() const {
    std::vector<const ForeignValue *> unknown;
    for (const auto &[key, entry] : entries_)
        if (!entry.known)
            unknown.push_back(&entry.value);
    std::stable_sort(unknown.begin(), unknown.end(),
                     [](const auto *a, const auto *b) { return a->line < b->line; });
    std::vector<Complaint> all = warnings_;
    for (std::size_t i = 0; i < std::min(unknown.size(), kMaxUnknown); ++i)
        all.push_back(fmt::format("{}:{}: {} is not known and was ignored", source_,
                                  unknown[i]->line, printable(unknown[i]->key)));
    if (unknown.size() > kMaxUnknown)
        all.push_back(fmt::format("{}: {} more keys are not known and were ignored", source_,
                                  unknown.size() - kMaxUnknown));
    return all;
}

void ForeignKeys::refuse(const ForeignValue &value, std::string_view expected) const {
    refuse(value.line, fmt::format("{} must be {}, got {}", printable(value.key), expected,
                                   in_quotes(value.text)));
}

void ForeignKeys::refuse(int line, std::string_view reason) const {
    refuse_line(source_, line, reason);
}

Decimal foreign_coordinate(ForeignKeys &keys, const ForeignValue &value) {
    const Decimal most = ViewLimits().max_coordinate;
    const std::optional<Decimal> number = to_decimal(value.text);
    if (!number || *number < -most || most < *number)
        keys.refuse(value, "a decimal number from -10000 to 10000");
    return *number;
}

Decimal foreign_zoom(ForeignKeys &keys, const ForeignValue &value) {
    const ViewLimits limits;
    const std::optional<Decimal> number = to_decimal(value.text);
    if (!number || *number < limits.min_zoom || limits.max_zoom < *number)
        keys.refuse(value, "a decimal number from 0.001 to 1e100000");
    return *number;
}

std::uint64_t foreign_iterations(ForeignKeys &keys, const ForeignValue &value) {
    const Decimal most = Decimal::from_double(double{LocationLimits::kMaxIterations});
    const std::optional<Decimal> number = to_decimal(value.text);
    if (!number || *number < Decimal::from_double(1) || *number != number->rounded_to(0))
        keys.refuse(value, "a whole number of iterations, at least 1");
    if (most < *number) {
        keys.warn(value, fmt::format("{} iterations are more than the {} that Fathom counts to, "
                                     "which it takes instead",
                                     printable(value.text, 30), LocationLimits::kMaxIterations));
        return LocationLimits::kMaxIterations;
    }
    return static_cast<std::uint64_t>(number->to_double());
}

double foreign_bailout(ForeignKeys &keys, std::string_view key, double given) {
    using Limits = LocationLimits;
    const double taken = std::clamp(given, Limits::kMinBailout, Limits::kMaxBailout);
    if (taken != given)
        keys.warn(fmt::format("{}: an escape radius of {} is beyond Fathom's range; it takes {}",
                              key, given, taken));
    return taken;
}

double foreign_degrees(ForeignKeys &keys, const ForeignValue &value) {
    const double most = ViewLimits().max_rotation_degrees;
    const std::optional<double> degrees = read_double(value.text);
    if (!degrees || std::fabs(*degrees) > most)
        keys.refuse(value, fmt::format("degrees from {} to {}", -most, most));
    return *degrees;
}

double foreign_rotation(ForeignKeys &keys, const ForeignValue &value) {
    const double degrees = foreign_degrees(keys, value);
    if (degrees != 0)
        keys.warn(value,
                  fmt::format("the picture is turned by {} degrees, taken as turning the sampled "
                              "axes from right to downwards, which may be the wrong way",
                              degrees),
                  {{Remedy::Kind::rotation, fmt::format("{}", -degrees)}});
    return degrees;
}

PlaneMatrix foreign_stretching(ForeignKeys &keys, std::string_view amount, double unit,
                               std::string_view angle, double turned) {
    constexpr double kMostOctaves = 9.96; // ViewLimits' stretch and no rounding beyond
    const double most = kMostOctaves / unit;
    const double octaves = keys.number(amount, -most, most, 0) * unit;
    const double turn = ViewLimits().max_rotation_degrees;
    const double degrees = keys.number(angle, -turn, turn, 0) + turned;
    return stretching(std::exp2(-2 * octaves), degrees);
}

} // namespace fathom
