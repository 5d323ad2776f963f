/** Where a monitor with this config listens. */
import type { FeedConfig } from "../config/config.ts";

/** `host:port` as it stands in a URL; a monitor that listens everywhere is reached on loopback. */
export function authority({ host, port }: Pick<FeedConfig, "host" | "port">): string {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}
