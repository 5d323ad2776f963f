/** The context of a rule file while its rules are compiled: languages, facts, settings, and where mistakes go. */
import type { Problem } from "../../lib/problem.ts";
import type { Path, Place, YamlFile } from "../../lib/yaml/parse-yaml.ts";
import type { Duration } from "../../model/duration.ts";
import type { EventType } from "../../model/event.ts";
import type { EventTypes, Narrowed } from "../../model/event-types.ts";
import type { NotifyScheme } from "../../model/rule.ts";
import type { Language, Params, Stands } from "../cel/language.ts";
import { languageWith } from "../cel/parse-tree.ts";
import { ExpressionError } from "../cel/syntax.ts";

/** A place in another file than the one that is looked at. */
export interface PlaceElsewhere extends Place {
  readonly file?: string;
}

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
  /** Names of what stands that its expressions may use. */
  readonly stands: Stands;
  /** One language for each set of types, so that rules share what is computed of an event. */
  language(types: readonly EventType[]): Language;
  /** The file that a list stands in; undefined where there is no such list. */
  listFile(list: string): YamlFile | undefined;
  report(place: PlaceElsewhere, message: string, suggestion?: string | undefined): void;
  /** Reports what does not stop the file from being used. */
  warn(place: PlaceElsewhere, message: string, suggestion?: string | undefined): void;
  /** Whether the values that the rule's conditions find are known: not where these have mistakes in their form. */
  readonly isFoundKnown: boolean;
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

/** The languages of rules, each made once for all files. */
export interface Languages {
  /** Names of what stands that their expressions may use, and those that they do. */
  readonly stands: Stands;
  of(types: readonly EventType[], params: Params | undefined): Language;
}

interface Given extends Findings, Pick<FileContext, "notify" | "types" | "settings" | "listFile"> {
  readonly languages: Languages;
  /** The parameters of the rule, where the context is that of one rule. */
  readonly params?: Params | undefined;
  readonly isFoundKnown?: boolean;
  /** Words that were told once a file; shared by the contexts of one file. */
  readonly told: Set<string>;
}

export function createFileContext(
  yaml: YamlFile,
  {
    languages,
    params,
    told,
    notify,
    types,
    settings,
    problems,
    warnings,
    listFile,
    isFoundKnown = true,
  }: Given,
): FileContext {
  const problem = (place: PlaceElsewhere, message: string, suggestion: string | undefined): Problem => ({
    ...{ file: place.file ?? yaml.file, line: place.line, column: place.column, message },
    ...(suggestion === undefined ? {} : { suggestion }),
  });
  const report: FileContext["report"] = (place, message, suggestion) => {
    problems.push(problem(place, message, suggestion));
  };
  return {
    yaml,
    notify,
    types,
    settings,
    stands: languages.stands,
    listFile,
    language: (types) => languages.of(types, params),
    isFoundKnown,
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
        for (const { index, message, suggestion } of error.all())
          report(yaml.atIndex(path, index), message, suggestion);
        return undefined;
      }
    },
  };
}

/** @param make the language over some types */
export function createLanguages(stands: Stands, make: (types: readonly EventType[]) => Language): Languages {
  const languages = new Map<string, Language>();
  return {
    stands,
    of(types, params) {
      const key = [...types].sort().join();
      const language = languages.get(key) ?? make(types);
      languages.set(key, language);
      return languageWith(params, language);
    },
  };
}
