# Toolchain: WebAssembly with Debian's clang, lld and wasi-libc. cmake -DCMAKE_TOOLCHAIN_FILE=cmake/wasm32-wasi.cmake
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_FLAGS_INIT -Wno-unused-command-line-argument) # there is no interposition to be told about
set(CMAKE_AR llvm-ar)
set(CMAKE_RANLIB llvm-ranlib)
# The linker's stack of 64 kB is too small for several contacts, which take up to 256 kB.
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,-z,stack-size=1048576)
