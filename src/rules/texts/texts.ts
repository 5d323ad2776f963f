/** The texts of a rule's alerts: title and body as its author writes them, and those for readers of other languages. */
import * as z from "zod";
import { tameLine, tameLines } from "../../lib/text/tame.ts";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { newsTypes } from "../../model/event-types.ts";
import { type Language as Tongue, languages as tongues } from "../../model/language.ts";
import { answerInJapanese } from "../../model/messages/in-japanese.ts";
import type { Firing } from "../../model/rule.ts";
import type { Language, Variables } from "../cel/language.ts";
import type { ExpressionError } from "../cel/syntax.ts";
import type { FileContext } from "../context/file-context.ts";
import { braceSlip, compileRuleText, type Template } from "./template.ts";

interface Examples {
  readonly displayName: string;
  readonly description: string;
  readonly title: string;
  readonly body: string;
}

const shownName = z
  .string()
  .regex(/^(?=.*\S)[^\p{Cc}]{1,80}$/u, { error: "a display name is one line of up to 80 characters" });

const nameAbout =
  "a short name for people, which the page shows in large; {{ params.NAME }} holds a parameter's value; without it, `name` is shown";

/** A name for people, beside the one by which files and commands know the rule: one for all, or by language. */
export const displayNameKey = z
  .union([shownName, z.strictObject({ en: inTongue("English"), ja: inTongue("Japanese") })])
  .optional()
  .describe(`${nameAbout}; one for all, or one for each language`)
  .meta({ examples: ["Large new short position", { en: "Large short", ja: "大口の空売り" }] });

function inTongue(tongue: string) {
  return shownName.describe(`for who reads ${tongue}`).meta({ examples: ["Large short"] });
}

const tongueTexts = (name: string, examples: Examples) =>
  z
    .strictObject({
      displayName: shownName
        .optional()
        .describe(nameAbout)
        .meta({ examples: [examples.displayName] }),
      description: z
        .string()
        .optional()
        .describe(
          "what the rule is for; {{ params.NAME }} holds a parameter's value; without it, its own description is shown",
        )
        .meta({ examples: [examples.description] }),
      title: z
        .string()
        .min(1)
        .describe("required; one line; {{ }} holds values")
        .meta({ examples: [examples.title] }),
      body: z
        .string()
        .optional()
        .describe("more text, with line breaks; {{ }} holds values; without it, the rule's own body is sent")
        .meta({ examples: [examples.body] }),
    })
    .optional()
    .describe(`display name, description, title and body for who reads ${name}`)
    .meta({ examples: [examples] });

const english: Examples = {
  displayName: "Large new short position",
  description: "A seller reports a large new position.",
  title: "{{ now.seller }} is short {{ now.ratio }} %",
  body: "Published {{ event.published }}.",
};
const japanese: Examples = {
  displayName: "新しい大口の空売り",
  description: "新しい大口の空売り残高が報告されました。",
  title: "{{ now.seller }}の空売り残高が{{ now.ratio }}%",
  body: "公表日 {{ event.published }}。",
};

const ofTongue: Readonly<Record<Tongue, ReturnType<typeof tongueTexts>>> = {
  en: tongueTexts("English", english),
  ja: tongueTexts("Japanese", japanese),
};

export const textsKey = z
  .strictObject({ ...ofTongue })
  .optional()
  .describe(
    "`displayName`, `description`, `title` and `body` in other languages: `ja` or `en`, for receivers and readers of that language",
  )
  .meta({ examples: [{ ja: japanese }] });

export interface RuleTexts {
  /** Renders the texts in the rule's own language. */
  own(variables: Variables): Pick<Firing, "title" | "body">;
  /** Renders those in the other languages that the rule has; a text that is not there is the own one. */
  others(variables: Variables, own: Pick<Firing, "title" | "body">): Pick<Firing, "texts">;
}

interface Written {
  readonly name: string;
  readonly title: string;
  readonly body: string;
  readonly texts?: z.output<typeof textsKey>;
}

