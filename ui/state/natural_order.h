#pragma once
#include <string_view>

namespace fathom::ui {

/// Whether `a` comes before `b` in a list for people: numbers in them by their values, exponents
/// included, so that "at 1024x" comes before "at 1e6x"; letters whatever their case.
bool natural_less(std::string_view a, std::string_view b);

} // namespace fathom::ui
