/** A calendar of numbers a day: months one below the other, a week a row. */
import { addDays } from "../../model/dates.ts";

const weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const dayMs = 86_400_000;

/** @param byDay numbers of days in a row, YYYY-MM-DD, oldest first */
export function monthCalendar(byDay: Readonly<Record<string, number>>): string {
  const days = Object.keys(byDay);
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const width = Math.max(4, ...Object.values(byDay).map((number) => String(number).length + 1));
  const cell = (text: string) => text.padStart(width);
  const head = `${" ".repeat(10)}${weekdays.map(cell).join("")}\n`;
  return months
    .map((month) => {
      const own = days.filter((day) => day.startsWith(month));
      const total = own.reduce((sum, day) => sum + (byDay[day] ?? 0), 0);
      const weeks = [...new Set(own.map(mondayOf))];
      const rows = weeks.map((monday) => {
        const cells = weekdays.map((_, at) => {
          const day = addDays(monday, at);
          const number = day.startsWith(month) ? byDay[day] : undefined;
          return cell(wordOf(number));
        });
        return `${monday}${cells.join("")}`.trimEnd();
      });
      return `${month}: ${total}\n${head}${rows.join("\n")}\n`;
    })
    .join("");
}

/** A day that is not counted is empty. */
function wordOf(number: number | undefined): string {
  if (number === undefined) return "";
  return number === 0 ? "." : String(number);
}

function mondayOf(day: string): string {
  const sinceMonday = (new Date(Date.parse(day)).getUTCDay() + 6) % 7;
  return new Date(Date.parse(day) - sinceMonday * dayMs).toISOString().slice(0, 10);
}
