/** An alert that is given again and again is held back until it is asked for less often. */
import { type Duration, startOf } from "../../model/duration.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";

export interface Flapping {
  /** So often, at least 2. */
  readonly times: number;
  readonly within: Duration;
}

export interface Damped {
  /** When the alert was given or held back for this, ms since 1970; as many as the next one is judged by. */
  readonly moments: readonly number[];
  readonly isHeldBack: boolean;
  /** It is given, and the next one will not be. */
  readonly isLast: boolean;
}

/** Those that it holds back count, too: it is over when less than `times` of both were within the time. */
export function damp(
  { times, within }: Flapping,
  moments: readonly number[],
  now: number,
  calendar: TradingCalendar,
): Damped {
  const from = startOf(now, within, calendar);
  const recent = moments.filter((at) => at > from);
  return {
    moments: [...recent, now].slice(-times),
    isHeldBack: recent.length >= times,
    isLast: recent.length === times - 1,
  };
}
