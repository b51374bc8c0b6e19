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
    Tooltip{"section-view", "Where the picture is, how deep, and how the window moves and looks."},
    Tooltip{"section-formula", "What is iterated: every formula with its Julia sets."},
    Tooltip{"section-colour", "Palette, mapping, light, and the inside of the set."},
    Tooltip{"section-places", "Gallery, bookmarks, history and files (G)."},
    Tooltip{"section-minibrot", "Small copies of the set and the centres of spirals (N)."},
    Tooltip{"section-compare", "Two engines side by side, or where they differ (V)."},
    Tooltip{"section-export", "A picture of any size as a file (Ctrl+E)."},
    Tooltip{"section-film", "Keys and the way between them: a timeline (T), its file, its export."},
    Tooltip{"section-devices", "What this machine can compute with."},
    Tooltip{"section-help", "All keys (F1), and the manual."},
    Tooltip{"panel-edge", "Drag to make the panel wider or narrower."},
    Tooltip{"hints-close", "Puts these hints away for good; F1 lists all keys."},

    Tooltip{"status-re", "Real part of the middle. A click copies all its digits."},
    Tooltip{"status-im", "Imaginary part of the middle. A click copies all its digits."},
    Tooltip{"status-zoom", "How deep the view is. A click copies all its digits."},
    Tooltip{"status-source", "The number type, and what computes the picture."},
    Tooltip{"status-iterations", "How many steps a point gets to escape."},
    Tooltip{"status-rotation", "How far the view is turned."},
    Tooltip{"status-stretch", "How the view is stretched, and in which direction."},
    Tooltip{"status-palette", "The palette that the picture is shown in."},
    Tooltip{"status-cursor", "The point under the mouse."},

    Tooltip{"toast-folder", "Shows the folder that the file is in."},
    Tooltip{"export-browse", "Asks where the picture is to go."},
    Tooltip{"colour-delete", "Takes it out of your palettes; the picture keeps its colours."},
    Tooltip{"colour-put-back", "Puts the palette that was deleted last back, and uses it."},
    Tooltip{"colour-name", "The palette's name. Another one renames it: Enter."},
    Tooltip{"colour-browse",
            "Takes the colours of a file: of Fathom, Fractint, GIMP, Ultra Fractal, KF."},
    Tooltip{"files-open", "A place, a film or a palette of any kind that Fathom reads (Ctrl+O)."},
    Tooltip{"files-parent", "The folder above (Backspace)."},
    Tooltip{"files-text", "Typing filters; arrows and Enter choose. A path begins with /."},
    Tooltip{"files-row-*", "A folder is shown, a file is opened."},
    Tooltip{"files-confirm", "The file that is lit, or the name above (Enter)."},
    Tooltip{"files-cancel", "Back without a file (Esc)."},

    Tooltip{"view-re", "Real part of the centre, with every digit. Enter goes there."},
    Tooltip{"view-im", "Imaginary part of the centre, with every digit. Enter goes there."},
    Tooltip{"view-zoom", "The picture is 4 / zoom high in the plane: 1 shows the whole set."},
    Tooltip{"view-rotation", "Turns the picture about its centre, in degrees."},
    Tooltip{"view-rotation-value", "Turns the picture about its centre, in degrees."},
    Tooltip{"view-mirrored", "The imaginary axis points downwards, as in many programs."},
    Tooltip{"view-unskew", "Stretches the view so that what is in its middle stands straight: the "
                           "Burning Ship skews its minibrots (U, at the mouse)."},
    Tooltip{"view-unstretch", "Shows the plane as it is, neither stretched nor skewed."},
    Tooltip{"view-iterations",
            "How many steps a point gets to escape. Too few swallow detail, many take longer."},
    Tooltip{"view-iterations-half", "Half as many iterations ([)."},
    Tooltip{"view-iterations-twice", "Twice as many iterations (])."},
    Tooltip{
        "view-iterations-auto",
        "The limit follows the view: with many times more, hardly a point would change. A number "
        "that you enter ends that."},
    Tooltip{"view-iterations-hint",
            "Takes what most places of this depth need. Near small copies of the set it may take "
            "more."},
    Tooltip{"view-bailout",
            "A point has escaped when it is farther than this from 0. Larger is smoother."},
    Tooltip{"view-precision",
            "Numbers that pixels are iterated in. By need, the picture is right at "
            "every depth as fast as can be; the others are for comparing."},
    Tooltip{"view-precision-*",
            "Direct counts without help; perturbed follows a precise orbit, and "
            "wide goes to any depth. By need chooses for you."},
    Tooltip{"view-approximation-*",
            "How perturbed steps are skipped: None takes every step, BLA skips powers of two, LA "
            "from dip to dip of the reference orbit."},
    Tooltip{"view-exactness",
            "At rest, 64 pixels are iterated again with all digits, and the overlay says how many "
            "of them the picture has right."},
    Tooltip{"exactness",
            "Of 64 pixels chosen at random, those whose iteration count is that of exact "
            "arithmetic, which carries all digits and skips no step. Where too many are not, an "
            "export takes a number type of more digits by itself. Switched off under View."},
    Tooltip{"view-more-exact", "Iterates this view in a number type that has more pixels right."},
    Tooltip{"view-copy", "Copies the whole location as text (Ctrl+C)."},
    Tooltip{"view-paste", "Goes to the location that was copied as text (Ctrl+V)."},
    Tooltip{"view-samples-*",
            "Points computed for each pixel once the view rests, where neighbours differ (A)."},
    Tooltip{"view-speed*", "How fast a held button or a controller zooms (comma, full stop)."},
    Tooltip{"view-momentum", "A picture that is let go while it moves goes on for a while."},
    Tooltip{
        "view-scroll-pans",
        "Two fingers move the picture once they move sideways; else they zoom as a wheel does."},
    Tooltip{"view-theme-*", "Colours of the panels."},
    Tooltip{"view-font", "Size of all text and panels (Ctrl+Plus, Ctrl+Minus, Ctrl+0)."},
    Tooltip{"view-font-value", "Size of all text and panels (Ctrl+Plus, Ctrl+Minus, Ctrl+0)."},

    Tooltip{"formula", "What is iterated. A new formula begins with its whole set."},
    Tooltip{"formula-*", "Iterates this formula and shows its whole set."},
    Tooltip{"formula-julia",
            "The Julia set of a seed: every point of the picture starts its own orbit, c is the "
            "same for all."},
    Tooltip{"formula-seed-re", "Real part of the Julia set's seed."},
    Tooltip{"formula-seed-im", "Imaginary part of the Julia set's seed."},
    Tooltip{"formula-seed-centre", "Takes the middle of the picture as the seed."},
    Tooltip{"formula-parameter-re", "Real part of the formula's own parameter p."},
    Tooltip{"formula-parameter-im", "Imaginary part of the formula's own parameter p."},
    Tooltip{"formula-home", "Shows the whole set of this formula (Home)."},

    Tooltip{
        "help-search",
        "Any parts of what a key does, or of a line of the manual. Esc clears them, then closes."},
    Tooltip{"places-search", "Any parts of a name, note, formula or file; Enter goes to the first "
                             "place (Ctrl+F)."},
    Tooltip{"places-folder", "Whose bookmarks are shown."},
    Tooltip{"folder-name", "Another name for this folder: letters from a to z, digits, hyphens."},
    Tooltip{"folder-rename", "Gives the folder that name; its bookmarks stay in it."},
    Tooltip{
        "bookmark-folder",
        "Where it is kept: a folder that is not there is made. Small letters, digits and hyphens."},
    Tooltip{"places-order", "In which order they are shown."},
    Tooltip{"places-gallery", "Places that come with Fathom."},
    Tooltip{"places-bookmarks", "Places that you have kept (B keeps the present one)."},
    Tooltip{"places-history", "Places that you have seen, the newest first."},
    Tooltip{"places-files", "Files that you have opened or saved, the newest first."},
    Tooltip{"file-*", "A click opens it."},
    Tooltip{"place-*", "A click goes there."},
    Tooltip{"visit-*", "A click goes back there."},
    Tooltip{"bookmark-add", "Keeps the present place, with its colours and a thumbnail (B)."},
    Tooltip{"bookmark-name", "What the place is called. Enter keeps it."},
    Tooltip{"bookmark-note", "Whatever you want to know about it later."},
    Tooltip{"bookmark-keep", "Keeps the new name and note."},
    Tooltip{"bookmark-cancel", "Leaves name and note as they were."},
    Tooltip{"bookmark-undo", "Brings the bookmark back."},
    Tooltip{"bookmark-*", "A click goes there."},
    Tooltip{"edit-bookmark-*", "Changes its name and note."},
    Tooltip{"delete-bookmark-*", "Deletes it; for a while it can be had back."},
    Tooltip{"explore", "Flies from one place with much to see to the next, until anything is "
                       "touched (X)."},
    Tooltip{"explore-stop", "Stays here (any key, click or wheel)."},
    Tooltip{"minibrot-find", "Looks for the minibrot nearest to the middle of the picture."},
    Tooltip{"minibrot-half-way", "Half-way to the minibrot, where what you see doubles (Shift+N)."},
    Tooltip{"minibrot-julia",
            "The pattern that looks like a Julia set, around the minibrot nearest to "
            "the middle, at 3/4 of its depth."},
    Tooltip{"minibrot-morph", "Each click goes half-way to the minibrot nearest to it: what lies "
                              "there comes back twice around it (D)."},
    Tooltip{"minibrot-cancel", "Ends the search (Esc)."},
    Tooltip{"minibrot-re", "Real part of the nucleus, with every digit, to copy."},
    Tooltip{"minibrot-im", "Imaginary part of the nucleus, with every digit, to copy."},
    Tooltip{"minibrot-zoom", "Moves smoothly until the minibrot fills the window."},
    Tooltip{"minibrot-mark", "Leaves a cross at the nucleus."},
    Tooltip{"minibrot-copy", "Copies the nucleus as text."},
    Tooltip{
        "misiurewicz-clicks",
        "While this section is open, a click leaves a cross at the Misiurewicz point nearest to "
        "it."},
    Tooltip{"misiurewicz-re", "Real part of the point, with every digit, to copy."},
    Tooltip{"misiurewicz-im", "Imaginary part of the point, with every digit, to copy."},
    Tooltip{"misiurewicz-centre", "Brings the point to the middle."},
    Tooltip{"marks-clear", "Takes all crosses away."},
    Tooltip{"minimap", "The whole set, and what the window shows of it. A click goes there (M)."},

    Tooltip{"colour-palette", "The palette in use (P, Shift+P go through them)."},
    Tooltip{"colour-palette-*", "Colours the picture with this palette."},
    Tooltip{"colour-edit", "Opens the palette's gradient for editing."},
    Tooltip{"colour-base", "The number of a point that its colour is made from."},
    Tooltip{"colour-base-*", "Colours by this number."},
    Tooltip{"colour-mapping", "How that number is spread over the palette."},
    Tooltip{"colour-mapping-*", "Spreads the colours like this."},
    Tooltip{"colour-cycle", "For how long a count the palette goes round once. Shorter is busier."},
    Tooltip{"colour-cycle-value",
            "For how long a count the palette goes round once. Shorter is busier."},
    Tooltip{"colour-offset", "Turns the palette on, as a share of it."},
    Tooltip{"colour-offset-value", "Turns the palette on, as a share of it."},
    Tooltip{"colour-fit",
            "Chooses cycle length and offset so that this view uses the palette once."},
    Tooltip{"colour-filter", "Where neighbouring pixels are far apart in the palette, each shows "
                             "the palette's mean over what it covers instead of one colour of it."},
    Tooltip{"colour-dither",
            "Slow gradients are made of two neighbouring levels in a fine pattern, "
            "so that no bands show; flat areas stay as they are."},
    Tooltip{"colour-fit-auto", "The palette once over the numbers that each view has, wherever it "
                               "leads. A cycle or offset "
                               "of your own ends it."},
    Tooltip{"colour-animate", "Lets the palette flow through the picture."},
    Tooltip{"colour-speed", "Palette cycles a second; below 0 they flow back."},
    Tooltip{"colour-speed-value", "Palette cycles a second; below 0 they flow back."},
    Tooltip{"colour-shade", "What lies over the colours."},
    Tooltip{"colour-shade-*", "Lays this over the colours."},
    Tooltip{"colour-light", "Where the light comes from. Drag the dot."},
    Tooltip{"colour-light-value", "Where the light comes from: degrees, counter-clockwise from the "
                                  "right."},
    Tooltip{"colour-height", "How steep the light falls: 0 from the side, more from above."},
    Tooltip{"colour-height-value", "How steep the light falls: 0 from the side, more from above."},
    Tooltip{"colour-strength", "How much the shade counts."},
    Tooltip{"colour-strength-value", "How much the shade counts."},
    Tooltip{"colour-interior", "What points look like that never escape."},
    Tooltip{"colour-interior-*", "Shows such points like this."},
    Tooltip{"colour-interior-rgb", "Their colour. Click to choose another."},
    Tooltip{"colour-trap", "Distance to what shape the orbit trap measures."},
    Tooltip{"colour-trap-*", "Measures the distance to this."},
    Tooltip{"colour-trap-re", "Real part of the trap's place."},
    Tooltip{"colour-trap-im", "Imaginary part of the trap's place."},
    Tooltip{"colour-trap-radius", "Radius of the trap's circle."},

    Tooltip{"film-add", "The present view becomes a key of the film (K)."},
    Tooltip{"film-timeline", "The film's keys at the window's lower edge (T)."},
    Tooltip{"film-open", "A film that was saved; a place or a palette, too (Ctrl+O)."},
    Tooltip{"film-save", "Writes the film's keys to its file."},
    Tooltip{"film-save-as", "Writes them to another file."},
    Tooltip{"film-new", "Begins a film without a key; undo in the timeline brings this one back."},
    Tooltip{"film-size*", "Pixels of the film's pictures."},
    Tooltip{"film-rate*", "How many pictures a second of the film has."},
    Tooltip{"film-samples*", "Points computed for each pixel of the film, at least. By size they "
                             "are more where there are fewer pixels, which need it."},
    Tooltip{"film-format", "What the film is written as; FFmpeg makes it, pictures need none."},
    Tooltip{"film-format-*", "Writes the film as this."},
    Tooltip{"film-width", "Pixels of the film's pictures from left to right, 16 to 16384."},
    Tooltip{"film-height", "Pixels from top to bottom, 16 to 16384."},
    Tooltip{"film-shutter", "The share of a picture's time in which its moments lie, up to 1: more "
                            "is more blur. Cameras have 0.5."},
    Tooltip{"film-sound",
            "A file with sound, which begins with the film: a whole path, or a name in "
            "the folder below. Dropped on the window, one is taken, too."},
    Tooltip{"film-sound-browse", "Asks which file has the film's sound."},
    Tooltip{"film-sound-none", "The film has no sound."},
    Tooltip{"film-bits-*",
            "Bits of each colour. More than 8 leave no bands in what is dark or even, "
            "but not every player knows them."},
    Tooltip{"film-quality*", "More looks better and takes more room, from 1 to 100."},
    Tooltip{"film-frames",
            "Which of the film's frames are made, counted from 0, such as 0-119; all."},
    Tooltip{"film-rings",
            "A folder where what frames are made of is kept: the next export in other "
            "colours computes none of it again. Empty: it is not kept."},
    Tooltip{"film-rings-browse", "Asks for the folder that rings are kept in."},
    Tooltip{"film-continue-*", "Makes what is missing of this film, as it was asked for: the "
                               "timeline may hold another by now."},
    Tooltip{"film-forget-*", "Takes it off this list. What was made of it stays where it is."},
    Tooltip{"film-path", "The film's file, in the folder below."},
    Tooltip{"film-browse", "Asks where the film is to go."},
    Tooltip{"film-export", "Makes the film; the window goes on meanwhile."},
    Tooltip{"film-blur*", "Moments that are mixed in each picture, so that what is fast blurs."},
    Tooltip{"timeline-play", "Plays the film from the playhead, or stops it (Space)."},
    Tooltip{"timeline-add", "The present view becomes a key: at the playhead where that is between "
                            "two keys, else after the last one (K)."},
    Tooltip{"timeline-replace", "The chosen key shows the present view from now on."},
    Tooltip{"timeline-delete", "Takes the chosen key out of the film (Delete)."},
    Tooltip{"timeline-undo", "Takes the film's last change back (Ctrl+Z, while the timeline's edge "
                             "is lit)."},
    Tooltip{"timeline-redo", "Makes it again (Ctrl+Shift+Z)."},
    Tooltip{"timeline-before", "Goes to the key before."},
    Tooltip{"timeline-after", "Goes to the next key."},
    Tooltip{"timeline-seconds", "When the film shows this key, in seconds from its beginning."},
    Tooltip{"timeline-cycles",
            "Palette cycles that have gone by when the film comes to this key, counted from its "
            "beginning: between two keys the colours run so many on, or back."},
    Tooltip{"timeline-way", "How the film goes on from this key to the next."},
    Tooltip{"timeline-way-*",
            "A zoom keeps one point of the plane in its place, a flight goes out and in again, a "
            "cut shows the next key at once. Automatic is a zoom where there is one, else a "
            "flight."},
    Tooltip{"timeline-ease-out", "Seconds from rest to full speed after this key."},
    Tooltip{"timeline-ease-in", "Seconds from full speed to rest before the next key."},
    Tooltip{"timeline-strip", "Drag the playhead, or a key; with Shift, those after it come along. "
                              "A click on a key goes there, a double click edits its time."},
    Tooltip{"timeline-key-*", "A key: drag it to another time; a double click edits that."},
    Tooltip{"timeline-close", "Puts the timeline away (T); the film stays."},

    Tooltip{"editor-bar", "Click to add a colour there. Drag a stop to move it; drag it off, or "
                          "press Delete, to remove it."},
    Tooltip{"editor-stop-*", "A colour of the gradient."},
    Tooltip{"editor-position", "Place of the stop that is chosen, from 0 to below 1."},
    Tooltip{"editor-hex", "Colour of the stop that is chosen: RRGGBB."},
    Tooltip{"editor-colour", "Colour of the stop that is chosen. Click to pick another."},
    Tooltip{"editor-before", "Chooses the stop to the left."},
    Tooltip{"editor-after", "Chooses the stop to the right."},
    Tooltip{"editor-add", "Adds a stop half-way to the next one, in the colour that is there."},
    Tooltip{"editor-remove", "Removes the stop that is chosen (Delete)."},
    Tooltip{"editor-blend-*", "What colours between stops move through: OKLab looks even, linear "
                              "light mixes as light does."},
    Tooltip{"editor-undo",
            "Takes the last step back, of the gradient or of anything else (Ctrl+Z)."},
    Tooltip{"editor-redo", "Makes that step again (Ctrl+Shift+Z)."},
    Tooltip{"editor-name", "A name for your palette: small letters, digits and hyphens."},
    Tooltip{"editor-save", "Keeps it among your own palettes."},
    Tooltip{"editor-path",
            "A palette file: .toml, .map, .gpl, .ggr, .ugr, .kfp or .kfr to read; .toml, .gpl or "
            ".map to write."},
    Tooltip{"editor-read", "Takes over the colours of that file."},
    Tooltip{"editor-write", "Writes the colours to that file."},

    Tooltip{"compare-mode-*", "One picture; two engines side by side; or where they differ (V)."},
    Tooltip{"compare-left*", "Engine of the left picture."},
    Tooltip{"compare-right*", "Engine of the right picture."},
    Tooltip{"compare-shortcuts",
            "Skip what provably never escapes. It saves time and changes no bit."},

    Tooltip{"export-size", "Size of the picture in pixels."},
    Tooltip{"export-size-*", "Exports a picture of this size."},
    Tooltip{"export-width", "Width in pixels."},
    Tooltip{"export-height", "Height in pixels."},
    Tooltip{"export-source-0", "Makes the picture of the samples that the file shown holds."},
    Tooltip{"export-source-1", "Iterates the view again, in any size."},
    Tooltip{"export-samples", "Points computed for each pixel: more is smoother and takes longer."},
    Tooltip{"export-samples-*", "Computes so many points for each pixel."},
    Tooltip{"export-adaptive", "Computes more than one point only for pixels that differ from a "
                               "neighbour: faster, and smooth where it shows."},
    Tooltip{"export-path", "Where the picture goes. It appears there when it is complete."},
    Tooltip{"export-start", "Computes the picture, after those that wait, and writes the file."},
    Tooltip{"export-replace-yes", "Writes the picture in place of the file."},
    Tooltip{"export-replace-no", "Leaves the file as it is."},
    Tooltip{"film-replace-yes", "Writes the film in place of the file."},
    Tooltip{"film-replace-no", "Leaves the file as it is."},
    Tooltip{"export-cancel", "Ends the export. What is made of it is kept to go on with."},
    Tooltip{"export-show-*", "Shows the folder that the file is in."},
    Tooltip{"export-continue-*", "Goes on with this export where it stopped."},
    Tooltip{"export-forget-*", "Takes it off this list; of one that stopped, what was made goes."},
    Tooltip{"export-drop-*", "Takes this export out of the queue."},
    Tooltip{"export-hide", "Hides the panel; the export goes on."},

    Tooltip{"device-*", "Computes with this engine from now on (C)."},
    Tooltip{"help-keys", "The list of all keys, to be searched by typing (F1)."},
    Tooltip{"help-doc-*", "Opens this page."},
};

} // namespace fathom::ui::texts
