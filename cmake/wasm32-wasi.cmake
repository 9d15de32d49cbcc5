# Toolchain: WebAssembly with Debian's clang, lld and wasi-libc. cmake -DCMAKE_TOOLCHAIN_FILE=cmake/wasm32-wasi.cmake
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_FLAGS_INIT -Wno-unused-command-line-argument) # there is no interposition to be told about
set(CMAKE_AR llvm-ar)
set(CMAKE_RANLIB llvm-ranlib)
