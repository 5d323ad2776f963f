/** An alert as lists of the page name it. */
export interface AlertMention {
  /** Id of its event. */
  readonly id: string;
  readonly seq: number;
  /** ISO. */
  readonly time: string;
  readonly rule: string;
  readonly title: string;
  /** Titles in the languages that its rule has besides its own. */
  readonly titles?: Readonly<Partial<Record<"en" | "ja", string>>>;
  readonly severity: string;
  readonly subject: string;
}
