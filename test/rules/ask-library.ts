import type { Event } from "../../src/model/event.ts";
import type { Language } from "../../src/rules/cel/language.ts";
import { rewrite } from "../../src/rules/cel/rewrite.ts";
import type { Node } from "../../src/rules/cel/syntax.ts";

export interface AskedLibrary {
  readonly tree: Node;
  /** Result of the library's own evaluation; undefined where it throws. */
  readonly evaluate: (event: Event) => unknown;
}

/** An expression as the library evaluates it, past everything of ours that stands in for it. */
export function askLibrary(source: string, language: Language): AskedLibrary {
  const program = language.environment.parse(source);
  const tree = program.ast as unknown as Node;
  rewrite(tree, source, language, tree);
  const { error } = program.check();
  if (error !== undefined) throw error;
  return {
    tree,
    evaluate(event) {
      try {
        return program(language.bind(event));
      } catch {
        return undefined;
      }
    },
  };
}
