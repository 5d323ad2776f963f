import type { Oracle } from "./expected.ts";

/** Each comment that a poll could see first, from the second poll on. `polls`: when the stock was asked about. */
export function expectedComments(
  { world, momentAt }: Oracle,
  { code, polls, pageSize }: { code: string; polls: readonly number[]; pageSize: number },
): string[] {
  const company = world.company(code);
  if (!company) throw new Error(`no company ${code}`);
  const known = new Set<number>();
  let knownFrom = Number.POSITIVE_INFINITY;
  const told: string[] = [];
  for (const at of polls) {
    const parts = world.comments.page(company, momentAt(at), pageSize).map(({ part }) => part);
    const isFirst = known.size === 0;
    if (isFirst) knownFrom = Math.min(...parts);
    for (const part of parts) {
      if (!isFirst && part > knownFrom && !known.has(part)) told.push(`forum.comment.posted ${code} ${part}`);
      known.add(part);
    }
  }
  return told;
}

/** How the daily ranking moved from poll to poll. */
export function expectedRanking({ world, momentAt }: Oracle, polls: readonly number[]): string[] {
  const told: string[] = [];
  let before: ReadonlyMap<string, number> | undefined;
  for (const at of polls) {
    const order = world.ranking.order("daily", momentAt(at));
    const now = new Map(order.map(({ code }, index) => [code, index + 1]));
    const word = (type: string, code: string, ...ranks: (number | undefined)[]) =>
      told.push(`forum.ranking.${type} ${code} ${ranks.join(" ")}`);
    for (const [code, rank] of now) {
      const was = before?.get(code);
      if (before && was === undefined) word("entered", code, rank);
      else if (before && was !== rank) word("moved", code, was, rank);
    }
    for (const [code, rank] of before ?? []) if (!now.has(code)) word("left", code, rank);
    before = now;
  }
  return told;
}
