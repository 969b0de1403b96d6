#include "tests/gpu/checks/parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "tests/gpu/checks/workloads.h"
#include "tests/gpu/conformance/questions.h"
#include "tests/gpu/products/race.h"
#include "tests/gpu/recorder/recorder_cost.h"

namespace shardscope::checks {

namespace {

bool says(const std::vector<std::string>& words, const std::string& word) {
    return std::ranges::find(words, word) != words.end();
}

int failed(const core::Error& error) {
    fmt::print("{}\n", toString(error));
    return 1;
}

int conformancePart(const Machine& machine, const std::vector<std::string>& words) {
    const auto answers = says(words, "quick") ? conformance::askQuickly(machine.libraries)
                                              : conformance::askAll(machine.libraries);
    const bool sound =
        std::ranges::all_of(answers, [](const auto& answer) { return answer.fault.empty(); });
    return sound ? 0 : 1;
}

int productsPart(const Machine& machine, const std::vector<std::string>& words) {
    const bool small = says(words, "small");
    if (!machine.libraries.cublasLt) return failed(machine.libraries.cublasLt.error());
    std::vector<products::Finish> finishes;
    for (const Named& workload : productWorkloads(small)) {
        const auto planned = products::productsOf(workload.problem);
        if (!planned) return failed(planned.error());
        for (const auto& product : *planned) {
            auto finish =
                products::race(**machine.libraries.cublasLt, product,
                               small ? products::Rules{.rounds = 1, .laps = 1} : products::Rules{});
            if (!finish) return failed(finish.error());
            finish->product.name = workload.name + " " + finish->product.name;
            finishes.push_back(std::move(*finish));
        }
    }
    fmt::print("{}", products::tableOf(std::move(finishes)));
    return 0;
}

/// A line a workload: "step NAME NANOSECONDS EVENTS".
int recorderPart(const Machine& machine, const std::vector<std::string>& words) {
    const bool small = says(words, "small");
    if (says(words, "on") == says(words, "off")) {
        fmt::print(stderr, "recorder: say on or off\n");
        return 2;
    }
    const recorder::CostRun run{.warmUp = small ? 1 : 4, .steps = small ? 3 : 30};
    for (const Named& workload : recorderWorkloads(small)) {
        const auto cost =
            recorder::costOf(machine.backend, workload.problem, run, says(words, "on"));
        if (!cost) return failed(cost.error());
        fmt::print("step {} {} {}\n", workload.name, cost->medianNs, cost->events);
    }
    return 0;
}

}  // namespace

Parts partsOf(const Machine& machine) {
    const auto on = [&machine](int (*part)(const Machine&, const std::vector<std::string>&)) {
        return [&machine, part](const std::vector<std::string>& words) {
            return part(machine, words);
        };
    };
    return {{"conformance", on(conformancePart)},
            {"products", on(productsPart)},
            {"recorder", on(recorderPart)}};
}

int run(const Parts& parts, int argc, char** argv) {
    const auto part = argc > 1 ? parts.find(argv[1]) : parts.end();
    if (part != parts.end()) return part->second({argv + 2, argv + argc});
    std::string names;
    for (const auto& [name, ignored] : parts) names += " " + name;
    fmt::print(stderr, "found \"{}\"; allowed:{}\n", argc > 1 ? argv[1] : "", names);
    return 2;
}

}  // namespace shardscope::checks
