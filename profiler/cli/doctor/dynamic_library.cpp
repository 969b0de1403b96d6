#include "profiler/cli/doctor/dynamic_library.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace shardscope::cli::doctor {

DynamicLibrary::DynamicLibrary(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        handle_ = ::dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
        if (!handle_) continue;
        name_ = name;
        return;
    }
}

void* DynamicLibrary::address(const char* symbol) const {
    return handle_ ? ::dlsym(handle_, symbol) : nullptr;
}

std::string findProgram(const std::string& program, const std::vector<std::string>& also) {
    std::vector<std::string> folders;
    const char* path = std::getenv("PATH");
    std::istringstream parts(path ? path : "");
    for (std::string folder; std::getline(parts, folder, ':');) folders.push_back(folder);
    folders.insert(folders.end(), also.begin(), also.end());
    for (const std::string& folder : folders) {
        const std::string candidate = folder + "/" + program;
        if (!folder.empty() && ::access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    return {};
}

}  // namespace shardscope::cli::doctor
