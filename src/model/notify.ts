/** Targets of alerts, as a rule's `notify` names them: the output's scheme, a colon, a name from its settings. */

/** What `notify` may name of one output. */
export interface NotifyScheme {
  /** What stands before the colon. */
  readonly scheme: string;
  /** Who gets what, for editors. */
  readonly about: string;
  /** One such target. */
  readonly example: string;
  /** What may stand after the colon; undefined: anything. */
  readonly names: readonly string[] | undefined;
}

/** The names that some targets have after a scheme. */
export function namesAfter(scheme: string, notify: readonly string[]): string[] {
  const start = `${scheme}:`;
  return notify.filter((target) => target.startsWith(start)).map((target) => target.slice(start.length));
}
