/** The rule language where a text may also say what conditions over several events found. */
import type { Language, Variables } from "./language.ts";
import { registerShape } from "./records.ts";

export interface TextLanguage {
  readonly language: Language;
  /** What an event gives, with what was found. */
  bind(variables: Variables, found: Readonly<Record<string, number>>): Variables;
}

/** @param names of what conditions find, such as count: numbers that are `found.count` in texts */
export function languageWithFound(language: Language, names: readonly string[]): TextLanguage {
  if (names.length === 0) return { language, bind: (variables) => variables };
  const environment = language.environment.clone();
  const known = new Map(language.shapes);
  const shape = new Map(names.map((name) => [name, { kind: "number" }] as const));
  const wrap = registerShape({ environment, known }, "Found", shape);
  environment.registerVariable("found", "Found");
  return {
    language: { ...language, environment, shapes: known, names: [...language.names, "found"] },
    bind: ({ raw, now, was, changed, event, lists }, found) => ({
      ...{ raw, now, was, changed, event, lists },
      found: wrap(found),
    }),
  };
}
