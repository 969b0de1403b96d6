#pragma once
// The API calls that put work on a stream. Only they get records of their own: a record of every call
// would triple the number of records, and work finds its tag through the record of its launch.

#include <functional>

#include "profiler/cupti/cupti_session.h"

namespace shardscope::profiler::cupti {

/// @param visit whether it is the driver's, and its id.
void forEachTracedCall(CuptiSession::Calls calls,
                       const std::function<void(bool driver, CUpti_CallbackId)>& visit);

}  // namespace shardscope::profiler::cupti
