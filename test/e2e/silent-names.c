// A name server that says nothing, for tests: loaded before the C library (LD_PRELOAD), it keeps whoever asks for a name below
// silent.test waiting, in a call that nobody can take back.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  if (name && strstr(name, ".silent.test")) sleep(60);
  int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = dlsym(RTLD_NEXT, "getaddrinfo");
  return next(name, service, hints, found);
}
