/** A disk that takes long to write through, beside a monitor that commits every two seconds. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { hasCompiler } from "../../feed/native.ts";
import type { Measure } from "../loop.bench.ts";
import { each, makeHouse } from "../stalls.ts";

const slowMs = 500;

export async function slowDisk(measure: Measure): Promise<void> {
  if (!hasCompiler()) return;
  const house = makeHouse();
  house.write("slow.c", source);
  const library = join(house.folder, "slow.so");
  execFileSync("cc", ["-shared", "-fPIC", "-o", library, join(house.folder, "slow.c"), "-ldl"]);
  house.write("monitor.yaml", lively);
  house.write("rules/all.yaml", rules);
  process.env.LD_PRELOAD = library;
  const monitor = await house.start();
  delete process.env.LD_PRELOAD;
  await measure(`a disk that writes through in ${slowMs} ms`, monitor, async () => {
    await each(20_000);
    return `${monitor.written().entries} entries`;
  });
  await monitor.stop();
  house.remove();
}

const source = `
#define _GNU_SOURCE
#include <unistd.h>
static void wait(void) { usleep(${slowMs} * 1000); }
int fsync(int fd) { wait(); return 0; }
int fdatasync(int fd) { wait(); return 0; }
`;

const lively = `
sources:
  forum-comments: { schedule: "* * * * * *", codes: ["7203", "6758"] }
rules: rules
state: yagura.db
log: { level: error }
email: { smtp: "file:outbox", from: "yagura@localhost", recipients: { desk: [desk@example.com] } }
feed: { port: 0 }
`;

const rules = `
rules:
  - name: every-comment
    on: forum.comment.posted
    by: [event.id]
    title: "{{ event.id }}"
`;
