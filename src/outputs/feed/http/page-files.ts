/** The files of the page, served from memory: the folder that its build made, whatever it holds. */
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { HttpAnswer } from "./answer.ts";

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
 * The answers by path; `/` is index.html, which a folder must have. Files of other kinds are left out. Rejects with
 * node's error where a file cannot be read.
 */
export async function readPageFiles(folder: string): Promise<Map<string, HttpAnswer>> {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const answers = new Map<string, HttpAnswer>();
  for (const name of [...names, "index.html"]) {
    const contentType = contentTypes[extname(name)];
    if (contentType === undefined) continue;
    const body = await readFile(join(folder, name));
    const headers = name.startsWith("assets/") ? forever : {};
    const path = name === "index.html" ? "/" : `/${name}`;
    const smaller = isText(contentType) ? { gzip: await packed(body) } : {};
    answers.set(path, { status: 200, contentType, body, headers, ...smaller });
  }
  return answers;
}
