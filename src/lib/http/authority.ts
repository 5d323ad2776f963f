/** `host:port` as it stands in a URL; a server that listens everywhere is reached on loopback. */
export function authority({ host, port }: { readonly host: string; readonly port: number }): string {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}
