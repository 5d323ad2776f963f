/*
 * The floor of the measure: takes connections, and writes the same bytes to each of them in a loop.
 *
 *     write-loop CONNECTIONS FRAME_BYTES
 *
 * It says the port that it listens on, and "ready" when the connections are made. A line with a number writes as many
 * frames to each, in one write.
 */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void greet(int fd) {
  char last[4] = {0};
  while (memcmp(last, "\r\n\r\n", 4) != 0) {
    memmove(last, last + 1, 3);
    if (read(fd, last + 3, 1) != 1) exit(1);
  }
  dprintf(fd, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
}

int main(int count, char **given) {
  if (count < 3) return 2;
  int connections = atoi(given[1]);
  int frameBytes = atoi(given[2]);
  int server = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (bind(server, (struct sockaddr *)&address, length) < 0 || listen(server, 511) < 0) return 1;
  getsockname(server, (struct sockaddr *)&address, &length);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  int *sockets = calloc((size_t)connections, sizeof *sockets);
  int yes = 1;
  for (int made = 0; made < connections; made += 1) {
    sockets[made] = accept(server, NULL, NULL);
    setsockopt(sockets[made], IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    greet(sockets[made]);
  }
  printf("ready\n");
  fflush(stdout);
  char line[32];
  while (fgets(line, sizeof line, stdin) != NULL) {
    size_t frames = (size_t)atoi(line);
    size_t bytes = frames * (size_t)frameBytes;
    unsigned char *batch = calloc(1, bytes);
    for (size_t frame = 0; frame < frames; frame += 1) {
      unsigned char *head = batch + frame * (size_t)frameBytes;
      head[0] = 0x81;
      head[1] = 126;
      head[2] = (unsigned char)((frameBytes - 4) >> 8);
      head[3] = (unsigned char)((frameBytes - 4) & 0xff);
    }
    for (int at = 0; at < connections; at += 1)
      if (write(sockets[at], batch, bytes) != (ssize_t)bytes) return 1;
    free(batch);
  }
  return 0;
}
