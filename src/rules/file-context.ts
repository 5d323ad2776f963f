/** The context of a rule file while its rules are compiled: languages, facts, settings, and where mistakes go. */
import type { Problem } from "../lib/problem.ts";
import type { Path, Place, YamlFile } from "../lib/yaml/parse-yaml.ts";
import type { Duration } from "../model/duration.ts";
import type { EventType, EventTypes, Narrowed } from "../model/event-types.ts";
import type { NotifyScheme } from "../model/rule.ts";
import { type Language, type Lists, languageFor } from "./cel/language.ts";
import { latestNames } from "./cel/standing-names.ts";
import { ExpressionError } from "./cel/syntax.ts";
import { conditionMeant } from "./conditions/index.ts";
import { type Facts, factsOf } from "./lint/field-facts.ts";
import { createStands, type Stands } from "./standing/stands.ts";

/** Facts from the settings that rules are linted with: which events there are, and how far back the log goes. */
export interface RuleSettings {
  /** Types that no event has with these settings, each with the reason in words. */
  readonly untold: ReadonlyMap<EventType, string>;
  readonly narrowed: readonly Narrowed[];
  /** Time for which the log and the cooldowns are kept. */
  readonly retention: Duration;
}

/** Facts about a rule file that its rules need to compile, and where their mistakes are reported. */
export interface FileContext {
  readonly yaml: YamlFile;
  /** Targets that `notify` may name. */
  readonly notify: readonly NotifyScheme[];
  /** The events that rules can be about. */
  readonly types: EventTypes;
  /** Facts from the settings; undefined: nothing is known of them. */
  readonly settings: RuleSettings | undefined;
  /** What its expressions may name of what stands. */
  readonly stands: Stands;
  /** One language for each set of types, so that rules share what is computed of an event. */
  language(types: readonly EventType[]): Language;
  /** Facts about events of some of the types that the language is over. */
  facts(types: readonly EventType[], language: Language): Facts;
  report(place: Place, message: string, suggestion?: string | undefined): void;
  /** Reports what does not stop the file from being used. */
  warn(place: Place, message: string, suggestion?: string | undefined): void;
  /** Whether it was not asked before about this: for what is told once a file. */
  isFirstAbout(what: string): boolean;
  /** Compiles the expression at a path; a mistake in it is reported at its character, and gives undefined. */
  at<T>(path: Path, compile: () => T): T | undefined;
}

/** Lists that reports go to. */
export interface Findings {
  readonly problems: Problem[];
  readonly warnings: Problem[];
}

interface Given extends Findings, Pick<FileContext, "notify" | "types" | "settings"> {
  /** The lists of the file, by name. */
  readonly lists: Lists;
}

export function createFileContext(
  yaml: YamlFile,
  { lists, notify, types, settings, problems, warnings }: Given,
): FileContext {
  const problem = ({ line, column }: Place, message: string, suggestion: string | undefined): Problem => ({
    ...{ file: yaml.file, line, column, message },
    ...(suggestion === undefined ? {} : { suggestion }),
  });
  const report: FileContext["report"] = (place, message, suggestion) => {
    problems.push(problem(place, message, suggestion));
  };
  const told = new Set<string>();
  const stands = createStands(latestNames(types).sources);
  return {
    yaml,
    notify,
    types,
    settings,
    stands,
    ...createLanguages(types, lists, stands),
    isFirstAbout(what) {
      const isFirst = !told.has(what);
      told.add(what);
      return isFirst;
    },
    report,
    warn(place, message, suggestion) {
      warnings.push({ ...problem(place, message, suggestion), severity: "warning" });
    },
    at(path, compile) {
      try {
        return compile();
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        report(yaml.atIndex(path, error.index), error.message, error.suggestion);
        return undefined;
      }
    },
  };
}

/** Languages and facts of a file, each made once. */
function createLanguages(
  all: EventTypes,
  lists: Lists,
  stands: Stands,
): Pick<FileContext, "language" | "facts"> {
  const languages = new Map<string, Language>();
  const facts = new WeakMap<Language, Map<string, Facts>>();
  return {
    language(types) {
      const key = [...types].sort().join();
      const language = languages.get(key) ?? ruleLanguage(types, all, lists, stands);
      languages.set(key, language);
      return language;
    },
    facts(types, language) {
      const ofLanguage = facts.get(language) ?? new Map<string, Facts>();
      facts.set(language, ofLanguage);
      const key = types.join();
      const known = ofLanguage.get(key) ?? factsOf(types, all, language);
      ofLanguage.set(key, known);
      return known;
    },
  };
}

/** The language of a rule: of expressions, knowing what a condition over several events says instead. */
export function ruleLanguage(
  types: readonly EventType[],
  all: EventTypes,
  lists?: Lists,
  stands?: Stands,
): Language {
  return { ...languageFor(types, all, lists, stands), conditionMeant };
}
