/** Faults of an address before any answer: its name, its port, its TLS. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import { join } from "node:path";
import tls from "node:tls";
import { onTestFinished } from "vitest";

interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Signed by itself. */
function certificate(name: string, days: number, folder: string): Certificate {
  const [key, asked, about, cert] = ["key", "asked", "about", "cert"].map((part) => join(folder, part));
  const openssl = (...args: (string | undefined)[]) =>
    execFileSync("openssl", args.map(String), { stdio: "ignore" });
  writeFileSync(String(about), `subjectAltName=${name}\n`);
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=fictional"];
  openssl("req", ...kind, "-keyout", key, "-out", asked);
  openssl("x509", "-req", "-in", asked, "-signkey", key, "-out", cert, "-days", `${days}`, "-extfile", about);
  return { key: readFileSync(String(key), "utf8"), cert: readFileSync(String(cert), "utf8") };
}

export interface Certificates {
  readonly good: Certificate;
  readonly otherName: Certificate;
  readonly expired: Certificate;
  readonly unknown: Certificate;
  /** Certificates that a process trusts which is started with this file as NODE_EXTRA_CA_CERTS. */
  readonly trusted: string;
}

/** @param folder where they may be written */
export function makeCertificates(folder: string): Certificates {
  const good = certificate("IP:127.0.0.1", 1, folder);
  const otherName = certificate("DNS:fictional.example", 1, folder);
  const expired = certificate("IP:127.0.0.1", -1, folder);
  const unknown = certificate("IP:127.0.0.1", 1, folder);
  const trusted = join(folder, "trusted.pem");
  writeFileSync(trusted, [good, otherName, expired].map(({ cert }) => cert).join("\n"));
  return { good, otherName, expired, unknown, trusted };
}

async function portOf(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on("connection", (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Hands everything that it decrypts on to the services. */
function secured(options: tls.TlsOptions, services: string): Promise<number> {
  const { port } = new URL(services);
  const server = tls.createServer(options, (socket) => {
    const onward = net.connect(Number(port), "127.0.0.1");
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  server.on("tlsClientError", () => {});
  return portOf(server);
}

/**
 * Addresses to ask in place of the services' own, by what is wrong with them. With the first nothing is: without it
 * nobody would know why the others fail.
 */
export async function openAddresses(
  services: string,
  { good, otherName, expired, unknown }: Certificates,
): Promise<Readonly<Record<string, string>>> {
  const closing = net.createServer((socket) => void socket.once("data", () => socket.destroy()));
  const silent = net.createServer(() => {});
  const plain = net.createServer(
    (socket) => void socket.once("data", () => socket.end("HTTP/1.1 400 No\r\n\r\n")),
  );
  const closed = net.createServer();
  const closedPort = await portOf(closed);
  closed.close();
  const old = { ...good, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "ALL:@SECLEVEL=0" } as const;
  const secure = (port: number) => `https://127.0.0.1:${port}`;
  return {
    "TLS as it should be": secure(await secured(good, services)),
    // No name has more than 63 letters: no resolver has to be asked.
    "a name that nobody has": `http://${"x".repeat(64)}.invalid`,
    "a port where nobody listens": `http://127.0.0.1:${closedPort}`,
    "a certificate of another name": secure(await secured(otherName, services)),
    "a certificate that has expired": secure(await secured(expired, services)),
    "a certificate that nobody knows": secure(await secured(unknown, services)),
    "a handshake that is closed": secure(await portOf(closing)),
    "a handshake without an answer": secure(await portOf(silent)),
    "TLS of 2006": secure(await secured(old, services)),
    "no TLS behind https": secure(await portOf(plain)),
    "TLS behind http": `http://127.0.0.1:${await secured(good, services)}`,
  };
}
