/** How answers are written, with the headers that all have; bodies of requests; the files of the page as answers. */
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { HttpAnswer, OpenRoute } from "../lib/http/port.ts";

/** Longest body of a request. */
export const mostBodyBytes = 64 * 1024;

const sameSite = "base-uri 'none'; frame-ancestors 'none'";

/** Headers by which nothing is cached, framed, sniffed or loaded from elsewhere. */
export const strictHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
    "manifest-src 'self'; worker-src 'self'; " +
    `form-action 'none'; ${sameSite}`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
} as const;

/** Headers of a page that sends a form to itself and runs nothing. */
export const formHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'self'; form-action 'self'; ${sameSite}`,
} as const;

/** Writes the answer; to a HEAD, its headers only. */
export function sendAnswer(response: ServerResponse, answer: HttpAnswer): void {
  const { gzip } = answer;
  const isPacked = gzip !== undefined && takesGzip(response.req);
  const body = isPacked ? gzip : answer.body;
  response.writeHead(answer.status, {
    ...strictHeaders,
    ...answer.headers,
    ...(gzip !== undefined && { vary: "accept-encoding" }),
    ...(isPacked && { "content-encoding": "gzip" }),
    "content-type": answer.contentType,
    "content-length": Buffer.byteLength(body),
  });
  response.end(response.req.method === "HEAD" ? undefined : body);
}

function takesGzip({ headers }: IncomingMessage): boolean {
  const named = String(headers["accept-encoding"] ?? "").split(",");
  return named.some((one) => /^\s*gzip\s*(;\s*q=(1|0\.0*[1-9]).*)?$/i.test(one));
}

/** The body of a request; undefined where it is too long. */
export async function readBody(
  request: IncomingMessage,
  mostBytes = mostBodyBytes,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// The page: the folder that its build made, whatever it holds, served from memory.

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** What is packed already stays as it is. */
const isText = (contentType: string) => !contentType.startsWith("image/png");
const packed = promisify(gzip);

/** A name with a hash of what the file holds never means anything else. */
const forever = { "cache-control": "public, max-age=31536000, immutable" };

/**
 * A route for each; `/` is index.html, which a folder must have. Files of other kinds are left out. Rejects with
 * node's error where a file cannot be read.
 */
export async function readPageFiles(folder: string): Promise<OpenRoute[]> {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const routes: OpenRoute[] = [];
  for (const name of [...names, "index.html"]) {
    const contentType = contentTypes[extname(name)];
    if (contentType === undefined) continue;
    const body = await readFile(join(folder, name));
    const headers = name.startsWith("assets/") ? forever : {};
    const path = name === "index.html" ? "/" : `/${name}`;
    const smaller = isText(contentType) ? { gzip: await packed(body) } : {};
    const answer = { status: 200, contentType, body, headers, ...smaller };
    routes.push({ path, answer: () => answer });
  }
  return routes;
}
