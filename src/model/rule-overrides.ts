/** Changes of rules by the settings, without an edit of their files. */

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Places of a value in the settings. */
export interface OverridePlace {
  readonly key: Place;
  readonly value: Place;
  /** First character of a text. */
  readonly text: Place;
}

export interface RuleOverrides {
  /** The settings' file, as seen from the folder of the rules. */
  readonly file: string;
  /** The keys that are set of a rule, by its name. */
  readonly rules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Rules of these names need not be there: another folder of rules is tried than that of the settings. */
  readonly mayMiss?: boolean;
  /** Places of all values, by their path as JSON: the rule's name, the key, and so on. */
  readonly places: Readonly<Record<string, OverridePlace>>;
}
