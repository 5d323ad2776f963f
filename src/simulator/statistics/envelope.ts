import { type MessageId, messages } from "./messages.ts";
import type { Language } from "./parameters.ts";

export interface Envelope {
  STATUS: number;
  MESSAGEID: MessageId;
  MESSAGE: string;
  /** ISO, +09:00 */
  DATE: string;
  PARAMETER: Record<string, string> | null;
  NEXTPOSITION: number | null;
  RESULTSET: Iterable<Record<string, unknown>>;
}

/** An envelope that says no more than its message; `position` is that of the series code at fault. */
export function envelope(id: MessageId, language: Language, date: string, position?: number): Envelope {
  const [status, english, japanese] = messages[id];
  const text = language === "EN" ? english : japanese;
  const where = language === "EN" ? ` (position ${position})` : `（${position}番目）`;
  return {
    STATUS: status,
    MESSAGEID: id,
    MESSAGE: position === undefined ? text : text + where,
    DATE: date,
    PARAMETER: null,
    NEXTPOSITION: null,
    RESULTSET: [],
  };
}
