// fathom farm, with a Python of the test's own in the place of the real one.
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <sstream>

namespace fathom::cli_farm_test {

RunOptions with_path(const std::string &path) {
    RunOptions options;
    options.environment["PATH"] = path;
    return options;
}

TEST(FarmCommand, BecomesTheFileThatKnowsRay) {
    const TempFolder folder;
    const std::filesystem::path python = folder / "python3";
    write_all(python, "#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 7\n");
    std::filesystem::permissions(python, std::filesystem::perms::owner_all);
    const RunOptions options = with_path(folder.path().string() + ":/usr/bin:/bin");
    const RunResult plain = run_fathom({"farm", "a job", "--ray", "host:6379"}, options);
    EXPECT_EQ(plain.exit_code, 7);
    EXPECT_TRUE(contains(plain.out, "assets/farm/fathom_ray.py\n--address=host:6379\n--device=auto"
                                    "\n--program=fathom\n--own-program=/"));
    EXPECT_TRUE(plain.out.ends_with("/fathom\n--\na job\n")) << plain.out;
    std::istringstream lines(plain.out);
    std::string script;
    std::getline(lines, script);
    EXPECT_TRUE(std::filesystem::exists(script)) << script;
    const RunResult full =
        run_fathom({"farm", "job", "--ray", "local", "--device", "gpu0", "--program", "/opt/fathom",
                    "--threads", "6", "--json", "--quiet"},
                   options);
    EXPECT_TRUE(contains(full.out, "--address=local\n--device=gpu0\n--program=/opt/fathom\n"));
    EXPECT_TRUE(full.out.ends_with("--threads=6\n--json\n--quiet\n--\njob\n")) << full.out;
}

TEST(FarmCommand, SaysWhatIsMissing) {
    const RunResult result = run_fathom({"farm", "job", "--ray", "local"}, with_path("/nowhere"));
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_TRUE(contains(result.err, "python3 cannot be started"));
    EXPECT_TRUE(contains(result.err, "'python3 -m pip install ray'"));
    for (const Arguments &arguments :
         {Arguments{"farm", "--ray", "local"}, Arguments{"farm", "job"},
          Arguments{"farm", "job", "--ray", "local", "--device", "tpu"},
          Arguments{"farm", "job", "--ray", "local", "--threads", "0"}})
        EXPECT_EQ(run_fathom(arguments).exit_code, 2);
}

} // namespace fathom::cli_farm_test
