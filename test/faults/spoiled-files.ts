/** Ways in which a rule file goes wrong while a monitor runs, each with what the monitor has to make of it. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type FilesScene, replace } from "./files-scene.ts";

/**
 * `refused`: the rules before it stay, and the mistake is told. `held`: what else was edited is taken, the rules of the
 * emptied file stay. `taken`: it is good after all.
 */
export type Outcome = "refused" | "held" | "taken";

export interface Spoiled {
  readonly what: string;
  readonly outcome: Outcome;
  /** The file that is to be named. */
  readonly file?: string;
  /** What the file held before, and was taken. */
  readonly before?: string;
  put(scene: FilesScene): unknown;
}

const name = "odd.yaml";
const good = `{"rules": [{"name": "odd", "on": "source.failed", "title": "odd", "labels": {"desk": "tokyo"}}]}`;
const shipped = join(import.meta.dirname, "../../fixtures/rules");

const at = ({ rules }: FilesScene) => join(rules, name);

/** Appears whole under the name. */
function appears(make: (path: string, scene: FilesScene) => unknown): Spoiled["put"] {
  return async (scene) => {
    const aside = join(scene.aside, name);
    await make(aside, scene);
    renameSync(aside, at(scene));
  };
}

function text(what: string, content: string, outcome: Outcome = "refused", more = {}): Spoiled {
  return { what, outcome, put: (scene) => replace(scene, name, content), ...more };
}

function odd(
  what: string,
  make: (path: string, scene: FilesScene) => unknown,
  outcome: Outcome = "refused",
): Spoiled {
  return { what, outcome, put: appears(make) };
}

async function listen(path: string): Promise<void> {
  const server = createServer().listen(path);
  await once(server, "listening");
  onTestFinished(() => void server.close());
}

function sparse(path: string, bytes: number): void {
  writeFileSync(path, "");
  truncateSync(path, bytes);
}

const elsewhere =
  (content: string, make: (target: string, path: string) => void) => (path: string, scene: FilesScene) => {
    const target = join(scene.folder, "elsewhere.yaml");
    writeFileSync(target, content);
    make(target, path);
  };

const mistakes = [
  ...[
    "alias",
    "bad-pattern",
    "pattern-repeats-too-much",
    "unknown-top-level-key",
    "word-and",
    "wrong-indentation",
  ],
  ...[
    "until-of-an-unknown-field",
    "unknown-type-in-list",
    "words-file-missing",
    "wrong-argument",
    "unknown-time-zone",
  ],
].map((mistake) => text(`the mistake ${mistake}`, readFileSync(join(shipped, `${mistake}.yaml`), "utf8")));

const cuts = Array.from({ length: 20 }, (_, part) => Math.floor((good.length * (part + 1)) / 21)).map(
  (length) => text(`half written, ${length} of ${good.length} characters`, good.slice(0, length)),
);

const emptied = { before: good };

export const spoiled: readonly Spoiled[] = [
  ...cuts,
  ...mistakes,
  text("emptied", "", "held", emptied),
  text("emptied to comments", "# rules: []\n", "held", emptied),
  text("emptied to no rules", "rules: []\n", "held", emptied),
  text("emptied to blank lines", "\n\n  \n", "held", emptied),
  text("emptied to a byte order mark", "\ufeff", "held", emptied),
  {
    ...{ what: "written in place, byte by byte, and left half", outcome: "refused" },
    put(scene) {
      for (const length of [1, 20, 40]) writeFileSync(at(scene), good.slice(0, length));
    },
  },
  odd("a folder", (path) => mkdirSync(path)),
  odd("a pipe that nobody writes to", (path) => execFileSync("mkfifo", [path])),
  odd("a socket", listen),
  odd("a link to a device without an end", (path) => symlinkSync("/dev/zero", path)),
  odd("a link to a device that waits", (path) => symlinkSync("/dev/tty", path)),
  odd("a link to memory that cannot be read", (path) => symlinkSync("/proc/self/mem", path)),
  odd("a link to a file that denies its size", (path) => symlinkSync("/proc/kallsyms", path)),
  odd("a link to nothing", (path) => symlinkSync("nowhere.yaml", path)),
  odd("a link to itself", (path) => symlinkSync(name, path)),
  odd("a link to a folder", (path, { folder }) => symlinkSync(folder, path)),
  odd("a link through a file", (path) => symlinkSync("marker.yaml/odd.yaml", path)),
  odd("a link to a broken file", elsewhere("rules: [", symlinkSync)),
  odd("a link to a good file", elsewhere(good, symlinkSync), "taken"),
  odd("a hard link to a broken file", elsewhere("rules: [", linkSync)),
  odd("a hard link to a good file", elsewhere(good, linkSync), "taken"),
  odd("a hard link to the other rule file", (path, { rules }) => linkSync(join(rules, "marker.yaml"), path)),
  odd("a file of 40 GB", (path) => sparse(path, 40e9)),
  odd("a file of 5 MB", (path) => writeFileSync(path, "#".repeat(5_000_000))),
  odd("1,000,001 characters", (path) => writeFileSync(path, `${good}${" ".repeat(1_000_001 - good.length)}`)),
  odd("random bytes", (path) =>
    writeFileSync(path, Buffer.from(Array.from({ length: 9_999 }, (_, n) => (n * 7919) % 256))),
  ),
  odd("a program", (path) => writeFileSync(path, readFileSync(process.execPath).subarray(0, 1_000_000))),
  odd("another database", (path, { folder }) =>
    writeFileSync(path, readFileSync(join(folder, "data/yagura.db"))),
  ),
  text("words from a pipe", `lists: { w: { file: pipe.txt } }\n`, "refused", {
    put(scene: FilesScene) {
      rmSync(join(scene.rules, "pipe.txt"), { force: true });
      execFileSync("mkfifo", [join(scene.rules, "pipe.txt")]);
      replace(scene, name, "lists: { w: { file: pipe.txt } }\nrules: []\n");
    },
  }),
  text("words from outside the folder", "lists: { w: { file: ../monitor.yaml } }\nrules: []\n"),
];
