#pragma once
// A recorder's records as bytes, for sending them to rank 0 of the same run.
//
// Format: magic, version, rank, then for each buffer record size, record count, dropped count and
// the records, then an XXH3 of all before it. Bytes are in the machine's order: ranks of one run
// share it.

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "profiler/recorder_store.h"

namespace shardscope::profiler {

std::string toBytes(const RecordStore& store);
/// Errors: Failed when @p bytes are cut, altered, or of another version.
core::Result<std::unique_ptr<RecordStore>> fromBytes(std::string_view bytes);

}  // namespace shardscope::profiler
