#define _GNU_SOURCE  // posix_spawn_file_actions_addfchdir_np

#include "figure/gnuplot.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "figure/touch_up.h"

extern char** environ;

/// The picture's name in the folder while gnuplot works; a name of its own, because a user may keep the folder.
#define DRAWING "carom-drawing.part"

carom_status carom__figure_error(carom_diag* diag, carom_status status, const char* format, ...) {
  if (!diag) return status;
  diag->status = status;
  diag->line = 0;
  diag->field[0] = '\0';
  diag->value = 0;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(diag->message, sizeof diag->message, format, arguments);
  va_end(arguments);
  return status;
}

static carom_status open_temporary(carom__workshop* shop, carom_diag* diag) {
  const char* parent = getenv("TMPDIR");
  if (!parent || !*parent) parent = "/tmp";
  int length = snprintf(shop->path, sizeof shop->path, "%s/carom-figure-XXXXXX", parent);
  if (length >= (int)sizeof shop->path || !mkdtemp(shop->path)) {
    return carom__figure_error(diag, CAROM_IO,
                               "cannot make a temporary folder in '%s' (%s); set TMPDIR to a folder you can write to",
                               parent, strerror(errno));
  }
  return CAROM_OK;
}

static carom_status open_kept(carom__workshop* shop, const char* script_dir, carom_diag* diag) {
  int length = snprintf(shop->path, sizeof shop->path, "%s", script_dir);
  if (length >= (int)sizeof shop->path || (mkdir(script_dir, 0777) != 0 && errno != EEXIST)) {
    return carom__figure_error(diag, CAROM_IO,
                               "cannot make the folder '%s' for script and data (%s); name a folder that exists or "
                               "whose parent exists",
                               script_dir, strerror(errno));
  }
  return CAROM_OK;
}

carom_status carom__workshop_open(carom__workshop* shop, const char* script_dir, carom_diag* diag) {
  shop->folder = -1;
  shop->keep = script_dir != NULL;
  carom_status status = shop->keep ? open_kept(shop, script_dir, diag) : open_temporary(shop, diag);
  if (status != CAROM_OK) return status;
  shop->folder = open(shop->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (shop->folder >= 0) return CAROM_OK;
  status = carom__figure_error(diag, CAROM_IO, "cannot use '%s' as a folder for script and data (%s)", shop->path,
                               strerror(errno));
  if (!shop->keep) rmdir(shop->path);
  return status;
}

FILE* carom__workshop_file(const carom__workshop* shop, const char* name) {
  int file = openat(shop->folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return NULL;
  FILE* stream = fdopen(file, "w");
  if (!stream) close(file);
  return stream;
}

void carom__workshop_close(carom__workshop* shop) {
  if (shop->folder < 0) return;
  unlinkat(shop->folder, DRAWING, 0);
  DIR* listing = shop->keep ? NULL : fdopendir(shop->folder);
  if (!listing) {
    close(shop->folder);
    return;
  }
  for (struct dirent* entry; (entry = readdir(listing));) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlinkat(shop->folder, entry->d_name, 0);
  }
  closedir(listing);
  rmdir(shop->path);
}

static bool must_stop(const carom__workshop* shop) {
  return shop->guard && shop->guard->stop;
}

static ssize_t read_again(int file, char* buffer, size_t size) {
  ssize_t got;
  do {
    got = read(file, buffer, size);
  } while (got < 0 && errno == EINTR);
  return got;
}

/// Waits until there is something to read, or nothing will come any more. False if the drawing must stop.
static bool wait_for(const carom__workshop* shop, int file) {
  const int patience = 100;  // ms between looks at the guard
  struct pollfd end = {.fd = file, .events = POLLIN};
  while (!must_stop(shop)) {
    if (poll(&end, 1, patience) > 0) return true;
  }
  return false;
}

/// Keeps the beginning of what gnuplot complains about, and reads the rest so that gnuplot never waits for us.
static void read_complaint(const carom__workshop* shop, int file, char* complaint, size_t size) {
  size_t length = 0;
  char buffer[512];
  for (ssize_t got; wait_for(shop, file) && (got = read_again(file, buffer, sizeof buffer)) > 0;) {
    size_t room = size - 1 - length;
    size_t kept = (size_t)got < room ? (size_t)got : room;
    memcpy(complaint + length, buffer, kept);
    length += kept;
  }
  while (length > 0 && strchr(" \n^", complaint[length - 1])) --length;
  complaint[length] = '\0';
}

/// Starts gnuplot in the folder with its complaints going to `complaints`. Returns 0 or an error number.
static int start_gnuplot(int folder, const char* script, int complaints, pid_t* child) {
  // The output's name is ours, not the user's; -d leaves the user's own gnuplot settings out.
  char* arguments[] = {"gnuplot", "-d", "-e", "output = '" DRAWING "'", strdup(script), NULL};
  if (!arguments[4]) return ENOMEM;
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error == 0) {
    // In this order because a program that closed its standard streams may have been given their numbers for ours.
    error = posix_spawn_file_actions_addfchdir_np(&actions, folder);
    if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO);
    if (error == 0) error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (error == 0) error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (error == 0) error = posix_spawnp(child, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
  }
  free(arguments[4]);
  return error;
}

