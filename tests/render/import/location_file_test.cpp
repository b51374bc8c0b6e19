#include "render/import/location_file.h"

#include "render/base/error.h"
#include "render/images/png_writer.h"
#include "render/places/toml_document.h"
#include "tests/support/temp_folder.h"
#include <cmath>
#include <sys/stat.h>

namespace fathom::location_file_test {

TEST(LocationFile, IsWrittenAndReadBack) {
    const TempFolder folder;
    Location location;
    location.view.re = Decimal::parse("-1.7490812690237474");
    location.iterations = 12345;
    write_location_file(folder / "place.toml", location);
    EXPECT_EQ(folder.count(), 1);
    EXPECT_EQ(read_location_file(folder / "place.toml").location, location);
    location.bailout = 0.0;
    const std::string before = read_all(folder / "place.toml");
    EXPECT_THROW(write_location_file(folder / "place.toml", location), InputError);
    EXPECT_EQ(read_all(folder / "place.toml"), before);
    EXPECT_THROW(write_location_file(folder / "no/place.toml", Location{}), DiskError);
}

TEST(LocationFile, APictureIsAPlaceToo) {
    const TempFolder folder;
    Location location;
    location.view.im = Decimal::parse("0.131825904205330640345");
    const auto write_picture = [&](const char *name, std::vector<PngText> text) {
        PngWriter writer(folder / name, {.width = 1, .height = 1, .text = std::move(text)});
        writer.write_rows(std::vector<std::uint8_t>{1, 2, 3}, 1);
        writer.finish();
    };
    // by its content, not by its name
    write_picture("picture.toml", {{"Fathom", to_text(location)}});
    EXPECT_EQ(read_location_file(folder / "picture.toml").location, location);
    write_picture("plain.png", {{"Title", "no place"}});
    EXPECT_NE(message_of<InputError>([&] {
                  read_location_file(folder / "plain.png");
              }).find("is not a picture made by"),
              std::string::npos);
}

TEST(LocationFile, RefusesWhatCannotBeRead) {
    const TempFolder folder;
    const auto message = [&](const char *name) {
        return message_of<InputError>([&] { read_location_file(folder / name); });
    };
    EXPECT_NE(message("missing.toml").find((folder / "missing.toml").string()), std::string::npos);
    std::filesystem::create_directory(folder / "folder.toml");
    EXPECT_NE(message("folder.toml").find("cannot be read"), std::string::npos);
    ASSERT_EQ(::mkfifo((folder / "fifo.toml").c_str(), 0600), 0);
    EXPECT_NE(message("fifo.toml").find("cannot be read"), std::string::npos);
    write_all(folder / "large.toml", std::string(3 << 20, '\n'));
    EXPECT_NE(message("large.toml").find("larger than 1 MiB"), std::string::npos);
    write_all(folder / "broken.toml", "fathom = 1\n\n[view\n");
    EXPECT_EQ(message("broken.toml").find((folder / "broken.toml").string() + ":3: "), 0u);
    write_all(folder / "broken.png", "\x89PNG\r\n\x1a\n and no more");
    EXPECT_NE(message("broken.png").find("broken.png"), std::string::npos);
}

} // namespace fathom::location_file_test
