#pragma once
// What a file that is no trace seems to be, for people. Pure; any thread.

#include <string>
#include <string_view>

namespace shardscope::traces {

/// "a PNG image", "an HTML page", "a Perfetto protobuf trace (.pftrace)", … from its first bytes.
std::string describeContent(std::string_view head);

}  // namespace shardscope::traces
