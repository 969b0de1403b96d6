#pragma once
// The double's CUPTI. It keeps records in buffers a thread as the real one does: one with work still
// running comes back only when the flush is forced, and then without its times. Callbacks are made under
// the double's own lock, so that a client's lock held across a flush is a deadlock here, too.

#include <cstdint>
#include <set>
#include <string>

#include "profiler/cupti/cupti_library.h"

namespace shardscope::doubles::cuda {

struct CuptiSetup {
    uint32_t version = CUPTI_API_VERSION;
    std::string rival;                       ///< another tool that has subscribed; empty = none
    CUptiResult refuseKind = CUPTI_SUCCESS;  ///< what enabling a kind answers
};

/// Forgets subscriber, buffers and records. While nothing runs.
void resetCupti(const CuptiSetup& setup = {});
/// Permission comes later: enabling a kind is refused no more.
void allowKinds();
const profiler::cupti::CuptiLibrary& cuptiDouble();
/// What records the client has asked for, at this moment.
std::set<CUpti_ActivityKind> cuptiKinds();
/// Buffers that the client has handed out and not had back.
int64_t cuptiBuffersHeld();

}  // namespace shardscope::doubles::cuda
