/** Differences between the documented and the observed service, besides their records. */
import type { Endpoint } from "./endpoint.ts";
import type { PageSize } from "./paging.ts";
import type { Plan, Rights } from "./plans.ts";

export interface MarketDialect {
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly rights: Rights;
  readonly pageSize: PageSize;
  /** Answer to a call that does not exist. */
  readonly unknownCall: { status: number; message: string };
  readonly missingKey: { status: number; message: string };
  readonly wrongKey: { status: number; message: string };
  /** Message about a plan that is too low for a call. */
  readonly lowPlan: (plan: Plan, needed: Plan) => string;
  /** Whether an account that goes on far above its limit is shut out for some minutes. */
  readonly blocks: boolean;
  /** Calls that have a limit of their own, the same on every plan. */
  readonly ownLimits: Readonly<Record<string, number>>;
  /** Whether a call that a date would do for gets the newest day when it has no parameter at all. */
  readonly newestByDefault: boolean;
  /** Whether plans reach only so far back, and dates outside are refused. */
  readonly windows: boolean;
  /** Stands beside `data` in answers with pages, where the service has it. */
  readonly cursor: boolean;
}
