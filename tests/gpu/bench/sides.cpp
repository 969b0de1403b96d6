#include "tests/gpu/bench/sides.h"

#include <cmath>
#include <cstring>
#include <random>

#include "gpu/kernels/math/element.h"
#include "tests/doubles/kernels/launch_on_cpu.h"

namespace shardscope::bench {

Id Sides::add(core::DType dtype, int64_t count) {
    const auto bytes = static_cast<size_t>(count * gpu::elementBytes(dtype));
    std::vector<char> nan(bytes, static_cast<char>(0xff));
    buffers_.push_back({dtype, count, std::move(nan), {}, {}});
    return static_cast<Id>(buffers_.size() - 1);
}

Id Sides::output(core::DType dtype, int64_t count) { return add(dtype, count); }

Id Sides::random(core::DType dtype, int64_t count, float scale) {
    const Id id = add(dtype, count);
    std::mt19937 engine(seed_++);
    std::normal_distribution<float> normal(0.0f, scale);
    gpu::withElement(dtype, [&](auto type) {
        using T = decltype(type);
        char* bytes = buffers_.back().initial.data();
        for (int64_t i = 0; i < count; ++i) {
            const T value = gpu::fromFloat<T>(normal(engine));
            std::memcpy(bytes + i * static_cast<int64_t>(sizeof value), &value, sizeof value);
        }
    });
    return id;
}

Id Sides::integers(int64_t count, int64_t below) {
    const Id id = add(core::DType::Int32, count);
    std::mt19937 engine(seed_++);
    std::uniform_int_distribution<int32_t> uniform(0, static_cast<int32_t>(below - 1));
    for (int64_t i = 0; i < count; ++i) {
        const int32_t value = uniform(engine);
        std::memcpy(buffers_.back().initial.data() + i * 4, &value, sizeof value);
    }
    return id;
}

void* Sides::address(Id id) const {
    const auto index = static_cast<size_t>(id);
    return onDevice_ ? device_[index].at() : buffers_[index].host.data();
}

void Sides::launchOnDevice(const std::function<cudaError_t()>& launch) {
    device_.clear();
    for (const Buffer& b : buffers_) {
        device_.emplace_back(static_cast<int64_t>(b.initial.size()));
        must(cudaMemcpy(device_.back().at(), b.initial.data(), b.initial.size(),
                        cudaMemcpyHostToDevice),
             "copying inputs");
    }
    onDevice_ = true;
    must(launch(), "a checked launch");
    must(cudaDeviceSynchronize(), "a checked kernel");
    for (size_t i = 0; i < buffers_.size(); ++i) {
        Buffer& b = buffers_[i];
        b.fromDevice.resize(b.initial.size());
        must(cudaMemcpy(b.fromDevice.data(), device_[i].at(), b.initial.size(),
                        cudaMemcpyDeviceToHost),
             "copying outputs");
    }
    onDevice_ = false;
}

void Sides::run(const std::function<cudaError_t()>& launch) {
    launchOnDevice(launch);
    for (Buffer& b : buffers_) b.host = b.initial;
    const doubles::LaunchOnCpu onCpu;
    must(launch(), "a launch on the CPU");
}

namespace {

/// Sums over one tensor's elements.
struct Errors {
    double difference = 0.0, reference = 0.0;
    Sides::Difference result;

    void add(double gpu, double cpu, bool sameBits) {
        ++result.elements;
        if (!sameBits && !(std::isnan(gpu) && std::isnan(cpu))) ++result.differing;
        if (std::isnan(gpu) != std::isnan(cpu)) result.unequalNan = true;
        if (std::isnan(gpu) || std::isnan(cpu) || gpu == cpu) {
            if (std::isfinite(cpu)) reference += cpu * cpu;
            return;
        }
        difference += (gpu - cpu) * (gpu - cpu);
        reference += cpu * cpu;
    }
};

template <class T>
Errors errorsOf(const std::vector<char>& gpuBytes, const std::vector<char>& cpuBytes) {
    Errors errors;
    for (size_t at = 0; at < cpuBytes.size(); at += sizeof(T)) {
        T ours, twins;
        std::memcpy(&ours, gpuBytes.data() + at, sizeof ours);
        std::memcpy(&twins, cpuBytes.data() + at, sizeof twins);
        double a, b;
        if constexpr (std::is_same_v<T, int32_t>) {
            a = ours, b = twins;
        } else {
            a = static_cast<double>(gpu::toFloat(ours)),
            b = static_cast<double>(gpu::toFloat(twins));
        }
        errors.add(a, b, std::memcmp(&ours, &twins, sizeof ours) == 0);
    }
    return errors;
}

}  // namespace

Sides::Difference Sides::difference(Id id) const {
    const Buffer& b = buffers_[static_cast<size_t>(id)];
    const Errors errors = b.dtype == core::DType::Int32
                              ? errorsOf<int32_t>(b.fromDevice, b.host)
                              : gpu::withElement(b.dtype, [&](auto type) {
                                    return errorsOf<decltype(type)>(b.fromDevice, b.host);
                                });
    Difference result = errors.result;
    if (result.unequalNan) {
        result.relative = NAN;
    } else if (errors.difference > 0.0) {
        result.relative = std::sqrt(errors.difference / std::max(errors.reference, 1e-300));
    }
    return result;
}

}  // namespace shardscope::bench
