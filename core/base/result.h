#pragma once
// The one way shardscope reports failure: a value or an Error. Values; any thread.

#include <string>
#include <tl/expected.hpp>

namespace shardscope::core {

/// Why something failed; decides the command's exit status.
enum class ErrorCode {
    InvalidInput,  ///< the user's input is wrong: exit status 2
    OutOfMemory,   ///< a rank's pool met its limit: exit status 1
    Io,            ///< the file system refused while running: exit status 1
    Failed,        ///< a run failed: exit status 1
    Interrupted,   ///< stopped by a signal: exit status 1
};

/// What was wrong, where (file, line, key), what was found and what is allowed.
struct Error {
    ErrorCode code = ErrorCode::Failed;
    std::string message;
    std::string where;  ///< "workload.json: model.heads", "--bucket", "rank 2"; may be empty

    bool operator==(const Error&) const = default;
};

/// One line for a person: "where: message".
std::string toString(const Error& error);

template <class T>
using Result = tl::expected<T, Error>;

tl::unexpected<Error> invalidInput(std::string where, std::string message);
tl::unexpected<Error> outOfMemory(std::string where, std::string message);
tl::unexpected<Error> ioError(std::string where, std::string message);
tl::unexpected<Error> failed(std::string where, std::string message);
tl::unexpected<Error> interrupted(std::string where, std::string message);

/// Ends the process with a message: an invariant of ours is broken, not the user's input.
[[noreturn]] void broken(const std::string& invariant);

}  // namespace shardscope::core
