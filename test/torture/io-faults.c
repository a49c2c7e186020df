/*
 * Preloaded into a program (LD_PRELOAD), fails one write to the files below some folders, or all from one on, as a full, broken or
 * read-only disk does. GLIDEPATH_FAULTS_BELOW has the folders, separated by colons. The program steers it by opening files that do
 * not exist: /glidepath-faults/<write>/<errno>/<once or on> arms it, /glidepath-faults/off disarms it and writes the number of
 * writes since then to the file GLIDEPATH_FAULTS_COUNT. Writes are writing, cutting and syncing an open file, and opening for
 * writing, renaming, removing and making one; a read-only folder only fails the latter.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 65536
static _Atomic unsigned char below[MOST_FILES];
static _Atomic long reached;
static _Atomic long fail_at;
static _Atomic int fail_with;
static _Atomic int from_then_on;
static _Atomic int is_armed;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static int is_below(const char *path) {
  const char *folder = getenv("GLIDEPATH_FAULTS_BELOW");
  while (path && folder && *folder) {
    size_t length = strcspn(folder, ":");
    if (strncmp(path, folder, length) == 0 && path[length] == '/') return 1;
    folder += length;
    if (*folder == ':') folder += 1;
  }
  return 0;
}

static int is_file(int fd) { return fd >= 0 && fd < MOST_FILES && below[fd]; }

/* True if this write fails. */
static int fails(int is_of_folder) {
  if (!is_armed || (fail_with == EROFS && !is_of_folder)) return 0;
  long now = ++reached;
  if (now != fail_at && !(from_then_on && now > fail_at)) return 0;
  errno = fail_with;
  return 1;
}

/* True if the path is no file but an order. */
static int obeys(const char *path) {
  const char *start = "/glidepath-faults/";
  if (strncmp(path, start, strlen(start)) != 0) return 0;
  long at;
  int with;
  char how[8];
  if (sscanf(path + strlen(start), "%ld/%d/%7s", &at, &with, how) == 3) {
    reached = 0;
    fail_at = at;
    fail_with = with;
    from_then_on = strcmp(how, "on") == 0;
    is_armed = 1;
  } else {
    is_armed = 0;
    int fd = REAL(open)(getenv("GLIDEPATH_FAULTS_COUNT"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    char text[32];
    int length = snprintf(text, sizeof text, "%ld", (long)reached);
    if (fd < 0 || REAL(write)(fd, text, length) != length) perror("glidepath-faults"), abort();
    REAL(close)(fd);
    reached = 0;
  }
  errno = ENOENT;
  return 1;
}

static int opened(const char *path, int fd) {
  if (fd >= 0 && fd < MOST_FILES) below[fd] = is_below(path);
  return fd;
}

static void forget(int fd) {
  if (fd >= 0 && fd < MOST_FILES) below[fd] = 0;
}

#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)
#define MODE(flags)                           \
  mode_t mode = 0;                            \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {    \
    va_list more;                             \
    va_start(more, flags);                    \
    mode = va_arg(more, mode_t);              \
    va_end(more);                             \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  if (obeys(path) || ((flags & WRITES) && is_below(path) && fails(1))) return -1;
  return opened(path, REAL(open)(path, flags, mode));
}
int open64(const char *path, int flags, ...) {
  MODE(flags)
  if (obeys(path) || ((flags & WRITES) && is_below(path) && fails(1))) return -1;
  return opened(path, REAL(open64)(path, flags, mode));
}
int openat(int folder, const char *path, int flags, ...) {
  MODE(flags)
  if ((flags & WRITES) && is_below(path) && fails(1)) return -1;
  return opened(path, REAL(openat)(folder, path, flags, mode));
}
int close(int fd) {
  forget(fd);
  return REAL(close)(fd);
}
ssize_t write(int fd, const void *bytes, size_t count) {
  if (is_file(fd) && fails(0)) return -1;
  return REAL(write)(fd, bytes, count);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (is_file(fd) && fails(0)) return -1;
  return REAL(writev)(fd, parts, count);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  if (is_file(fd) && fails(0)) return -1;
  return REAL(pwrite64)(fd, bytes, count, at);
}
int ftruncate64(int fd, off64_t length) {
  if (is_file(fd) && fails(0)) return -1;
  return REAL(ftruncate64)(fd, length);
}
int fsync(int fd) {
  if (is_file(fd) && fails(0)) return -1;
  return REAL(fsync)(fd);
}
int fdatasync(int fd) {
  if (is_file(fd) && fails(0)) return -1;
  return REAL(fdatasync)(fd);
}
ssize_t sendfile64(int out, int in, off64_t *from, size_t count) {
  if (is_file(out) && fails(0)) return -1;
  return REAL(sendfile64)(out, in, from, count);
}
/* libuv closes and copies files in this way; the third argument of copy_file_range is the file that is written. */
long syscall(long number, ...) {
  long args[6];
  va_list more;
  va_start(more, number);
  for (int index = 0; index < 6; index += 1) args[index] = va_arg(more, long);
  va_end(more);
  if (number == SYS_close) forget((int)args[0]);
  if (number == SYS_copy_file_range && is_file((int)args[2]) && fails(0)) return -1;
  return REAL(syscall)(number, args[0], args[1], args[2], args[3], args[4], args[5]);
}
int rename(const char *from, const char *to) {
  if (is_below(to) && fails(1)) return -1;
  return REAL(rename)(from, to);
}
int unlink(const char *path) {
  if (is_below(path) && fails(1)) return -1;
  return REAL(unlink)(path);
}
int unlinkat(int folder, const char *path, int flags) {
  if (is_below(path) && fails(1)) return -1;
  return REAL(unlinkat)(folder, path, flags);
}
int remove(const char *path) {
  if (is_below(path) && fails(1)) return -1;
  return REAL(remove)(path);
}
int mkdir(const char *path, mode_t mode) {
  if (is_below(path) && fails(1)) return -1;
  return REAL(mkdir)(path, mode);
}
