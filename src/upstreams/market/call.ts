/** The form of an entry in the tables of calls. */
import { text } from "../field-types.ts";
import type { Fields } from "../record.ts";
import type { RecordFacts } from "../record-set.ts";
import type { MarketParameter } from "./parameters.ts";

export type MarketPlan = "free" | "light" | "standard" | "premium";

/** Another way to ask the same, which a service of the observed dialect takes where it refuses the first. */
export interface OtherForm {
  /** HTTP statuses that lead to the other form. */
  readonly after: readonly number[];
  readonly path?: string;
  /** Its names of parameters. A query that holds none of these has no other form. */
  readonly parameters?: Partial<Record<MarketParameter, string>>;
  /** Our field that must lie within the asked days: a service may pass over parameters that it does not know. */
  readonly day?: string;
}

/** One endpoint. Its name is its path without the first slash. */
export interface MarketCall<F extends Fields = Fields, P extends MarketParameter = MarketParameter> {
  readonly about: string;
  readonly parameters: readonly P[];
  readonly required?: readonly P[];
  /** The least plan that may ask, as the service says of itself today, else as the document does; its answer decides. */
  readonly plan: MarketPlan;
  readonly fields: F;
  /** Facts that tell its rows apart, so that they can be watched as a set of records. */
  readonly records: RecordFacts;
  readonly otherForm?: OtherForm;
}

/** Names of issues, as their list has them: `names` of the client knows them where a row does not say its own. */
export const issueName = (wire: string | string[] = []) => text(wire, "name of the company, in Japanese");

/** Keeps the types of a call's fields and parameters; the facts about its records name these fields. */
export const call = <const F extends Fields, const P extends MarketParameter>(
  definition: MarketCall<F, P> & { readonly records: RecordFacts<NoInfer<keyof F & string>> },
): MarketCall<F, P> => definition;

export const byCode = ["code", "date", "from", "to", "pagination_key"] as const;
export const byDay = ["date", "from", "to", "pagination_key"] as const;

/** Rows that have one of a code and a day. */
export const dailyOfCode = { key: ["date", "code"], day: ["date"], occurred: "date" } as const;
