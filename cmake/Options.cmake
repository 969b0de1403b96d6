# Warnings and sanitizers, through one INTERFACE target that every library of ours links.
add_library(shardscope_options INTERFACE)
target_compile_options(shardscope_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow
                       -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
                       -Wno-missing-field-initializers  # designated initialisers
                       -Wno-restrict)  # g++ 12 misreads std::string::insert (GCC bug 105651)
if(SHARDSCOPE_WERROR)
  target_compile_options(shardscope_options INTERFACE -Werror)
endif()
if(SHARDSCOPE_SANITIZE)
  target_compile_options(shardscope_options INTERFACE -fsanitize=${SHARDSCOPE_SANITIZE}
                         -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  target_link_options(shardscope_options INTERFACE -fsanitize=${SHARDSCOPE_SANITIZE})
endif()
target_include_directories(shardscope_options INTERFACE ${CMAKE_SOURCE_DIR})
