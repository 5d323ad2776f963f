/** Facts of an alert about a large short position, changed as a test wants. */
import type { AlertFacts } from "../../src/model/alerts.ts";

export function factsOf(changed: Partial<AlertFacts> = {}): AlertFacts {
  return {
    ...{ rule: "short-large", key: "7203|Example Capital", severity: "warning", subject: "7203" },
    ...{ source: "/sources/short-sale-reports", labels: {}, watchlists: [] },
    ...changed,
  };
}
