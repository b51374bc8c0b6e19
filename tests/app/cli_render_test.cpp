// fathom render as a user meets it: files, disks, signals.
#include "render/base/clock.h"
#include "tests/support/asymmetric_view.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/open_files.h"
#include "tests/support/png_reading.h"
#include "tests/support/run_fathom.h"
#include "tests/support/sanitized.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wait_for.h"

#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

namespace fathom::cli_render_test {

TEST(Render, WritesAPictureAndSaysWhatItDid) {
    const TempFolder folder;
    const std::string file = folder / "picture.png";
    const RunResult result = run_fathom(joined({"render", "--json", "-o", file, "--size", "90x60",
                                                "--precision", "f64", "--device", "cpu"},
                                               kAsymmetricView));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    const auto answer = result.json();
    EXPECT_EQ(answer["file"], file);
    EXPECT_EQ(answer["width"], 90);
    EXPECT_EQ(answer["height"], 60);
    EXPECT_EQ(answer["device"], "cpu");
    EXPECT_EQ(answer["precision"], "f64");
    for (const char *part : {"settle", "exactness", "iterate", "colour", "copy", "encode", "total"})
        EXPECT_GE(answer["ms"].at(part).get<double>(), 0.0) << part;
    const DecodedPng picture = decode_png(file);
    EXPECT_EQ(picture.width, 90U);
    EXPECT_EQ(picture.height, 60U);
    EXPECT_EQ(folder.count(), 1) << "something was left beside the picture";
}

// Before the first of its few pixels an orbit of many digits is made, and pixels are measured.
TEST(Render, CountsAllOfItsTime) {
    const TempFolder folder;
    const Stopwatch watch;
    const RunResult result = run_fathom({"render", "--json", "-q", "-o", folder / "a.png", "--size",
                                         "16x16", "--re", "0", "--im", "1", "--zoom", "1e1000",
                                         "--iterations", "100000", "--device", "cpu"});
    const double passed_ms = watch.ms();
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const auto ms = result.json()["ms"];
    const auto of = [&ms](const char *part) { return ms.at(part).get<double>(); };
    EXPECT_GT(of("settle"), 0);
    EXPECT_GT(of("exactness"), 0);
    EXPECT_GE(of("total"), of("settle") + of("exactness") + of("iterate"));
    EXPECT_LT(of("total"), passed_ms);
}

// Where a type does not tell some pixels they are iterated in another one, beside what is found out
// for that; and stages run beside each other.
TEST(Render, ThePartsOfItsTimeAddUp) {
    const TempFolder folder;
    const std::string file = folder / "a.png";
    const Arguments doubtful = {"--device", "cpu",    "--formula",    "burning-ship",
                                "--re",     "-1.749", "--im",         "-0.036",
                                "--zoom",   "4000",   "--iterations", "3000"};
    const Arguments deep_and_doubtful = {
        "--device",
        "cpu",
        "--re",
        "-0.54820574807047570845821256754673302937669927462288245382444483459499599968",
        "--im",
        "-0.57757083890360384280510898220185055867555172845825531715837895289573690983",
        "--zoom",
        "8.856912e44",
        "--iterations",
        "4718592"};
    for (const Arguments &where :
         {joined(doubtful, {"--size", "320x180"}), joined(deep_and_doubtful, {"--size", "160x90"}),
          joined(doubtful, {"--size", "160x90", "--samples", "4", "--adaptive"})}) {
        const RunResult result = run_fathom(joined({"render", "--json", "-q", "-o", file}, where));
        ASSERT_EQ(result.exit_code, 0) << result.err;
        const auto answer = result.json();
        EXPECT_TRUE(answer["exactness"]["first"].is_string()) << answer;
        double sum = 0;
        for (const auto &[part, ms] : answer["ms"].items())
            sum += part == "total" ? 0 : ms.get<double>();
        const auto total = answer["ms"]["total"].get<double>();
        EXPECT_NEAR(sum, total, 0.05 * total) << answer["ms"];
    }
}

TEST(Render, IsQuietWhenAsked) {
    const TempFolder folder;
    // Doubles that are asked for show blocks there.
    const RunResult result =
        run_fathom({"render", "-q", "-o", folder / "a.png", "--size", "16x16", "--zoom", "1e30",
                    "--precision", "f64", "--iterations", "100"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.out + result.err, "");
    const RunResult chatty =
        run_fathom({"render", "-o", folder / "a.png", "--size", "16x16", "--zoom", "1e30",
                    "--precision", "f64", "--iterations", "100"});
    EXPECT_EQ(chatty.err.rfind("fathom: warning: ", 0), 0U) << chatty.err;
    EXPECT_NE(chatty.out.find("a.png"), std::string::npos) << chatty.out;
}

TEST(Render, GivesTheSameBytesOnReferenceAndCpu) {
    const TempFolder folder;
    for (const std::string &precision : {std::string("f32"), std::string("f64")}) {
        for (const Arguments &extra :
             {Arguments{}, Arguments{"--rotate", "30"}, Arguments{"--stretch", "3@20"},
              Arguments{"--samples", "5"}}) {
            const auto bytes = [&](const char *device) {
                const RunResult result =
                    run_fathom(joined(joined({"render", "-o", folder / "a.png", "--size", "161x97",
                                              "--precision", precision, "--device", device},
                                             kAsymmetricView),
                                      extra));
                EXPECT_EQ(result.exit_code, 0) << result.err;
                return read_all(folder / "a.png");
            };
            EXPECT_EQ(bytes("reference"), bytes("cpu")) << precision;
        }
    }
}

TEST(Render, GivesTheSameBytesWithoutShortcuts) {
    const TempFolder folder;
    // The whole set, where every shortcut fires, and a place between the components.
    for (const Arguments &view : {Arguments{"--iterations", "3000"},
                                  Arguments{"--re", "-1.26", "--im", "0.03", "--zoom", "20"}}) {
        for (const char *name : {"a.png", "a.npy"}) {
            for (const char *precision : {"f32", "f64"}) {
                const auto bytes = [&](const Arguments &extra) {
                    const RunResult result =
                        run_fathom(joined(joined({"render", "-o", folder / name, "--size", "150x99",
                                                  "--precision", precision},
                                                 view),
                                          extra));
                    EXPECT_EQ(result.exit_code, 0) << result.err;
                    return read_all(folder / name);
                };
                const std::string with = bytes({});
                EXPECT_EQ(with, bytes({"--no-shortcuts"})) << name << ' ' << precision;
                EXPECT_EQ(with, bytes({"--no-shortcuts", "--device", "reference"}));
            }
        }
    }
}

TEST(Render, OpensItsOwnPictureAtTheSameView) {
    const TempFolder folder;
    const std::string first = folder / "first.png";
    const std::string second = folder / "second.png";
    ASSERT_EQ(run_fathom(joined({"render", "-o", first, "--size", "80x50", "--rotate", "-20",
                                 "--bailout", "40"},
                                kAsymmetricView))
                  .exit_code,
              0);
    ASSERT_EQ(
        run_fathom({"render", "-o", second, "--size", "80x50", "--location", first}).exit_code, 0);
    EXPECT_EQ(read_all(first), read_all(second));
}

TEST(Render, TakesCoordinatesInAPlacesStead) {
    const TempFolder folder;
    const auto place_of = [&](const Arguments &where) {
        const std::string file = folder / "place.toml";
        const RunResult result =
            run_fathom(joined({"render", "--quiet", "--iterations", "300", "-o", file}, where));
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return read_all(file);
    };
    const Arguments apart = {"--re=-0.7436", "--im", "0.1318", "--zoom", "1e4"};
    EXPECT_EQ(place_of({"--location", "-0.7436 0.1318 1e4"}), place_of(apart));
    EXPECT_EQ(place_of({"--location", "-0.7436 + 0.1318i, zoom 10", "--zoom", "1e4"}),
              place_of(apart));
    // A file of that name is a file.
    const std::string file = folder / "1 2";
    write_all(file, place_of({"--location", "0.25 0 7"}));
    EXPECT_EQ(place_of({"--location", file}), place_of({"--re", "0.25", "--zoom", "7"}));
    const RunResult none = run_fathom({"probe", "--location", "0.25 0 0"});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_TRUE(contains(none.err, "zoom must be")) << none.err;
}

struct RawRecord {
    std::int64_t iterations = 0;
    float smooth = 0;
};

/// Record (x, y) of an .npy of that width, read by the format's own description.
RawRecord record_at(const std::string &npy, int width, int x, int y) {
    constexpr std::size_t kRecordBytes = 12;
    const std::size_t header = 10 + static_cast<unsigned char>(npy[8]) +
                               std::size_t{256} * static_cast<unsigned char>(npy[9]);
    const char *at = npy.data() + header + kRecordBytes * (std::size_t(y) * width + x);
    RawRecord record;
    std::memcpy(&record.iterations, at, 8);
    std::memcpy(&record.smooth, at + 8, 4);
    return record;
}

TEST(Render, WritesALocationThatGivesTheSamePicture) {
    const TempFolder folder;
    const std::string place = folder / "place.TOML";
    const RunResult result = run_fathom(
        joined({"render", "--json", "--palette", "ember", "-o", place}, kAsymmetricView));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.json(), (nlohmann::json{{"file", place}}));
    EXPECT_EQ(folder.count(), 1) << "something was left beside the location";
    const std::string direct = folder / "direct.png";
    const std::string opened = folder / "opened.png";
    const Arguments render = {"render", "--quiet", "--size", "64x48", "-o"};
    ASSERT_EQ(run_fathom(joined(joined(render, {direct, "--palette", "ember"}), kAsymmetricView))
                  .exit_code,
              0);
    ASSERT_EQ(run_fathom(joined(render, {opened, "--location", place})).exit_code, 0);
    EXPECT_EQ(read_all(direct), read_all(opened));
    EXPECT_EQ(run_fathom({"render", "-o", folder / "no/place.toml"}).exit_code, 3);
}

TEST(Render, UnskewsAMinibrotOfTheShip) {
    const TempFolder folder;
    const std::string place = folder / "place.toml";
    const Arguments ship = {
        "--formula", "burning-ship", "--re=-1.7548776662466927", "--im", "0", "--zoom", "20"};
    ASSERT_EQ(run_fathom(joined({"render", "--quiet", "--unskew", "-o", place}, ship)).exit_code,
              0);
    // 1.5139 times as long on the real axis: see Straightening.
    EXPECT_NE(read_all(place).find("\nmatrix = [1.5139"), std::string::npos) << read_all(place);
    const Arguments render = {"render", "--quiet", "--size", "64x48", "-o"};
    const std::string direct = folder / "direct.png", opened = folder / "opened.png";
    ASSERT_EQ(run_fathom(joined(joined(render, {direct, "--unskew"}), ship)).exit_code, 0);
    ASSERT_EQ(run_fathom(joined(render, {opened, "--location", place})).exit_code, 0);
    EXPECT_EQ(read_all(direct), read_all(opened));
    const RunResult phoenix =
        run_fathom({"render", "--unskew", "--formula", "phoenix", "-o", direct});
    EXPECT_EQ(phoenix.exit_code, 2);
    EXPECT_NE(phoenix.err.find("there are no skews of phoenix"), std::string::npos);
}

TEST(Render, SamplesEachPixelWhereTheConventionSays) {
    const TempFolder folder;
    const std::string file = folder / "samples.npy";
    constexpr int kWidth = 64, kHeight = 32;
    const RunResult result = run_fathom(
        joined({"render", "-o", file, "--size", "64x32", "--precision", "f64"}, kAsymmetricView));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const std::string npy = read_all(file);
    ASSERT_NE(npy.find("(32, 64)"), std::string::npos);
    constexpr double s = 4.0 / (4 * kHeight); // a power of two, so everything below is exact
    for (const auto &[x, y] : std::vector<std::pair<int, int>>{
             {0, 0}, {63, 0}, {0, 31}, {63, 31}, {32, 16}, {31, 15}, {20, 9}, {45, 28}, {7, 23}}) {
        const double re = -0.5 + (x + 0.5 - kWidth / 2.0) * s;
        const double im = 0.625 - (y + 0.5 - kHeight / 2.0) * s;
        const auto point = run_fathom({"probe", "--json", "--iterations", "500",
                                       fmt::format("--re={}", re), fmt::format("--im={}", im)})
                               .json();
        const RawRecord record = record_at(npy, kWidth, x, y);
        EXPECT_EQ(record.iterations, point["iterations"]) << x << ' ' << y;
        EXPECT_EQ(record.smooth, static_cast<float>(point["smooth"].get<double>()))
            << x << ' ' << y;
    }
}

TEST(Render, TurnsAboutTheCentre) {
    // 90 degrees: the pixel above the centre of the unturned picture shows what is left of it.
    const TempFolder folder;
    const auto samples = [&](const char *degrees) {
        const RunResult result =
            run_fathom(joined({"render", "-o", folder / "a.npy", "--size", "33x33", "--rotate",
                               degrees, "--precision", "f64"},
                              kAsymmetricView));
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return read_all(folder / "a.npy");
    };
    const std::string straight = samples("0");
    const std::string turned = samples("90");
    for (const auto &[x, y] :
         std::vector<std::pair<int, int>>{{16, 16}, {16, 2}, {3, 30}, {29, 11}})
        // A step right on the screen is a step up in the plane: (x, y) shows (y, 32 - x).
        EXPECT_EQ(record_at(turned, 33, x, y).iterations,
                  record_at(straight, 33, y, 32 - x).iterations)
            << x << ' ' << y;
}

void expect_failed_write(const RunResult &result, const std::string &file) {
    EXPECT_EQ(result.exit_code, 3) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.rfind("fathom: ", 0), 0U) << result.err;
    EXPECT_EQ(result.err.find('\n') + 1, result.err.size()) << result.err;
    EXPECT_NE(result.err.find(file), std::string::npos) << result.err;
}

