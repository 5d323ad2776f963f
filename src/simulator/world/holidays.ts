/** Days on which the fictional exchange rests, besides weekends. Days are counted from 1970-01-01. */
const holidays = ["01-01", "02-11", "02-23", "03-20", "04-29", "05-03", "05-04", "05-05"];
const laterHolidays = ["08-11", "09-23", "11-03", "11-23"];
/** The turn of the year; these do not move when they fall on a Sunday. */
const closings = ["01-02", "01-03", "12-31"];
/** Month (1 to 12) and which of its Mondays. */
const mondays: readonly (readonly [number, number])[] = [
  [1, 2],
  [7, 3],
  [9, 3],
  [10, 2],
];

export const msPerDate = 86_400_000;

/** 0 is Sunday. */
export function weekday(date: number): number {
  return (((date + 4) % 7) + 7) % 7;
}

export function dateNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / msPerDate;
}

export function holidaysOf(year: number): Set<number> {
  const dateIn = (text: string) => Date.parse(`${year}-${text}`) / msPerDate;
  const days = new Set([...holidays, ...laterHolidays, ...closings].map(dateIn));
  for (const holiday of [...holidays, ...laterHolidays].map(dateIn)) {
    let date = holiday;
    // A holiday on a Sunday moves to the next day that is none.
    if (weekday(date) === 0) while (days.has(date)) date += 1;
    days.add(date);
  }
  for (const [month, which] of mondays) {
    const first = dateNumber(year, month, 1);
    days.add(first + ((8 - weekday(first)) % 7) + (which - 1) * 7);
  }
  return days;
}
