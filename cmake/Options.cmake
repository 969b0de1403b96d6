# Warnings and sanitizers, through one INTERFACE target that every library of ours links.
add_library(shardscope_options INTERFACE)
set(warnings -Wall -Wextra -Wpedantic -Wshadow
             -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
             -Wno-missing-field-initializers  # designated initialisers
             -Wno-restrict)  # g++ 12 misreads std::string::insert (GCC bug 105651)
# nvcc's generated host code is not pedantic; its own warnings are errors where ours are.
set(cuda_warnings -Xcompiler=-Wall,-Wextra,-Wno-missing-field-initializers)
if(SHARDSCOPE_WERROR)
  list(APPEND warnings -Werror)
  list(APPEND cuda_warnings -Werror=all-warnings -Xcompiler=-Werror)
endif()
target_compile_options(shardscope_options INTERFACE
                       "$<$<COMPILE_LANGUAGE:CXX>:${warnings}>"
                       "$<$<COMPILE_LANGUAGE:CUDA>:${cuda_warnings}>")
if(SHARDSCOPE_SANITIZE)
  set(sanitize -fsanitize=${SHARDSCOPE_SANITIZE} -fno-omit-frame-pointer
               -fno-sanitize-recover=undefined)
  # nvcc takes a comma for the end of an option: one of them at a time.
  string(REPLACE "," ";-fsanitize=" cuda_sanitize "${sanitize}")
  list(TRANSFORM cuda_sanitize PREPEND "-Xcompiler=")
  target_compile_options(shardscope_options INTERFACE
                         "$<$<COMPILE_LANGUAGE:CXX>:${sanitize}>"
                         "$<$<COMPILE_LANGUAGE:CUDA>:${cuda_sanitize}>")
  target_link_options(shardscope_options INTERFACE -fsanitize=${SHARDSCOPE_SANITIZE})
endif()
target_include_directories(shardscope_options INTERFACE ${CMAKE_SOURCE_DIR})

# What tests run of a library that links it, by line (./dev coverage). Atomic: streams are threads.
add_library(shardscope_coverage INTERFACE)
if(SHARDSCOPE_COVERAGE)
  set(coverage -O0 -g --coverage -fprofile-update=atomic)
  list(TRANSFORM coverage PREPEND "-Xcompiler=" OUTPUT_VARIABLE cuda_coverage)
  target_compile_options(shardscope_coverage INTERFACE
                         "$<$<COMPILE_LANGUAGE:CXX>:${coverage}>"
                         "$<$<COMPILE_LANGUAGE:CUDA>:${cuda_coverage}>")
  target_link_libraries(shardscope_coverage INTERFACE gcov)
endif()
