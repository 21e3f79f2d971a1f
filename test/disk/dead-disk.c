// A dead disk, for tests: loaded before the C library (LD_PRELOAD), it answers calls about files by what their names ask for.
//   …open-hangs…  …read-hangs…  …stat-hangs…   the call comes back when a file of that name with ".go" behind it is there
//   …read-fails-5…  …open-fails-22…            the call fails with that errno
//   …read-takes-60…                            the call takes that many ms
//   …read-gives-1000…                          the call gives no more bytes than that, as a share may

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fault(const char *path, const char *call) {
  char name[32];
  snprintf(name, sizeof name, "%s-hangs", call);
  if (strstr(path, name) && !strstr(path, ".go")) {
    char go[4096];
    snprintf(go, sizeof go, "%s.go", path);
    while (access(go, F_OK) != 0) usleep(2000);
  }
  snprintf(name, sizeof name, "%s-takes-", call);
  const char *slow = strstr(path, name);
  if (slow) usleep(1000 * atoi(slow + strlen(name)));
  snprintf(name, sizeof name, "%s-fails-", call);
  const char *at = strstr(path, name);
  return at ? atoi(at + strlen(name)) : 0;
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  int error = fault(path, "open");
  if (error) return errno = error, -1;
  int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
  return next(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  return open64(path, flags, mode);
}

ssize_t pread64(int fd, void *into, size_t length, off64_t offset) {
  char link[64], path[4096] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t got = readlink(link, path, sizeof path - 1);
  path[got < 0 ? 0 : got] = 0;
  int error = fault(path, "read");
  if (error) return errno = error, -1;
  const char *little = strstr(path, "read-gives-");
  size_t most = little ? (size_t)atoi(little + strlen("read-gives-")) : length;
  if (length > most) length = most;
  ssize_t (*next)(int, void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pread64");
  return next(fd, into, length, offset);
}

// How libuv calls statx.
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_statx && b) fault((const char *)b, "stat");
  long (*next)(long, ...) = dlsym(RTLD_NEXT, "syscall");
  return next(number, a, b, c, d, e, f);
}
