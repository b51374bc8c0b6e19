// The commonest wrong uses of the command line: each is answered in a sentence or two that name the
// thing and say what to do.
#include "tests/support/documents.h"
#include "tests/support/run_fathom.h"

namespace fathom::cli_misuse_test {

struct Mistake {
    Arguments arguments;
    int exit_code;
    Words words; ///< that the answer has
};

const std::vector<Mistake> &mistakes() {
    static const std::vector<Mistake> all = {
        // Commands and options
        {{"rendr"}, 2, {"\"rendr\"", "did you mean fathom render?", "fathom --help"}},
        {{"help"}, 2, {"\"help\"", "fathom --help"}},
        {{"nowhere.png"}, 2, {"neither a file nor a command called \"nowhere.png\""}},
        {{"probe", "--zom", "3"}, 2, {"\"--zom\"", "did you mean --zoom?", "fathom probe --help"}},
        {{"probe", "--frobnicate"}, 2, {"no option \"--frobnicate\"; see fathom probe --help"}},
        {{"-v"}, 2, {"no option \"-v\"", "fathom gui --help"}},
        {{"probe", "--re"}, 2, {"--re needs a value: --re X"}},
        {{"probe", "--zoom", "2", "--zoom", "3"}, 2, {"--zoom is given more than once"}},
        {{"gui", "--frames", "5"}, 2, {"--frames works only together with --tour"}},
        {{"gui", "--unskew", "--tour", "builtin"}, 2, {"--unskew", "--tour", "leave one"}},
        {{"gui", "--json"}, 2, {"--json", "leave it out"}},
        // Files to write
        {{"render"}, 2, {"render needs a file to write", "-o FILE.png"}},
        {{"render", "a.png"}, 2, {"\"a.png\"", "-o FILE"}},
        {{"render", "-o"}, 2, {"--output needs a value", "FILE"}},
        {{"render", "-o", "picture"}, 2, {"picture", ".png, .jpg, .exr, .npy or .toml"}},
        {{"render", "-o", "a.gif"}, 2, {"a.gif", ".png"}},
        {{"render", "-o", "none/a.png", "--size", "8x8"}, 3, {"none/a.png", "create the folder"}},
        {{"render", "-o", "a.png", "--format", "jpg"}, 2, {"a.png", "leave --format out"}},
        {{"render", "-o", "a.png", "--raw"}, 2, {"a.png", ".exr or .npy"}},
        {{"render", "-o", "a.png", "--depth", "float"}, 2, {"a.png", ".exr"}},
        {{"render", "-o", "-", "--json"}, 2, {"--json", "-o -"}},
        // Places
        {{"render", "place.toml", "-o", "a.png"}, 2, {"\"place.toml\"", "--location FILE"}},
        {{"probe", "--location", "nowhere.toml"}, 2, {"nowhere.toml", "check its name"}},
        {{"probe", "--location", "text.toml"}, 2, {"text.toml", "cannot open this kind of file"}},
        {{"probe", "--location", "folder"}, 2, {"folder", "not a regular file"}},
        {{"probe", "--location", "film.toml"}, 2, {"film.toml is a film, not a place"}},
        {{"probe", "--location", "-0.7", "0.1", "1e4"}, 2, {"\"0.1\"", "quotes"}},
        // Values
        {{"probe", "--size", "100"}, 2, {"--size takes WIDTHxHEIGHT", "1920x1080"}},
        {{"probe", "--formula", "mandelbort"}, 2, {"--formula takes mandelbrot", "\"mandelbort\""}},
        {{"probe", "--palette", "pink"}, 2, {"no palette pink; there are", "dusk"}},
        {{"probe", "--colour", "red"}, 2, {"--colour takes smooth, bands"}},
        {{"probe", "--zoom", "-1"}, 2, {"zoom must be from 0.001 to 1e100000"}},
        {{"probe", "--iterations", "many"}, 2, {"--iterations takes a whole number", "auto"}},
        {{"probe", "--samples", "1000"}, 2, {"--samples takes a whole number from 1 to 256"}},
        {{"probe", "--re", "abc"}, 2, {"--re: \"abc\"", "no digits"}},
        {{"probe", "--julia", "0.3"}, 2, {"--julia takes RE,IM, such as -0.4,0.6"}},
        {{"probe", "--parameter", "1,2"}, 2, {"--parameter", "--formula phoenix"}},
        {{"probe", "--precision", "double"}, 2, {"--precision takes f32, f64"}},
        // Devices
        {{"probe", "--device", "cuda"}, 2, {"no device 'cuda'; choose reference, cpu, gpu0"}},
        {{"probe", "--device", "gpu99"}, 3, {"gpu99"}},
        {{"compare", "--device", "cpu"}, 2, {"compare takes two devices; use --devices A,B"}},
        {{"compare", "--devices", "cpu"}, 2, {"--devices takes two devices"}},
        // Films, jobs and conversions
        {{"film"}, 2, {"give its FILE", "--to"}},
        {{"film", "film.toml"}, 2, {"film needs a file to write", "-o FILE.mp4"}},
        {{"film", "place.toml", "-o", "a.mp4"}, 2, {"place and not a film", "--to place.toml"}},
        {{"film", "film.toml", "--to", "1 0 1", "-o", "a.mp4"},
         2,
         {"film of its own", "leave out"}},
        {{"film", "film.toml", "-o", "a.avi"}, 2, {"a.avi", ".mp4, .mkv, .mov or .webm"}},
        {{"film", "film.toml", "-o", "a.mp4"}, 3, {"FFmpeg", "install", "folder/%06d.png"}},
        {{"recolour"}, 2, {"recolour needs DATA: fathom recolour DATA -o FILE"}},
        {{"recolour", "none.exr", "-o", "b.png"}, 2, {"none.exr", "check its name"}},
        {{"orbit"}, 2, {"orbit needs a file to write", "-o FILE.orbit"}},
        {{"plan", "--tasks", "4"}, 2, {"plan needs a folder", "-o JOB"}},
        {{"plan", "--tasks", "4", "-o", "folder"}, 2, {"folder is there already"}},
        {{"task", "folder", "1"}, 2, {"folder is no job", "job.toml"}},
        {{"convert", "place.toml"}, 2, {"convert needs OUT: fathom convert IN OUT"}},
        {{"convert", "place.toml", "a.xyz"}, 2, {"a.xyz", ".toml, .kfr or .f3.toml"}},
        {{"bench", "--suite", "speed"}, 2, {"--suite takes engines", "\"speed\""}},
    };
    return all;
}

TEST(CommandLineMisuse, IsAnsweredWithWhatToDo) {
    const TempFolder folder;
    write_all(folder / "text.toml", "nothing\n");
    std::filesystem::create_directory(folder / "folder");
    std::filesystem::copy_file(kSource / "assets/places/seahorse-star.toml", folder / "place.toml");
    std::filesystem::copy_file(kSource / "assets/films/e50.toml", folder / "film.toml");
    RunOptions options;
    options.before = "cd '" + (folder / "folder").parent_path().string() + "'; PATH=/nonexistent";
    for (const Mistake &mistake : mistakes()) {
        SCOPED_TRACE(nlohmann::json(mistake.arguments).dump());
        const RunResult result = run_fathom(mistake.arguments, options);
        EXPECT_EQ(result.exit_code, mistake.exit_code) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        for (const std::string &words : mistake.words)
            EXPECT_TRUE(contains(result.err, words)) << words << " is not in: " << result.err;
    }
}

} // namespace fathom::cli_misuse_test
