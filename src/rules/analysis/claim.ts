/** A condition as far as it can be reasoned about: claims about single values, joined by and, or, not. */
import type { ValueSet } from "./value-set.ts";

/** What an expression comes to: true, false, or neither, since a field that it needs is absent. */
export type Outcome = "true" | "false" | "neither";

export type Claim =
  | { readonly kind: "and" | "or"; readonly left: Claim; readonly right: Claim }
  | { readonly kind: "not"; readonly of: Claim }
  | { readonly kind: "choice"; readonly test: Claim; readonly yes: Claim; readonly no: Claim }
  | Atom;

export type Atom =
  | { readonly kind: "constant"; readonly value: boolean }
  | Comparison
  /** `has(path)`: true where it is there, false where not. */
  | { readonly kind: "presence"; readonly path: string }
  /** Not looked into: the same text has the same outcome. */
  | { readonly kind: "opaque"; readonly key: string; readonly needs: readonly string[] };

/** A value against literals. */
export interface Comparison {
  readonly kind: "comparison";
  /** The compared expression; the same text has the same value. */
  readonly term: string;
  readonly type: "number" | "string";
  /** Every number or text that the expression can be, as far as its form says. */
  readonly range: ValueSet;
  /** The values for which it is true. */
  readonly values: ValueSet;
  /** Whether it is true for what is in no order with the literals: no number, or a value of another type. */
  readonly others: boolean;
  /** Paths without which it is neither true nor false. */
  readonly needs: readonly string[];
}
