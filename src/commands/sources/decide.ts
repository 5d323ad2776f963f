/** `yagura sources release|discard`: decides about a rewrite in quarantine. */
import { decideHold } from "./decide-hold.ts";

interface Options {
  config: string;
  json?: boolean;
  token?: string;
}

export async function decide(
  decision: "release" | "discard",
  source: string,
  options: Options,
): Promise<void> {
  const decided = await decideHold(decision, source, options, process.env);
  const { ok, items, events, error } = decided;
  const done = decision === "release" ? "released" : "discarded";
  if (options.json) process.stdout.write(`${JSON.stringify(decided)}\n`);
  else if (ok) process.stdout.write(`${done}: ${items} items of ${source}, ${events} events written\n`);
  else process.stderr.write(`${error}\n`);
  if (!ok) process.exitCode = 1;
}
