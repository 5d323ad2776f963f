/** Answers of people to alerts: what one of them makes, and the texts that they write. */
import { tameLine } from "../../lib/text/tame.ts";
import type { EventDraft } from "../../model/event.ts";

/** An entry for the log, nothing that is not so already, or a refusal in words. */
export type Answered<Facts> =
  | { readonly kind: "told"; readonly draft: EventDraft; readonly facts: Facts }
  | { readonly kind: "already"; readonly facts: Facts }
  | AnswerRefusal;

export interface AnswerRefusal {
  readonly kind: "refused";
  /** `wrong`: it cannot be meant; `unknown`: there is no such thing; `over`: it has ended; `full`: there are too many. */
  readonly reason: "wrong" | "unknown" | "over" | "full";
  readonly message: string;
}

export function refused(reason: AnswerRefusal["reason"], message: string): AnswerRefusal {
  return { kind: "refused", reason, message };
}

/** Most characters of a name and of a reason that people give. */
const longestName = 100;
const longestReason = 500;

/** Who answers, and why, as they are kept: a line each, without signs that steer a terminal. */
export function signed(by: string, because = ""): { readonly by: string; readonly because: string } {
  return { by: tameLine(by, longestName) || "somebody", because: tameLine(because, longestReason) };
}