TEST(Render, SaysHowManyPixelsAnInchHas) {
    const TempFolder folder;
    const auto density = [&](const std::string &dpi) {
        const std::string file = folder / "dpi.png";
        const RunResult result = run_fathom(
            {"render", "--quiet", "--device", "cpu", "--size", "20x10", "--dpi", dpi, "-o", file});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        // PNG specification 11.3.4.3: x, y, unit.
        const std::string bytes = read_all(file);
        const std::size_t at = bytes.find("pHYs");
        EXPECT_LT(at, bytes.find("IDAT"));
        return bytes.substr(at + 4, 9);
    };
    using namespace std::string_literals;
    EXPECT_EQ(density("300"), "\0\0\x2e\x23\0\0\x2e\x23\1"s);        // 11,811
    EXPECT_EQ(density("100000"), "\0\x3c\x12\xf0\0\x3c\x12\xf0\1"s); // 3,937,008
    const auto refused = [&](const std::string &dpi, const char *name, const char *word) {
        const RunResult result =
            run_fathom({"render", "--size", "20x10", "--dpi", dpi, "-o", folder / name});
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_NE(result.err.find(word), std::string::npos) << result.err;
    };
    refused("0", "a.png", "--dpi");
    refused("1.5", "a.png", "--dpi");
    refused("100001", "a.png", "--dpi");
    refused("300", "a.exr", "a.exr: only a .png or .jpg says");
    refused("300", "a.npy", "a.npy: only a .png or .jpg says");
}

