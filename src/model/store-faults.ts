/**
 * Faults of the database: damage, in the parts that people and the rest of the house can tell apart, and errors.
 */
import type { Language, Worded } from "./language.ts";

export type Damage =
  /** Entries that cannot be read as they were written, both ends included. */
  | { readonly part: "log"; readonly from: number; readonly to: number }
  /** State of a source: its items and cursor. */
  | { readonly part: "items"; readonly source: string }
  /** Quarantine of a source. */
  | { readonly part: "hold"; readonly source: string }
  /** State of a rule; of all rules if it cannot be told which. */
  | { readonly part: "memories"; readonly rule?: string }
  /** Times at which rules fired last. */
  | { readonly part: "cooldowns" }
  /** Mails, by their ids where these can be told. */
  | { readonly part: "mails"; readonly ids: readonly number[] }
  /** Silences that people have set. */
  | { readonly part: "silences" }
  /** Open alerts, groups and threads, and what receivers and rules had. */
  | { readonly part: "alerts" }
  /** Decisions about notifications, those that wait to be told too. */
  | { readonly part: "notices" }
  /** Places of the feed's consumers. */
  | { readonly part: "consumers" }
  /** Browsers that signed up for messages. */
  | { readonly part: "devices" }
  /** Small facts that the monitor notes for itself, and reads or asks for again. */
  | { readonly part: "notes" }
  /** Records that only `yagura why` reads. */
  | { readonly part: "history" }
  /** The file's own structure, in SQLite's words. */
  | { readonly part: "file"; readonly message: string };

export const damagedParts = [
  "log",
  "items",
  "hold",
  "memories",
  "cooldowns",
  "mails",
  "silences",
  "alerts",
  "notices",
  "consumers",
  "devices",
  "notes",
  "history",
  "file",
] as const satisfies readonly Damage["part"][];

/** Thrown when the stored state of a source is read and is damaged. */
export class DamagedState extends Error {
  readonly damage: Damage;

  constructor(damage: Damage) {
    super(`what is stored is damaged: ${damageWords(damage)}`);
    this.name = "DamagedState";
    this.damage = damage;
  }
}

/** Describes the damage as a part of a sentence. */
export function damageWords(damage: Damage, language: Language = "en"): string {
  return damageIn(damage)[language];
}

function damageIn(damage: Damage): Worded {
  switch (damage.part) {
    case "log": {
      const { from, to } = damage;
      return from === to
        ? { en: `entry ${from} of the log`, ja: `記録の ${from}` }
        : { en: `entries ${from} to ${to} of the log`, ja: `記録の ${from}〜${to}` };
    }
    case "items":
      return { en: `the items of ${damage.source}`, ja: `${damage.source} の項目` };
    case "hold":
      return { en: `the quarantine of ${damage.source}`, ja: `${damage.source} の隔離中のデータ` };
    case "memories":
      return damage.rule === undefined
        ? { en: "what rules remember", ja: "ルールの状態" }
        : { en: `what rule ${damage.rule} remembers`, ja: `ルール ${damage.rule} の状態` };
    case "cooldowns":
      return { en: "when rules fired last", ja: "ルールが最後にアラートを出した時刻" };
    case "mails":
      return damage.ids.length === 0
        ? { en: "the mails", ja: "メール" }
        : { en: `${damage.ids.length} of the mails`, ja: `メール${damage.ids.length}通` };
    case "silences":
      return { en: "silences that were set", ja: "通知停止の設定" };
    case "alerts":
      return {
        en: "which alerts are open, and what was sent about them",
        ja: "継続中のアラートと、その通知の経過",
      };
    case "notices":
      return { en: "decisions about notifications", ja: "通知の判断" };
    case "consumers":
      return { en: "how far consumers of the feed are", ja: "フィードの名前付き購読者の位置" };
    case "devices":
      return { en: "devices that take messages", ja: "通知を受け取る端末" };
    case "notes":
      return { en: "notes of the monitor", ja: "モニターの覚え書き" };
    case "history":
      return { en: "the history that `yagura why` reads", ja: "`yagura why` が読む経過" };
    case "file":
      return { en: `the file (${damage.message})`, ja: `ファイル（${damage.message}）` };
  }
}

/** Reasons why a database cannot be opened or written, in a word; closed, and explained in docs/operating.md. */
export type StoreFault =
  | "full"
  | "read-only"
  | "failing"
  | "closed"
  | "handles"
  | "locked"
  | "missing"
  | "replaced"
  | "damaged";

/** The database cannot be opened or written. The message is one line for a person; nothing was half written. */
export class StoreError extends Error {
  readonly fault: StoreFault;

  constructor(message: string, cause?: unknown, fault: StoreFault = "failing") {
    super(message, cause === undefined ? {} : { cause });
    this.name = "StoreError";
    this.fault = fault;
  }
}
