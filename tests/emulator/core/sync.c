// SPDX-License-Identifier: MIT
// Loaded before the C library of a program that works on an emulated board's drive: when the program
// asks for its files to be on the drive, wait until the board has them. The socket that the variable
// EMULATED_DRIVE names is the board's; it answers with one byte, '+' for done.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int on_board(void) {
    const char *path = getenv("EMULATED_DRIVE");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!path || strlen(path) >= sizeof address.sun_path) return 1;
    strcpy(address.sun_path, path);
    int board = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (board < 0) return 1;
    char answer = '-';
    int asked = connect(board, (struct sockaddr *)&address, sizeof address) == 0;
    int done = asked && read(board, &answer, 1) == 1 && answer == '+';
    close(board);
    return done;
}

static int call(const char *name, int file) {
    if (!on_board()) { errno = EIO; return -1; }
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    return real(file);
}

int fsync(int file) { return call("fsync", file); }
int fdatasync(int file) { return call("fdatasync", file); }
int syncfs(int file) { return call("syncfs", file); }
void sync(void) { on_board(); }
