/** One setup: whom it asks, what was given already, and the way of every question to an answer that holds. */
import { Refused } from "../../app/refused.ts";
import type { Dialogue } from "./dialogue.ts";
import { type Draft, problemWords, readDraft } from "./draft.ts";
import type { Words } from "./words/words.ts";

/** Answers that the call brought, each under the name of its option. */
export interface InitOptions {
  readonly language?: "en" | "ja";
  readonly market?: string;
  readonly marketKey?: string;
  readonly plan?: "free" | "light" | "standard" | "premium";
  readonly forum?: string;
  readonly statistics?: string;
  readonly stocks?: string;
  readonly mail?: string;
  readonly smtp?: string;
  readonly smtpUser?: string;
  readonly smtpPassword?: string;
  readonly from?: string;
  readonly chat?: string;
  readonly chatSetting: readonly string[];
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
}

export type Attempt = { ok: true; draft: Draft; told?: string } | { ok: false; problem: string };

interface Asked<Answer> {
  /** The option that brings the answer. */
  readonly option: string;
  /** The option's answer; undefined: the call brought none. */
  readonly given: Answer | undefined;
  /** @param before the answer that did not hold */
  ask(before: Answer | undefined): Promise<Answer>;
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
  { dialogue, words, options }: Session,
  { option, given, ask, attempt, untried, skipped }: Asked<Answer>,
): Promise<Draft> {
  let before: Answer | undefined;
  for (let next = given; ; next = undefined) {
    const answer = next ?? (await ask(before));
    const tried = options.try || untried === undefined ? await attempt(answer) : unattempted(untried(answer));
    if (tried.ok) {
      if (tried.told !== undefined) dialogue.tell("done", tried.told);
      return tried.draft;
    }
    if (!dialogue.isPerson) throw new Refused(`${option}: ${tried.problem}`);
    dialogue.tell("warning", tried.problem);
    const kept = untried?.(answer);
    const choice = await dialogue.choose(words.whatNow, [
      { value: "again", label: words.again },
      ...(kept === undefined ? [] : [{ value: "keep" as const, label: words.keep }]),
      { value: "later", label: words.later },
    ]);
    if (choice === "later") return skipped;
    if (choice === "keep" && kept !== undefined) return kept;
    before = answer;
  }
}

/** An answer that nobody wants tried has to be one that a config file can hold. */
function unattempted(draft: Draft | undefined): Attempt {
  if (draft === undefined) return { ok: false, problem: "this answer cannot go untried" };
  const read = readDraft(draft);
  return read.ok ? { ok: true, draft } : { ok: false, problem: problemWords(read.problems) };
}

/** Whether a question is to be asked: there is somebody, and no option answers it. */
export function isAsked({ dialogue, options }: Session, given: string | undefined): boolean {
  return dialogue.isPerson && options.yes !== true && given === undefined;
}
