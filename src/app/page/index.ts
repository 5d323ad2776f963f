/** The registry of the page's calls: what each view asks, on the monitor's port under `/api/`. */
import type { Config } from "../../config/config.ts";
import type { JsonRoute } from "../../outputs/output.ts";
import type { Store } from "../../store/store.ts";
import type { ActiveRules } from "../files/active-rules.ts";
import type { Status } from "../status.ts";
import { aboutCall } from "./about.ts";

/** The parts of the monitor that views show. */
export interface PageParts {
  readonly config: Config;
  readonly store: Store;
  readonly rules: ActiveRules;
  readonly status: Status;
  /** The time, ms since 1970. */
  now(): number;
}

const calls: readonly ((parts: PageParts) => JsonRoute)[] = [aboutCall];

export function pageCalls(parts: PageParts): JsonRoute[] {
  return calls.map((call) => call(parts));
}
