/** Finds the duration that was probably meant by another form: `3days`, `30 min`, `1h30m`, `2週間`. */

const minutesOf: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 1_440, w: 10_080 };

/** Units in small letters, without blanks. */
const units: readonly (readonly [RegExp, keyof typeof minutesOf | "bd"])[] = [
  [/^(s|secs?|seconds?|秒間?)$/, "s"],
  [/^(m|mins?|minutes?|分間?)$/, "m"],
  [/^(h|hrs?|hours?|時間)$/, "h"],
  [/^(d|days?|日間?)$/, "d"],
  [/^(w|wks?|weeks?|週間?)$/, "w"],
  [/^(bds?|(business|trading|working)days?|営業日)$/, "bd"],
];

/** Writes the duration in our form; undefined if it is not clear. */
export function durationMeant(text: string): string | undefined {
  const plain = text.normalize("NFKC").toLowerCase().replaceAll(/\s/g, "");
  const parts = [...plain.matchAll(/(\d{1,6}(?:\.\d{1,3})?)([^\d.]+)/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join("") !== plain) return undefined;
  const lengths = parts.map(([, amount, word = ""]) => ({
    amount: Number(amount),
    unit: units.find(([form]) => form.test(word))?.[1],
  }));
  const [first, ...more] = lengths;
  if (first?.unit === "bd") return more.length === 0 ? whole(first.amount, "bd") : undefined;
  let minutes = 0;
  for (const { amount, unit } of lengths) minutes += amount * (minutesOf[unit ?? ""] ?? Number.NaN);
  if (first !== undefined && more.length === 0 && first.unit !== "w" && Number.isInteger(first.amount))
    return first.unit && whole(first.amount, first.unit);
  return inMinutes(minutes);
}

function inMinutes(minutes: number): string | undefined {
  if (minutes % 1_440 === 0) return whole(minutes / 1_440, "d");
  if (minutes % 60 === 0) return whole(minutes / 60, "h");
  return Number.isInteger(minutes) ? whole(minutes, "m") : whole(Math.round(minutes * 60), "s");
}

function whole(amount: number, unit: string): string | undefined {
  return Number.isInteger(amount) && amount > 0 && amount <= 9_999 ? `${amount}${unit}` : undefined;
}
