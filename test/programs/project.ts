/** A project of a user's: the package as npm packs it, unpacked beside what it depends on. */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { home } from "../docs/written-files.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const run = promisify(execFile);

export interface Packed {
  /** Path of the tarball. */
  readonly tarball: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly string[];
}

/** Packs what `npm run build` made, or another package of a folder. */
export async function pack(source = "."): Promise<Packed> {
  const folder = tmpFolder();
  const options = ["--ignore-scripts", "--offline", "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", ["pack", source, ...options], { cwd: home });
  const answer = JSON.parse(stdout);
  // A list, or since npm 11 a record by name.
  const [packed] = Object.values<{ size: number; unpackedSize: number; files: { path: string }[] }>(answer);
  const [name = ""] = readdirSync(folder);
  if (packed === undefined) throw new Error(stdout);
  const { size, unpackedSize, files } = packed;
  return { tarball: join(folder, name), size, unpackedSize, files: files.map(({ path }) => path) };
}

/** Packages of npm that a user's own project has besides. */
const beside = ["ws", "better-sqlite3", "@types/node", "undici-types"];

/**
 * A folder in which `npx yagura` and `import "yagura/client"` work. An npm without network cannot install the tarball's
 * dependencies, so those that are needed are linked.
 */
export async function createProject(): Promise<string> {
  const { tarball } = await pack();
  const folder = tmpFolder();
  const modules = join(folder, "node_modules");
  const own = join(modules, "yagura");
  for (const made of [own, join(modules, ".bin"), join(modules, "@types")])
    mkdirSync(made, { recursive: true });
  await run("tar", ["--extract", "--strip-components=1", "--file", tarball], { cwd: own });
  symlinkSync("../yagura/dist/main.js", join(modules, ".bin/yagura"));
  for (const name of beside) symlinkSync(join(home, "node_modules", name), join(modules, name));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "desk", type: "module", private: true }),
  );
  return folder;
}

/** Copies programs of docs/clients as they are packed. */
export function copyPrograms(project: string, names: readonly string[]): void {
  for (const name of names)
    copyFileSync(join(project, "node_modules/yagura/docs/clients", name), join(project, name));
}

const strict = {
  ...{ target: "ES2022", module: "NodeNext", moduleResolution: "NodeNext", noEmit: true, strict: true },
  ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
};

/** What TypeScript has to say against these files. */
export async function typeErrors(
  project: string,
  files: readonly string[],
  options: { lib: string[]; types: string[] },
): Promise<string> {
  const config = join(project, "tsconfig.json");
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...strict, ...options }, files }));
  const tsc = join(home, "node_modules/typescript/lib/tsc.js");
  return run(process.execPath, [tsc, "-p", config], { cwd: project }).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout || "tsc failed",
  );
}
