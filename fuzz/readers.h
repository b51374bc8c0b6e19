#pragma once
#include <string_view>

// Each reads a text as a stranger's file of its kind. A refusal (InputError) is fine; whatever else
// is thrown, and a result that Fathom itself would refuse or could not write and read back, ends
// the program, which the fuzzer reports.
namespace fathom::fuzz {

void decimal(std::string_view text);
void deepdrill(std::string_view text);
void exr(std::string_view bytes); ///< an OpenEXR: its place, header and channels
void film(std::string_view text);
void fractint_map(std::string_view text);
void fraktaler(std::string_view text);
void gimp_gradient(std::string_view text);
void gimp_palette(std::string_view text);
void hexadecimal(std::string_view text);
void imagina(std::string_view text);
void job(std::string_view text);   ///< a job's manifest, whose id is set right first, or its ranks
void jpeg(std::string_view bytes); ///< a JPEG's texts
void kfp(std::string_view text);
void kfr(std::string_view text);
void location(std::string_view text); ///< as a file of any name: Fathom's own, or told by its text
void named_place(std::string_view text);
void orbit(
    std::string_view bytes); ///< a reference orbit's file, whose checksums are set right first
void palette(std::string_view text);
void picture(std::string_view bytes); ///< a PNG's, JPEG's or EXR's location
void place_line(std::string_view text);
void png_rows(std::string_view bytes); ///< a task's result, whose checksums are set right first
void rust_fractal(std::string_view text);
void session(std::string_view text); ///< of the window
void tour(std::string_view text);
void ultra_gradient(std::string_view text);
void xaos(std::string_view text);

} // namespace fathom::fuzz
