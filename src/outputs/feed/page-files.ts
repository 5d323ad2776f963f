/** The three files of the page, read once and served from memory. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { HttpAnswer } from "./http-answer.ts";

const files = {
  "/": { name: "index.html", contentType: "text/html; charset=utf-8" },
  "/page.js": { name: "page.js", contentType: "text/javascript; charset=utf-8" },
  "/page.css": { name: "page.css", contentType: "text/css; charset=utf-8" },
} as const;

/** Answers by path. Rejects with node's error when one of the files cannot be read. */
export async function readPageFiles(folder: string): Promise<Map<string, HttpAnswer>> {
  const read = Object.entries(files).map(async ([path, { name, contentType }]) => {
    const body = await readFile(join(folder, name));
    return [path, { status: 200, contentType, body }] as const;
  });
  return new Map(await Promise.all(read));
}