TEST(Render, SaysWhyAFileCannotBeWritten) {
    const TempFolder folder;
    for (const std::string &file : {(folder / "no/such/folder.png").string(),
                                    std::string("/proc/fathom.png"), std::string("/proc/f.npy")})
        expect_failed_write(run_fathom({"render", "--json", "-o", file, "--size", "8x8"}), file);
    std::filesystem::create_directory(folder / "folder.png");
    expect_failed_write(run_fathom({"render", "-o", folder / "folder.png", "--size", "8x8"}),
                        "folder.png");
}

TEST(Render, KeepsTheOldFileWhenTheDiskIsFull) {
    const TempFolder folder;
    for (const char *name : {"picture.png", "samples.npy"}) {
        const std::string file = folder / name;
        write_all(file, "an old file");
        const FileSizeLimit limit(20'000);
        expect_failed_write(
            run_fathom(joined({"render", "-o", file, "--size", "640x480"}, kAsymmetricView)), name);
        EXPECT_EQ(read_all(file), "an old file");
    }
    EXPECT_EQ(folder.count(), 2) << "a temporary file was left";
}

/// A picture that no machine finishes while a test waits.
Arguments endless_render(const std::string &file) {
    return {"render", "-o", file, "--size", "1048576x1048576", "--iterations", "20000"};
}

TEST(Render, LeavesNothingBehindWhenStopped) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const TempFolder folder;
        const std::string file = folder / "picture.png";
        write_all(file, "an old file");
        RunningFathom program(endless_render(file));
        ASSERT_TRUE(wait_for([&] { return open_files(folder.path(), program.pid()) == 1; }))
            << "it never began to write";
        program.signal(signal);
        const RunResult result = program.wait();
        EXPECT_EQ(result.exit_code, 130) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_EQ(result.err, "fathom: stopped; " + file + " was not written\n");
        EXPECT_EQ(folder.count(), 1) << "a temporary file was left";
        EXPECT_EQ(read_all(file), "an old file");
    }
}

