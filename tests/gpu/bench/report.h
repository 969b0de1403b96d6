#pragma once
// What the benchmark found, printed as one table.

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "tests/gpu/bench/sides.h"

namespace shardscope::bench {

/// How close the GPU must be to the twins.
enum class Close { Bits, Rounding, Products };

class Report {
  public:
    /// Compares @p outputs of @p sides. Rounding allows 1e-5 of the norm in fp32, 2e-3 in bf16 and 3e-4
    /// in fp16; Products, whose factors are rounded to 16 bits on the GPU alone, twice that and more.
    void check(const std::string& kernel, core::DType dtype, const Sides& sides,
               std::initializer_list<Id> outputs, Close close);
    /// @param bytes that must move.
    void time(const std::string& kernel, core::DType dtype, double ms, double bytes);
    /// For kernels bound by arithmetic.
    void timeFlops(const std::string& kernel, core::DType dtype, double ms, double flops);

    /// The table. @param copyGBps a large device-to-device copy, bytes read and written.
    void print(double copyGBps) const;
    /// The checks alone.
    void printChecks() const;
    bool allRight() const { return wrong_ == 0; }

  private:
    struct Line {
        std::string kernel, dtype;
        int checks = 0, wrong = 0;
        double worst = 0.0;
        bool bits = true;
        double ms = 0.0, bytes = 0.0, flops = 0.0;
    };
    Line& line(const std::string& kernel, core::DType dtype);
    static void printCheck(const Line& line);

    std::vector<Line> lines_;
    int wrong_ = 0;
};

}  // namespace shardscope::bench
