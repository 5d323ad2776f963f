/**
 * The program's own log: one JSON line an entry, on stderr where nobody takes the lines. Stdout belongs to what a command
 * answers. A failure that repeats has a line at its start and one at its end.
 */
import { destination, type Logger, pino } from "pino";
import { type Clock, systemClock } from "./clock.ts";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

/** A log whose level can be set. */
export type OwnLog = Log & Pick<Logger, "level">;

/** Takes whole lines of JSON, each with its line end; must not throw. */
export interface LogLines {
  write(line: string): void;
}

/** @param base facts that stand in every entry */
export function createLog(level: string, base: Record<string, unknown> = {}, lines?: LogLines): OwnLog {
  const options = {
    level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Should a header or a whole config ever be logged, its secrets are not.
    redact: {
      paths: [
        "apiKey",
        "*.apiKey",
        "headers",
        "*.headers",
        "token",
        "*.token",
        "tokens",
        "*.tokens",
        "smtp",
        "*.smtp",
        "oauth2",
        "*.oauth2",
      ],
    },
  };
  return pino(options, lines ?? destination({ dest: 2, sync: true }));
}

/** Where a repeated failure is told, and by which words. */
interface RepeatedWords {
  readonly level: "warn" | "error";
  readonly begins: string;
  readonly ends: string;
}

export type RepeatsLog = Readonly<
  Record<"info" | "warn" | "error", (fields: object, message: string) => void>
>;

/** A failure that comes again and again, of several things at once. */
export interface Repeats {
  /**
   * Logs the first failure of a thing, and each that has another reason than those before; counts the others.
   * @param reason one of few
   */
  failed(thing: string, reason: string, fields: object): void;
  /** Logs the end where the thing failed: how often it did, and for how many seconds. */
  ended(thing: string, fields: object): void;
}

export function createRepeats(
  log: RepeatsLog,
  { level, begins, ends }: RepeatedWords,
  clock: Pick<Clock, "elapsed"> = systemClock,
): Repeats {
  const failing = new Map<string, { readonly since: number; readonly reasons: Set<string>; times: number }>();
  return {
    failed(thing, reason, fields) {
      const known = failing.get(thing) ?? { since: clock.elapsed(), reasons: new Set(), times: 0 };
      known.times += 1;
      failing.set(thing, known);
      if (known.reasons.has(reason)) return;
      known.reasons.add(reason);
      log[level](fields, begins);
    },
    ended(thing, fields) {
      const known = failing.get(thing);
      if (known === undefined) return;
      failing.delete(thing);
      const seconds = Math.round((clock.elapsed() - known.since) / 1000);
      log.info({ ...fields, failures: known.times, seconds }, ends);
    },
  };
}
