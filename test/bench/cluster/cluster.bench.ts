/** What a cluster costs a commit: three servers that sync, and one, beside a database alone. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { bench } from "vitest";
import { startNats } from "../../support/nats.ts";
import { bundleScript } from "../run-bundled.ts";

const at = (file: string) => join(import.meta.dirname, file);

async function commitCost(): Promise<string> {
  const [script, thread] = await Promise.all([
    bundleScript(at("commit-cost.ts")),
    bundleScript(at("../../../src/cluster/append-thread.ts")),
  ]);
  const three = await startNats({ servers: 3, sync: "always" });
  const one = await startNats({ servers: 1, sync: "always" });
  try {
    const places = [three.addresses.join(","), one.addresses.join(",")];
    const given = [script.file, thread.file, ...places];
    return (await promisify(execFile)(process.execPath, given)).stdout;
  } finally {
    await Promise.all([three.stop(), one.stop(), script.remove(), thread.remove()]);
  }
}

bench("commit-cost.ts", async () => void process.stdout.write(await commitCost()), {
  iterations: 1,
  time: 0,
  warmupIterations: 0,
  warmupTime: 0,
});
