/** Answers of `/api/bench/...`: writing a rule, and what it would have told. Lines and columns count from 1. */

/** A mistake or warning in the text of a rule. */
export interface BenchProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly suggestion?: string;
  /** Left out: a mistake. */
  readonly severity?: "warning";
}

/** One in a file, outside the text. */
export interface FileProblem extends BenchProblem {
  readonly file: string;
}

/** An answer to `GET /api/bench/rules`. */
export interface BenchRulesAnswer {
  readonly rules: readonly { readonly name: string; readonly file: string }[];
  /** Names of rules that are not listed. */
  readonly more: number;
  /** Files of the folder. */
  readonly files: readonly string[];
}

/** An answer to `GET /api/bench/rule?name=`: a rule as its file has it. */
export interface BenchRuleAnswer {
  readonly name: string;
  readonly file: string;
  /** Hash of the whole file, by which a save sees that it is still the same. */
  readonly hash: string;
  readonly text: string;
}

/** Names that a rule may use; an answer to `GET /api/bench/words`. */
export interface BenchWordsAnswer {
  /** Types and prefixes for `on`. */
  readonly types: readonly { readonly type: string; readonly about: string }[];
  /** Functions of expressions. */
  readonly functions: readonly string[];
  /** Words that stand for a value, such as `lists.core`. */
  readonly names: readonly string[];
  /** Targets for `notify`. */
  readonly receivers: readonly string[];
}

/** An answer to `POST /api/bench/check`. */
export interface BenchCheckAnswer {
  /** Name of the rule, where the text has one. */
  readonly name?: string;
  readonly problems: readonly BenchProblem[];
  /** Mistakes elsewhere in the folder of rules; some may come of the text. */
  readonly elsewhere: readonly FileProblem[];
  /** Fields of `now` and `was` for the types in `on`. */
  readonly fields: readonly { readonly name: string; readonly about: string }[];
  /** The rule's own examples. */
  readonly examples: readonly {
    readonly line: number;
    readonly expected: "fires" | "silent";
    readonly ok: boolean;
  }[];
}

/** A body of `POST /api/bench/try`. */
export interface BenchTryAsked {
  readonly text: string;
  /** Name of the rule that it stands in for; left out: a new one. */
  readonly rule?: string | undefined;
  /** Name of the desk's rule that a new one is. */
  readonly desk?: string | undefined;
  /** What is evaluated: the log, or the services' own past. */
  readonly over: "log" | "history";
  /** As `yagura backtest` takes it: 90d, 3bd, 2026-08-01. */
  readonly since: string;
  readonly until?: string | undefined;
}

/** An alert that a rule would have given. */
interface TriedAlert {
  /** ISO. */
  readonly time: string;
  readonly key: string;
  readonly title: string;
  /** Number of the entry that it is about. */
  readonly cause: number;
}

export interface TriedAlerts {
  readonly count: number;
  /** The first of them. */
  readonly alerts: readonly TriedAlert[];
}

/** Numbers of one form of the rule. */
export interface TriedOutcome {
  readonly alerts: number;
  readonly mails: number;
  readonly alertsADay: number;
  readonly mailsADay: number;
  /** The most alerts of a day. */
  readonly most: number;
  /** By reason. */
  readonly heldBack: Readonly<Record<string, number>>;
}

/** What a rule would have told, beside what it tells as it stands. */
export interface BenchTryResult {
  readonly simulated: readonly string[];
  /** ISO; `keptFrom`: the oldest entry that there is. */
  readonly span: { readonly from: string; readonly to: string; readonly keptFrom?: string };
  readonly events: number;
  readonly days: readonly { readonly day: string; readonly alerts: number }[];
  readonly edited: TriedOutcome;
  /** Absent for a new rule, and for one that is turned off. */
  readonly standing?: TriedOutcome;
  readonly onlyEdited: TriedAlerts;
  readonly onlyStanding: TriedAlerts;
  readonly both: TriedAlerts;
  /** The first mails as they would go out. */
  readonly mails: readonly { readonly time: string; readonly title: string; readonly text: string }[];
  /** Sentences on what a played past does not tell. */
  readonly cannotKnow: readonly string[];
}

/** How far something is that takes a while, or what became of it. */
export type TryAnswer<Result> =
  | { readonly state: "running"; readonly done: number; readonly all: number; readonly day?: string }
  | { readonly state: "done"; readonly result: Result }
  | { readonly state: "refused"; readonly message: string; readonly problems: readonly FileProblem[] };

/** An answer to `GET /api/bench/try?id=`. */
export type BenchTryAnswer = TryAnswer<BenchTryResult>;

/** A body of `POST /api/bench/save`. */
export interface BenchSaveAsked {
  readonly text: string;
  /** Name of the rule that it takes the place of; left out: a new one. */
  readonly rule?: string;
  /** File of a new rule; by default page.yaml. */
  readonly file?: string;
  /** Name of the desk's rule that a new one is: what that needs goes into the file with it. */
  readonly desk?: string | undefined;
  /** Hash of the file as it was read; left out: of a new rule. */
  readonly hash?: string;
}

export interface BenchSaveAnswer {
  readonly name: string;
  readonly file: string;
  readonly hash: string;
}
