#pragma once

namespace fathom::ui::texts {

/// What a person reads in the window. Values take the places of {}, as fmt has it.
using Text = const char *;

} // namespace fathom::ui::texts
