#include "render/assets.h"

#include "render/error.h"
#include "tests/temp_folder.h"
#include <cstdlib>

namespace fathom {
namespace {

namespace fs = std::filesystem;

/// Sets an environment variable for one test.
class Environment {
  public:
    Environment(const char *name, const std::string &value) : name_(name) {
        if (const char *before = std::getenv(name)) {
            before_ = before;
        }
        ::setenv(name, value.c_str(), 1);
    }
    ~Environment() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
    Environment(const Environment &) = delete;
    Environment &operator=(const Environment &) = delete;

  private:
    const char *name_;
    std::optional<std::string> before_;
};

TEST(Assets, AreFoundWhereProgramsLie) {
    const TempFolder folder;
    const auto add = [&](const char *assets) {
        fs::create_directories(folder / assets / "palettes");
        return folder / assets;
    };
    EXPECT_EQ(find_assets_dir_near(folder / "build/release/bin"), std::nullopt);
    const fs::path source = add("assets");
    EXPECT_EQ(find_assets_dir_near(folder / "build/release/bin"), source);
    const fs::path installed = add("usr/share/fathom/assets");
    EXPECT_EQ(find_assets_dir_near(folder / "usr/bin"), installed);
    const fs::path beside = add("usr/bin/assets");
    EXPECT_EQ(find_assets_dir_near(folder / "usr/bin"), beside);
    // not any folder of that name
    fs::create_directories(folder / "other/bin/assets/pictures");
    EXPECT_EQ(find_assets_dir_near(folder / "other/bin"), source);
}

TEST(Assets, TheEnvironmentGoesFirst) {
    const TempFolder folder;
    fs::create_directories(folder / "palettes");
    const Environment set("FATHOM_ASSETS", folder.path().string());
    EXPECT_EQ(find_assets_dir(), folder.path());
    const Environment wrong("FATHOM_ASSETS", (folder / "nothing").string());
    EXPECT_NE(message_of<InputError>([] { find_assets_dir(); }).find("FATHOM_ASSETS"),
              std::string::npos);
    const Environment empty("FATHOM_ASSETS", "");
    EXPECT_NO_THROW(find_assets_dir());
}

} // namespace
} // namespace fathom
