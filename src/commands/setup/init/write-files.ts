/** Writes what a setup decided: each file whole or not at all, the settings last, and nothing that a person edited is lost. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Refused } from "../../../lib/problem.ts";
import { makeOwnerFolder, ownerFile } from "../../../lib/replace-file.ts";
import { type Draft, secretPath, secretsFolder } from "./draft.ts";

export interface WrittenFile {
  readonly path: string;
  /** `beside`: the file itself was edited meanwhile, or has mistakes, and stays. */
  readonly what: "written" | "kept" | "beside";
}

export interface ToWrite {
  readonly draft: Draft;
  /** The text that the config file had when it was read; undefined: there was none. */
  readonly before: string | undefined;
  /** Where the settings go if not into the config file: it has mistakes. */
  readonly beside: boolean;
  /** Folder of the rules of the settings, and of those that ship. */
  readonly rules: string;
  readonly shipped: string;
}

/** A signal that comes meanwhile waits: what follows takes some milliseconds. */
export function writeFiles(asked: ToWrite): WrittenFile[] {
  const wait = (): void => undefined;
  for (const signal of signals) process.on(signal, wait);
  try {
    return write(asked);
  } finally {
    for (const signal of signals) process.off(signal, wait);
  }
}

const signals = ["SIGINT", "SIGTERM"] as const;

/** Rights of files and folders that others may read and never write, whatever the process's umask says. */
const settingsFile = 0o644;
const settingsFolder = 0o755;

/** Refuses a folder of secrets that is a link or a file: what is written there would come to lie elsewhere. */
export function requireOwnSecrets(file: string): void {
  const path = join(dirname(file), secretsFolder);
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts !== undefined && !facts.isDirectory())
    throw new Refused(`${path} is no folder of its own, and passwords are written there: remove it`);
}

function write({ draft, before, beside, rules, shipped }: ToWrite): WrittenFile[] {
  const { file, text, secrets, list } = draft;
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: settingsFolder });
  const files: WrittenFile[] = [];
  if (secrets.size > 0) {
    requireOwnSecrets(file);
    makeOwnerFolder(join(folder, secretsFolder));
    // Settings are kept under version control; secrets are not.
    replace(join(folder, secretsFolder, ".gitignore"), "*\n");
  }
  for (const [name, secret] of secrets) {
    const path = secretPath(file, name);
    replace(path, `${secret}\n`, ownerFile);
    files.push({ path, what: "written" });
  }
  if (existsSync(rules)) files.push({ path: rules, what: "kept" });
  else {
    copyFolder(join(shipped, "rules"), rules);
    files.push({ path: rules, what: "written" });
  }
  const schemas = join(dirname(rules), "docs/schema");
  const shippedSchemas = join(shipped, "docs/schema");
  // The first lines of the files name them, for editors.
  if (!existsSync(schemas) && existsSync(shippedSchemas)) {
    copyFolder(shippedSchemas, schemas);
    files.push({ path: schemas, what: "written" });
  }
  if (list !== undefined) {
    const path = join(folder, list.path);
    files.push({ path, what: isSame(path, list.text) ? "kept" : "written" });
    if (!isSame(path, list.text)) replace(path, list.text);
  }
  files.push(writeSettings(file, text, before, beside));
  return files;
}

function writeSettings(file: string, text: string, before: string | undefined, beside: boolean): WrittenFile {
  if (isSame(file, text)) return { path: file, what: "kept" };
  const now = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  const isEdited = now !== before;
  if (!beside && !isEdited) {
    replace(file, text);
    return { path: file, what: "written" };
  }
  const path = file.replace(/(\.ya?ml)?$/, ".new.yaml");
  replace(path, text);
  return { path, what: "beside" };
}

function isSame(path: string, text: string): boolean {
  return existsSync(path) && readFileSync(path, "utf8") === text;
}

/**
 * Through a file beside it, so that no reader sees half of it.
 * @param mode left out: as it is, without others' right to write
 */
function replace(path: string, text: string, mode?: number): void {
  const draft = `${path}.${randomBytes(4).toString("hex")}`;
  const before = statSync(path, { throwIfNoEntry: false })?.mode;
  const exact = mode ?? (before === undefined ? undefined : before & settingsFolder);
  try {
    writeFileSync(draft, text, { flag: "wx", mode: exact ?? settingsFile });
    if (exact !== undefined) chmodSync(draft, exact);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function copyFolder(from: string, to: string): void {
  const draft = `${to}.${randomBytes(4).toString("hex")}`;
  try {
    mkdirSync(dirname(to), { recursive: true, mode: settingsFolder });
    cpSync(from, draft, { recursive: true });
    // The copies have the rights of what was copied.
    for (const name of ["", ...(readdirSync(draft, { recursive: true }) as string[])])
      chmodSync(join(draft, name), statSync(join(draft, name)).mode & settingsFolder);
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}
