// Volumes by stage and system, as in the papers and in the systems' own code.

#include "core/capacity/formulas/communication.h"

#include <gtest/gtest.h>

#include <array>

namespace shardscope::core {
namespace {

struct VolumeRow {
    VolumeRule rule;
    std::array<double, 3> atG1G4G16;
};

TEST(Volume, IsEachSystemsInParameters) {
    for (const VolumeRow& row :
         {VolumeRow{VolumeRule::Zero0, {2, 2, 2}}, VolumeRow{VolumeRule::Zero1, {2, 2, 2}},
          VolumeRow{VolumeRule::Zero2, {2, 5, 17}}, VolumeRow{VolumeRule::Zero3, {3, 12, 48}},
          VolumeRow{VolumeRule::DeepSpeed1, {3, 3, 3}},
          VolumeRow{VolumeRule::DeepSpeed2, {3, 9, 33}}}) {
        EXPECT_DOUBLE_EQ(elementsPerParameter(row.rule, 1), row.atG1G4G16[0]);
        EXPECT_DOUBLE_EQ(elementsPerParameter(row.rule, 4), row.atG1G4G16[1]);
        EXPECT_DOUBLE_EQ(elementsPerParameter(row.rule, 16), row.atG1G4G16[2]);
    }
}

TEST(Volume, OnTheWireLacksTheRanksOwnPart) {
    EXPECT_DOUBLE_EQ(wireElementsPerParameter(VolumeRule::Zero1, 1, 4), 1.5);
    EXPECT_DOUBLE_EQ(wireElementsPerParameter(VolumeRule::Zero2, 4, 8), 5.0 * 7 / 8);
    EXPECT_DOUBLE_EQ(wireElementsPerParameter(VolumeRule::Zero1, 1, 1), 0.0);
}

}  // namespace
}  // namespace shardscope::core
