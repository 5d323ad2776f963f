import type { RuleState } from "../../rules/ask-rule.ts";

/** Wait of a rule after an event: time may bring its alert about. */
export interface Wait {
  /** The event that the alert will be about. */
  readonly causeSeq: number;
  /** ms since 1970. */
  readonly due: number;
  /** Whether it waits for its windows to hold less, and not for something to last or to stay away. */
  readonly isOfWindows: boolean;
}

/** @param state state of the rule for a key */
export function waitIn(state: unknown): Wait | undefined {
  const { waiting, turn, held } = (state ?? {}) as Partial<RuleState>;
  if (waiting !== undefined) return { causeSeq: waiting.causeSeq, due: waiting.due, isOfWindows: false };
  if (turn === undefined || held) return undefined;
  return { causeSeq: turn.causeSeq, due: turn.due, isOfWindows: true };
}
