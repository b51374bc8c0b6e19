#include "render/base/assets.h"

#include "render/base/error.h"
#include "tests/support/environment.h"
#include "tests/support/temp_folder.h"

namespace fathom::assets_test {

namespace fs = std::filesystem;

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

} // namespace fathom::assets_test
