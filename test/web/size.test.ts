/** What a reader's browser has to fetch before it shows anything: script and style of the built page, in bytes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../dist/web");
const most = 150_000;

it("has less than 150 kB of script and style, compressed, and nothing of it twice", () => {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sizes = names
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => [name, gzipSync(readFileSync(join(folder, name))).length] as const);
  const endings = sizes.map(([name]) => name.replace(/-[\w-]{8}\./, "."));
  // The style of the pages that mails lead to, and the worker, stand beside the page's own two files.
  expect(endings.toSorted()).toEqual(["assets/index.css", "assets/index.js", "page.css", "worker.js"]);
  const all = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(all, JSON.stringify(sizes)).toBeLessThan(most);
});
