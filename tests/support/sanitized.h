#pragma once

namespace fathom {

/// Whether a sanitizer is in this build, whose own memory would be measured.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

} // namespace fathom
