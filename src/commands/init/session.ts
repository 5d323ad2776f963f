/** One setup: whom it asks, what was given already, and the way of every question to an answer that holds. */
import { Refused } from "../../app/refused.ts";
import type { Problem } from "../../lib/problem.ts";
import { parseYaml } from "../../lib/yaml/parse-yaml.ts";
import type { Dialogue } from "./dialogue.ts";
import { checkDraft, type Draft, problemWords } from "./draft.ts";
import type { WayBack } from "./way-back.ts";
import type { Words } from "./words/words.ts";

/** Answers that the call brought, each under the name of its option. */
export interface InitOptions {
  readonly language?: "en" | "ja";
  readonly market?: string;
  readonly marketKey?: string;
  readonly plan?: "free" | "light" | "standard" | "premium";
  readonly forum?: string;
  /** Whether the forum's operator allows it to be read by a program. */
  readonly forumLeave?: boolean;
  readonly statistics?: string;
  readonly stocks?: string;
  readonly mail?: string;
  readonly smtp?: string;
  readonly smtpUser?: string;
  readonly smtpPassword?: string;
  readonly from?: string;
  readonly chat?: string;
  readonly chatSetting: readonly string[];
  /** `here`, `none` or an address. */
  readonly publicUrl?: string;
  readonly hours?: string;
  readonly tradingDays?: boolean;
  readonly port?: string;
  readonly yes?: boolean;
  readonly try: boolean;
  readonly expect: boolean;
  readonly start?: boolean;
  readonly json?: boolean;
}

export interface Session {
  readonly dialogue: Dialogue;
  readonly words: Words;
  readonly options: InitOptions;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Finds something out once, however often a person goes back. */
  readonly once: WayBack["once"];
  readonly again: WayBack["again"];
}

/** One of the things that make an answer: the option that brings it, and the question that asks for it. */
export interface Part {
  readonly option: string;
  readonly question?: string | undefined;
  /** The questions after it ask for more of the same: they are asked again with it. */
  readonly withNext?: boolean | undefined;
  /** What is wrong with one that the settings cannot hold; left out: as the settings say it. */
  readonly mistake?: string | undefined;
}

type Places = readonly (readonly [path: readonly (string | number)[], part: Part])[];

export type Attempt =
  | { ok: true; draft: Draft; told?: string }
  /** `part`: what was wrong of the answer; left out: its last part. */
  | { ok: false; problem: string; part?: Part | undefined };

interface Asked<Answer> {
  /** The option that brings the answer. */
  readonly option: string;
  /** The settings that an answer becomes, each with the part that says it. */
  places?(answer: Answer): Places;
  /** The option's answer; undefined: the call brought none. */
  readonly given: Answer | undefined;
  ask(): Promise<Answer>;
  /** Tries an answer. */
  attempt(answer: Answer): Promise<Attempt>;
  /**
   * The draft with an answer that was not tried, or did not hold; undefined: it cannot be kept. Left out where an attempt
   * needs nobody else: then it is always made.
   */
  untried?(answer: Answer): Draft | undefined;
  /** The draft without an answer: to be answered later. */
  readonly skipped: Draft;
}

/**
 * Asks until an answer holds, or the person keeps it all the same, or leaves the question for later. Without a person
 * an answer that does not hold throws Refused, with the option and the reason.
 */
export async function settle<Answer>(
  { dialogue, words, options, again }: Session,
  { option, places, given, ask, attempt, untried, skipped }: Asked<Answer>,
): Promise<Draft> {
  for (let next = given; ; next = undefined) {
    const answer = next ?? (await ask());
    const kept = untried?.(answer);
    const tried =
      options.try || kept === undefined ? await attempt(answer) : unattempted(kept, places?.(answer));
    if (tried.ok) {
      if (tried.told !== undefined) dialogue.tell("done", tried.told);
      return tried.draft;
    }
    if (!dialogue.isPerson) throw new Refused(`${tried.part?.option ?? option}: ${tried.problem}`);
    dialogue.tell("warning", tried.problem);
    const choice = await dialogue.choose(words.whatNow, [
      { value: "again", label: words.again },
      ...(kept === undefined ? [] : [{ value: "keep" as const, label: words.keep }]),
      { value: "later", label: words.later },
    ]);
    if (choice === "later") return skipped;
    if (choice === "keep" && kept !== undefined) return kept;
    // An option's answer was never asked for, so the question comes next. Otherwise only the wrong part is asked again.
    if (next === undefined) return again(tried.part?.question, tried.part);
  }
}

/** An answer that nobody wants tried has to be one that a config file can hold. */
function unattempted(draft: Draft, places: Places = []): Attempt {
  const read = checkDraft(draft);
  return read.ok ? { ok: true, draft } : mistaken(draft, read.problems, places);
}

/** What is wrong with a draft, and which part of the answer it is: that whose setting has the first mistake. */
export function mistaken(draft: Draft, problems: readonly Problem[], places: Places): Attempt {
  const yaml = parseYaml(draft.text, draft.file);
  const { line, column } = problems[0] ?? {};
  const near = places.filter(([path]) => yaml.at(path).line === line);
  const [, exact] = near.find(([path]) => yaml.at(path).column === column) ?? [];
  const part = exact ?? near.at(-1)?.[1];
  return { ok: false, problem: exact?.mistake ?? problemWords(problems), part };
}

/** Whether a question is to be asked: there is somebody, and no option answers it. */
export function isAsked({ dialogue, options }: Session, given: string | undefined): boolean {
  return dialogue.isPerson && options.yes !== true && given === undefined;
}
