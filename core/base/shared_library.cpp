#include "core/base/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace shardscope::core {

namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
    const char* text = std::getenv(name);
    return text ? text : "";
}

void addIfThere(const fs::path& folder, std::vector<std::string>& folders) {
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) return;
    const std::string text = folder.string();
    if (std::find(folders.begin(), folders.end(), text) == folders.end()) folders.push_back(text);
}

void addToolkit(const fs::path& root, std::vector<std::string>& folders) {
    if (root.empty()) return;
    for (const char* below : {"lib64", "lib", "targets/x86_64-linux/lib", "extras/CUPTI/lib64"}) {
        addIfThere(root / below, folders);
    }
}

/// `nvidia/<package>/lib` below one site-packages folder, by name.
void addWheels(const fs::path& sitePackages, std::vector<std::string>& folders) {
    std::error_code error;
    std::vector<fs::path> found;
    for (fs::directory_iterator it(sitePackages / "nvidia", error), end; !error && it != end;
         it.increment(error)) {
        found.push_back(it->path() / "lib");
    }
    std::sort(found.begin(), found.end());
    for (const fs::path& folder : found) addIfThere(folder, folders);
}

/// The site-packages of an environment: `lib/python3.*/site-packages` below its root.
void addEnvironment(const fs::path& root, std::vector<std::string>& folders) {
    if (root.empty()) return;
    std::error_code error;
    std::vector<fs::path> found;
    for (fs::directory_iterator it(root / "lib", error), end; !error && it != end;
         it.increment(error)) {
        if (!it->path().filename().string().starts_with("python3")) continue;
        found.push_back(it->path());
    }
    std::sort(found.rbegin(), found.rend());
    for (const fs::path& folder : found) {
        addWheels(folder / "site-packages", folders);
        addWheels(folder / "dist-packages", folders);
    }
}

/// Roots of the environments whose `python3` is on PATH: the link's folder, and its target's.
std::vector<fs::path> pythonRoots() {
    std::vector<fs::path> roots;
    std::istringstream path(variable("PATH"));
    for (std::string folder; std::getline(path, folder, ':');) {
        std::error_code error;
        const fs::path program = fs::path(folder) / "python3";
        if (folder.empty() || !fs::exists(program, error)) continue;
        roots.push_back(fs::path(folder).parent_path());
        const fs::path real = fs::canonical(program, error);
        if (!error) roots.push_back(real.parent_path().parent_path());
    }
    return roots;
}

std::string pathOf(void* handle, std::string_view fallback) {
    link_map* map = nullptr;
    if (::dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map && map->l_name && *map->l_name) {
        return map->l_name;
    }
    return std::string(fallback);
}

/// Opens @p names in order; @p loadedOnly takes only what this process has already.
void* openAny(const std::vector<std::string>& names, bool loadedOnly, std::string& opened) {
    for (const std::string& name : names) {
        void* handle =
            ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | (loadedOnly ? RTLD_NOLOAD : 0));
        if (!handle) continue;
        opened = name;
        return handle;
    }
    return nullptr;
}

std::string lastWords() {
    const char* words = ::dlerror();
    return words ? words : "";
}

}  // namespace

std::vector<std::string> libraryFolders() {
    std::vector<std::string> folders;
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) addToolkit(variable(name), folders);
    for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONHOME"}) {
        addEnvironment(variable(name), folders);
    }
    for (const fs::path& root : pythonRoots()) addEnvironment(root, folders);
    addToolkit("/usr/local/cuda", folders);
    return folders;
}

Result<SharedLibrary> SharedLibrary::open(const LibraryNames& names) {
    SharedLibrary library;
    std::string opened, words;
    std::vector<std::string> candidates(names.sonames.begin(), names.sonames.end());
    library.handle_ = openAny(candidates, true, opened);
    if (!library.handle_) library.handle_ = openAny(candidates, false, opened);
    if (!library.handle_) words = lastWords();
    const std::vector<std::string> folders =
        library.handle_ ? std::vector<std::string>{} : libraryFolders();
    for (const std::string& folder : folders) {
        for (const std::string& name : candidates) {
            const std::string file = folder + "/" + name;
            std::error_code ignored;
            if (library.handle_ || !fs::exists(file, ignored)) continue;
            library.handle_ = openAny({file}, false, opened);
            if (!library.handle_) words = lastWords();
        }
    }
    if (!library.handle_) {
        return failed(
            std::string(names.title),
            fmt::format(
                "cannot be opened: tried {} by name and in {} ({})", fmt::join(names.sonames, ", "),
                folders.empty() ? "no further folder" : fmt::format("{}", fmt::join(folders, ", ")),
                words));
    }
    library.path_ = pathOf(library.handle_, opened);
    return library;
}

void* SharedLibrary::address(const char* symbol) const {
    return handle_ ? ::dlsym(handle_, symbol) : nullptr;
}

Result<void> SharedLibrary::missing(const char* symbol) const {
    return failed(path_, fmt::format("has no function {}; a newer version is needed", symbol));
}

}  // namespace shardscope::core
