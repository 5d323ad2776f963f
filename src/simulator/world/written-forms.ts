/** Times and numbers as the services write them: times always as clocks in Japan show them. */
const offsetMs = 9 * 3_600_000;

interface JapanTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

export function japanTime(time: Date): JapanTime {
  const there = new Date(time.getTime() + offsetMs);
  return {
    year: there.getUTCFullYear(),
    month: there.getUTCMonth() + 1,
    day: there.getUTCDate(),
    hour: there.getUTCHours(),
    minute: there.getUTCMinutes(),
  };
}

/** ISO with milliseconds and +09:00. */
export function japanIso(time: Date): string {
  return new Date(time.getTime() + offsetMs).toISOString().replace("Z", "+09:00");
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** A whole number as prices are shown: 1,234,567. */
export function withCommas(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
