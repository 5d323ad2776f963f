/**
 * One question of a setup: the option that answers it, how a person is asked, how an answer is tried, and what it does
 * to the settings; and the way of every question to an answer that holds.
 */
import type { Config } from "../../../config/config.ts";
import { type Problem, Refused } from "../../../lib/problem.ts";
import { parseYaml } from "../../../lib/yaml/parse-yaml.ts";
import type { Language } from "../../../model/language.ts";
import type { SetupDialogue, WayBack } from "./dialogue.ts";
import { checkDraft, type Draft, problemWords, type Shipped } from "./draft.ts";
import type { Words } from "./words/english.ts";

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
  readonly chatSetting?: readonly string[];
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

/** One setup: whom it asks, and what was given already. */
export interface Setup {
  readonly dialogue: SetupDialogue;
  readonly words: Words;
  readonly options: InitOptions;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Finds something out once, however often a person goes back. */
  readonly once: WayBack["once"];
  readonly again: WayBack["again"];
}

/** Where a setup stands before a question. */
export interface SetupState extends Setup {
  /** What the questions before it made of the settings. */
  readonly draft: Draft;
  /** The settings as they were before the first. */
  readonly present: Config;
  /** Whether there were none, or none without mistakes. */
  readonly isNew: boolean;
  readonly shipped: Shipped;
  /** That of the questions. */
  readonly language: Language;
}

/** One of the things that make an answer: the option that brings it, and the question that asks for it. */
export interface AnswerPart {
  readonly option: string;
  readonly question?: string | undefined;
  /** The questions after it ask for more of the same: they are asked again with it. */
  readonly withNext?: boolean | undefined;
  /** What is wrong with one that the settings cannot hold; left out: as the settings say it. */
  readonly mistake?: string | undefined;
}

export type AnswerPlaces = readonly (readonly [path: readonly (string | number)[], part: AnswerPart])[];

export type TriedAnswer =
  | { ok: true; draft: Draft; message?: string }
  /** `part`: what was wrong of the answer; left out: its last part. */
  | { ok: false; problem: string; part?: AnswerPart | undefined };

export interface SetupQuestion<Answer> {
  /** The option that brings the answer. */
  readonly option: string;
  /** The option's answer; undefined: the call brought none. */
  readonly given: Answer | undefined;
  /** Left out: nobody is asked, the call alone answers it. */
  ask?(): Promise<Answer>;
  trial(answer: Answer): Promise<TriedAnswer>;
  /**
   * The draft with an answer that was not tried, or did not hold; undefined: it cannot be kept. Left out where a trial
   * needs nobody else: then it is always made.
   */
  effect?(answer: Answer): Draft | undefined;
  /** The settings that an answer becomes, each with the part that says it. */
  places?(answer: Answer): AnswerPlaces;
  /** The draft where nobody answers; left out: as it was. */
  readonly unanswered?: Draft;
}

/** A row of the table of questions: what is asked may depend on the answers before it. */
export type AskedQuestion = (state: SetupState) => SetupQuestion<unknown> | Promise<SetupQuestion<unknown>>;

/** All questions in their order, each about the draft that the one before left. */
export async function answerAll(questions: readonly AskedQuestion[], before: SetupState): Promise<Draft> {
  let { draft } = before;
  for (const question of questions) {
    const state = { ...before, draft };
    draft = await answered(state, await question(state));
  }
  return draft;
}

/**
 * Asks until an answer holds, or the person keeps it all the same, or leaves the question for later. Without a person
 * an answer that does not hold throws Refused, with the option and the reason.
 */
async function answered(state: SetupState, question: SetupQuestion<unknown>): Promise<Draft> {
  const { dialogue, words, options, again, draft } = state;
  const { option, given, unanswered = draft } = question;
  if (given === undefined && (question.ask === undefined || !isAsked(state))) return unanswered;
  for (let next = given; ; next = undefined) {
    const answer = next ?? (await question.ask?.());
    const kept = question.effect?.(answer);
    const isUntried = !options.try && kept !== undefined;
    const tried = isUntried ? unattempted(kept, question.places?.(answer)) : await question.trial(answer);
    if (tried.ok) {
      if (tried.message !== undefined) dialogue.tell("done", tried.message);
      return tried.draft;
    }
    if (!dialogue.isPerson || question.ask === undefined)
      throw new Refused(`${tried.part?.option ?? option}: ${tried.problem}`);
    dialogue.tell("warning", tried.problem);
    const choice = await dialogue.choose(words.whatNow, [
      { value: "again", label: words.again },
      ...(kept === undefined ? [] : [{ value: "keep" as const, label: words.keep }]),
      { value: "later", label: words.later },
    ]);
    if (choice === "later") return draft;
    if (choice === "keep" && kept !== undefined) return kept;
    // An option's answer was never asked for, so the question comes next. Otherwise only the wrong part is asked again.
    if (next === undefined) return again(tried.part?.question, tried.part);
  }
}

/** An answer that nobody wants tried has to be one that a config file can hold. */
function unattempted(draft: Draft, places: AnswerPlaces = []): TriedAnswer {
  const read = checkDraft(draft);
  return read.ok ? { ok: true, draft } : mistaken(draft, read.problems, places);
}

/** What is wrong with a draft, and which part of the answer it is: that whose setting has the first mistake. */
export function mistaken(draft: Draft, problems: readonly Problem[], places: AnswerPlaces): TriedAnswer {
  const yaml = parseYaml(draft.text, draft.file);
  const { line, column } = problems[0] ?? {};
  const near = places.filter(([path]) => yaml.at(path).line === line);
  const [, exact] = near.find(([path]) => yaml.at(path).column === column) ?? [];
  const part = exact ?? near.at(-1)?.[1];
  return { ok: false, problem: exact?.mistake ?? problemWords(problems), part };
}

/** Whether a question is to be asked that no option answers: there is somebody, and the defaults will not do. */
export function isAsked({ dialogue, options }: Pick<Setup, "dialogue" | "options">): boolean {
  return dialogue.isPerson && options.yes !== true;
}
