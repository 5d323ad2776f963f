/** Open alerts and items for snapshots. */
import type { ItemNow, OpenAlertNow } from "../../../../src/outputs/output.ts";
import type { MemoryPresent } from "../../../support/memory-present.ts";

/** An open alert about 7203; without an entry of its latest one, unless that is given. */
export function openAlert({
  latest,
  ...more
}: Partial<Omit<OpenAlertNow, "latest">> & { latest?: OpenAlertNow["latest"] }): OpenAlertNow {
  return {
    ...{
      alert: "e-1",
      ...{ rule: "large-new-short", key: "7203", severity: "warning" },
      subject: "7203",
      state: "firing",
      since: "2026-11-20T08:31:02.123Z",
      times: 3,
      seq: 1,
    },
    ...more,
    ...(latest && { latest }),
  };
}

/** A short position in a stock. */
export function heldItem(code: string, more: Partial<ItemNow> = {}, now: ItemNow["now"] = {}): ItemNow {
  return { key: `${code}/A`, subject: code, now: { code, seller: "A", ratio: 1, ...now }, ...more };
}

export function heldSource(items: ItemNow[], name = "short-sale-reports"): MemoryPresent["held"][number] {
  const types =
    name === "short-sale-reports"
      ? ["short.report.opened", "short.report.increased"]
      : ["forum.ranking.entered", "forum.ranking.moved"];
  return { name, types, items };
}
