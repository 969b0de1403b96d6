#include "core/capacity/front.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace shardscope::core {

double costOf(const PlanRow& row, CostBasis basis) {
    const Evaluation& result = *row.result;
    const double cost = basis == CostBasis::SentBytes
                            ? static_cast<double>(result.sent.wireBytes)
                            : static_cast<double>(result.stepNs.value_or(0));
    const int payers = basis == CostBasis::MachineTime ? 1 : row.at.ranks;
    return cost * payers / static_cast<double>(row.at.globalBatch());
}

std::vector<size_t> frontOf(const std::vector<PlanRow>& rows, const std::vector<size_t>& candidates,
                            CostBasis basis) {
    std::vector<size_t> order = candidates;
    const auto key = [&](size_t i) {
        return std::tuple(rows[i].at.ranks, rows[i].neededBytes(), costOf(rows[i], basis), i);
    };
    std::ranges::sort(order, {}, key);
    std::vector<size_t> front;
    int ranks = 0;
    double least = 0.0;
    for (const size_t i : order) {
        if (rows[i].at.ranks != ranks) {
            ranks = rows[i].at.ranks;
            least = std::numeric_limits<double>::infinity();
        }
        const double cost = costOf(rows[i], basis);
        if (cost >= least) continue;
        least = cost;
        front.push_back(i);
    }
    return front;
}

}  // namespace shardscope::core
