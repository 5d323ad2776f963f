/** What the alerts of rules were worth: answers of `yagura rules report --json` and of `/api/rules/report`. */
import type { Worded } from "../language.ts";

/**
 * `raise`: a bound in its `when`; `gather`: what comes about one subject within a time as one message; `digest`: a route
 * that sends its alerts once a day; `retire`: it is turned off.
 */
export type ProposalKind = "keep" | "raise" | "gather" | "digest" | "retire";

/** The backtest of a proposal over the span of the report. */
export interface TriedProposal {
  /** Messages that the rule sends as it stands, and with the edit. */
  readonly mails: number;
  readonly mailsAfter: number;
  readonly savedAMonth: number;
  /** A proposal that loses an alert that somebody called useful is not made. */
  readonly usefulLost: 0;
}

export interface RuleProposal {
  readonly kind: ProposalKind;
  /** One sentence. */
  readonly reason: Worded;
  /** Absent where it is to be kept. */
  readonly tried?: TriedProposal;
  /** Lines that the edit writes into the rule; without `edit` the one that goes to the front of the settings' `alerts.routes`. */
  readonly lines?: readonly string[];
  /** The rule as its file has it and would have it: texts of the bench. */
  readonly edit?: { readonly file: string; readonly before: string; readonly text: string };
}

/** Numbers of alerts within the span, by their last answers. */
export interface RuleWorth {
  readonly rule: string;
  readonly alerts: number;
  /** Alerts of which somebody was notified, or will be. */
  readonly told: number;
  /** Alerts that were opened for certain: somebody answered them. Who only reads is not followed. */
  readonly opened: number;
  readonly acknowledged: number;
  /** Half of the acknowledgements came within this time, ms; absent: there are none. */
  readonly acknowledgedWithinMs?: number;
  readonly useful: number;
  readonly notUseful: number;
  readonly neither: number;
  /** Another rule that told of the same subject within the day before, in this share of the cases; absent: none did in most. */
  readonly repeats?: { readonly rule: string; readonly share: number };
  readonly proposal: RuleProposal;
}

export interface RulesReport {
  /** ISO. */
  readonly span: { readonly from: string; readonly to: string };
  /** Rules that are on: those with a proposal first, then those with the most alerts. */
  readonly rules: readonly RuleWorth[];
}
