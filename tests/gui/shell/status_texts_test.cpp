// What the status line says of the recorders.

#include "gui/shell/status_texts.h"

#include <gtest/gtest.h>

namespace shardscope::gui {
namespace {

/// A recording whose records took that share of a step; none: it was not measured.
LoadedPtr costing(std::optional<double> share) {
    auto recording = std::make_shared<LoadedRecording>();
    recording->report.emplace();
    recording->report->recorder = {{"dropped", 1}, {"unmatched", 2}, {"clockResidualNs", 1500}};
    recording->report->recorderShare = share;
    return recording;
}

TEST(LossesText, WhatRecordingCostIsThatOfTheMostExpensive) {
    EXPECT_EQ(lossesText({costing(0.0012), costing(0.0345), costing({})}),
              QStringLiteral("recorder: 3 dropped, 6 unmatched, clocks within 1.50 us, recording "
                             "took about 3.45 % of a step"));
}

TEST(LossesText, WhatWasNotMeasuredIsNotSaid) {
    EXPECT_EQ(lossesText({costing({})}),
              QStringLiteral("recorder: 1 dropped, 2 unmatched, clocks within 1.50 us"));
}

TEST(LossesText, OfAnotherProgramsTraceNothingIsKnown) {
    EXPECT_EQ(lossesText({std::make_shared<LoadedRecording>()}), QString());
}

}  // namespace
}  // namespace shardscope::gui
