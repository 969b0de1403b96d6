#include "core/sim/cost/matmul.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardscope::core {

namespace {

constexpr int kMostSplits = 16;

double ceilDivide(double value, double unit) { return std::ceil(value / unit); }

/// One tile size with the inner dimension in @p splits parts, which are then added up in memory.
double tiledSeconds(const Hardware& hardware, const MatmulShape& shape, size_t tile,
                    double splits) {
    const KernelRates& kernels = hardware.kernels;
    const double rows = kernels.tileRows[tile], columns = kernels.tileColumns[tile];
    const double units = hardware.gpu.multiprocessors;
    const double tiles = ceilDivide(static_cast<double>(shape.m), rows) *
                         ceilDivide(static_cast<double>(shape.n), columns) * splits;
    const double k = static_cast<double>(shape.k) / splits + kernels.tileSetupK;
    const double rate = hardware.peakFlops(shape.dtype) * kernels.matmul * kernels.sustained *
                        kernels.tileRate[tile] / units;
    const double seconds = ceilDivide(tiles, units) * 2.0 * rows * columns * k / rate;
    if (splits < 2) return seconds;
    const double partials =
        static_cast<double>(shape.m) * static_cast<double>(shape.n) * 4.0 * 2.0 * splits;
    return seconds + partials / (hardware.gpu.memoryBandwidthGBps * 1e9 * kernels.streaming);
}

}  // namespace

double matmulSeconds(const Hardware& hardware, const MatmulShape& shape) {
    double best = std::numeric_limits<double>::infinity();
    for (size_t tile = 0; tile < kTiles; ++tile) {
        for (int splits = 1; splits <= kMostSplits; splits *= 2) {
            best = std::min(best, tiledSeconds(hardware, shape, tile, splits));
        }
    }
    return best;
}

}  // namespace shardscope::core
