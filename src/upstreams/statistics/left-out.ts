/** Series that were asked for and that an answer without an error does not have. */
import { createHash } from "node:crypto";
import type { BadRecord } from "../../lib/misfit.ts";
import type { OddityCollector } from "../oddities.ts";

/** The record of it, the same at every poll. */
export function leftOutRecord(where: string, code: string): BadRecord {
  const places = [{ path: `${where} RESULTSET[]`, expected: `series ${code}`, found: "nothing" }];
  const id = createHash("sha256")
    .update(JSON.stringify([where, "left out", code]))
    .digest("hex");
  return { id: id.slice(0, 16), name: code, known: { code }, places, sample: "" };
}

/**
 * Sets aside each code of the request that did not come.
 *
 * @param aside what is known of records that came and could not be read; one without a code may be any series
 */
export function noteLeftOut(
  { where, codes }: { readonly where: string; readonly codes: readonly string[] },
  came: ReadonlySet<string>,
  aside: readonly Readonly<Record<string, unknown>>[],
  oddities: OddityCollector,
): void {
  const unread = aside.map(({ code }) => (typeof code === "string" ? code.toUpperCase() : undefined));
  if (unread.includes(undefined)) return;
  for (const code of codes) {
    const upper = code.toUpperCase();
    if (!came.has(upper) && !unread.includes(upper)) oddities.setAside(leftOutRecord(where, code));
  }
}
