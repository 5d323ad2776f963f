import type { Socket } from "node:net";

/** Where a connection comes from; an IPv4 address as such, also where the port listens for both kinds. */
export function remoteAddress(socket: Socket): string {
  return (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
}
