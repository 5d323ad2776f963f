/** A monitor killed while it sends to devices: each message comes at least once, all copies the same. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { openPushService } from "../outputs/push/push-service.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { tell, trialsOf } from "./trials.ts";

/** Modules are found from here. */
const root = join(import.meta.dirname, "../..");
const KILLS = trialsOf({ quick: 2, all: 100 });
/** Sent between two kills, about. */
const each = 12;

test("a message is there at least once however often its sender is killed, and every copy is equal", async (context) => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../outputs/push/kill-child.ts", import.meta.url))],
    ...{ bundle: true, platform: "node", format: "esm", write: false, absWorkingDir: root },
    external: ["better-sqlite3"],
    banner: {
      js: 'import { createRequire as r } from "node:module"; const require = r(process.cwd() + "/x.js");',
    },
  });
  const folder = tmpFolder();
  const service = await openPushService(undefined, systemClock.now);
  const devices = ["aaaaaaaa", "bbbbbbbb"].map((id) => service.device(id));
  const messages = (KILLS * each) / devices.length + each;
  const args = [join(folder, "yagura.db"), JSON.stringify(devices), String(messages)];
  const start = () => {
    const child = spawn(process.execPath, ["--input-type=module", "-", ...args], {
      ...{ cwd: root, stdio: ["pipe", "inherit", "inherit"] },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stdin?.end(outputFiles[0]?.text ?? "");
    return child;
  };
  for (let kills = 0; kills < KILLS; kills++) {
    const child = start();
    const before = service.asked.length;
    // At any moment of an attempt: in a request, or before its outcome is on record.
    const enough = before + 1 + ((kills * 7) % each);
    await until("some messages", () => service.asked.length >= enough);
    child.kill("SIGKILL");
    await once(child, "close");
  }
  start();
  const copies = new Map<string, string[]>();
  const wanted = messages * devices.length;
  await until("all of them", () => new Set(service.asked.map(({ message }) => message.id)).size === wanted);
  for (const { message, plain, topic } of service.asked)
    copies.set(String(message.id), [...(copies.get(String(message.id)) ?? []), `${topic} ${plain}`]);
  const unequal = [...copies.values()].filter((all) => new Set(all).size > 1);
  tell(context, {
    fault: "a kill while messages go to devices",
    ...{ tried: KILLS, lost: wanted - copies.size, wrong: unequal.length + service.wrong.length },
    shown: `${wanted} messages, ${service.asked.length - wanted} of them twice`,
    failsWith: "an outcome on record before the answer",
  });
  expect(unequal).toEqual([]);
  expect(service.wrong).toEqual([]);
});
