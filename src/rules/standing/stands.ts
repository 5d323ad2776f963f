/** What the expressions of one rule file may name of what stands, and what they did name. */
import type { Language } from "../cel/language.ts";
import { ExpressionError } from "../cel/syntax.ts";
import type { NamedStanding } from "./named-fields.ts";
import type { StandingValue } from "./standing-value.ts";

export interface Stands {
  /** The source of each name that `latest` has. */
  readonly sources: ReadonlyMap<string, string>;
  /** The values that the file defines; they are all there before an expression is compiled. */
  readonly values: ReadonlyMap<string, StandingValue>;
  /** The values that expressions named. */
  readonly named: ReadonlyMap<string, StandingValue>;
  /** The fields that they named of the newest items, by source; undefined: all fields. */
  readonly latest: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  /** The fields that they named of the items that values give, by source; undefined: all fields. */
  readonly places: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  define(values: ReadonlyMap<string, StandingValue>): void;
  /** Notes what an expression names. Throws an ExpressionError where its events cannot find a value's group. */
  note(named: NamedStanding, language: Language): void;
}

export function createStands(sources: ReadonlyMap<string, string>): Stands {
  const values = new Map<string, StandingValue>();
  const named = new Map<string, StandingValue>();
  const latest: FieldsRead = new Map();
  const places: FieldsRead = new Map();
  return {
    ...{ sources, values, named, latest, places },
    define(defined) {
      for (const [name, value] of defined) values.set(name, value);
    },
    note(one, language) {
      if (one.kind === "every") {
        const message = `\`latest\` has the newest item of each subject: name one`;
        throw new ExpressionError(one.node.start, message, `write latest.${one.name}[now.code]`);
      }
      if (one.kind === "latest") {
        const source = sources.get(one.name);
        if (source !== undefined) noteFields(latest, source, one.reads);
        return;
      }
      const value = values.get(one.name);
      if (value === undefined) return;
      named.set(one.name, value);
      if (value.nth !== undefined) noteFields(places, value.measure.source, one.reads);
      findGroup(value, one, language);
    },
  };
}

/** Fields of items that are read, by source; undefined: all. */
type FieldsRead = Map<string, Set<string> | undefined>;

function noteFields(read: FieldsRead, source: string, reads: { field: string } | "all" | "nothing"): void {
  const fields = read.has(source) ? read.get(source) : new Set<string>();
  if (typeof reads === "object") fields?.add(reads.field);
  read.set(source, reads === "all" ? undefined : fields);
}

function findGroup(value: StandingValue, { node }: NamedStanding, language: Language): void {
  try {
    value.groupIn(language);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const message = `\`standing.${value.name}\` does not find its group by these events: ${error.message}`;
    throw new ExpressionError(node.start, message, "its `key` says which values of an event name the group");
  }
}
