#pragma once
#include "ui/texts/text.h"

/// The side panel's tabs, and the manual's pages.
namespace fathom::ui::texts::sections {

inline constexpr Text kView = "View";
inline constexpr Text kFormula = "Formula";
inline constexpr Text kColour = "Colour";
inline constexpr Text kPlaces = "Places";
inline constexpr Text kMinibrot = "Minibrot";
inline constexpr Text kCompare = "Compare";
inline constexpr Text kExport = "Export";
inline constexpr Text kFilm = "Film";
inline constexpr Text kDevices = "Devices";
inline constexpr Text kHelp = "Help";
inline constexpr Text kFirstStepsPage = "First steps";
inline constexpr Text kExploringPage = "Exploring";
inline constexpr Text kColoursPage = "Colours";
inline constexpr Text kDeepZoomPage = "Deep zoom";
inline constexpr Text kExportingPage = "Exporting pictures";
inline constexpr Text kFilmsPage = "Making films";
inline constexpr Text kFilesPage = "Location and palette files";
inline constexpr Text kCommandLinePage = "Command line";
inline constexpr Text kGlossaryPage = "Glossary";
inline constexpr Text kPageNotOpened = "{} cannot be opened: {}";

} // namespace fathom::ui::texts::sections