TEST(Render, LeavesNothingBehindWhenKilled) {
    for (const bool replaces : {false, true}) {
        const TempFolder folder;
        const int nameless = ::open(folder.path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
        if (nameless < 0)
            GTEST_SKIP() << "the temporary folder's file system has no nameless files";
        ::close(nameless);
        const std::string file = folder / "picture.png";
        if (replaces)
            write_all(file, "an old file");
        RunningFathom program(endless_render(file));
        ASSERT_TRUE(wait_for([&] { return bytes_in_open_files(folder.path(), program.pid()) > 0; }))
            << "it never began to write";
        program.signal(SIGKILL);
        EXPECT_EQ(program.wait().exit_code, -1);
        EXPECT_EQ(folder.count(), replaces ? 1 : 0);
        if (replaces) {
            EXPECT_EQ(read_all(file), "an old file");
        }
    }
}

/// Both ends of a new terminal; `slave` is -1 where there are none.
struct Terminal {
    int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    int slave = -1;

    Terminal() {
        if (master < 0 || ::grantpt(master) != 0 || ::unlockpt(master) != 0)
            return;
        if (const char *path = ::ptsname(master))
            slave = ::open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    }
    ~Terminal() {
        for (const int end : {slave, master})
            if (end >= 0)
                ::close(end);
    }
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;

    /// What was written to it since the last call.
    std::string take() const {
        std::string text(4096, '\0');
        const ssize_t count = ::read(master, text.data(), text.size());
        text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
        return text;
    }
};

/// Runs the program until it shows a bar, interrupts it, and looks at what the terminal has.
void expect_a_bar_that_is_erased(const Arguments &arguments) {
    const Terminal terminal;
    if (terminal.slave < 0)
        GTEST_SKIP() << "there are no terminals (/dev/pts) on this machine";
    RunOptions options;
    options.error_descriptor = terminal.slave;
    RunningFathom program(arguments, options);
    std::string shown;
    const bool drawn = wait_for([&] {
        shown += terminal.take();
        return shown.find(" left") != std::string::npos;
    });
    program.signal(SIGINT);
    EXPECT_EQ(program.wait().exit_code, 130);
    // On a busy machine the terminal hands on later what was written before the end.
    wait_for([&] {
        shown += terminal.take();
        return shown.find("fathom: stopped") != std::string::npos;
    });
    EXPECT_TRUE(drawn) << shown;
    EXPECT_NE(shown.find(" % ["), std::string::npos) << shown;
    const std::size_t erased = shown.rfind("\r\033[K");
    ASSERT_NE(erased, std::string::npos);
    EXPECT_EQ(shown.substr(erased + 4).rfind("fathom: stopped", 0), 0U) << shown;
}

TEST(Render, ShowsProgressOnATerminalAndErasesIt) {
    const TempFolder folder;
    expect_a_bar_that_is_erased(endless_render(folder / "picture.png"));
}

// At the cusp hardly an orbit ends: the search takes a minute.
TEST(Render, ShowsProgressWhileItLooksForTheLimit) {
    const TempFolder folder;
    expect_a_bar_that_is_erased({"render", "--re", "0.25", "--im", "0", "--zoom", "1e200",
                                 "--device", "cpu", "-o", folder / "picture.png"});
    EXPECT_EQ(folder.count(), 0);
}

/// Hashes of the rows of a PNG of any size, read one at a time.
std::vector<std::size_t> row_hashes(const std::filesystem::path &path) {
    std::FILE *file = std::fopen(path.c_str(), "rb");
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    std::vector<std::size_t> hashes;
    std::string row;
    if (setjmp(png_jmpbuf(png)) == 0) {
        png_init_io(png, file);
        png_read_info(png, info);
        row.resize(png_get_rowbytes(png, info));
        hashes.reserve(png_get_image_height(png, info));
        for (png_uint_32 y = 0; y < png_get_image_height(png, info); ++y) {
            png_read_row(png, reinterpret_cast<png_bytep>(row.data()), nullptr);
            hashes.push_back(std::hash<std::string>()(row));
        }
        png_read_end(png, nullptr);
    } else {
        ADD_FAILURE() << "libpng cannot read " << path;
    }
    png_destroy_read_struct(&png, &info, nullptr);
    std::fclose(file);
    return hashes;
}

// The widest picture, of enough bands that all that may be in flight at once are.
TEST(Render, TakesSamplesAndRawDataOfTheWidestPictureInLittleMemory) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer's own memory would be measured";
    const TempFolder folder;
    const Arguments size = {"render",   "--size", "65535x256",    "--zoom", "0.01",
                            "--device", "cpu",    "--iterations", "20",     "-o"};
    const RunResult mixed =
        run_fathom(joined(size, {(folder / "mixed.png").string(), "--samples", "2"}));
    ASSERT_EQ(mixed.exit_code, 0) << mixed.err;
    EXPECT_LT(mixed.peak_kib, 512 * 1024) << "resident memory in KiB";
    const RunResult raw = run_fathom(joined(size, {(folder / "raw.exr").string(), "--raw"}));
    ASSERT_EQ(raw.exit_code, 0) << raw.err;
    EXPECT_LT(raw.peak_kib, 1024 * 1024) << "resident memory in KiB";
}

TEST(Render, WritesHugePicturesInLittleMemory) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer's own memory would be measured";
    const TempFolder folder;
    const std::string file = folder / "huge.png";
    // The pattern of dithering is not symmetric.
    const RunResult result =
        run_fathom({"render", "-o", file, "--size", "20000x16000", "--zoom", "0.01", "--iterations",
                    "20", "--device", "cpu", "--dither", "none"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_LT(result.peak_kib, 512 * 1024) << "resident memory in KiB; all pixels have 940 MiB";
    // The set is symmetric about the real axis, and so is the arithmetic: row y mirrors row H-1-y.
    const std::vector<std::size_t> hashes = row_hashes(file);
    ASSERT_EQ(hashes.size(), 16'000U);
    EXPECT_TRUE(std::equal(hashes.begin(), hashes.end(), hashes.rbegin()));
    EXPECT_NE(hashes.front(), hashes[hashes.size() / 2]);
}

} // namespace fathom::cli_render_test
