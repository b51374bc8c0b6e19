#pragma once
#include <string>
#include <string_view>

namespace fathom {

/// A stranger's text made fit for a message on a terminal: what is not printable ASCII becomes '?',
/// and beyond `max_length` characters "..." stands for the rest.
std::string printable(std::string_view text, std::size_t max_length = 60);

/// A sentence with names of files as they are, made fit for a terminal: control characters and what
/// is not UTF-8 are written as \xNN or as \n, what turns text around as \uNNNN, and "..." stands
/// for the middle of words and sentences that are too long to read. Sentences without any of these
/// stay as they are.
std::string legible(std::string_view sentence);

/// `printable` between double quotes.
std::string in_quotes(std::string_view text);

} // namespace fathom
