/**
 * Faults of the database: damage, in the parts that people and the rest of the house can tell apart, and errors.
 */

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
export function damageWords(damage: Damage): string {
  switch (damage.part) {
    case "log": {
      const { from, to } = damage;
      return from === to ? `entry ${from} of the log` : `entries ${from} to ${to} of the log`;
    }
    case "items":
      return `the items of ${damage.source}`;
    case "hold":
      return `the quarantine of ${damage.source}`;
    case "memories":
      return damage.rule === undefined ? "what rules remember" : `what rule ${damage.rule} remembers`;
    case "cooldowns":
      return "when rules fired last";
    case "mails":
      return damage.ids.length === 0 ? "the mails" : `${damage.ids.length} of the mails`;
    case "silences":
      return "silences that were set";
    case "alerts":
      return "which alerts are open, and what was sent about them";
    case "notices":
      return "decisions about notifications";
    case "consumers":
      return "how far consumers of the feed are";
    case "devices":
      return "devices that take messages";
    case "notes":
      return "notes of the monitor";
    case "history":
      return "the history that `yagura why` reads";
    case "file":
      return `the file (${damage.message})`;
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
