#include "core/host/mpi_channel.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "core/host/host_device.h"
#include "core/host/mpi_check.h"

namespace shardscope::core {

namespace {

// Shorter than any eager limit of OpenMPI, so that a token leaves without the receiver's help.
constexpr size_t kTokenBytes = 1024;
constexpr int64_t kMessageBytes = int64_t{1} << 30;  // MPI counts are ints
// mpirun kills the ranks left over a second after it asked them to end; to give up takes less.
constexpr int64_t kGraceNs = 300'000'000;

/// Ranks may be more than cores: yields first, then sleeps between two looks.
class Patience {
  public:
    void pause() {
        if (++looks_ < 100) return std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::microseconds(30));
    }
    void reset() { looks_ = 0; }

  private:
    int looks_ = 0;
};

}  // namespace

Result<void> check(int code, std::source_location place) {
    if (code == MPI_SUCCESS) return {};
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    return failed(place.function_name(), "MPI: " + std::string(text.data(), size_t(length)));
}

MpiChannel::MpiChannel(MPI_Comm parent) {
    MPI_Comm_dup(parent, &comm_);
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    MPI_Comm_size(comm_, &ranks_);
    MPI_Comm_rank(comm_, &rank_.value);
}

void MpiChannel::abort(const std::string& reason) {
    const std::lock_guard lock(abortMutex_);
    if (notice_.raised()) return;
    notice_.raise(rank_, reason);
    token_ = reason.substr(0, kTokenBytes);
    for (int peer = 0; peer < ranks_; ++peer) {
        if (peer == rank_.value) continue;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Isend(token_.data(), static_cast<int>(token_.size()), MPI_CHAR, peer,
                  static_cast<int>(MpiTag::Abort), comm_, &request);
        if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
    }
}

bool MpiChannel::aborted() {
    if (notice_.raised()) return true;
    int found = 0;
    MPI_Message message;
    MPI_Status status;
    // A matched probe: two threads may look at the same time.
    MPI_Improbe(MPI_ANY_SOURCE, static_cast<int>(MpiTag::Abort), comm_, &found, &message, &status);
    if (!found) return notice_.raised();
    std::array<char, kTokenBytes> reason{};
    int bytes = 0;
    MPI_Get_count(&status, MPI_CHAR, &bytes);
    MPI_Mrecv(reason.data(), bytes, MPI_CHAR, &message, MPI_STATUS_IGNORE);
    const std::lock_guard lock(abortMutex_);
    notice_.raise(Rank{status.MPI_SOURCE}, std::string(reason.data(), size_t(bytes)));
    return true;
}

void MpiTransfer::send(int peer, const void* data, int64_t bytes) {
    for (int64_t at = 0; at < bytes && posted_; at += kMessageBytes) {
        posted_ = check(MPI_Isend(static_cast<const std::byte*>(data) + at,
                                  static_cast<int>(std::min(kMessageBytes, bytes - at)), MPI_BYTE,
                                  peer, static_cast<int>(tag_), channel_.handle(),
                                  &requests_.emplace_back(MPI_REQUEST_NULL)));
        isReceive_.push_back(false);
    }
}

void MpiTransfer::receive(int peer, void* data, int64_t bytes) {
    for (int64_t at = 0; at < bytes && posted_; at += kMessageBytes) {
        posted_ = check(MPI_Irecv(static_cast<std::byte*>(data) + at,
                                  static_cast<int>(std::min(kMessageBytes, bytes - at)), MPI_BYTE,
                                  peer, static_cast<int>(tag_), channel_.handle(),
                                  &requests_.emplace_back(MPI_REQUEST_NULL)));
        isReceive_.push_back(true);
    }
}

// Messages that have arrived or left since the last look, MPI_UNDEFINED when none is missing.
Result<int> MpiTransfer::testSome() {
    int done = MPI_UNDEFINED;
    std::vector<int> indices(requests_.size());
    auto tested = check(MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &done,
                                     indices.data(), MPI_STATUSES_IGNORE));
    if (!tested) return tl::unexpected(tested.error());
    return done;
}

// A receive that no send has met is cancelled for certain. A send that no receive has met never touches
// its data again.
void MpiTransfer::drop() {
    for (size_t i = 0; i < requests_.size(); ++i) {
        if (requests_[i] == MPI_REQUEST_NULL) continue;
        if (isReceive_[i]) MPI_Cancel(&requests_[i]);
        MPI_Request_free(&requests_[i]);
    }
    requests_.clear();
    isReceive_.clear();
}

Result<void> MpiTransfer::finish(OnAbort onAbort) {
    Patience patience;
    int64_t lastMoveNs = 0;  // since the abort was seen
    while (posted_) {
        const auto moved = testSome();
        if (!moved) posted_ = tl::unexpected(moved.error());
        if (!moved || *moved == MPI_UNDEFINED) break;
        if (*moved > 0) patience.reset();
        if (channel_.aborted()) {
            const int64_t now = hostNowNs();
            if (*moved > 0 || lastMoveNs == 0) lastMoveNs = now;
            if (onAbort == OnAbort::Leave || now - lastMoveNs > kGraceNs) {
                posted_ = tl::unexpected(channel_.abortError());
            }
        }
        if (posted_) patience.pause();
    }
    drop();
    return posted_;
}

}  // namespace shardscope::core
