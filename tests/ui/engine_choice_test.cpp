// Which engines show the picture.
#include "ui/explorer/engine_choice.h"

#include "ui/live/engines.h"

#include <gtest/gtest.h>

namespace fathom::ui::engine_choice_test {

using Ids = std::vector<std::string>;

DeviceList machine(const Ids &ids) {
    DeviceList list;
    for (const std::string &id : ids) {
        DeviceInfo device;
        device.id = id;
        device.kind = id.starts_with("gpu") ? "gpu" : id;
        list.devices.push_back(device);
    }
    return list;
}

// The engines that a key goes through, until the first comes again.
Ids round_of(const std::string &first, const DeviceList &list) {
    EngineChoice choice(first);
    Ids round = {first};
    for (choice.use(choice.next(list)); choice.engine() != first && round.size() < 10;
         choice.use(choice.next(list)))
        round.push_back(choice.engine());
    return round;
}

TEST(EngineChoice, TheReferenceHasItsTurnOnlyWhereThereIsNoGpu) {
    EXPECT_EQ(round_of("cpu", machine({"reference", "cpu"})), (Ids{"cpu", "reference"}));
    EXPECT_EQ(round_of("gpu0", machine({"reference", "cpu", "gpu0", "gpu1"})),
              (Ids{"gpu0", "gpu1", "cpu"}));
    EXPECT_EQ(EngineChoice("gpu7").next(machine({"reference", "cpu", "gpu0"})), "cpu");
}

TEST(EngineChoice, ComparesTheBestEngineWithTheCpu) {
    EngineChoice choice("gpu0");
    EXPECT_EQ(choice.left(), "");
    choice.choose_pair("gpu0");
    EXPECT_EQ(choice.ids(), Ids{"gpu0"});
    choice.compare(CompareMode::split);
    EXPECT_EQ(choice.ids(), (Ids{"cpu", "gpu0"}));
    choice.choose_pair("cpu");
    EXPECT_EQ(choice.ids(), (Ids{"reference", "cpu"}));
    choice.choose_left("gpu1");
    EXPECT_EQ(choice.ids(), (Ids{"gpu1", "cpu"}));
    choice.compare(CompareMode::off);
    EXPECT_EQ(choice.ids(), Ids{"gpu0"});
}

TEST(EngineChoice, OnlyTheReferenceWaitsAndOnlyForTheCpuBesideIt) {
    EngineChoice choice("cpu");
    choice.choose_pair("cpu");
    EXPECT_FALSE(choice.waits_for_cpu("reference")) << "nothing is compared";
    choice.compare(CompareMode::difference);
    EXPECT_TRUE(choice.waits_for_cpu("reference"));
    EXPECT_FALSE(choice.waits_for_cpu("cpu"));
    choice.choose_right("gpu0");
    EXPECT_FALSE(choice.waits_for_cpu("reference"));
}

TEST(EngineChoice, TheDividerStaysInTheWindowAndBeginsInTheMiddle) {
    EngineChoice choice("cpu");
    choice.choose_pair("cpu");
    choice.move_divider(1.7);
    EXPECT_EQ(choice.divider(), 1);
    choice.move_divider(-0.1);
    EXPECT_EQ(choice.divider(), 0);
    choice.compare(CompareMode::difference);
    EXPECT_EQ(choice.divider(), 0);
    choice.compare(CompareMode::split);
    EXPECT_EQ(choice.divider(), 0.5);
    choice.compare(CompareMode::split, 0.75);
    EXPECT_EQ(choice.divider(), 0.75);
}

TEST(Engines, PrefersTheGpuThatDraws) {
    const DeviceList none = machine({"reference", "cpu"});
    EXPECT_EQ(preferred_device(none, std::nullopt), "cpu");
    EXPECT_EQ(preferred_device(none, 0), "cpu") << "that GPU does not answer";
    const DeviceList two = machine({"reference", "cpu", "gpu0", "gpu1"});
    EXPECT_EQ(preferred_device(two, std::nullopt), "gpu0");
    EXPECT_EQ(preferred_device(two, 1), "gpu1");
    EXPECT_EQ(preferred_device(two, 7), "gpu0");
}

} // namespace fathom::ui::engine_choice_test
