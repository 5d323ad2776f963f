import type { Event } from "../../src/model/event.ts";
import type { Language, Variables } from "../../src/rules/cel/language.ts";
import { parseTree } from "../../src/rules/cel/parse-tree.ts";
import { rewrite } from "../../src/rules/cel/rewrite.ts";
import { variablesOf } from "../../src/rules/cel/surroundings.ts";
import type { Node } from "../../src/rules/cel/syntax.ts";

export interface AskedLibrary {
  readonly tree: Node;
  /** Result of the library's own evaluation; undefined where it throws. */
  readonly evaluate: (event: Event) => unknown;
}

/** An expression as the library evaluates it, past everything of ours that stands in for it. */
export function askLibrary(source: string, language: Language): AskedLibrary {
  const { program, tree } = parseTree(source, language);
  rewrite(tree, source, language, tree);
  const { error } = program.check();
  if (error !== undefined) throw error;
  return {
    tree,
    evaluate(event) {
      try {
        return program(valuesOf(language, variablesOf(event)));
      } catch {
        return undefined;
      }
    },
  };
}

function valuesOf({ read }: Language, variables: Variables): Record<string, unknown> {
  return Object.fromEntries([...read].map(([name, one]) => [name, one.read(variables)]));
}
