/** Puts the library's errors into words for people who know stocks. */
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Language } from "./language.ts";
import { misquoted, slipAt } from "./slips.ts";
import { ExpressionError, isNode, type Node } from "./syntax.ts";

interface LibraryError {
  readonly code: string;
  readonly summary: string;
  readonly node?: unknown;
  readonly range?: { readonly start: number };
}

/** `types` names the event types in question, for the message. */
export function explain(error: unknown, source: string, language: Language): ExpressionError {
  if (error instanceof ExpressionError) return error;
  if (!isLibraryError(error)) return new ExpressionError(0, "this expression is too deep or cannot be read");
  const node = isNode(error.node) ? error.node : undefined;
  const index = Math.min(error.range?.start ?? node?.pos ?? 0, source.length);
  if (error.code === "no_such_key" && node !== undefined) return missingField(node, index, source, language);
  const [message, suggestion] = words(error, source, index, language);
  if (node?.op === "in" && /: string in string/.test(error.summary))
    return new ExpressionError(
      index,
      message,
      'a list is written in brackets: ["7203"]; `contains` looks into a text',
    );
  const literal = node !== undefined && mixes(error) ? misquoted(node, source) : undefined;
  if (literal !== undefined) return new ExpressionError(literal.index, message, literal.suggestion);
  const at = node?.op === "rcall" ? methodIndex(node, source) : index;
  return new ExpressionError(at, message, suggestion);
}

// The name of a method stands after its receiver and a dot.
function methodIndex(node: Node, source: string): number {
  const [called, receiver] = node.args as [string, Node];
  return source.indexOf(called.replace(/^(own|event)_/, ""), receiver.end);
}

function isLibraryError(error: unknown): error is LibraryError {
  return error instanceof Error && "code" in error && "summary" in error;
}

function missingField(node: Node, index: number, source: string, language: Language): ExpressionError {
  const [owner, key] = node.args as [Node, unknown];
  const field = isNode(key) ? String(key.args) : String(key);
  const type = owner.checkedType?.name ?? "";
  const fields = [...(language.shapes.get(type)?.keys() ?? [])];
  const what = nothingNamed[type] ?? `\`${source.slice(owner.start, owner.end)}\` has no field`;
  return new ExpressionError(index, `${what} \`${field}\``, didYouMean(field, fields) ?? listed(fields));
}

const nothingNamed: Readonly<Record<string, string>> = {
  Lists: "there is no list",
  Tables: "there is no table",
  Watchlists: "there is no watchlist",
};

function listed(fields: readonly string[]): string | undefined {
  return fields.length === 0 || fields.length > 20 ? undefined : `there are ${fields.join(", ")}`;
}

const typeWords: readonly [RegExp, string][] = [
  [/\b(own|event)_/g, ""],
  [/\blist<(string|dyn)>/g, "list of texts"],
  [/\blist<(double|int)>/g, "list of numbers"],
  [/\blist<\w+>/g, "list of records"],
  [/\blist<.*>/g, "list"],
  [/\bgoogle\.protobuf\.Timestamp\b/g, "moment"],
  [/\bgoogle\.protobuf\.Duration\b/g, "span"],
  [/\bmap<.*>/g, "map"],
  [/\b(double|u?int)\b/g, "number"],
  [/\bstring\b/g, "text"],
  [/\bbool\b/g, "condition"],
  [/\b(Item|Event|Lists|Tables|Watchlists|Mine|Standing|Latest)\w*\b/g, "record"],
];

export function typeInWords(type: string): string {
  return typeWords.reduce((text, [pattern, word]) => text.replace(pattern, word), type);
}

function words(
  { code, summary }: LibraryError,
  source: string,
  index: number,
  language: Language,
): readonly [message: string, suggestion?: string | undefined] {
  const detail = typeInWords(summary.replace(/^[^:]*: /, ""));
  switch (code) {
    case "no_such_overload":
      return [`these do not go together: ${detail}`, overloadHint(summary)];
    case "no_matching_overload": {
      const callText = /'(.*)'/.exec(summary)?.[1] ?? summary;
      const [, called] = /^(min|max)\([^,]*\)$/.exec(callText) ?? [];
      return [
        `this cannot be called so: ${typeInWords(callText)}`,
        called && language.conditionMeant?.(called),
      ];
    }
    case "invalid_logical_operand":
    case "invalid_condition_type":
      return [`a condition is needed here, such as now.ratio > 1; got ${typeInWords(quoted(summary))}`];
    case "heterogeneous_list_element":
      return ["the entries of a list must all be texts or all be numbers", digitsHint(source, index)];
    case "heterogeneous_map_key":
      return ["the keys of a map must all be texts or all be numbers"];
    case "heterogeneous_map_value":
      return ["the values of a map must all be of one kind"];
    case "invalid_index_type":
      return ["a place in a list is a whole number, counted from 0, such as [0]"];
    case "limit_exceeded":
      return ["this expression is too large"];
    case "unexpected_token":
    case "expected_token":
    case "unexpected_character": {
      const hint = slipAt(source, index);
      if (source.slice(index).trim() === "") return ["the expression ends too early", hint];
      return [`this does not belong here: ${legible(source.slice(index, index + 12))}`, hint];
    }
    default:
      return [typeInWords(summary.charAt(0).toLowerCase() + summary.slice(1))];
  }
}

function quoted(summary: string): string {
  return /'(.*)'/.exec(summary)?.[1] ?? "something else";
}

function overloadHint(summary: string): string | undefined {
  if (/Timestamp \S+ string|string \S+ google\S+Timestamp/.test(summary)) {
    return 'timestamp("2026-01-05T00:00:00Z") makes a moment of a text';
  }
  if (/: bool (<|<=|>|>=) /.test(summary)) return "one comparison at a time: 1 < now.ratio && now.ratio < 2";
  return mixesNumberAndText(summary) ? "texts and codes are written in quotes, numbers without" : undefined;
}

function mixes({ code, summary }: LibraryError): boolean {
  return code === "no_such_overload" && mixesNumberAndText(summary);
}

function mixesNumberAndText(summary: string): boolean {
  return (
    /: (double|int) \S+ (list<)?string/.test(summary) || /: string \S+ (list<)?(double|int)/.test(summary)
  );
}

function digitsHint(source: string, index: number): string | undefined {
  const [digits] = /^\d+/.exec(source.slice(index)) ?? [];
  return digits === undefined ? undefined : `put it in quotes: "${digits}"`;
}

/** The text with characters that cannot be seen as their numbers: they are what is wrong. */
function legible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zs}]/gu, (sign) => {
    const number = sign.codePointAt(0) ?? 0;
    return sign === " " ? sign : `[U+${number.toString(16).toUpperCase().padStart(4, "0")}]`;
  });
}
