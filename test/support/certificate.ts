/** Certificates of a test's own making, by openssl. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Certificate {
  readonly keyFile: string;
  readonly certFile: string;
  readonly key: string;
  readonly cert: string;
}

const loopbackNames = "DNS:localhost,IP:127.0.0.1";

/** Makes one for `localhost`, signed by itself. */
export function makeCertificate(folder: string): Certificate {
  const made = files(folder, "");
  openssl("req", "-x509", ...newKey, "-days", "30", ...nameOf(loopbackNames), ...outOf(made));
  return read(made);
}

/** An authority, and what it vouches for. */
export interface Authority {
  readonly certFile: string;
  /** @param days of its life from now; fewer than none: it is over */
  issue(name: string, names?: string, days?: number): Certificate;
}

export function makeAuthority(folder: string): Authority {
  const own = files(folder, "authority-");
  openssl("req", "-x509", ...newKey, "-days", "30", "-subj", "/CN=Test authority", ...outOf(own));
  return {
    certFile: own.certFile,
    issue(name, names = loopbackNames, days = 30) {
      const made = files(folder, `${name}-`);
      const asked = join(folder, `${name}.csr`);
      openssl("req", ...newKey, ...nameOf(names), "-keyout", made.keyFile, "-out", asked);
      const signed = ["-CA", own.certFile, "-CAkey", own.keyFile, "-CAcreateserial"];
      const life = ["-days", String(days), "-copy_extensions", "copy"];
      openssl("x509", "-req", "-in", asked, ...signed, ...life, "-out", made.certFile);
      return read(made);
    },
  };
}

const newKey = ["-newkey", "rsa:2048", "-nodes"];

type Files = Pick<Certificate, "keyFile" | "certFile">;

function files(folder: string, name: string): Files {
  return { keyFile: join(folder, `${name}key.pem`), certFile: join(folder, `${name}cert.pem`) };
}

function nameOf(names: string): string[] {
  return ["-subj", "/CN=localhost", "-addext", `subjectAltName=${names}`];
}

function outOf({ keyFile, certFile }: Files): string[] {
  return ["-keyout", keyFile, "-out", certFile];
}

function openssl(...call: string[]): void {
  execFileSync("/usr/bin/openssl", call, { stdio: ["ignore", "ignore", "pipe"] });
}

function read(made: Files): Certificate {
  return { ...made, key: readFileSync(made.keyFile, "utf8"), cert: readFileSync(made.certFile, "utf8") };
}
