#include "render/base/error.h"

#include <gtest/gtest.h>

namespace fathom::error_test {

TEST(Error, CarriesTheExitCodeOfTheCommandLine) {
    EXPECT_EQ(InputError("x").exit_code(), 2);
    EXPECT_EQ(DiskError("x").exit_code(), 3);
    EXPECT_EQ(DeviceError("x").exit_code(), 3);
    EXPECT_STREQ(DiskError("disk full").what(), "disk full");
}

} // namespace fathom::error_test
