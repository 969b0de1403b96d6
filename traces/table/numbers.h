#pragma once
// A report's numbers as a flat list with stable names: what CSV and differences are made of.

#include <string>
#include <variant>
#include <vector>

#include "traces/analysis/report.h"

namespace shardscope::table {

enum class Quantity : uint8_t { Bytes, Nanoseconds, Count, Ratio };

struct NamedNumber {
    std::string name;  ///< "peakBytes", "atPeak.weights"
    Quantity quantity = Quantity::Count;
    double value = 0.0;  ///< exact for integers below 2^53
};

/// Memory, gradients, traffic and time, always the same names in the same order.
std::vector<NamedNumber> numbersOf(const traces::RunReport& report);
/// "20.5 MiB", "246 ms", "28", "2.00".
std::string valueText(const NamedNumber& number);

}  // namespace shardscope::table
