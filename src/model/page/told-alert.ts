/** An alert as lists of the page name it. */
export interface AlertMention {
  /** Id of its event. */
  readonly id: string;
  readonly seq: number;
  /** ISO. */
  readonly time: string;
  readonly rule: string;
  readonly title: string;
  readonly severity: string;
  readonly subject: string;
}
