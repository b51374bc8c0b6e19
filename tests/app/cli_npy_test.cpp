// fathom render -o FILE.npy and --raw, read by NumPy.
#include "render/images/exr_reader.h"
#include "tests/support/python.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <cstring>
#include <gtest/gtest.h>
#include <set>

namespace fathom::cli_npy_test {

const Arguments kPlace = {
    "--re",   "-0.743643887037151", "--im", "0.13182590420533", "--zoom", "500", "--size",
    "151x83", "--iterations",       "2000", "--device",         "cpu"};
constexpr std::size_t kPixels = 151 * 83;

void render(const Arguments &options) {
    const RunResult result = run_fathom(joined(joined({"render", "--quiet"}, kPlace), options));
    ASSERT_EQ(result.exit_code, 0) << result.err;
}

/// Runs a program of Python in the folder and expects it to end well.
void run_python(const TempFolder &folder, const std::string &python, const std::string &program) {
    write_all(folder / "program.py", program);
    const std::string said = folder / "said";
    ASSERT_EQ(std::system(("cd '" + folder.path().string() + "' && PYTHONPATH=. " + python +
                           " program.py >'" + said + "' 2>&1")
                              .c_str()),
              0)
        << read_all(said);
}

/// NumPy's reading of data.npy: each field's values in a file of the field's name.
std::set<std::string> fields_by_numpy(const TempFolder &folder, const std::string &python) {
    run_python(folder, python,
               "import numpy as np\n"
               "data = np.load('data.npy')\n"
               "assert data.shape == (83, 151)\n"
               "for name in data.dtype.names:\n"
               "    open(f'{name} {data.dtype[name].str}', 'wb').write(data[name].tobytes())\n");
    std::set<std::string> fields;
    for (const auto &entry : std::filesystem::directory_iterator(folder.path()))
        if (const std::string name = entry.path().filename(); name.find('<') != name.npos)
            fields.insert(name);
    return fields;
}

template <class Value> std::vector<Value> values(const std::filesystem::path &path) {
    const std::string bytes = read_all(path);
    std::vector<Value> values(bytes.size() / sizeof(Value));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    EXPECT_EQ(values.size(), kPixels);
    return values;
}

std::vector<float> reals(ExrReader &file, const std::string &channel) {
    std::vector<float> reals(kPixels);
    file.read(0, std::vector<ExrReader::Wanted>{{channel, reals}});
    return reals;
}

std::vector<std::uint32_t> words(ExrReader &file, const std::string &channel) {
    std::vector<std::uint32_t> words(kPixels);
    file.read(0, std::vector<ExrReader::Wanted>{{channel, words}});
    return words;
}

/// Raw data in both kinds of files, and expects the same bits in those of the same name.
void expect_same_as_exr(const Arguments &options, const char *real,
                        const std::set<std::string> &tracked) {
    const auto python = python_with_numpy();
    if (!python)
        GTEST_SKIP() << "NumPy is not installed (python3-numpy)";
    const TempFolder folder;
    render(joined(options, {"--raw", "-o", folder / "data.npy"}));
    render(joined(options, {"--raw", "-o", folder / "data.exr"}));
    const std::string type = std::string(" <") + real;
    std::set<std::string> fields = {"iterations <i8", "smooth <f4", "NF <f4",
                                    "T <f4",          "zx" + type,  "zy" + type};
    fields.insert(tracked.begin(), tracked.end());
    EXPECT_EQ(fields_by_numpy(folder, *python), fields);

    ExrReader exr(folder / "data.exr");
    const auto iterations = values<std::int64_t>(folder / "iterations <i8");
    const auto n = words(exr, "N");
    const std::string zx = read_all(folder.path() / ("zx" + type));
    const std::size_t bytes = zx.size() / kPixels;
    for (std::size_t at = 0; at < kPixels; ++at) { // z is 0 in the interior, and only there
        const bool inside = zx.compare(at * bytes, bytes, std::string(bytes, '\0')) == 0;
        ASSERT_EQ(n[at], inside ? 0xffffffffU : iterations[at] + 1024U);
        ASSERT_TRUE(!inside || iterations[at] == 2000);
    }
    EXPECT_NE(std::count(n.begin(), n.end(), 0xffffffffU), 0);
    for (const std::string &field : fields) {
        const std::string name = field.substr(0, field.find(' '));
        if (exr.has("fathom." + name + "1", ExrType::whole)) {
            const auto bits = values<std::uint64_t>(folder.path() / field);
            const auto low = words(exr, "fathom." + name + "0");
            const auto high = words(exr, "fathom." + name + "1");
            for (std::size_t at = 0; at < kPixels; ++at)
                ASSERT_EQ(bits[at], low[at] | std::uint64_t{high[at]} << 32) << field;
        } else if (name != "iterations" && name != "smooth" &&
                   exr.has("fathom." + name + "0", ExrType::whole)) {
            EXPECT_EQ(values<std::uint32_t>(folder.path() / field),
                      words(exr, "fathom." + name + "0"));
        }
    }
    for (const char *name : {"NF", "T", "DEX", "DEY"}) {
        EXPECT_EQ(exr.has_reals(name), fields.contains(std::string(name) + " <f4")) << name;
        if (exr.has_reals(name)) {
            EXPECT_EQ(values<float>(folder.path() / (std::string(name) + " <f4")),
                      reals(exr, name));
        }
    }
    if (!tracked.empty()) {
        EXPECT_EQ(values<std::uint32_t>(folder / "atom <u4"), words(exr, "fathom.atom"));
    }
}

TEST(RawNpy, HoldsTheBitsOfRawExr) {
    expect_same_as_exr({"--colour", "smooth"}, "f8", {});
    expect_same_as_exr({"--colour", "distance", "--interior", "distance"}, "f8",
                       {"DEX <f4", "DEY <f4", "gx <f8", "gy <f8", "trap <f8", "atom <u4"});
    expect_same_as_exr({"--colour", "trap", "--precision", "f32"}, "f4",
                       {"DEX <f4", "DEY <f4", "gx <f4", "gy <f4", "trap <f4", "atom <u4"});
}

TEST(RawNpy, KeepsWhatTheUsualOneHolds) {
    const auto python = python_with_numpy();
    if (!python)
        GTEST_SKIP() << "NumPy is not installed (python3-numpy)";
    const TempFolder folder, raw;
    render({"-o", folder / "data.npy"});
    render({"--raw", "-o", raw / "data.npy"});
    EXPECT_EQ(fields_by_numpy(folder, *python),
              (std::set<std::string>{"iterations <i8", "smooth <f4"}));
    fields_by_numpy(raw, *python);
    for (const char *field : {"iterations <i8", "smooth <f4"})
        EXPECT_EQ(read_all(folder / field), read_all(raw / field));
}

TEST(RawNpy, ManyBandsAndAStreamAreTheSameBytes) {
    const TempFolder folder;
    const Arguments view = {"render",    "--raw", "--colour", "distance",     "--size",
                            "200000x20", "--re",  "-0.5",     "--iterations", "30"};
    const std::string file = folder / "data.npy";
    const RunResult result = run_fathom(joined(view, {"--device", "cpu", "-o", file}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_LT(result.peak_kib, 1024 * 1024);
    const RunResult streamed =
        run_fathom(joined(view, {"--device", "reference", "--format", "npy", "-o", "-"}));
    EXPECT_EQ(streamed.exit_code, 0) << streamed.err;
    EXPECT_TRUE(streamed.out == read_all(file));
    EXPECT_GT(streamed.out.size(), std::size_t{200'000} * 20 * 68);
}

/// The text of the only block of a document that begins with ```NAME.
std::string block_of(const std::string &document, const std::string &name) {
    const std::size_t begin = document.find("\n```" + name + '\n');
    EXPECT_NE(begin, document.npos);
    const std::size_t first = begin + name.size() + 5;
    return document.substr(first, document.find("\n```", first) + 1 - first);
}

TEST(RawNpy, TheDocumentsExampleRuns) {
    const auto python = python_with_numpy();
    if (!python)
        GTEST_SKIP() << "NumPy is not installed (python3-numpy)";
    const TempFolder folder;
    render({"--raw", "--colour", "distance", "-o", folder / "data.npy"});
    // Stands in for matplotlib, and looks at what is to be drawn.
    std::filesystem::create_directory(folder / "matplotlib");
    write_all(folder / "matplotlib/__init__.py", "");
    write_all(folder / "matplotlib/pyplot.py",
              "import numpy as np\n"
              "class Axes:\n"
              "    def imshow(self, values, cmap):\n"
              "        assert values.shape == (83, 151) and values.dtype.kind == 'f'\n"
              "        assert values[np.isfinite(values)].std() > 0.01\n"
              "class Figure:\n"
              "    def savefig(self, name):\n"
              "        open(name, 'w').close()\n"
              "def subplots(rows, columns):\n"
              "    return Figure(), (Axes(), Axes())\n");
    const std::string document =
        read_all(std::filesystem::path(FATHOM_SOURCE_DIR) / "docs/reference/raw-data.md");
    run_python(folder, *python, block_of(document, "python"));
    EXPECT_TRUE(std::filesystem::exists(folder / "plot.png"));
}

} // namespace fathom::cli_npy_test
