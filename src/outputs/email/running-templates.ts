/**
 * The templates that people have written for mails, while the monitor runs: the last good one of each file. Who has none
 * gets the built-in mail.
 */

import type { Problem } from "../../lib/problem.ts";
import type { RenderLetter } from "../letter/templates/template.ts";
import type { TemplateSteps } from "../letter/templates/template-steps.ts";
import type { LetterVariables, TemplateKind } from "../letter/templates/variables.ts";

/** Parts of a mail that a template makes. */
export type TemplateFormat = "html" | "txt";

/** What was found in the folder of templates. */
export interface FoundTemplates {
  /** By the name of the file. */
  readonly templates: ReadonlyMap<string, RenderLetter>;
  /** Names of files with mistakes, or that could not be read. */
  readonly refused: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

export interface LetterTemplates {
  /** Renders a part of a mail; undefined: there is no template for it, or the mail takes more than one may. */
  render(
    kind: TemplateKind,
    format: TemplateFormat,
    variables: LetterVariables,
    steps?: TemplateSteps,
  ): string | undefined;
  /** Takes what was found; a file with mistakes leaves the template before it in use. */
  take(found: FoundTemplates): readonly Problem[];
  /** Number of mails whose template failed on them. */
  failures(): number;
}

export function createTemplates(): LetterTemplates {
  let good: FoundTemplates["templates"] = new Map();
  let failures = 0;
  return {
    render(kind, format, variables, steps) {
      try {
        return good.get(`${kind}.${format}`)?.(variables, steps);
      } catch {
        // A mail that tells something comes before how it looks.
        failures += 1;
        return undefined;
      }
    },
    take({ templates, refused, problems }) {
      const before = [...good].filter(([name]) => refused.has(name));
      good = new Map([...before, ...templates]);
      return problems;
    },
    failures: () => failures,
  };
}

/** Templates of the settings that a monitor runs with. A backtest has none: it shows the built-in mails. */
const running = new WeakMap<object, LetterTemplates>();

export function runWith(settings: object, templates: LetterTemplates): void {
  running.set(settings, templates);
}

export function templatesOf(settings: object): LetterTemplates | undefined {
  return running.get(settings);
}
