#pragma once
// Collectives as cases with known results: inputs from a seed, the expected bytes from a plain loop
// over whole arrays, and one rank's run of a case. Shared by the in-process and the MPI tests.

#include <cstdint>
#include <string>
#include <vector>

#include "core/engine/communicator.h"

namespace shardscope::core::cases {

struct Case {
    CollectiveKind kind = CollectiveKind::AllReduce;
    DType dtype = DType::Fp32;
    int64_t elements = 0;
    bool inPlace = false;
    uint64_t seed = 0;
};

std::string describe(const Case& test);

/// Every kind x dtype x in place or not x sizes around the boundaries of the code.
std::vector<Case> allCases(int ranks);

using Bytes = std::vector<std::byte>;

/// What @p rank contributes: elements / ranks for all-gather, else all elements.
Bytes inputOf(const Case& test, int ranks, int rank);
/// What @p rank must receive; empty where the collective leaves its output alone.
Bytes expectedOf(const Case& test, int ranks, int rank);

/// Runs @p test as the communicator's rank. @return the output, or why there is none. Fails the
/// current test when bytes around the output change.
Result<Bytes> runCase(const Case& test, Communicator& communicator);

/// Runs all cases as one rank, each compared with its expectation.
/// @param maxDelayMicroseconds each call starts up to so much late, differently on every rank.
void expectAllCases(Communicator& communicator, int maxDelayMicroseconds);

}  // namespace shardscope::core::cases
