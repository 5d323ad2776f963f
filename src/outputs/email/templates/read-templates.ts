/** Reads the folder of templates at the start and after each edit, and takes them into use. */
import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { type Clock, systemClock } from "../../../lib/clock.ts";
import type { Log } from "../../../lib/log.ts";
import { type Problem, withSource } from "../../../lib/problem.ts";
import { inTime } from "../../../lib/read-small-file.ts";
import { didYouMean } from "../../../lib/text/nearest.ts";
import type { RenderLetter } from "../../templates/compile-liquid.ts";
import { readTemplate, warnOfTemplate } from "../../templates/read-template.ts";
import { type TemplateKind, templateKinds } from "../../templates/samples.ts";
import { compileTemplate, type TemplateFormat } from "./compile-template.ts";
import { createTemplates, type FoundTemplates, runWith } from "./letter-templates.ts";

const formats: readonly TemplateFormat[] = ["html", "txt"];
export const templateFiles = templateKinds.flatMap((kind) => formats.map((format) => `${kind}.${format}`));

/** Never throws; problems name files as seen from where the program runs. */
export async function readTemplates(folder: string): Promise<FoundTemplates> {
  const templates = new Map<string, RenderLetter>();
  const refused = new Set<string>();
  const problems: Problem[] = [];
  const fileOf = (name: string) => relative(process.cwd(), join(folder, name)) || folder;
  const names = await inTime(readdir(folder)).catch(() => undefined);
  if (names === undefined) {
    const message = "the folder of templates cannot be read";
    // What was good stays in use.
    return { templates, refused: new Set(templateFiles), problems: [problem(fileOf(""), message)] };
  }
  for (const name of names.filter((each) => /^[^.].*\.(html|txt)$/.test(each)).sort()) {
    if (!templateFiles.includes(name)) {
      const there = didYouMean(name, templateFiles) ?? `there are ${templateFiles.join(", ")}`;
      problems.push(problem(fileOf(name), "mails have no template of this name", there));
      continue;
    }
    const read = await readTemplate(join(folder, name));
    if (!read.ok) {
      refused.add(name);
      problems.push(problem(fileOf(name), read.message));
      continue;
    }
    const [kind, format] = name.split(".") as [TemplateKind, TemplateFormat];
    const compiled = compileTemplate(read.text, kind, format);
    if (compiled.ok) templates.set(name, compiled.render);
    else {
      refused.add(name);
      const mistakes = compiled.mistakes.map((mistake) => ({ ...mistake, file: fileOf(name) }));
      problems.push(...withSource(mistakes, read.text));
    }
  }
  return { templates, refused, problems };
}

function problem(file: string, message: string, suggestion?: string): Problem {
  return { ...{ file, line: 1, column: 1, message }, ...(suggestion !== undefined && { suggestion }) };
}

const lookMs = 2_000;

/**
 * Calls `onEdit` when the files have changed and two looks in a row agree, so that half-written ones wait. The answer
 * ends it.
 */
export function watchTemplates(
  folder: string,
  clock: Pick<Clock, "after">,
  onEdit: () => Promise<void>,
): () => void {
  let isOver = false;
  let cancel = (): void => {};
  let taken: string | undefined;
  let before: string | undefined;
  const look = async (): Promise<void> => {
    const seen = await lookAt(folder);
    taken ??= seen;
    if (!isOver && seen === before && seen !== taken) {
      taken = seen;
      await onEdit();
    }
    before = seen;
    if (!isOver) cancel = clock.after(lookMs, () => void look());
  };
  void look();
  return () => {
    isOver = true;
    cancel();
  };
}

async function lookAt(folder: string): Promise<string> {
  const lines = ["looked"];
  for (const name of templateFiles) {
    const facts = await inTime(stat(join(folder, name), { bigint: true })).catch(() => undefined);
    if (facts !== undefined) lines.push(`${name} ${facts.size} ${facts.mtimeNs} ${facts.ino}`);
  }
  return lines.join("\n");
}

export interface RunningTemplates {
  failures(): number;
  stop(): void;
}

/**
 * @param folder of the templates
 * @param settings those that mails are composed with
 */
export async function runTemplates(folder: string, settings: object, log: Log): Promise<RunningTemplates> {
  const templates = createTemplates();
  const tell = (problems: readonly Problem[], instead: string): void =>
    warnOfTemplate(problems, `a template of mails was refused; ${instead}`, log);
  tell(templates.take(await readTemplates(folder)), "the built-in mail is sent in its place");
  runWith(settings, templates);
  // Edits of a file come in real time, whatever the clock says.
  const stop = watchTemplates(folder, systemClock, async () => {
    const problems = templates.take(await readTemplates(folder));
    tell(problems, "the one before it stays in use");
    if (problems.length === 0) log.info({ folder }, "the templates of mails are those of the files");
  });
  return { failures: templates.failures, stop };
}
