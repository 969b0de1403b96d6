// libFuzzer target: any bytes are read or refused, and what was read can be put in canonical form.
// Configure with clang and -DSHARDSCOPE_FUZZ=ON; then build/bin/fuzz_read_trace CORPUS_FOLDER.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "traces/canonical.h"
#include "traces/overlap.h"
#include "traces/read/read_trace.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    namespace traces = shardscope::traces;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    auto trace = traces::readTraceFrom(traces::memorySource(bytes), "fuzz", 0, {});
    if (!trace) return 0;
    const traces::Trace read = *trace;
    traces::canonicalise(*trace);
    if (*trace != read) std::abort();  // the reader gives the canonical form
    traces::spreadOverlaps(*trace);
    if (traces::hasOverlaps(*trace)) std::abort();
    return 0;
}
