// A file that appears only when it is complete: written beside its place and moved there.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

enum { PATH_SIZE = 4096 };

static int fail(const char* command, const char* output, int error) {
  fprintf(stderr, "carom %s: cannot write ", command);
  cli_put_text(stderr, output, PATH_SIZE);
  fprintf(stderr, ": %s\n", strerror(error));
  return CLI_BAD;
}

/// Returns 0 or an error number.
static int write_to(int handle, cli_writer* writer, const void* what) {
  FILE* file = handle < 0 ? NULL : fdopen(handle, "w");
  if (!file) {
    const int error = errno;
    if (handle >= 0) close(handle);
    return error;
  }
  errno = 0;
  const bool failed = !writer(what, carom_sink_file(file)) || fflush(file) != 0;
  const int error = failed ? (errno ? errno : EIO) : 0;
  if (fclose(file) != 0 && error == 0) return errno;
  return error;
}

static int write_in_place(const char* output, cli_writer* writer, const void* what) {
  char part[PATH_SIZE];
  const int length = snprintf(part, sizeof part, "%s.part-%ld", output, (long)getpid());
  if (length >= (int)sizeof part) return ENAMETOOLONG;
  // Who interrupts this gets the whole file or none: the signal waits until there is no half of one to leave behind.
  sigset_t waiting, before;
  sigemptyset(&waiting);
  sigaddset(&waiting, SIGINT);
  sigaddset(&waiting, SIGTERM);
  sigaddset(&waiting, SIGHUP);
  sigprocmask(SIG_BLOCK, &waiting, &before);
  int error = write_to(open(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666), writer, what);
  if (error == 0 && rename(part, output) != 0) error = errno;
  if (error != 0) unlink(part);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return error;
}

/// A device or a pipe is written to and stays what it is.
static bool is_special(const char* output) {
  struct stat about;
  return stat(output, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

int cli_write_file(const char* command, const char* output, cli_writer* writer, const void* what) {
  if (cli_is_stdin(output)) {
    writer(what, carom_sink_file(stdout));
    return CLI_SOLVED;
  }
  const int error = is_special(output) ? write_to(open(output, O_WRONLY | O_CLOEXEC), writer, what)
                                       : write_in_place(output, writer, what);
  return error ? fail(command, output, error) : CLI_SOLVED;
}
