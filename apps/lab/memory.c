// Memory for the module, instead of the C library's: a tenth of its size, and nothing here needs more. Blocks are
// powers of two with a list of free ones for each, so that a page which solves for hours needs no more than in its
// first minute.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// What stands before each block; the next one where it is free. As large as what every block is aligned to.
typedef struct head {
  _Alignas(16) struct head* next;
  int order;  ///< of the block with its head: 1 << order bytes
} head;

enum { LEAST_ORDER = 5, MOST_ORDER = 30, PAGE = 65536 };

extern unsigned char __heap_base;

static head* free_blocks[MOST_ORDER + 1];
static uintptr_t top, end;

static int order_of(size_t size) {
  int order = LEAST_ORDER;
  while (order <= MOST_ORDER && ((size_t)1 << order) - sizeof(head) < size) ++order;
  return order;
}

/// Fresh memory behind all that there is; a failure leaves all as it was.
static head* carve(size_t size) {
  if (top == 0) {
    top = ((uintptr_t)&__heap_base + sizeof(head) - 1) / sizeof(head) * sizeof(head);
    end = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE;
  }
  if (size > end - top) {
    const size_t pages = (size - (end - top) + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return NULL;
    end += pages * PAGE;
  }
  head* block = (head*)top;
  top += size;
  return block;
}

void* malloc(size_t size) {
  const int order = order_of(size);
  head* block = order <= MOST_ORDER ? free_blocks[order] : NULL;
  if (block) {
    free_blocks[order] = block->next;
  } else if (order <= MOST_ORDER) {
    block = carve((size_t)1 << order);
  }
  if (!block) {
    errno = ENOMEM;
    return NULL;
  }
  block->order = order;
  return block + 1;
}

void free(void* memory) {
  if (!memory) return;
  head* block = (head*)memory - 1;
  block->next = free_blocks[block->order];
  free_blocks[block->order] = block;
}

void* calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  void* memory = malloc(bytes);
  return memory ? memset(memory, 0, bytes) : NULL;
}

void* realloc(void* memory, size_t size) {
  if (!memory) return malloc(size);
  const size_t room = ((size_t)1 << ((head*)memory - 1)->order) - sizeof(head);
  if (size <= room) return memory;
  void* larger = malloc(size);
  if (!larger) return NULL;
  memcpy(larger, memory, room);
  free(memory);
  return larger;
}
