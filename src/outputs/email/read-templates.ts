/** Reads and compiles the templates of mails at the start and after each edit, and takes them into use. */
import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { Parser } from "htmlparser2";
import type { Liquid } from "liquidjs";
import { type Clock, systemClock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { Problem } from "../../lib/problem.ts";
import { inTime } from "../../lib/read-small-file.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import { escapeHtml } from "../../lib/walk-html.ts";
import {
  type CompiledTemplate,
  compileLiquid,
  createEngine,
  type RenderLetter,
  readTemplate,
  warnOfTemplate,
} from "../letter/templates/template.ts";
import {
  bareSample,
  fullSample,
  type LetterVariables,
  type TemplateKind,
  templateKinds,
  withTexts,
} from "../letter/templates/variables.ts";
import { createTemplates, type FoundTemplates, runWith, type TemplateFormat } from "./running-templates.ts";

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
    const [kind, format] = name.split(".") as [TemplateKind, TemplateFormat];
    const compile = (text: string) => compileTemplate(text, kind, format);
    const found = await readTemplate(join(folder, name), fileOf(name), compile);
    problems.push(...found.problems);
    if (found.render === undefined) refused.add(name);
    else templates.set(name, found.render);
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
export async function runMailTemplates(
  folder: string,
  settings: object,
  log: Log,
): Promise<RunningTemplates> {
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

// One template: what strangers write is text in it, whichever part of a mail it makes.

const engines: Readonly<Record<TemplateFormat, Liquid>> = {
  html: createEngine(escapeHtml),
  txt: createEngine(),
};

/** A template is tried on a mail with everything and on one with nothing before it is used. */
export function compileTemplate(text: string, kind: TemplateKind, format: TemplateFormat): CompiledTemplate {
  const full = fullSample(kind);
  return compileLiquid(text, {
    ...{ engine: engines[format], messages: "mails", samples: [full, bareSample()] },
    check: (render) => (format === "html" ? markupMistake(render, full) : undefined),
  });
}

// Whether a template shows strangers' text as text, wherever it puts it.

/** Whatever could end a tag, a value or a comment, begin an attribute, or be an address. */
const hostile = `javascript:x "'\`--> </title></style></script><b onx=1> a=1 onload=x &lt;b>`;

/** Elements whose text is not markup's text: what stands there is code, or unseen. */
const codeElements = ["script", "style", "iframe", "object", "embed", "base", "form", "meta", "link"];
const addresses = ["href", "src", "action", "formaction", "background", "poster", "srcset"];

interface Found {
  /** Elements and names of attributes, in their order. */
  readonly shape: string[];
  /** Attributes and elements where strangers' text is more than text. */
  readonly misused: string[];
}

/** Undefined: its markup is the same whatever strangers write. */
function markupMistake(
  render: (variables: LetterVariables) => string,
  full: LetterVariables,
): { readonly message: string; readonly suggestion?: string } | undefined {
  const plain = markupOf(render(full), "\u0000");
  const found = markupOf(render(withTexts(full, hostile)), "javascript:x");
  if (plain.shape.join("\n") !== found.shape.join("\n")) {
    const at = found.shape.findIndex((line, index) => line !== plain.shape[index]);
    return {
      message: `what strangers write would become markup near <${found.shape[at]?.split(" ")[0] ?? "end"}>`,
      suggestion: 'values in attributes stand in quotes: title="{{ title }}"',
    };
  }
  const [misused] = found.misused;
  return misused === undefined
    ? undefined
    : {
        message: `what strangers write would be more than text in ${misused}`,
        suggestion: "addresses are those of `url` and `chart`; scripts and styles hold no values",
      };
}

function markupOf(html: string, mark: string): Found {
  const shape: string[] = [];
  const misused: string[] = [];
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      shape.push([name, ...Object.keys(attributes)].join(" "));
      open.push(name);
      for (const [key, value] of Object.entries(attributes)) {
        const isCode = key.startsWith("on") || key === "style" || addresses.includes(key);
        if (isCode && value.includes(mark)) misused.push(`${key} of <${name}>`);
      }
    },
    onclosetag(name) {
      shape.push(`/${name}`);
      open.splice(open.lastIndexOf(name), 1);
    },
    oncomment: () => void shape.push("!"),
    ontext(text) {
      const within = open.find((name) => codeElements.includes(name));
      if (within !== undefined && text.includes(mark)) misused.push(`<${within}>`);
    },
  });
  parser.end(html);
  return { shape, misused };
}
