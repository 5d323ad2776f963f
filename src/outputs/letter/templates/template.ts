/**
 * Templates that people write for messages: read, and compiled in Liquid without anything that reads files or knows the
 * time.
 */
import { Context, Liquid, type Template } from "liquidjs";
import type { Log } from "../../../lib/log.ts";
import { formatProblem, type Problem, withoutMark, withSource } from "../../../lib/problem.ts";
import { readSmallFile } from "../../../lib/read-small-file.ts";
import { nearest } from "../../../lib/text/nearest.ts";
import { countSteps, createSteps, limitersOf, type TemplateSteps, weigh } from "./template-steps.ts";
import type { LetterVariables } from "./variables.ts";

interface TemplateMistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly suggestion?: string;
}

/**
 * Renders a message. Throws where it takes more steps than a template may, or more than are left.
 * @param steps those that are left to all messages that are made at once; absent: it is alone
 */
export type RenderLetter = (variables: LetterVariables, steps?: TemplateSteps) => string;

export type CompiledTemplate =
  | { readonly ok: true; readonly render: RenderLetter }
  | { readonly ok: false; readonly mistakes: readonly TemplateMistake[] };

/** The messages that templates are compiled for. */
export interface TemplateUse {
  readonly engine: Liquid;
  /** Word for the messages, such as "mails". */
  readonly messages: string;
  /** Messages that it is tried on before it is used: with something in every place first. */
  readonly samples: readonly [LetterVariables, ...LetterVariables[]];
  /** Finds what is wrong with what it renders; undefined: nothing is. */
  check(render: RenderLetter): Omit<TemplateMistake, "line" | "column"> | undefined;
}

const filters = [
  ...["append", "prepend", "capitalize", "upcase", "downcase", "strip", "lstrip", "rstrip", "replace"],
  ...["replace_first", "remove", "remove_first", "truncate", "truncatewords", "split", "join", "first"],
  ...["last", "size", "slice", "reverse", "map", "where", "compact", "concat", "uniq", "default", "plus"],
  ...["minus", "times", "divided_by", "modulo", "round", "floor", "ceil", "abs", "at_least", "at_most"],
  ...["url_encode", "strip_newlines"],
];

const tags = ["assign", "capture", "case", "comment", "#", "cycle", "echo", "for", "if", "unless", "break"];
const allTags = [...tags, "continue", "liquid"];

/** Characters of a template. */
const parseLimit = 100_000;
const mostCharacters = 1_000_000;

/** @param escapeText makes a value that is shown a part of the text around it; left out: it is one as it stands */
export function createEngine(escapeText = (text: string) => text): Liquid {
  const engine = new Liquid({
    ...{ strictFilters: true, strictVariables: true, lenientIf: true, ownPropertyOnly: true },
    ...{ templates: {}, dynamicPartials: false, relativeReference: false, cache: false },
    parseLimit,
    outputEscape(this: { readonly context: Context }, value: unknown) {
      const text = String(value ?? "");
      this.context.memoryLimit.use(text.length);
      return escapeText(text);
    },
  });
  countSteps(engine);
  for (const name of Object.keys(engine.filters)) if (!filters.includes(name)) delete engine.filters[name];
  for (const name of Object.keys(engine.tags)) if (!allTags.includes(name)) delete engine.tags[name];
  return engine;
}

export function compileLiquid(text: string, use: TemplateUse): CompiledTemplate {
  const { engine, samples } = use;
  const [full] = samples;
  const refused = (...mistakes: TemplateMistake[]): CompiledTemplate => ({ ok: false, mistakes });
  let parsed: Template[];
  try {
    parsed = engine.parse(text);
  } catch (error) {
    return refused(mistakeOf(error, use));
  }
  const unknown = unknownVariables(parsed, use, Object.keys(full));
  if (unknown.length > 0) return refused(...unknown);
  weigh(parsed, text.length);
  const render: RenderLetter = (variables, steps = createSteps()) => {
    const options = { sync: true, strictVariables: true, ownPropertyOnly: true };
    const limiters = { ...limitersOf(steps, parsed), liquid: engine };
    const context = new Context(variables, engine.options, options, limiters);
    const rendered = engine.renderSync(parsed, context) as string;
    if (rendered.length > mostCharacters) throw new RangeError("the message is too long");
    return rendered;
  };
  // All that it is tried on is done in one turn.
  const steps = createSteps();
  try {
    for (const sample of samples) render(sample, steps);
    const wrong = use.check((variables) => render(variables, steps));
    if (wrong !== undefined) return refused({ line: 1, column: 1, ...wrong });
  } catch (error) {
    return refused(mistakeOf(error, use));
  }
  return { ok: true, render };
}

/** Names at the top that no message has, also where the samples do not come by. */
function unknownVariables(parsed: Template[], use: TemplateUse, names: readonly string[]): TemplateMistake[] {
  const { globals } = use.engine.analyzeSync(parsed);
  return Object.entries(globals).flatMap(([name, places]) =>
    names.includes(name)
      ? []
      : places.map(({ location: { row, col } }) => unknown(name, names, use, { line: row, column: col })),
  );
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function unknown(
  name: string,
  names: readonly string[],
  { messages }: Pick<TemplateUse, "messages">,
  place: Place,
): TemplateMistake {
  const meant = nearest(name, names);
  const suggestion = meant === undefined ? `there are ${names.join(", ")}` : `did you mean \`${meant}\`?`;
  return { ...place, message: `${messages} have no \`${name}\``, suggestion };
}

/** Fields of rows, of links and of parts. */
const fields = [
  ...["heading", "rows", "label", "was", "now", "words", "url", "summary", "all", "columns", "more"],
  ...["stock", "alert", "mark", "severity", "state", "change", "when"],
];

function mistakeOf(error: unknown, use: TemplateUse): TemplateMistake {
  const { message, token } = error as Error & { token?: { getPosition?(): number[] } };
  const [line = 1, column = 1] = token?.getPosition?.() ?? [];
  const place = { line, column };
  const [said = ""] = message.replace(/, (file:.*?, )?line:\d+, col:\d+$/s, "").split("\n");
  const [, variable] = /^undefined variable: (.+)$/.exec(said) ?? [];
  if (variable !== undefined) return unknown(variable.split(".").at(-1) ?? "", fields, use, place);
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

// Files of templates, and what is wrong in them.

const mostBytes = 100_000;

/** The template of a file; without `render` it has mistakes, or could not be read. */
export interface FoundTemplate {
  readonly render?: RenderLetter;
  readonly problems: readonly Problem[];
}

/**
 * Reads and compiles the template of a file. Never throws.
 * @param file its path as problems name it
 */
export async function readTemplate(
  path: string,
  file: string,
  compile: (text: string) => CompiledTemplate,
): Promise<FoundTemplate> {
  let text: string;
  try {
    const bytes = await readSmallFile(path, mostBytes);
    text = withoutMark(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const message = error instanceof TypeError ? "this is not UTF-8" : (error as Error).message;
    return { problems: [{ file, line: 1, column: 1, message }] };
  }
  const compiled = compile(text);
  if (compiled.ok) return { render: compiled.render, problems: [] };
  return {
    problems: withSource(
      compiled.mistakes.map((mistake) => ({ ...mistake, file })),
      text,
    ),
  };
}

/** @param refused whose template was refused, and what is sent instead */
export function warnOfTemplate(problems: readonly Problem[], refused: string, log: Log): void {
  if (problems.length > 0) log.warn({ mistakes: problems.length }, refused);
  for (const problem of problems) {
    const { file, line, column } = problem;
    log.warn({ file, line, column }, formatProblem(problem));
  }
}
