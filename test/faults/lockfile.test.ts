/** Installed packages are those that were looked at: known versions, known bytes, known scripts, known licences. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tell } from "./trials.ts";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly hasInstallScript?: boolean;
}

const lock: { packages: Record<string, Entry> } = read("package-lock.json");
const { dependencies, devDependencies, allowScripts } = read("package.json");
/** By place; the first, without a place, is the project itself. */
const entries = Object.entries(lock.packages).filter(([place]) => place !== "");
const nameOf = (place: string) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

/** Versions below these have known holes: the lowest without any, and one of those that it closes. */
const floors: Readonly<Record<string, readonly [version: string, why: string]>> = {
  ws: ["8.21.0", "many headers of one handshake ended the process (CVE-2024-37890)"],
  undici: ["7.28.0", "an answer packed again and again took all memory (CVE-2026-22036)"],
  nodemailer: ["9.1.1", "a quoted address went to another domain (CVE-2025-13033)"],
  yaml: ["2.9.1", "a file ended the process (CVE-2023-2251)"],
  zod: ["3.22.3", "an e-mail address took minutes (CVE-2023-4316)"],
  acorn: ["7.1.1", "an expression took for ever (GHSA-6chw-6frg-f759)"],
  "tar-fs": ["2.1.4", "an archive wrote outside its folder (CVE-2025-59343)"],
  minimist: ["1.2.6", "an argument reached the prototype (CVE-2021-44906)"],
  semver: ["7.5.2", "a range took for ever (CVE-2022-25883)"],
  "simple-get": ["4.0.1", "cookies went to another host (CVE-2022-0355)"],
  bl: ["4.0.3", "memory of others was read (CVE-2020-8244)"],
  ini: ["1.3.6", "a file reached the prototype (CVE-2020-7788)"],
  "deep-extend": ["0.5.1", "an object reached the prototype (CVE-2018-3750)"],
  esbuild: ["0.25.0", "any page read what its server has (GHSA-67mh-4wv8-f99f)"],
  vitest: ["3.0.5", "any page ran code through its server (CVE-2025-24964)"],
  vite: ["7.1.11", "files beyond the project were served (CVE-2025-62522)"],
  postcss: ["8.4.31", "a comment became a rule (CVE-2023-44270)"],
  nanoid: ["3.3.8", "ids could be told beforehand (CVE-2024-55565)"],
  "jsonpath-plus": ["10.3.0", "a path ran code (CVE-2025-1302)"],
};

const isAtLeast = (version: string, floor: string): boolean => {
  const [a, b] = [version, floor].map((text) => text.split(".").map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
};

test("no package is below the lowest version without a known hole", (context) => {
  const below = entries.flatMap(([place, { version = "0.0.0" }]) => {
    const [floor = "0.0.0", why] = floors[nameOf(place)] ?? [];
    return isAtLeast(version, floor) ? [] : [`${place} ${version}: ${why}`];
  });
  const missing = Object.keys(floors).filter((name) => !entries.some(([place]) => nameOf(place) === name));
  tell(context, {
    fault: "a dependency with a known hole",
    tried: Object.keys(floors).length,
    lost: 0,
    wrong: below.length,
    shown: `${entries.length} packages`,
    failsWith: "ws 8.17.0 in the lockfile",
  });
  expect(below).toEqual([]);
  // A floor of what is not installed any more guards nothing.
  expect(missing).toEqual([]);
});

test("every dependency is pinned exactly", () => {
  const loose = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});

/** Licences of tools only, and for other machines than those that build and run this. */
const isForElsewhere = ({ dev, optional, os, cpu, libc }: Entry) =>
  dev === true &&
  optional === true &&
  (os?.includes("linux") === false || cpu?.includes("x64") === false || libc?.includes("glibc") === false);

test("every package has the sum of its bytes, and none an address", (context) => {
  const bare = entries.filter(([, entry]) => !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? ""));
  const unproved = bare.filter(([, entry]) => !isForElsewhere(entry)).map(([place]) => place);
  const addressed = entries.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place);
  tell(context, {
    fault: "a package whose bytes are others",
    tried: entries.length,
    lost: 0,
    wrong: unproved.length + addressed.length,
    shown: `${bare.length} tools for other machines have none`,
    failsWith: "an entry without its integrity",
  });
  expect(unproved).toEqual([]);
  expect(addressed).toEqual([]);
});

const installScripts = ["preinstall", "install", "postinstall"];

test("scripts run at the installation of two packages alone", (context) => {
  const allowed = ["better-sqlite3", "esbuild"];
  const told = entries.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
  // Scripts of the packages themselves, and of node-gyp, which runs for a binding.gyp without being told.
  const found = entries
    .map(([place]) => place)
    .filter((place) => existsSync(join(root, place, "package.json")))
    .filter((place) => {
      const { scripts = {} } = read(join(place, "package.json"));
      return installScripts.some((name) => name in scripts) || existsSync(join(root, place, "binding.gyp"));
    })
    .map(nameOf);
  tell(context, {
    fault: "a package that runs a script when it is installed",
    tried: entries.length,
    lost: 0,
    wrong: new Set([...told, ...found]).size - allowed.length,
    failsWith: "hasInstallScript on a third",
  });
  expect(told.sort()).toEqual(allowed);
  expect(found.sort()).toEqual(allowed);
  expect(allowScripts).toEqual(Object.fromEntries(allowed.map((name) => [name, true])));
});

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string };
    readonly expression?: string;
  }[];
}

/** None of them asks more of who runs the program than to keep its notice. */
const licences = new Set("MIT MIT-0 ISC 0BSD Unlicense BSD-2-Clause BSD-3-Clause Apache-2.0".split(" "));
const isFree = (expression: string) => expression.split(/[()\s]+|\bOR\b/).some((one) => licences.has(one));

test("npm sbom names every package that runs, with its licence", (context) => {
  // With `--omit dev` npm leaves out what a tool needs as well, such as nodemailer.
  const printed = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 16_000_000,
  });
  const bill: { bomFormat: string; components: Component[] } = JSON.parse(printed);
  const named = new Map(bill.components.map((one) => [`${one.name}@${one.version}`, one]));
  const needed = entries
    .filter(([, { dev }]) => !dev)
    .map(([place, { version }]) => `${nameOf(place)}@${version}`);
  const left = needed.filter((one) => !named.has(one));
  const unfree = needed.flatMap((name) => {
    const said = (named.get(name)?.licenses ?? []).map(
      ({ license, expression }) => license?.id ?? expression,
    );
    return said.some((one) => isFree(one ?? "")) ? [] : [`${name}: ${said.join(", ") || "no licence"}`];
  });
  tell(context, {
    fault: "a package that runs and nobody knows of",
    tried: needed.length,
    lost: left.length,
    wrong: unfree.length,
    failsWith: "a version that is not the installed one",
  });
  expect(bill.bomFormat).toBe("CycloneDX");
  expect(left).toEqual([]);
  expect(unfree).toEqual([]);
  expect(
    Object.keys(dependencies).filter((name) => !needed.some((one) => one.startsWith(`${name}@`))),
  ).toEqual([]);
});
