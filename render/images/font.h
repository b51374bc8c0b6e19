#pragma once

namespace fathom {

/// The scalable font of the window and of plots, of Debian's package fonts-dejavu-core; it may be
/// missing.
inline constexpr const char *kFontFile = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

} // namespace fathom
