#pragma once
#include <string>
#include <string_view>

namespace fathom {

/// A stranger's text made fit for a message on a terminal: what is not printable ASCII becomes '?',
/// and beyond `max_length` characters "..." stands for the rest.
std::string printable(std::string_view text, std::size_t max_length = 60);

/// `printable` between double quotes.
std::string in_quotes(std::string_view text);

} // namespace fathom
