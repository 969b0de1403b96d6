# nvcc, and how our CUDA is compiled. Included at the top; sets SHARDSCOPE_HAS_CUDA.
#   SHARDSCOPE_CUDA                AUTO (when nvcc is found), ON (or stop), OFF
#   SHARDSCOPE_CUDA_ARCHITECTURES  compute capabilities, e.g. 90; the last one's PTX is kept too
#   SHARDSCOPE_CUDA_LINES          source lines in device code, for profilers: twice its size
set(SHARDSCOPE_CUDA AUTO CACHE STRING "gpu/, the CUDA device: AUTO, ON or OFF")
set_property(CACHE SHARDSCOPE_CUDA PROPERTY STRINGS AUTO ON OFF)
set(SHARDSCOPE_CUDA_ARCHITECTURES "80;90;100;120" CACHE STRING "CUDA compute capabilities")
option(SHARDSCOPE_CUDA_LINES "Source lines in device code, for profilers: twice its size" ON)

set(SHARDSCOPE_HAS_CUDA FALSE)
if(SHARDSCOPE_CUDA)
  find_program(SHARDSCOPE_NVCC nvcc HINTS ENV CUDACXX ENV CUDA_HOME PATHS /usr/local/cuda
               PATH_SUFFIXES bin)
  if(SHARDSCOPE_NVCC)
    set(SHARDSCOPE_HAS_CUDA TRUE)
  elseif(SHARDSCOPE_CUDA STREQUAL "AUTO")
    message(STATUS "gpu/ is not built: no nvcc on PATH, in CUDA_HOME or in /usr/local/cuda")
  else()
    message(FATAL_ERROR "SHARDSCOPE_CUDA is ON but nvcc is missing. Install the CUDA toolkit (13.0 or "
                        "newer) or configure with -DSHARDSCOPE_CUDA=OFF")
  endif()
endif()

if(SHARDSCOPE_HAS_CUDA)
  list(TRANSFORM SHARDSCOPE_CUDA_ARCHITECTURES APPEND "-real" OUTPUT_VARIABLE architectures)
  list(GET SHARDSCOPE_CUDA_ARCHITECTURES -1 newest)
  set(CMAKE_CUDA_ARCHITECTURES ${architectures} ${newest}-virtual)
  set(CMAKE_CUDA_COMPILER ${SHARDSCOPE_NVCC})
  # Tests put a double in the runtime's place, so nothing links it behind our back.
  set(CMAKE_CUDA_RUNTIME_LIBRARY None)
  enable_language(CUDA)
  # CMake 3.25 knows no C++20 for nvcc, which has it.
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  find_package(CUDAToolkit REQUIRED)
  add_library(shardscope_cuda_headers INTERFACE)
  target_include_directories(shardscope_cuda_headers SYSTEM INTERFACE ${CUDAToolkit_INCLUDE_DIRS})
  target_compile_options(shardscope_cuda_headers INTERFACE
    $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr;$<$<BOOL:${SHARDSCOPE_CUDA_LINES}>:-lineinfo>;--compress-mode=size>)
endif()
