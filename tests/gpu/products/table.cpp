#include <fmt/format.h>

#include <algorithm>

#include "tests/gpu/products/race.h"

namespace shardscope::products {

namespace {

std::string shapeText(const gpu::ProductShape& s) {
    return fmt::format("{}{} x {}{}, {}", s.m, s.transposeA ? "t" : "", s.n,
                       s.transposeB ? "t" : "", s.k);
}

std::string lineOf(const Finish& finish) {
    const gpu::ProductShape& shape = finish.product.shape;
    const double flops = 2.0 * static_cast<double>(shape.m) * static_cast<double>(shape.n) *
                         static_cast<double>(shape.k);
    return fmt::format("{:<42} {:<24} {:<5} {:>3} {:>4} {:>9.4f} {:>9.4f} {:>8.1f} {:>6.3f}{}{}\n",
                       finish.product.name.substr(0, 42), shapeText(shape),
                       core::nameOf(shape.inputs), finish.product.times, finish.offers,
                       finish.oursMs, finish.bestMs, flops / finish.oursMs * 1e-9, finish.ratio(),
                       finish.ratio() < kTarget ? " <" : "", finish.anyOrder ? " *" : "");
}

}  // namespace

std::string tableOf(std::vector<Finish> finishes) {
    std::ranges::stable_sort(finishes, std::ranges::greater{}, &Finish::ratio);
    std::string table = fmt::format("{:<42} {:<24} {:<5} {:>3} {:>4} {:>9} {:>9} {:>8} {:>6}\n",
                                    "product", "m x n, k (t: transposed)", "type", "of", "algs",
                                    "ours ms", "best ms", "TFLOP/s", "ratio");
    for (const Finish& finish : finishes) table += lineOf(finish);
    table += "'<': under 95 % of the best; '*': the best adds in an order that changes\n";
    if (finishes.empty()) return table + "matrix products: none\n";
    const auto enough = std::ranges::count_if(
        finishes, [](const Finish& finish) { return finish.ratio() >= kTarget; });
    return table +
           fmt::format("matrix products: least {:.3f} of cuBLASLt's best ({}), {} of {} at 0.95\n",
                       finishes.back().ratio(), finishes.back().product.name, enough,
                       finishes.size());
}

}  // namespace shardscope::products
