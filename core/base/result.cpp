#include "core/base/result.h"

#include <cstdio>
#include <cstdlib>

namespace shardscope::core {

std::string toString(const Error& error) {
    return error.where.empty() ? error.message : error.where + ": " + error.message;
}

namespace {
tl::unexpected<Error> make(ErrorCode code, std::string where, std::string message) {
    return tl::unexpected<Error>(
        Error{.code = code, .message = std::move(message), .where = std::move(where)});
}
}  // namespace

tl::unexpected<Error> invalidInput(std::string where, std::string message) {
    return make(ErrorCode::InvalidInput, std::move(where), std::move(message));
}
tl::unexpected<Error> outOfMemory(std::string where, std::string message) {
    return make(ErrorCode::OutOfMemory, std::move(where), std::move(message));
}
tl::unexpected<Error> ioError(std::string where, std::string message) {
    return make(ErrorCode::Io, std::move(where), std::move(message));
}
tl::unexpected<Error> failed(std::string where, std::string message) {
    return make(ErrorCode::Failed, std::move(where), std::move(message));
}
tl::unexpected<Error> interrupted(std::string where, std::string message) {
    return make(ErrorCode::Interrupted, std::move(where), std::move(message));
}

void broken(const std::string& invariant) {
    std::fprintf(stderr, "shardscope: broken invariant: %s\n", invariant.c_str());
    std::abort();
}

}  // namespace shardscope::core
