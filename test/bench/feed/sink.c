/*
 * Readers of a WebSocket server, many in one process, that cost so little that the server is what is measured.
 *
 *     sink PORT PATH CONNECTIONS LEAST_BYTES [GREETING]
 *
 * It opens the connections, sends the greeting on each as a text frame, and says "ready". A line "expect N" is answered
 * by "armed", and when N further text frames of LEAST_BYTES or more have come, by "done LAST MEDIAN P99": the times of
 * the last frame, of half of them and of 99 in 100, in nanoseconds of the monotonic clock. Pings are answered.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct reader {
  int fd;
  unsigned char head[10];
  int headLength;
  uint64_t left;
  unsigned char ping[125];
  int pingLength;
  int isPing;
};

static uint64_t leastBytes;
static uint64_t counted;
static uint64_t wanted;
static uint64_t *times;
static uint64_t timesRoom;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static uint64_t now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (uint64_t)at.tv_sec * 1000000000u + (uint64_t)at.tv_nsec;
}

/* A masked frame, as clients send them; the mask is zero. */
static void sendFrame(int fd, int opcode, const void *payload, int length) {
  unsigned char frame[6 + 125] = {(unsigned char)(0x80 | opcode), (unsigned char)(0x80 | length)};
  memcpy(frame + 6, payload, (size_t)length);
  if (write(fd, frame, (size_t)(6 + length)) < 0 && errno != EAGAIN) fail("write");
}

/* Length of the head as far as it is known. */
static int headNeeds(const struct reader *one) {
  if (one->headLength < 2) return 2;
  int length = one->head[1] & 0x7f;
  return length == 126 ? 4 : length == 127 ? 10 : 2;
}

static void begin(struct reader *one, uint64_t at) {
  uint64_t length = one->head[1] & 0x7f;
  if (length == 126) length = (uint64_t)one->head[2] << 8 | one->head[3];
  else if (length == 127) {
    length = 0;
    for (int byte = 2; byte < 10; byte += 1) length = length << 8 | one->head[byte];
  }
  one->left = length;
  one->isPing = (one->head[0] & 0x0f) == 9;
  one->pingLength = 0;
  if ((one->head[0] & 0x0f) == 1 && length >= leastBytes) {
    if (counted < timesRoom) times[counted] = at;
    counted += 1;
  }
}

static void take(struct reader *one, const unsigned char *bytes, size_t count, uint64_t at) {
  size_t place = 0;
  while (place < count) {
    if (one->left == 0) {
      one->head[one->headLength++] = bytes[place++];
      if (one->headLength < headNeeds(one)) continue;
      begin(one, at);
    }
    if (one->left > 0) {
      size_t part = count - place < one->left ? count - place : (size_t)one->left;
      if (one->isPing) memcpy(one->ping + one->pingLength, bytes + place, part);
      one->pingLength += one->isPing ? (int)part : 0;
      place += part;
      one->left -= part;
    }
    if (one->left > 0) continue;
    if (one->isPing) sendFrame(one->fd, 10, one->ping, one->pingLength);
    one->headLength = 0;
  }
}

/* Reads the answer to the handshake to its end, byte by byte: what follows are frames. */
static void readHead(int fd) {
  char last[4] = {0};
  while (memcmp(last, "\r\n\r\n", 4) != 0) {
    memmove(last, last + 1, 3);
    if (read(fd, last + 3, 1) != 1) fail("handshake");
  }
}

static void openReader(struct reader *one, int port, const char *path, const char *greeting) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  one->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (one->fd < 0 || connect(one->fd, (struct sockaddr *)&to, sizeof to) < 0) fail("connect");
  int yes = 1;
  setsockopt(one->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  dprintf(one->fd,
          "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
          path);
  readHead(one->fd);
  if (greeting != NULL) sendFrame(one->fd, 1, greeting, (int)strlen(greeting));
  fcntl(one->fd, F_SETFL, O_NONBLOCK);
}

static int byTime(const void *one, const void *other) {
  uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
  return a < b ? -1 : a > b;
}

static void report(void) {
  qsort(times, wanted, sizeof *times, byTime);
  printf("done %lu %lu %lu\n", times[wanted - 1], times[wanted / 2], times[wanted * 99 / 100]);
  fflush(stdout);
  wanted = 0;
}

static void command(void) {
  char line[64];
  if (fgets(line, sizeof line, stdin) == NULL) exit(0);
  wanted = strtoull(line + strlen("expect "), NULL, 10);
  if (wanted > timesRoom) times = realloc(times, (timesRoom = wanted) * sizeof *times);
  counted = 0;
  printf("armed\n");
  fflush(stdout);
}

int main(int count, char **given) {
  if (count < 5) return 2;
  int connections = atoi(given[3]);
  leastBytes = strtoull(given[4], NULL, 10);
  struct reader *readers = calloc((size_t)connections, sizeof *readers);
  int poll = epoll_create1(0);
  struct epoll_event input = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(poll, EPOLL_CTL_ADD, 0, &input);
  for (int made = 0; made < connections; made += 1) {
    /* A %d in the path is the number of the connection. */
    char path[4096];
    snprintf(path, sizeof path, given[2], made);
    openReader(readers + made, atoi(given[1]), path, count > 5 ? given[5] : NULL);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = readers + made};
    epoll_ctl(poll, EPOLL_CTL_ADD, readers[made].fd, &event);
  }
  printf("ready\n");
  fflush(stdout);
  static unsigned char bytes[65536];
  struct epoll_event events[256];
  for (;;) {
    int ready = epoll_wait(poll, events, 256, -1);
    for (int at = 0; at < ready; at += 1) {
      struct reader *one = events[at].data.ptr;
      if (one == NULL) {
        command();
        continue;
      }
      ssize_t got = read(one->fd, bytes, sizeof bytes);
      if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (got <= 0) exit(0);
      take(one, bytes, (size_t)got, now());
    }
    if (wanted > 0 && counted >= wanted) report();
  }
}
