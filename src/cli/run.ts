/** `yagura run`: the monitor, until a signal stops it. */
import { startMonitor } from "../app.ts";

export async function run(options: { config: string }): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
  const monitor = await startMonitor(options.config, process.env, { verifier: process.argv[1] });
  process.stdout.write(`${JSON.stringify(monitor.ready)}\n`);
  try {
    await Promise.race([stopped, monitor.broken]);
  } finally {
    await monitor.stop();
  }
}
