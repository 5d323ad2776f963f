import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { tmpFolder } from "../support/tmp-folder.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** A checkout without `dist`, as `npm ci` finds it at its end. */
function checkout(...files: string[]): string {
  const folder = tmpFolder();
  for (const file of files) cpSync(join(root, file), join(folder, file), { recursive: true });
  return folder;
}

const prepare = (folder: string) => run("npm", ["run", "--silent", "prepare"], { cwd: folder });

test("the image's first stage takes in all that the build reads, of which npm ci makes the program at its end", async () => {
  const [stage = ""] = readFileSync(join(root, "Dockerfile"), "utf8").split("RUN npm run build");
  const copied = [...stage.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, files = ""]) => files.split(" "));
  const folder = checkout(...copied);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  await prepare(folder);
  const program = join(folder, "dist/main.js");
  expect((await run(program, ["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe("what npm ci runs at its end", () => {
  test("leaves it unbuilt and says so where the development dependencies are left out", async () => {
    const folder = checkout("package.json", "prepare.mjs", "build.mjs", "src");
    mkdirSync(join(folder, "node_modules"));
    expect((await prepare(folder)).stderr).toMatch(/not built.*esbuild.*npm run build/);
    expect(existsSync(join(folder, "dist"))).toBe(false);
  });

  test("leaves alone what was built before, where it cannot build", async () => {
    const folder = checkout("package.json", "build.mjs", "prepare.mjs", "dist");
    expect((await prepare(folder)).stderr).not.toContain("not built");
    expect(existsSync(join(folder, "dist/main.js"))).toBe(true);
  });

  test("waits for the sources, which an image takes in later", async () => {
    const folder = checkout("package.json", "build.mjs", "prepare.mjs");
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    expect((await prepare(folder)).stderr).toMatch(/not built.*src.*npm run build/);
  });
});
