#pragma once
#include <string>

namespace fathom {

/// So many bytes for people, in kB, MB or GB of powers of ten: "41 kB", "3.1 MB", "12.0 GB". At
/// least 0.
std::string byte_words(double bytes);

} // namespace fathom
