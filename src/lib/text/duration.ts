const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of `30s`, `15m`, `1h` or `1d`; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = unitMs[unit ?? ""];
  return ms === undefined ? undefined : Number(amount) * ms;
}
