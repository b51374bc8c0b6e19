#pragma once
#include <string_view>

namespace fathom {

/// Throws InputError that names what the text is, and what to do, where its first bytes tell that
/// it is something that Fathom does not read as a `wanted` ("place", "palette"): a picture, an
/// archive, another program's palette, a pointer of Git LFS, a web page.
void refuse_other_kinds(std::string_view text, std::string_view source, const char *wanted);

} // namespace fathom
