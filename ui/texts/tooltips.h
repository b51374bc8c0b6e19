#pragma once
#include "ui/texts/text.h"

#include <array>

namespace fathom::ui::texts {

/// What a control does, by the name that it is noted under (ItemLog). A name that ends in '*'
/// stands for all that begin like it.
struct Tooltip {
    const char *control;
    Text words;
};

inline constexpr std::array kTooltips = {
    Tooltip{"section-view", "Position, depth, precision, and how the window moves and looks."},
    Tooltip{"section-formula", "The formula, its parameter and its Julia sets."},
    Tooltip{"section-colour", "Palette, mapping, shading, and the inside of the set."},
    Tooltip{"section-places", "Gallery, bookmarks, history and files (G)."},
    Tooltip{"section-minibrot", "Finds small copies of the set and centres of spirals (N)."},
    Tooltip{"section-compare", "Compares two engines, side by side or by their difference (V)."},
    Tooltip{"section-export", "Saves a picture of any size to a file (Ctrl+E)."},
    Tooltip{"section-film", "Makes a film from keyframes on a timeline (T)."},
    Tooltip{"section-devices", "The processors and graphics cards of this computer."},
    Tooltip{"section-help", "All keys (F1) and the manual."},
    Tooltip{"panel-edge", "Drag to change the width of the panel."},
    Tooltip{"hints-close", "Close these hints for good. F1 shows all keys."},

    // The status bar.
    Tooltip{"status-re", "Real part of the centre. Click to copy all digits."},
    Tooltip{"status-im", "Imaginary part of the centre. Click to copy all digits."},
    Tooltip{"status-zoom", "Magnification. Click to copy all digits."},
    Tooltip{"status-source", "Number type, and the engine that computes the picture."},
    Tooltip{"status-iterations", "Most iterations per point."},
    Tooltip{"status-rotation", "Rotation of the view."},
    Tooltip{"status-stretch", "Stretch of the view, and its direction."},
    Tooltip{"status-palette", "The palette of the picture."},
    Tooltip{"status-cursor", "The point under the mouse."},

    Tooltip{"toast-folder-*", "Shows the folder of the file."},

    // The View section.
    Tooltip{"view-re", "Real part of the centre, with all digits."},
    Tooltip{"view-im", "Imaginary part of the centre, with all digits."},
    Tooltip{"view-zoom", "Magnification. At 1 the picture is 4 units high."},
    Tooltip{"view-rotation*", "Rotates the picture about its centre, in degrees."},
    Tooltip{"view-mirrored", "The imaginary axis points downwards, as in many programs."},
    Tooltip{"view-unskew",
            "Removes the skew at the centre (useful for Burning Ship minibrots). U straightens at "
            "the mouse."},
    Tooltip{"view-unstretch", "Removes all stretch and skew."},
    Tooltip{"view-iterations", "Most iterations per point. Too few hide detail, more take longer."},
    Tooltip{"view-iterations-half", "Halve the iterations ([)."},
    Tooltip{"view-iterations-twice", "Double the iterations (])."},
    Tooltip{"view-iterations-auto", "Chosen for each view. Typing a number turns this off."},
    Tooltip{"view-iterations-hint",
            "Enough for most places at this depth. Minibrots may need more."},
    Tooltip{"view-bailout",
            "A point escapes when it is farther than this from 0. Larger gives smoother colours."},
    Tooltip{"view-precision*",
            "Number type of the calculation. Automatic picks the fastest that is still correct."},
    Tooltip{"view-approximation-*",
            "How iterations are skipped at depth. BLA: bilinear approximation; LA: linear "
            "approximation. None computes every iteration, which is slow."},
    Tooltip{"view-exactness", "When the picture is done, 64 pixels are recomputed exactly. The "
                              "overlay shows how many match."},
    Tooltip{"view-more-exact", "Recomputes this view with a number type that is more exact."},
    Tooltip{"view-copy", "Copies the location as text (Ctrl+C)."},
    Tooltip{"view-paste", "Go to the location in the clipboard (Ctrl+V)."},
    Tooltip{"view-samples-*", "Samples per pixel at edges, once the view is still (A)."},
    Tooltip{"view-speed*", "How fast keys, held buttons and a controller zoom (, and .)."},
    Tooltip{"view-momentum", "A thrown picture keeps gliding."},
    Tooltip{"view-scroll-pans",
            "Two fingers on a touchpad pan the picture. Off: they always zoom."},
    Tooltip{"view-theme-*", "Colours of the panels."},
    Tooltip{"view-font*", "Size of all text and panels (Ctrl++, Ctrl+-, Ctrl+0)."},

    // The Formula section.
    Tooltip{"formula", "Choosing a formula shows its whole set."},
    Tooltip{"formula-*", "Shows the whole set of this formula."},
    Tooltip{"formula-julia", "Uses one seed for all points: c is the seed, and each point is the "
                             "first z."},
    Tooltip{"formula-seed-re", "Real part of the seed."},
    Tooltip{"formula-seed-im", "Imaginary part of the seed."},
    Tooltip{"formula-seed-centre", "Takes the centre of the view as the seed."},
    Tooltip{"formula-parameter-re", "Real part of the parameter p of this formula."},
    Tooltip{"formula-parameter-im", "Imaginary part of the parameter p of this formula."},
    Tooltip{"formula-home", "Zooms out to the whole set (Home)."},

    // The Colour section.
    Tooltip{"colour-palette", "The palette (P: next, Shift+P: previous)."},
    Tooltip{"colour-palette-*", "Use this palette."},
    Tooltip{"colour-edit", "Opens or closes the editor of the palette's colours."},
    Tooltip{"colour-browse",
            "Load a palette file (Fathom, Fractint, GIMP, Ultra Fractal, Kalles Fraktaler)."},
    Tooltip{"colour-name", "Name of your palette. Press Enter to rename it."},
    Tooltip{"colour-delete", "Deletes your palette. The picture keeps its colours."},
    Tooltip{"colour-put-back", "Restores the palette that was deleted last."},
    Tooltip{"colour-base*", "Which value determines the colour."},
    Tooltip{"colour-mapping*", "How that value is spread over the palette."},
    Tooltip{"colour-cycle*",
            "How many counts one pass of the palette covers. Smaller = more bands."},
    Tooltip{"colour-offset*", "Shifts the palette (0 to 1)."},
    Tooltip{"colour-fit", "Sets Cycle and Offset so that this view uses the palette once."},
    Tooltip{"colour-fit-auto", "Spreads the palette over the values in view. Changing Cycle or "
                               "Offset turns this off."},
    Tooltip{"colour-filter", "Averages colours where detail is finer than a pixel."},
    Tooltip{"colour-dither", "Hides banding in slow gradients."},
    Tooltip{"colour-animate", "Moves the palette through the picture."},
    Tooltip{"colour-speed*", "Palette cycles per second. Negative = backwards."},
    Tooltip{"colour-shade*", "Adds light and shadow to the colours."},
    Tooltip{"colour-light", "Direction of the light. Drag the dot."},
    Tooltip{"colour-light-value",
            "Direction of the light in degrees, counter-clockwise from the right."},
    Tooltip{"colour-height*", "Height of the light: 0 = from the side."},
    Tooltip{"colour-strength*", "Strength of the shading."},
    Tooltip{"colour-interior*", "How the inside is coloured."},
    Tooltip{"colour-interior-rgb", "Colour of the inside. Click to change."},
    Tooltip{"colour-trap*", "Shape whose distance to the orbit gives the colour."},
    Tooltip{"colour-trap-re", "Real part of the trap's centre."},
    Tooltip{"colour-trap-im", "Imaginary part of the trap's centre."},
    Tooltip{"colour-trap-radius", "Radius of the circle."},

    // The palette editor.
    Tooltip{"editor-bar",
            "Click to add a stop. Drag a stop to move it. Drag it off, or press Delete, to remove "
            "it."},
    Tooltip{"editor-stop-*", "A stop: one colour of the gradient."},
    Tooltip{"editor-position", "Position of the selected stop, 0 to 1."},
    Tooltip{"editor-hex", "Colour of the selected stop, as RRGGBB."},
    Tooltip{"editor-colour", "Colour of the selected stop. Click to change."},
    Tooltip{"editor-before", "Previous stop."},
    Tooltip{"editor-after", "Next stop."},
    Tooltip{"editor-add", "Adds a stop half-way to the next one."},
    Tooltip{"editor-remove", "Removes the selected stop (Delete)."},
    Tooltip{"editor-blend-*", "How colours between stops are mixed. OKLab looks even to the eye; "
                              "linear light mixes like light."},
    Tooltip{"editor-undo", "Undo the last change (Ctrl+Z)."},
    Tooltip{"editor-redo", "Redo the change (Ctrl+Shift+Z)."},
    Tooltip{"editor-name", "Name of your palette."},
    Tooltip{"editor-save", "Save to your palettes."},
    Tooltip{"editor-path", "Palette file. Load: .toml, .map, .gpl, .ggr, .ugr, .kfp or .kfr. Save: "
                           ".toml, .gpl or .map."},
    Tooltip{"editor-read", "Load the colours of this file."},
    Tooltip{"editor-write", "Save the colours to this file."},

    // The Places section.
    Tooltip{"places-gallery", "Places that come with Fathom."},
    Tooltip{"places-bookmarks", "Places that you saved (B)."},
    Tooltip{"places-history", "Places that you visited, newest first."},
    Tooltip{"places-files", "Files that you opened or saved, newest first."},
    Tooltip{
        "places-search",
        "Words of a name, notes, formula or file name. Enter goes to the first place (Ctrl+F)."},
    Tooltip{"places-order*", "Sort order."},
    Tooltip{"places-folder*", "Which bookmarks are shown."},
    Tooltip{"folder-name", "New name of this folder."},
    Tooltip{"folder-rename", "Renames the folder. Its bookmarks stay in it."},
    Tooltip{"visit-*", "Go back to this view."},
    Tooltip{"bookmark-add", "Saves this view with its colours as a bookmark (B)."},
    Tooltip{"bookmark-name", "Name of the place."},
    Tooltip{"bookmark-note", "Notes about the place."},
    Tooltip{"bookmark-folder", "Folder of the bookmark. A new name creates a folder."},
    Tooltip{"bookmark-keep", "Saves name, notes and folder."},
    Tooltip{"bookmark-cancel", "Discards the changes."},
    Tooltip{"bookmark-undo", "Restores the bookmark."},
    Tooltip{"edit-bookmark-*", "Change name, notes and folder."},
    Tooltip{"delete-bookmark-*", "Delete (can be undone)."},

    // The list of files.
    Tooltip{"files-open", "Opens a place, picture, film or palette (Ctrl+O)."},
    Tooltip{"files-parent", "Parent folder (Backspace)."},
    Tooltip{"files-text", "Type to filter. Arrow keys and Enter choose. A path starts with /."},
    Tooltip{"files-row-*", "Opens this folder or file."},
    Tooltip{"files-confirm", "Uses the selected file or the name above (Enter)."},
    Tooltip{"files-cancel", "Closes the list (Esc)."},

    // The Minibrot section.
    Tooltip{"explore", "Flies to interesting places until you press a key (X)."},
    Tooltip{"explore-stop", "Stops here. Any key, click or wheel does so, too."},
    Tooltip{"minibrot-find", "Finds the minibrot nearest to the centre of the view."},
    Tooltip{"minibrot-half-way",
            "Zooms half-way to the minibrot, where the pattern doubles (Shift+N)."},
    Tooltip{"minibrot-julia", "Zooms to the pattern like a Julia set that surrounds the nearest "
                              "minibrot."},
    Tooltip{"minibrot-morph", "Each click zooms half-way to the nearest minibrot. The pattern at "
                              "the click repeats twice around the minibrot (D)."},
    Tooltip{"minibrot-cancel", "Stops the search (Esc)."},
    Tooltip{"minibrot-re", "Real part of the centre, with all digits, to copy."},
    Tooltip{"minibrot-im", "Imaginary part of the centre, with all digits, to copy."},
    Tooltip{"minibrot-zoom", "Zooms until the minibrot fills the window."},
    Tooltip{"minibrot-mark", "Marks the centre with a cross."},
    Tooltip{"minibrot-copy", "Copies the centre as text."},
    Tooltip{"misiurewicz-clicks",
            "While this section is open, a click marks the nearest Misiurewicz point."},
    Tooltip{"misiurewicz-re", "Real part of the point, with all digits, to copy."},
    Tooltip{"misiurewicz-im", "Imaginary part of the point, with all digits, to copy."},
    Tooltip{"misiurewicz-centre", "Centres the view on the point."},
    Tooltip{"marks-clear", "Removes all crosses."},
    Tooltip{"minimap", "The whole set; the frame is this view. Click to go there (M)."},

    // The Compare section and its bar.
    Tooltip{"compare-mode-*",
            "Off: one engine. Split: side by side. Difference: where they differ (V)."},
    Tooltip{"compare-left*", "Engine of the left picture."},
    Tooltip{"compare-right*", "Engine of the right picture."},
    Tooltip{"compare-shortcuts", "Skip interior points early; results stay identical."},

    // The Export section.
    Tooltip{"export-size*", "Size of the picture in pixels."},
    Tooltip{"export-width", "Width in pixels."},
    Tooltip{"export-height", "Height in pixels."},
    Tooltip{"export-source-0", "Recolours the data in the file: fast, and in the file's size."},
    Tooltip{"export-source-1", "Computes the view anew, in any size."},
    Tooltip{"export-samples*", "Samples per pixel. More is smoother and takes longer."},
    Tooltip{"export-adaptive", "Takes more samples only where neighbouring pixels differ. Faster."},
    Tooltip{"export-path", "Name of the file."},
    Tooltip{"export-browse", "Choose folder and name."},
    Tooltip{"export-start", "Start, or add to the queue."},
    Tooltip{"export-replace-yes", "Replaces the existing file."},
    Tooltip{"export-replace-no", "Keeps the existing file."},
    Tooltip{"export-cancel",
            "Stops the export. Its unfinished work is kept, so that it can be resumed."},
    Tooltip{"export-show-*", "Opens the folder of the file."},
    Tooltip{"export-continue-*", "Resumes this export."},
    Tooltip{"export-forget-*", "Removes it from this list. The file stays."},
    Tooltip{"export-remove-*", "Removes it from this list. Its unfinished work is deleted."},
    Tooltip{"export-drop-*", "Removes this export from the queue."},
    Tooltip{"export-hide", "Hides the panel. The export continues."},

    // The Film section.
    Tooltip{"film-add", "Adds this view as a keyframe (K)."},
    Tooltip{"film-timeline", "The keyframes, at the bottom of the window (T)."},
    Tooltip{"film-open", "Opens a film (Ctrl+O)."},
    Tooltip{"film-save", "Saves the keyframes to the film's file."},
    Tooltip{"film-save-as", "Saves the keyframes to another file."},
    Tooltip{"film-new", "Starts an empty film. Undo in the timeline restores this one."},
    Tooltip{"film-size*", "Size of the film in pixels."},
    Tooltip{"film-width", "Width in pixels, 16 to 16384."},
    Tooltip{"film-height", "Height in pixels, 16 to 16384."},
    Tooltip{"film-rate*", "Frames per second."},
    Tooltip{"film-samples*", "Minimum samples per pixel. Automatic: more for small films."},
    Tooltip{"film-blur*", "Samples in time per frame. More blur fast motion more smoothly."},
    Tooltip{"film-shutter",
            "How much of a frame's time is blurred, up to 1. Cameras use about 0.5."},
    Tooltip{"film-sound", "Sound file; or drop one on the window."},
    Tooltip{"film-sound-browse", "Choose a sound file."},
    Tooltip{"film-sound-none", "Removes the sound."},
    Tooltip{"film-format*", "File format (videos need FFmpeg)."},
    Tooltip{"film-quality*", "1 to 100. Higher looks better and makes larger files."},
    Tooltip{"film-bits-*", "10 bits avoid banding but not every player supports them."},
    Tooltip{"film-frames", "Frames to export, counted from 0: for example 0-119, or all."},
    Tooltip{"film-rings", "Keeps computed data (rings) for the next export in other colours, which "
                          "is then much faster. Empty: not kept."},
    Tooltip{"film-rings-browse", "Choose cache folder."},
    Tooltip{"film-path", "Name of the film's file."},
    Tooltip{"film-browse", "Choose folder and name."},
    Tooltip{"film-export", "Export in the background."},
    Tooltip{"film-replace-yes", "Replaces the existing file."},
    Tooltip{"film-replace-no", "Keeps the existing file."},
    Tooltip{"film-continue-*", "Resumes this export with its own settings."},
    Tooltip{"film-forget-*", "Removes it from this list. Its unfinished files stay."},

    // The timeline.
    Tooltip{"timeline-play", "Play or stop (Space)."},
    Tooltip{"timeline-add",
            "Adds this view as a keyframe: at the playhead, or after the last one (K)."},
    Tooltip{"timeline-replace", "The selected keyframe now shows this view."},
    Tooltip{"timeline-delete", "Deletes the selected keyframe (Delete)."},
    Tooltip{"timeline-undo", "Undo in the film (Ctrl+Z, while the timeline's edge is lit)."},
    Tooltip{"timeline-redo", "Redo in the film (Ctrl+Shift+Z)."},
    Tooltip{"timeline-before", "Previous keyframe."},
    Tooltip{"timeline-after", "Next keyframe."},
    Tooltip{"timeline-seconds", "Time of this keyframe, in seconds."},
    Tooltip{"timeline-cycles", "Palette cycles from the start of the film to this keyframe. The "
                               "colours move by the difference between two keyframes."},
    Tooltip{"timeline-way*",
            "Zoom: one point stays in place. Flight: out and in again. Cut: jump. Automatic: a "
            "zoom where possible, else a flight."},
    Tooltip{"timeline-ease-out", "Seconds to reach full speed after this keyframe."},
    Tooltip{"timeline-ease-in", "Seconds to slow down before the next keyframe."},
    Tooltip{"timeline-strip",
            "Drag the playhead or a keyframe (Shift: later ones move, too). Click a keyframe to go "
            "there; double-click to edit its time."},
    Tooltip{"timeline-key-*", "A keyframe. Drag to move it, double-click to edit its time."},
    Tooltip{"timeline-close", "Hides the timeline (T). The film stays."},

    // Devices, help and the overlay.
    Tooltip{"device-*", "Compute with this engine (C: next engine)."},
    Tooltip{"help-keys", "Shows all keys, with a search (F1)."},
    Tooltip{"help-search",
            "Words of a key's effect or of the manual. Esc clears the field, then closes."},
    Tooltip{"help-doc-*", "Opens this page."},
    Tooltip{"exactness",
            "64 random pixels were recomputed with exact arithmetic. If too many differ, exports "
            "use more precision automatically. Turn the check off in the View section."},
};

} // namespace fathom::ui::texts
