#pragma once
#include <string>
#include <string_view>

namespace fathom {

/// "gpu0 cannot be used: WHY; the CPU takes over": what people are told when an engine `id` that
/// the program chose by itself fails. The id stands there once, although `why` may begin with it.
/// `has_worked`: it had started.
std::string takeover_words(const std::string &id, std::string_view why, bool has_worked);

} // namespace fathom
