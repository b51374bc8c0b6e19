#pragma once
#include "render/places/place_folder.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::ui {

/// What a place shows and how deep it lies, in a few words: "Mandelbrot", "3000x".
std::string title_of(const Location &location);
std::string depth_of(const Location &location);
/// The name of a new bookmark: "Mandelbrot at 3000x".
std::string bookmark_name(const Location &location);

/// In which order a list of places is shown.
enum class PlaceOrder { name, depth, formula, newest };

/// Which of `places` the words of the query are in, by name, note, formula, folder or file, as
/// WordSearch has it, in that order: the deepest first, the newest first, formulas by their names;
/// what is equal by name, in natural_less order. Positions in `places`.
std::vector<std::size_t> found_places(const std::vector<StoredPlace> &places,
                                      std::string_view query, PlaceOrder order);

/// Likewise of files, the newest first, by their names: by name, or as they are.
std::vector<std::string> found_files(const std::vector<std::string> &files, std::string_view query,
                                     PlaceOrder order);

} // namespace fathom::ui
