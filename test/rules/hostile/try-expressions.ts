import { cpuMs, mostMs } from "../../support/cpu-time.ts";
import type { Words } from "./random-expressions.ts";
import { comment, margin, outcome, revised, type Subject } from "./subject.ts";

const subjects: readonly (readonly [Subject, Words])[] = [
  [
    comment,
    {
      texts: ["now.body", "now.title", "now.name", "now.code", "was.body", "event.type", "event.published"],
      numbers: ["now.part", "now.yes", "was.no"],
      textLists: ["lists.words", "changed"],
      recordLists: [],
    },
  ],
  [
    margin,
    {
      texts: ["now.code", "now.name", "was.publishedOn", "event.subject"],
      numbers: ["now.shortRatio", "now.longChange"],
      textLists: ["now.reasons", "was.reasons", "lists.words"],
      recordLists: [],
    },
  ],
  [
    revised,
    {
      texts: ["now.code", "now.unit", "now.period"],
      numbers: ["now.value", "was.value"],
      textLists: ["changed", "lists.words"],
      recordLists: [["now.revisions", ["period"], ["from", "to"]]],
    },
  ],
];

export interface Tried {
  refused: number;
  evaluated: number;
}

/** Each expression is refused at a place or gives a plain value, and neither takes long. Throws for any other. */
export function tryExpressions(count: number, next: (words: Words) => string): Tried {
  const tried: Tried = { refused: 0, evaluated: 0 };
  for (let at = 0; at < count; at++) {
    const [subject, words] = subjects[at % subjects.length] ?? [
      comment,
      { texts: [], numbers: [], textLists: [], recordLists: [] },
    ];
    tryOne(next(words), subject, tried);
  }
  return tried;
}

function tryOne(expression: string, subject: Subject, tried: Tried): void {
  const begun = performance.now();
  const result = outcome(expression, subject);
  const wallMs = performance.now() - begun;
  // Only what seems slow is measured with care.
  const ms = wallMs < mostMs / 2 ? wallMs : cpuMs(() => outcome(expression, subject), mostMs);
  if (ms >= mostMs) throw new Error(`${ms.toFixed(0)} ms: ${expression}`);
  if ("refused" in result) {
    tried.refused++;
    const { index, message } = result.refused;
    if (!(index >= 0 && index <= expression.length && message !== ""))
      throw new Error(`no place: ${expression}`);
    return;
  }
  tried.evaluated++;
  if (!isPlain(result.value, 0)) throw new Error(`something else came out: ${expression}`);
}

/** Functions that the library has besides; nothing can be asked of them but what the vocabulary has. */
const kinds = /^(CelRecord|CelLists|Object|Date|Duration|UnsignedInt|Optional|Type|Uint8Array|Buffer)$/;

/** Numbers, texts, truths, and lists and records of them. */
function isPlain(value: unknown, depth: number): boolean {
  if (
    value === undefined ||
    value === null ||
    ["string", "number", "bigint", "boolean"].includes(typeof value)
  )
    return true;
  if (typeof value !== "object" || depth > 40) return false;
  if (Array.isArray(value)) return value.slice(0, 20).every((entry) => isPlain(entry, depth + 1));
  return kinds.test(value.constructor.name) && !Object.hasOwn(value, "constructor");
}
