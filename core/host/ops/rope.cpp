#include "core/host/ops/rope.h"

#include <cmath>

#include "core/host/ops/convert.h"
#include "core/host/ops/kernel.h"
#include "core/host/ops/scratch.h"
#include "core/model/rope.h"

namespace shardscope::core::ops {

namespace {

/// cos and sin of every position and pair of columns; a run has one, so a thread keeps its last.
class Rotations {
  public:
    void prepare(const Rope& o) {
        const Key key{
            .sequence = o.sequence, .columns = o.columns, .theta = o.theta, .scaling = o.scaling};
        if (key == key_) return;
        key_ = key;
        cosines_.clear();
        sines_.clear();
        const auto frequencies = inverseFrequencies(o.columns, o.theta, o.scaling);
        for (int64_t position = 0; position < o.sequence; ++position) {
            for (double frequency : frequencies) {
                const double angle = static_cast<double>(position) * frequency;
                const double scale = o.scaling.attentionFactor;
                cosines_.push_back(static_cast<float>(std::cos(angle) * scale));
                sines_.push_back(static_cast<float>(std::sin(angle) * scale));
            }
        }
    }
    /// [columns / 2] of one position.
    const float* cosines(int64_t position) const { return cosines_.data() + at(position); }
    const float* sines(int64_t position) const { return sines_.data() + at(position); }

  private:
    struct Key {
        int64_t sequence = 0, columns = 0;
        double theta = 0.0;
        RopeScaling scaling;
        bool operator==(const Key&) const = default;
    };
    int64_t at(int64_t position) const { return position * (key_.columns / 2); }

    Key key_;
    std::vector<float> cosines_, sines_;
};

/// Turns one head: pair i is columns i and i + half.
SHARDSCOPE_KERNEL void rotate(const float* in, const float* cosines, const float* sines, float sign,
                              float* out, int64_t half) {
#pragma GCC ivdep
    for (int64_t i = 0; i < half; ++i) {
        const float x = in[i], y = in[i + half], sine = sign * sines[i];
        out[i] = x * cosines[i] - y * sine;
        out[i + half] = y * cosines[i] + x * sine;
    }
}

}  // namespace

void execute(const Rope& o, const Call& call) {
    thread_local Rotations rotations;
    rotations.prepare(o);
    const Operand in = call.operand(o.in), out = call.operand(o.out);
    const int64_t width = o.heads * o.columns;
    float* staging = scratch(Scratch::RowIn, width);
    float* result = scratch(Scratch::RowOut, width);
    for (int64_t row = 0; row < o.rows; ++row) {
        const int64_t position = row % o.sequence;
        const float* values = readFloats(in, row * width, width, staging);
        float* target = outputFloats(out, row * width, result);
        for (int64_t head = 0; head < o.heads; ++head) {
            rotate(values + head * o.columns, rotations.cosines(position),
                   rotations.sines(position), o.inverse ? -1.0f : 1.0f, target + head * o.columns,
                   o.columns / 2);
        }
        storeFloats(out, row * width, width, target);
    }
}

}  // namespace shardscope::core::ops
