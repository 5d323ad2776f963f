/** Milliseconds of this process's time that work takes: the least of three times, since a busy machine adds to it. */
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

/** What nothing that a stranger writes may take. */
export const mostMs = 50;
