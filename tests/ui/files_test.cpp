// Choosing files: the desktop's dialogs, the list that stands in for them, names for new ones.
#include "render/base/child_process.h"
#include "render/base/error.h"
#include "tests/support/environment.h"
#include "tests/support/temp_folder.h"
#include "ui/state/desktop_dialog.h"
#include "ui/state/film_sound.h"
#include "ui/state/folder_list.h"
#include "ui/state/pictures_folder.h"

#include <chrono>
#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>

namespace fathom::ui::files_test {

namespace fs = std::filesystem;
using What = FileQuestion::What;

void write_script(const fs::path &path, const std::string &text) {
    std::ofstream(path) << "#!/bin/sh\n" << text;
    fs::permissions(path, fs::perms::owner_all);
}

TEST(ChildProcess, GetsItsArgumentsAsTheyAre) {
    const std::atomic<bool> stop{false};
    const ChildEnd end = run_child({"printf", "%s|", "$HOME", "a b", "`id`;'", ""}, stop);
    EXPECT_EQ(end.how, ChildEnd::How::exited);
    EXPECT_EQ(end.code, 0);
    EXPECT_EQ(end.output, "$HOME|a b|`id`;'||");
}

TEST(ChildProcess, TellsHowItEnded) {
    const TempFolder folder;
    const std::atomic<bool> stop{false};
    write_script(folder / "three", "exit 3\n");
    write_script(folder / "killed", "kill -SEGV $$\n");
    write_script(folder / "loud", "yes | head -c 1000000\n");
    EXPECT_EQ(run_child({folder / "three"}, stop).code, 3);
    EXPECT_EQ(run_child({folder / "killed"}, stop).how, ChildEnd::How::killed);
    EXPECT_EQ(run_child({folder / "nothing"}, stop).how, ChildEnd::How::not_started);
    EXPECT_EQ(run_child({folder / "loud"}, stop).output.size(), kMaxChildOutput);
}

TEST(ChildProcess, KeepsWhatIsSaidAboutErrors) {
    const TempFolder folder;
    const std::atomic<bool> stop{false};
    write_script(folder / "both", "echo out\necho err >&2\n");
    const ChildEnd both = run_child({folder / "both"}, stop);
    EXPECT_EQ(both.output, "out\n");
    EXPECT_EQ(both.errors, "err\n");
    // More than is kept, or than a pipe takes, stops nobody: with an output, or without.
    write_script(folder / "loud", "yes | head -c 1000000 >&2\nexit 3\n");
    write_script(folder / "alone", "exec >&-\nyes | head -c 1000000 >&2\nexit 3\n");
    for (const char *name : {"loud", "alone"}) {
        const ChildEnd end = run_child({folder / name}, stop);
        EXPECT_EQ(end.code, 3) << name;
        EXPECT_EQ(end.errors.size(), kMaxChildOutput) << name;
    }
    // Nor does somebody who keeps the errors open.
    write_script(folder / "parent", "sleep 1000 >&- &\necho $!\n");
    const ChildEnd parent = run_child({folder / "parent"}, stop);
    EXPECT_EQ(parent.how, ChildEnd::How::exited);
    ::kill(std::stoi(parent.output), SIGTERM);
}

TEST(ChildProcess, EndsWhenAskedToEvenIfItDoesNotWantTo) {
    const TempFolder folder;
    write_script(folder / "deaf", "trap '' TERM\nexec >&-\nwhile :; do sleep 0.1; done\n");
    for (const std::string &program : {std::string("sleep"), (folder / "deaf").string()}) {
        std::atomic<bool> stop{false};
        std::jthread stopping([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            stop = true;
        });
        EXPECT_EQ(run_child({program, "1000"}, stop).how, ChildEnd::How::stopped) << program;
    }
}

class DesktopDialogs : public testing::Test {
  protected:
    DialogAnswer ask(DesktopDialog dialog) {
        return ask_desktop(dialog, {What::open, folder_.path(), ""}, stop_);
    }

