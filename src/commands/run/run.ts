/** `yagura run`: the monitor, until a signal stops it. */
import { Refused, refusalLines } from "../../app/refused.ts";
import { type Monitor, startMonitor } from "../../app.ts";

export async function run({ config }: { config: string }): Promise<void> {
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
  const stopped = signalled.then(() => "stopped" as const);
  const options = { verifier: process.argv[1] };
  let monitor: Monitor | undefined = await startMonitor(config, process.env, options);
  process.stdout.write(`${JSON.stringify(monitor.ready)}\n`);
  while (monitor !== undefined) {
    const running: Monitor = monitor;
    try {
      const displaced = running.displaced.then(() => "displaced" as const);
      if ((await Promise.race([stopped, running.broken, displaced])) === "stopped") return;
    } finally {
      await running.stop();
    }
    monitor = await startedAgain(running, stopped);
  }
}

const againMs = 5_000;

/** Tries until it starts; undefined once a signal stops that. */
async function startedAgain(before: Monitor, stopped: Promise<"stopped">): Promise<Monitor | undefined> {
  for (let told = ""; ; ) {
    try {
      return await before.again();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const lines = refusalLines(error).join("\n");
      if (lines !== told) process.stderr.write(`${lines}\n`);
      told = lines;
    }
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<"waited">((resolve) => {
      timer = setTimeout(() => resolve("waited"), againMs);
    });
    if ((await Promise.race([stopped, waited])) === "stopped") return undefined;
    clearTimeout(timer);
  }
}
