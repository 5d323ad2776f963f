/** CPU time of some work, ms: the least of up to three runs, since the machine may be busy otherwise. */
export function cpuMs(work: () => void, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3 && least > enough; time++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/**
 * What nothing that a stranger writes may take. 50 ms are promised and are to be measured on an idle machine, with
 * HOSTILE_MS=50; what blows up takes seconds on any.
 */
export const mostMs = Number(process.env.HOSTILE_MS ?? 1_000);
