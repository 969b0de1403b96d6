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
    int root = 0;  ///< reduce, broadcast
};

std::string describe(const Case& test);

/// Every kind x dtype x in place or not x sizes around the boundaries of the code.
std::vector<Case> allCases(int ranks);

using Bytes = std::vector<std::byte>;

/// What every rank contributes and must receive, by rank. @c expected is empty where the collective
/// leaves the output alone.
struct Reference {
    Case test;
    std::vector<Bytes> inputs;
    std::vector<Bytes> expected;
};
Reference makeReference(const Case& test, int ranks);
std::vector<Reference> allReferences(int ranks);

/// Runs @p reference as the communicator's rank. @return the output, or why there is none. Fails the
/// current test when bytes around the output change.
Result<Bytes> runCase(const Reference& reference, Communicator& communicator);

/// Runs all cases as one rank, each compared with its expectation.
/// @param maxDelayMicroseconds each call starts up to so much late, differently on every rank.
void expectAll(const std::vector<Reference>& references, Communicator& communicator,
               int maxDelayMicroseconds);

}  // namespace shardscope::core::cases