    TempFolder folder_;
    Environment path_{"PATH", folder_.path().string() + ":/usr/bin:/bin"};
    Environment desktop_{"XDG_CURRENT_DESKTOP", ""};
    std::atomic<bool> stop_{false};
};

TEST_F(DesktopDialogs, AreThoseOfTheDesktop) {
    const Environment alone("PATH", folder_.path().string());
    EXPECT_EQ(find_desktop_dialog(), DesktopDialog::none);
    std::ofstream(folder_ / "zenity") << "not a program";
    EXPECT_EQ(find_desktop_dialog(), DesktopDialog::none);
    write_script(folder_ / "kdialog", "");
    EXPECT_EQ(find_desktop_dialog(), DesktopDialog::kdialog);
    write_script(folder_ / "zenity", "");
    EXPECT_EQ(find_desktop_dialog(), DesktopDialog::zenity);
    const Environment plasma("XDG_CURRENT_DESKTOP", "X:KDE");
    EXPECT_EQ(find_desktop_dialog(), DesktopDialog::kdialog);
    const Environment gnome("XDG_CURRENT_DESKTOP", "ubuntu:GNOME");
    EXPECT_EQ(find_desktop_dialog(), DesktopDialog::zenity);
}

TEST_F(DesktopDialogs, AnswerWithAPathOrWithNothing) {
    const fs::path odd = folder_ / "a\nb \xff.toml";
    write_script(folder_ / "zenity", "printf '%s\\n' \"" + odd.string() + "\"\n");
    const DialogAnswer chosen = ask(DesktopDialog::zenity);
    EXPECT_FALSE(chosen.failed);
    EXPECT_EQ(chosen.path, odd);
    write_script(folder_ / "kdialog", "exit 1\n");
    const DialogAnswer cancelled = ask(DesktopDialog::kdialog);
    EXPECT_FALSE(cancelled.failed);
    EXPECT_FALSE(cancelled.path);
    write_script(folder_ / "zenity", "echo 'Gtk-Message: GtkDialog mapped without a transient "
                                     "parent.' >&2\nexit 1\n");
    EXPECT_FALSE(ask(DesktopDialog::zenity).failed);
}

TEST_F(DesktopDialogs, ThatBreakAreKnownToHaveFailed) {
    EXPECT_TRUE(ask(DesktopDialog::none).failed);
    for (const char *script :
         {"kill -SEGV $$", "exit 255", "exit 0", "echo nonsense", "head -c 100000 /dev/zero",
          "printf '/'; head -c 1000000 /dev/zero",
          "echo 'Gtk-WARNING **: 10:00: cannot open display: :7' >&2; exit 1",
          "echo 'Gtk-WARNING **: 10:00: Failed to open display' >&2; exit 1"}) {
        write_script(folder_ / "zenity", script);
        EXPECT_TRUE(ask(DesktopDialog::zenity).failed) << script;
    }
}

TEST_F(DesktopDialogs, BeginWhereTheyAreTold) {
    const auto zenity =
        dialog_command(DesktopDialog::zenity, {What::picture, "/a folder", "x y.png"});
    EXPECT_NE(std::find(zenity.begin(), zenity.end(), "--filename=/a folder/x y.png"),
              zenity.end());
    EXPECT_NE(std::find(zenity.begin(), zenity.end(), "--save"), zenity.end());
    const auto kdialog = dialog_command(DesktopDialog::kdialog, {What::open, "/a folder", ""});
    EXPECT_EQ(kdialog.back(), "/a folder/");
    const auto folder = dialog_command(DesktopDialog::zenity, {What::folder, "/a folder", ""});
    EXPECT_EQ(folder.back(), "--directory");
    EXPECT_EQ(std::find(folder.begin(), folder.end(), "--save"), folder.end());
    EXPECT_EQ(dialog_command(DesktopDialog::kdialog, {What::folder, "/a folder", ""}).at(3),
              "--getexistingdirectory");
}

std::vector<std::string> names(const FolderList &list) {
    std::vector<std::string> all;
    for (std::size_t row = 0; row < list.shown().size(); ++row)
        all.push_back(list.entry(row).shown);
    return all;
}

TEST(FolderList, HasFoldersFirstThenWhatCanBeOpened) {
    const TempFolder folder;
    for (const char *name : {"b10.toml", "B9.PNG", "a.txt.gz", ".hidden.toml", "z.kfr"})
        std::ofstream(folder / name) << "x";
    fs::create_directory(folder / "zoo");
    fs::create_directory(folder / ".secret");
    FolderList list(list_folder(folder.path() / ".", What::open));
    EXPECT_EQ(list.listing().folder, folder.path());
    EXPECT_EQ(list.listing().trouble, "");
    EXPECT_EQ(names(list),
              (std::vector<std::string>{"zoo", "B9.PNG", "b10.toml", "z.kfr", "a.txt.gz"}));
    const FolderList palettes(list_folder(folder.path(), What::palette));
    EXPECT_EQ(names(palettes).at(1), "b10.toml");
    EXPECT_EQ(names(FolderList(list_folder(folder.path(), What::folder))),
              std::vector<std::string>{"zoo"});
}

TEST(FilmSound, IsAFileThatThereIs) {
    const TempFolder folder;
    const fs::path sound = folder / "caf\u00e9 1.FLAC";
    std::ofstream(sound) << "x";
    EXPECT_EQ(sound_file(" caf\u00e9 1.FLAC ", folder.path()), sound);
    EXPECT_EQ(sound_file(sound.string(), "/"), sound);
    EXPECT_TRUE(is_sound_name(sound));
    EXPECT_FALSE(is_sound_name("a.toml"));
    EXPECT_EQ(names(FolderList(list_folder(folder.path(), What::sound))).size(), 1U);
    EXPECT_TRUE(list_folder(folder.path(), What::sound).entries[0].fits);
    const auto refusal = [&](const std::string &words) {
        return message_of<InputError>([&] { sound_file(words, folder.path()); });
    };
    EXPECT_NE(refusal("gone.wav").find("There is no file " + (folder / "gone.wav").string()),
              std::string::npos);
    EXPECT_NE(refusal(folder.path().string()).find("There is no file"), std::string::npos);
    const std::string odd = "a\nb.wav";
    std::ofstream(folder.path() / odd) << "x";
    EXPECT_NE(refusal(odd).find("Rename that file"), std::string::npos);
}

TEST(FolderList, IsWalkedAndFiltered) {
    FolderListing listing{"/", {}, ""};
    for (const char *name : {"Alpha", "beta", "alphabet"})
        listing.entries.push_back({name, name, false, true});
    FolderList list(listing);
    list.step(1);
    EXPECT_EQ(list.chosen(), 1U);
    list.step(-5);
    EXPECT_EQ(list.chosen(), 0U);
    list.step(100);
    EXPECT_EQ(list.chosen(), 2U);
    list.filter("ALPHA");
    EXPECT_EQ(names(list), (std::vector<std::string>{"Alpha", "alphabet"}));
    EXPECT_EQ(list.chosen(), 0U);
    list.choose("alphabet");
    EXPECT_EQ(list.chosen(), 1U);
    list.filter("x");
    EXPECT_FALSE(list.chosen());
    list.step(1);
    EXPECT_FALSE(list.chosen());
}

TEST(FolderList, ShowsNamesThatAreNoText) {
    const TempFolder folder;
    const std::string odd = "caf\xe9\n.toml";
    std::ofstream(folder.path() / odd) << "x";
    std::ofstream(folder.path() / std::string(255, 'n')) << "x";
    const FolderList list(list_folder(folder.path(), What::open));
    ASSERT_EQ(list.shown().size(), 2U);
    EXPECT_EQ(list.entry(0).name, odd);
    EXPECT_EQ(list.entry(0).shown.find_first_of("\xe9\n"), std::string::npos);
    EXPECT_TRUE(list.entry(0).fits);
}

TEST(FolderList, SaysWhatCannotBeRead) {
    const TempFolder folder;
    EXPECT_NE(list_folder(folder / "gone", What::open).trouble.find("cannot be read"),
              std::string::npos);
    std::ofstream(folder / "file") << "x";
    EXPECT_NE(list_folder(folder / "file", What::open).trouble, "");
}

TEST(NewFileNames, LieInPicturesWhereTheDesktopNamesNoFolder) {
    const TempFolder folder;
    const Environment pictures("XDG_PICTURES_DIR", "");
    const Environment config("XDG_CONFIG_HOME", (folder.path() / "none").string());
    const Environment home("HOME", folder.path().string());
    EXPECT_EQ(NewFileNames().next(".png").parent_path(), folder.path() / "Pictures");
    EXPECT_TRUE(std::filesystem::is_directory(folder.path() / "Pictures"));
}

TEST(NewFileNames, GivesNoNameTwice) {
    const TempFolder folder;
    const Environment pictures("XDG_PICTURES_DIR", folder.path().string());
    NewFileNames names;
    const std::filesystem::path first = names.next(".png");
    EXPECT_EQ(first.parent_path(), folder.path());
    EXPECT_EQ(first.extension(), ".png");
    // Within the same second, before the first one is written, and beside another program's file.
    const std::filesystem::path second = names.next(".png");
    EXPECT_NE(second, first);
    write_all(first, "");
    write_all(second, "");
    const std::filesystem::path third = NewFileNames().next(".png");
    EXPECT_NE(third, first);
    EXPECT_NE(third, second);
    EXPECT_EQ(names.next(".toml").extension(), ".toml");
}

} // namespace fathom::ui::files_test
