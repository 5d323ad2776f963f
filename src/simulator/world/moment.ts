/**
 * The world's own time. A moment counts from the first business day's start, and a business day is 60,000
 * moments long, however long it lasts in real time. Negative moments are history.
 */
export const momentsPerDay = 60_000;

/** Number of the business day; day 0 is the world's first. */
export function dayOf(moment: number): number {
  return Math.floor(moment / momentsPerDay);
}

export function momentOf(day: number, intoDay = 0): number {
  return day * momentsPerDay + intoDay;
}

/**
 * Moments of a day at which publications come out. Those that the shipped sources read are early, so that a watcher
 * of one day sees everything; the rest come at about their usual hour, where 20,000 is noon and 35,000 half past
 * four.
 */
export const publishedAt = {
  margins: 3_000,
  shorts: 6_000,
  statistics: 9_000,
  marginCorrections: 24_000,
  shortCorrections: 33_000,
  mornings: 20_000,
  investors: 31_600,
  bars: 35_000,
  financials: 40_000,
  earnings: 43_300,
  /** Moment of the next day: after midnight. */
  derivatives: 60_000,
} as const;