/// True if the child ended well, or if nobody can say because the program ignores SIGCHLD.
static bool ended_well(pid_t child) {
  int status = 0;
  pid_t ended;
  do {
    ended = waitpid(child, &status, 0);
  } while (ended < 0 && errno == EINTR);
  return ended < 0 ? errno == ECHILD : WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static carom_status start_error(int error, carom_diag* diag) {
  if (error == ENOENT) {
    return carom__figure_error(diag, CAROM_NO_PROGRAM,
                               "figures are drawn by gnuplot, which is not installed or not in PATH; on Debian and "
                               "Ubuntu: apt-get install gnuplot-nox");
  }
  return carom__figure_error(diag, CAROM_PROGRAM_FAILED, "cannot start gnuplot: %s", strerror(error));
}

static carom_status run_gnuplot(const carom__workshop* shop, const char* script, carom_diag* diag) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return start_error(errno, diag);
  pid_t child;
  int error = start_gnuplot(shop->folder, script, ends[1], &child);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    return start_error(error, diag);
  }
  char complaint[1024];
  read_complaint(shop, ends[0], complaint, sizeof complaint);
  close(ends[0]);
  if (must_stop(shop)) {
    kill(child, SIGKILL);  // all that it has written is in our folder
    ended_well(child);
    return carom__figure_error(diag, CAROM_STOPPED, "interrupted");
  }
  if (ended_well(child) && faccessat(shop->folder, DRAWING, R_OK, 0) == 0) return CAROM_OK;
  return carom__figure_error(diag, CAROM_PROGRAM_FAILED, "gnuplot failed: %s",
                             *complaint ? complaint : "it gave no reason");
}

static bool write_all(int file, const char* bytes, size_t size) {
  while (size > 0) {
    ssize_t written = write(file, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= (size_t)written;
  }
  return true;
}

/// Fills bytes from a file. False if the file gives less.
static bool read_all(int file, char* bytes, size_t size) {
  for (size_t length = 0; length < size;) {
    ssize_t got = read_again(file, bytes + length, size - length);
    if (got <= 0) return false;
    length += (size_t)got;
  }
  return true;
}

/// The whole drawing in memory (a figure is small), or NULL.
static char* read_drawing(int folder, size_t* size) {
  int file = openat(folder, DRAWING, O_RDONLY | O_CLOEXEC);
  struct stat about;
  if (file < 0) return NULL;
  char* bytes = fstat(file, &about) == 0 ? malloc((size_t)about.st_size + 1) : NULL;
  *size = bytes ? (size_t)about.st_size : 0;
  if (bytes && !read_all(file, bytes, *size)) {
    free(bytes);
    bytes = NULL;
  }
  close(file);
  return bytes;
}

/// Writes bytes under a name beside output, then renames it. Returns 0 or an error number.
static int put_in_place(const char* output, const char* bytes, size_t size) {
  char part[CAROM__PATH_SIZE];
  int length = snprintf(part, sizeof part, "%s.part-%ld", output, (long)getpid());
  if (length >= (int)sizeof part) return ENAMETOOLONG;
  int file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  int error = write_all(file, bytes, size) ? 0 : errno;
  if (close(file) != 0 && error == 0) error = errno;
  if (error == 0 && rename(part, output) != 0) error = errno;
  if (error != 0) unlink(part);
  return error;
}

carom_status carom__workshop_draw(const carom__workshop* shop, const char* script, const char* output,
                                  carom_diag* diag) {
  carom_status status = run_gnuplot(shop, script, diag);
  if (status != CAROM_OK) return status;
  size_t size = 0;
  char* bytes = read_drawing(shop->folder, &size);
  if (!bytes) return carom__figure_error(diag, CAROM_IO, "cannot read the drawing: %s", strerror(errno));
  if (!carom__touch_up(&bytes, &size)) {
    free(bytes);
    return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  }
  if (must_stop(shop)) {
    free(bytes);
    return carom__figure_error(diag, CAROM_STOPPED, "interrupted");
  }
  int error = put_in_place(output, bytes, size);
  free(bytes);
  if (error == 0) return CAROM_OK;
  return carom__figure_error(diag, CAROM_IO,
                             "cannot write '%s' (%s); choose a file in a folder that exists and that you can write to",
                             output, strerror(error));
}
