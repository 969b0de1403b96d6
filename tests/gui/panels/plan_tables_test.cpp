#include "gui/widgets/plan_tables.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSortFilterProxyModel>

#include "tests/gui/panels/planned.h"

namespace shardscope::gui {
namespace {

using Tester = QAbstractItemModelTester;
constexpr auto kFatal = Tester::FailureReportingMode::Fatal;

TEST(PlanTables, ObeyTheRulesOfModels) {
    HeatMapTable cells;
    ConfigurationTable rows;
    const Tester ofCells(&cells, kFatal), ofRows(&rows, kFatal);
    for (const Plan& plan : {smallPlan(), usualPlan(), Plan{}}) {
        cells.setPlan(std::make_shared<const Plan>(plan));
        rows.setPlan(std::make_shared<const Plan>(plan));
    }
    cells.setPlan(nullptr);
    EXPECT_EQ(cells.rowCount(), 0);
}

TEST(PlanTables, TheHeatMapSaysWhatItsCellsSay) {
    HeatMapTable cells;
    cells.setPlan(std::make_shared<const Plan>(smallPlan()));
    EXPECT_EQ(cells.rowCount(), 2);
    EXPECT_EQ(cells.columnCount(), 2);
    EXPECT_EQ(cells.data(cells.index(1, 1), Qt::DisplayRole).toString(),
              QStringLiteral("20.0 GiB free · 210 ms"));
    EXPECT_TRUE(cells.data(cells.index(0, 0), Qt::AccessibleTextRole)
                    .toString()
                    .startsWith("zero-1 on 8 ranks"));
    EXPECT_EQ(cells.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
              QStringLiteral("16 ranks"));
    EXPECT_EQ(cells.data(cells.index(1, 1), kRowRole).toInt(), 4);
}

TEST(PlanTables, ConfigurationsSortByNumbers) {
    ConfigurationTable rows;
    rows.setPlan(std::make_shared<const Plan>(smallPlan()));
    QSortFilterProxyModel sorted;
    sorted.setSourceModel(&rows);
    sorted.setSortRole(kSortRole);
    int margin = 0;
    while (rows.headerData(margin, Qt::Horizontal, Qt::DisplayRole).toString() != "Margin")
        ++margin;
    sorted.sort(margin, Qt::DescendingOrder);
    EXPECT_EQ(sorted.index(0, margin).data().toString(), QStringLiteral("20.0 GiB free"));
    EXPECT_EQ(sorted.index(4, margin).data().toString(), QStringLiteral("10.0 GiB too much"));
}

}  // namespace
}  // namespace shardscope::gui