interface Means {
  readonly context: FileContext;
  readonly language: Language;
}

const longest = { title: 200, body: 10_000, param: 60 };

export function compileTexts(
  { name, title, body, texts = {} }: Written,
  path: Path,
  means: Means,
): RuleTexts {
  const ownTitle = compileText(title, [...path, "title"], means);
  const ownBody = compileText(body, [...path, "body"], means);
  const others = tongues.flatMap((tongue) => {
    const written = texts[tongue];
    if (written === undefined) return [];
    const at = [...path, "texts", tongue];
    if (written.body === undefined && body !== "") warnOfBody(at, means);
    return [
      {
        tongue,
        title: compileText(written.title, [...at, "title"], means),
        body: written.body === undefined ? undefined : compileText(written.body, [...at, "body"], means),
      },
    ];
  });
  return {
    own: (variables) => ({
      title: tameLine(ownTitle(variables), longest.title) || name,
      body: tameLines(ownBody(variables), longest.body),
    }),
    others(variables, own) {
      if (others.length === 0) return {};
      const rendered = others.map((each) => {
        const seen = each.tongue === "ja" ? withNewsInJapanese(variables) : variables;
        const title = tameLine(each.title(seen), longest.title) || own.title;
        const text = each.body === undefined ? own.body : tameLines(each.body(seen), longest.body);
        return [each.tongue, { title, body: text }];
      });
      return { texts: Object.fromEntries(rendered) };
    },
  };
}

/** The monitor's own news says what happened in words of ours: `message`, and that of each of its `problems`. */
function withNewsInJapanese(variables: Variables): Variables {
  const { event } = variables;
  if (!Object.hasOwn(newsTypes, event.type)) return variables;
  const said = (item: Readonly<Record<string, unknown>>) =>
    typeof item?.message === "string" ? { ...item, message: answerInJapanese(item.message) } : item;
  const { problems } = event.data.now;
  const now = {
    ...said(event.data.now),
    ...(Array.isArray(problems) && { problems: problems.map(said) }),
  };
  return { ...variables, event: { ...event, data: { ...event.data, now } } };
}

function warnOfBody(at: Path, { context }: Means): void {
  const message = "the body has no text in this language, so readers get the rule's own";
  context.warn(context.yaml.atKey(at), message, "write `body: ...` beside the title");
}

function compileText(text: string, path: Path, { context, language }: Means): Template {
  const slip = braceSlip(text);
  if (slip !== undefined)
    context.warn(context.yaml.atIndex(path, slip), "this is shown as it is written", "values go in {{ }}");
  return compileRuleText(text, language, (error: ExpressionError) => {
    context.report(context.yaml.atIndex(path, error.index), error.message, error.suggestion);
  });
}

interface Named {
  readonly displayName?: z.output<typeof displayNameKey>;
  readonly description?: string | undefined;
  readonly texts?: z.output<typeof textsKey>;
}

/** Parameters are known without an event; nothing else is. */
const shownParam = /\{\{\s*params\.\w+\s*\}\}/g;

/** The names and descriptions of a rule, in which `{{ params.NAME }}` is the value. A name that is not there is reported. */
export function withParamsShown<Rule extends Named>(
  rule: Rule,
  path: Path,
  { context, language }: Means,
): Rule {
  const shown = (value: unknown, at: Path): unknown => {
    if (typeof value === "object" && value !== null) {
      const parts = Object.entries(value).filter(([key]) => key !== "title" && key !== "body");
      return { ...value, ...Object.fromEntries(parts.map(([key, one]) => [key, shown(one, [...at, key])])) };
    }
    if (typeof value !== "string") return value;
    return value.replace(shownParam, (place, index: number) => {
      const text = compileRuleText(place, language, (error) =>
        context.report(context.yaml.atIndex(at, index + error.index), error.message, error.suggestion),
      );
      return tameLine(text({} as Variables), longest.param);
    });
  };
  const { displayName, description, texts } = rule;
  return { ...rule, ...(shown({ displayName, description, texts }, path) as Named) };
}
