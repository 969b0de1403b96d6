#pragma once
// What this machine says of itself.

#include <cstdint>
#include <optional>
#include <string>

namespace shardscope::profiler {

std::string cpuName();       ///< "AMD EPYC"; "CPU" where the system does not say
int64_t totalMemoryBytes();  ///< 0 where the system does not say
/// Bytes that the kernel holds for this process: pages and the tables that map them.
std::optional<int64_t> residentBytes();
int usableCores();    ///< that this process may run on, at least 1
std::string today();  ///< "2026-11-30", UTC

}  // namespace shardscope::profiler
