#include "profiler/calibrate/allocator_rounding.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "core/base/units.h"
#include "profiler/calibrate/typical.h"

namespace shardscope::profiler {

namespace {

constexpr int kRounds = 5;
constexpr int32_t kFirstOrdinal = 1000;
constexpr int64_t kReserve = 16 * core::kGiB;  // of a segment that grows (memory_pool.h)

// Classic segments: small, large, and a request's own, which is rounded up to 2 MiB.
constexpr std::array<int64_t, 8> kWhole{2, 2, 2, 2, 20, 20, 12, 26};
// By how much an expandable one grows.
constexpr std::array<int64_t, 5> kGrowth{2, 6, 2, 14, 30};

/// Segments that are given back at the end.
class Segments {
  public:
    explicit Segments(core::SegmentSource& source) : source_(source) {}
    ~Segments() {
        for (const Piece& p : pieces_) source_.unmap(p.ordinal, p.offset, p.bytes);
    }
    Segments(const Segments&) = delete;
    Segments& operator=(const Segments&) = delete;

    /// @return false when the source refuses.
    bool take() {
        int32_t ordinal = kFirstOrdinal;
        for (const int64_t mib : kWhole) {
            const int64_t bytes = mib * core::kMiB;
            if (!map({ordinal++, 0, bytes}, bytes)) return false;
        }
        int64_t offset = 0;
        for (const int64_t mib : kGrowth) {
            if (!map({ordinal, offset, mib * core::kMiB}, kReserve)) return false;
            offset += mib * core::kMiB;
        }
        return true;
    }

    void touch(int64_t pageBytes) const {
        for (const Piece& p : pieces_) {
            auto* at = static_cast<volatile std::byte*>(source_.addressOf(p.ordinal)) + p.offset;
            for (int64_t i = 0; i < p.bytes; i += pageBytes) at[i] = std::byte{1};
        }
    }

    int64_t bytes() const {
        int64_t sum = 0;
        for (const Piece& p : pieces_) sum += p.bytes;
        return sum;
    }

  private:
    struct Piece {
        int32_t ordinal = 0;
        int64_t offset = 0, bytes = 0;
    };

    bool map(const Piece& piece, int64_t reserve) {
        if (!source_.map(piece.ordinal, piece.offset, piece.bytes, reserve)) return false;
        pieces_.push_back(piece);
        return true;
    }

    core::SegmentSource& source_;
    std::vector<Piece> pieces_;
};

}  // namespace

double AllocatorRounding::slack() const {
    if (askedBytes <= 0) return 0;
    return std::max(0.0, static_cast<double>(takenBytes) / static_cast<double>(askedBytes) - 1.0);
}

std::optional<AllocatorRounding> measureRounding(core::SegmentSource& source, const UsedBytes& used,
                                                 int64_t pageBytes) {
    AllocatorRounding rounding;
    std::vector<double> taken;
    for (int round = 0; round < kRounds; ++round) {
        const auto before = used();
        Segments segments(source);
        if (!segments.take()) return std::nullopt;
        if (pageBytes > 0) segments.touch(pageBytes);
        const auto after = used();
        if (!before || !after) return std::nullopt;
        rounding.askedBytes = segments.bytes();
        taken.push_back(static_cast<double>(*after - *before));
    }
    rounding.takenBytes = static_cast<int64_t>(medianOf(taken));
    return rounding;
}

}  // namespace shardscope::profiler
