/** Series that an answer holds and that could not be read: they stay as they were. */
import type { BadRecord } from "../../lib/misfit.ts";

export interface Unread {
  /** Whether a series that is missing may be one of them; true for any where not even a code could be read. */
  has(code: string): boolean;
  readonly count: number;
}

export const nothingUnread: Unread = { has: () => false, count: 0 };

export function unreadOf(records: readonly BadRecord[]): Unread {
  const codes = records.map(({ known: { code } }) =>
    typeof code === "string" ? code.toUpperCase() : undefined,
  );
  const isUnnamed = codes.includes(undefined);
  return { has: (code) => isUnnamed || codes.includes(code.toUpperCase()), count: records.length };
}
