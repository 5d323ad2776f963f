/** A certificate of a test's own making, by openssl. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Certificate {
  readonly keyFile: string;
  readonly certFile: string;
  readonly key: string;
  readonly cert: string;
}

/** Makes one for `localhost`, signed by itself. */
export function makeCertificate(folder: string): Certificate {
  const keyFile = join(folder, "key.pem");
  const certFile = join(folder, "cert.pem");
  const form = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=localhost"];
  const names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync("/usr/bin/openssl", ["req", ...form, ...names, "-keyout", keyFile, "-out", certFile], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  return { keyFile, certFile, key: readFileSync(keyFile, "utf8"), cert: readFileSync(certFile, "utf8") };
}
