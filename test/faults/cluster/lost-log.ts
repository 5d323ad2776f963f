/** The servers of a cluster come back with a log that ends before what its machines have, as after a power cut of servers that do not sync. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext } from "vitest";
import { yagura } from "../../support/monitor.ts";
import { Random } from "../../support/random.ts";
import { marketKey } from "../../support/services/market.ts";
import { until } from "../../support/until.ts";
import { alerting } from "../kill-count.ts";
import { tell } from "../trials.ts";
import { setClusterStage } from "./cluster-stage.ts";
import { differences, holdAll } from "./databases.ts";

const program = join(import.meta.dirname, "../../../dist/main.js");

/** It is noticed, and nobody goes on before a person says so. */
export async function loseLog(context: TestContext): Promise<void> {
  const stage = await setClusterStage(new Random(1), program);
  const { servers, machines, scene, feed } = stage;
  const [first, ...others] = machines;
  if (first) stage.start(first);
  await first?.running?.ready;
  for (const machine of others) stage.start(machine);
  await Promise.all(others.map(({ running }) => running?.ready));
  const isBaseline = ({ event }: (typeof feed.events)[number]) => event.type === "source.baselined";
  await until("the baselines", () => feed.events.filter(isBaseline).length === scene.sources);
  const each = (work: (server: number) => Promise<void>) => Promise.all([0, 1, 2].map(work));
  await each((server) => servers.kill(server, "SIGKILL"));
  cpSync(servers.folder, `${servers.folder}-older`, { recursive: true });
  await each((server) => servers.restart(server));
  await scene.change(new Set());
  const before = feed.events.length;
  await until("something to be told", () => feed.events.length > before + 5);
  const held = await holdAll(machines);
  for (const machine of machines) await stage.kill(machine);
  await each((server) => servers.kill(server, "SIGKILL"));
  for (const name of ["n1", "n2", "n3"]) {
    rmSync(join(servers.folder, name), { recursive: true });
    cpSync(join(`${servers.folder}-older`, name), join(servers.folder, name), { recursive: true });
  }
  rmSync(`${servers.folder}-older`, { recursive: true });
  await each((server) => servers.restart(server));
  for (const machine of machines) {
    machine.said = "";
    stage.start(machine);
  }
  const isSaid = () => machines.every(({ said }) => said.includes("ends before what this machine has"));
  await until("all machines to say so", isSaid);
  // Long after a writer would have been taken for gone.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const kept = await holdAll(machines);
  const wentOn = kept.filter(({ place, log }, index) => {
    const was = held[index];
    return place !== was?.place || log.length !== was.log.length;
  });

  // A person decides: the first machine's database is what all go on with.
  if (first) await stage.kill(first);
  const settings = join(first?.database ?? "", "../../monitor.yaml");
  const adopted = await yagura(["cluster", "adopt", "--yes", "--config", settings], { KEY: marketKey });
  if (first) stage.start(first);
  await scene.change(new Set());
  await until("all to be told", () => stage.isSettled() && alerting(stage).length === 0);
  const gaps = feed.frames.filter(({ type, recovered }) => type === "subscribed" && recovered !== true);
  const wrong = [
    ...wentOn.map(({ machine }) => `${machine} went on`),
    ...differences(await holdAll(machines), feed.events),
    ...(gaps.length === 1 ? [] : [`the new epoch was told by ${gaps.length} gaps`]),
  ];
  tell(context, {
    fault: "servers of a cluster that lost what they had confirmed, until the cluster began anew",
    tried: machines.length,
    lost: 0,
    wrong: wrong.length,
    failsWith: "a follower that does not look whether the log ends before its place",
  });
  expect({ code: adopted.code, wrong }).toEqual({ code: 0, wrong: [] });
}
