import type { Fields } from "../record.ts";

/** Parameters, as the document names them. `pagination_key`: the page to begin at. The last two were seen beside them. */
export type MarketParameter =
  | "code"
  | "date"
  | "from"
  | "to"
  | "section"
  | "pagination_key"
  | "category"
  | "contract_flag";

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
  readonly paged: boolean;
  /** The least plan that may ask, as the document says; the service's answer decides. */
  readonly plan: MarketPlan;
  readonly fields: F;
  readonly otherForm?: OtherForm;
}

/** Keeps the types of a call's fields and parameters. */
export const call = <const F extends Fields, const P extends MarketParameter>(
  definition: MarketCall<F, P>,
): MarketCall<F, P> => definition;

export const byCode = ["code", "date", "from", "to", "pagination_key"] as const;
export const byDay = ["date", "from", "to", "pagination_key"] as const;
