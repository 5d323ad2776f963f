/** Compiles a template of mails, in Liquid without anything that reads files, knows the time or lets markup through. */
import { Liquid, type Template } from "liquidjs";
import { escapeHtml } from "../../../lib/text/escape-html.ts";
import { nearest } from "../../../lib/text/nearest.ts";
import { markupMistake } from "./same-markup.ts";
import { bareSample, fullSample, type TemplateKind } from "./samples.ts";
import type { LetterVariables } from "./variables.ts";

export type TemplateFormat = "html" | "txt";

interface TemplateMistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly suggestion?: string;
}

/** Renders a mail. Throws where the mail takes more than a template may. */
export type RenderLetter = (variables: LetterVariables) => string;

const filters = [
  ...["append", "prepend", "capitalize", "upcase", "downcase", "strip", "lstrip", "rstrip", "replace"],
  ...["replace_first", "remove", "remove_first", "truncate", "truncatewords", "split", "join", "first"],
  ...["last", "size", "slice", "reverse", "map", "where", "compact", "concat", "uniq", "default", "plus"],
  ...["minus", "times", "divided_by", "modulo", "round", "floor", "ceil", "abs", "at_least", "at_most"],
  ...["url_encode", "strip_newlines"],
];

const tags = ["assign", "capture", "case", "comment", "#", "cycle", "echo", "for", "if", "unless", "break"];
const allTags = [...tags, "continue", "liquid"];

/** Limits of one mail, the last in ms: templates are people's, and a slip in a loop is to stop nothing else. */
const limits = { parseLimit: 100_000, memoryLimit: 1_000_000, renderLimit: 500 };
const mostCharacters = 1_000_000;

function createEngine(format: TemplateFormat): Liquid {
  const engine = new Liquid({
    ...{ strictFilters: true, strictVariables: true, lenientIf: true, ownPropertyOnly: true },
    ...{ templates: {}, dynamicPartials: false, relativeReference: false, cache: false },
    ...{ parseLimit: limits.parseLimit, memoryLimit: limits.memoryLimit },
    ...(format === "html" ? { outputEscape: (value: unknown) => escapeHtml(String(value ?? "")) } : {}),
  });
  for (const name of Object.keys(engine.filters)) if (!filters.includes(name)) delete engine.filters[name];
  for (const name of Object.keys(engine.tags)) if (!allTags.includes(name)) delete engine.tags[name];
  return engine;
}

const engines: Readonly<Record<TemplateFormat, Liquid>> = {
  html: createEngine("html"),
  txt: createEngine("txt"),
};

export type CompiledTemplate =
  | { readonly ok: true; readonly render: RenderLetter }
  | { readonly ok: false; readonly mistakes: readonly TemplateMistake[] };

/** A template is tried on a mail with everything and on one with nothing before it is used. */
export function compileTemplate(text: string, kind: TemplateKind, format: TemplateFormat): CompiledTemplate {
  const engine = engines[format];
  const refused = (...mistakes: TemplateMistake[]): CompiledTemplate => ({ ok: false, mistakes });
  let parsed: Template[];
  try {
    parsed = engine.parse(text);
  } catch (error) {
    return refused(mistakeOf(error));
  }
  const full = fullSample(kind);
  const unknown = unknownVariables(engine, parsed, full);
  if (unknown.length > 0) return refused(...unknown);
  const render: RenderLetter = (variables) => {
    const { renderLimit } = limits;
    const rendered = engine.renderSync(parsed, variables, { renderLimit }) as string;
    if (rendered.length > mostCharacters) throw new RangeError("the mail is too long");
    return rendered;
  };
  try {
    for (const sample of [full, bareSample()]) render(sample);
    const markup = format === "html" ? markupMistake(render, full) : undefined;
    if (markup !== undefined) return refused({ line: 1, column: 1, ...markup });
  } catch (error) {
    return refused(mistakeOf(error));
  }
  return { ok: true, render };
}

/** Names at the top that no mail has, also where the samples do not come by. */
function unknownVariables(engine: Liquid, parsed: Template[], full: LetterVariables): TemplateMistake[] {
  const names = Object.keys(full);
  const { globals } = engine.analyzeSync(parsed);
  return Object.entries(globals).flatMap(([name, places]) =>
    names.includes(name)
      ? []
      : places.map(({ location: { row, col } }) => unknown(name, names, { line: row, column: col })),
  );
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function unknown(name: string, names: readonly string[], place: Place): TemplateMistake {
  const meant = nearest(name, names);
  const suggestion = meant === undefined ? `there are ${names.join(", ")}` : `did you mean \`${meant}\`?`;
  return { ...place, message: `mails have no \`${name}\``, suggestion };
}

/** Fields of rows, of links and of parts. */
const fields = [
  "heading",
  "rows",
  "label",
  "was",
  "now",
  "words",
  "url",
  "summary",
  "all",
  "columns",
  "more",
];
const rowFields = ["stock", "alert", "mark", "severity", "state", "change", "when"];

function mistakeOf(error: unknown): TemplateMistake {
  const { message, token } = error as Error & { token?: { getPosition?(): number[] } };
  const [line = 1, column = 1] = token?.getPosition?.() ?? [];
  const place = { line, column };
  const [said = ""] = message.replace(/, (file:.*?, )?line:\d+, col:\d+$/s, "").split("\n");
  const [, variable] = /^undefined variable: (.+)$/.exec(said) ?? [];
  if (variable !== undefined)
    return { ...unknown(variable.split(".").at(-1) ?? "", [...fields, ...rowFields], place) };
  const [, filter] = /^undefined filter: (.+)$/.exec(said) ?? [];
  if (filter !== undefined) return { ...place, ...unknownWord("filter", filter, filters) };
  const [, tag] = /^tag "(.+)" not found$/.exec(said) ?? [];
  if (tag !== undefined) return { ...place, ...unknownWord("tag", tag, allTags) };
  return { ...place, message: said };
}

function unknownWord(what: string, word: string, words: readonly string[]) {
  const meant = nearest(word, words);
  const suggestion = meant === undefined ? `there are ${words.join(", ")}` : `did you mean \`${meant}\`?`;
  return { message: `templates have no ${what} \`${word}\``, suggestion };
}
