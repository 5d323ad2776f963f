/** The files that people write, as a fresh clone has them, and those that its docs show. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const home = join(import.meta.dirname, "../..");

/** The pages of docs that are the reference of rules. */
export const referencePages = ["reference", "conditions", "life", "current-items", "events", "tools"].map(
  (part) => `docs/rules-${part}.md`,
);

export interface WrittenFile {
  /** Where it stands, or what shows it. */
  readonly name: string;
  /** The folder that it stands in, or would stand in. */
  readonly folder: string;
  readonly text: string;
}

export function yamlFiles(folder: string): WrittenFile[] {
  const names = readdirSync(join(home, folder)).filter((name) => /\.ya?ml$/.test(name));
  return names.map((name) => {
    const text = readFileSync(join(home, folder, name), "utf8");
    return { name: `${folder}/${name}`, folder, text };
  });
}

/** The YAML of a page of the docs. */
export function yamlBlocks(page: string, folder: string): WrittenFile[] {
  const text = readFileSync(join(home, page), "utf8");
  return [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = ""], index) => ({
    name: `${page}, block ${index + 1}`,
    folder,
    text: block,
  }));
}
