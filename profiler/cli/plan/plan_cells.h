#pragma once
// Columns of the table and what stands in them, for text and Markdown alike. Pure.

#include <string>
#include <vector>

#include "profiler/cli/plan/plan_outcome.h"
#include "traces/table/units.h"

namespace shardscope::cli {

using core::PlanRow;

struct PlanColumn {
    std::string group;  ///< "CONFIGURATION"
    std::string name;   ///< "ranks", "GiB"
    bool left = false;  ///< text; numbers stand right
};

/// One unit a column, chosen by what fits, so that one row that does not by far leaves the others
/// readable: the limit, or else the row that the sentences are about.
class PlanCells {
  public:
    /// Borrows both.
    PlanCells(const PlanRequest& request, const PlanOutcome& outcome);

    /// Settings first, with a column for each one that has several choices; then numbers.
    std::vector<PlanColumn> columns() const;
    /// Of one row; settings alone where it has no numbers.
    std::vector<std::string> of(const PlanRow& row) const;

  private:
    struct Shown {
        bool checkpointing = false, attention = false, shardGroup = false;
    };
    std::vector<std::string> settings(const PlanRow& row) const;
    std::vector<std::string> numbers(const PlanRow& row) const;
    std::vector<std::string> states(const PlanRow& row) const;

    const PlanRequest& request_;
    const PlanOutcome& outcome_;
    Shown shown_;
    table::ByteUnit memory_, sent_;
    table::TimeUnit time_;
};

/// KiB, MiB or GiB: rows of a plan are never held against each other in more.
table::ByteUnit planUnitFor(int64_t bytes);
/// us, ms, or s from one second on.
table::TimeUnit planTimeUnitFor(int64_t ns);
/// Three digits that count: "0.304", "1.41", "304", "1410".
std::string threeDigits(double value);

}  // namespace shardscope::cli
