#pragma once
#include "render/places/scheme_names.h"
#include "render/places/toml_document.h"

#include <fmt/format.h>
#include <string>

namespace fathom {

/// The choice whose id stands at `path`, or `fallback` where nothing does. Throws InputError that
/// lists the ids there are.
template <class Value, std::size_t kCount>
Value read_choice(TomlDocument &document, std::string_view path,
                  const std::array<Named<Value>, kCount> &names, Value fallback) {
    const TomlValue *value = document.find(path);
    if (value == nullptr)
        return fallback;
    if (const auto *id = std::get_if<std::string>(&value->data))
        if (const Named<Value> *name = find_named(names, *id))
            return name->value;
    std::string ids;
    for (const Named<Value> &name : names)
        ids += fmt::format("{}\"{}\"", ids.empty() ? "" : ", ", name.id);
    document.refuse(path, *value, "one of " + ids);
}

} // namespace fathom
