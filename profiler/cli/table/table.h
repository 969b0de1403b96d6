#pragma once
// The table that compares strategies: memory at its peak, traffic and step time, a curve a strategy,
// and sentences computed from the numbers. At most 100 columns, ASCII only (terminals draw other
// characters double-width in some languages). A pure function of the reports; any thread.

#include <string>
#include <vector>

#include "traces/analysis/report.h"

namespace shardscope::cli {

inline constexpr int kTableColumns = 100;

struct TableOptions {
    bool interleaved = true;  ///< measured strategies took turns (A B A B)
    bool curve = true;        ///< gradient bytes over the step, a line a strategy
    bool next = true;         ///< the line of useful commands
};

/// Header, one row a report grouped by gradient accumulation, curves, sentences. Rows keep the order
/// of @p reports. The summands printed in a row add up to the printed peak. "+-" is half of the
/// distribution-free 95 % interval of the median; two strategies whose intervals overlap are said to
/// be indistinguishable. Empty reports give an empty text.
std::string comparisonTable(const std::vector<traces::RunReport>& reports,
                            const TableOptions& options = {});

/// Two recordings, base against new: every number with its difference and ratio.
std::string compareTwo(const traces::RunReport& base, const traces::RunReport& fresh);

}  // namespace shardscope::cli
