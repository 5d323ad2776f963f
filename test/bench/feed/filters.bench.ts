/**
 * Ten thousand subscriptions to one subject each beside ten: every event is for one of them, so that what is matched and
 * sent is the same. All are connections of their own.
 */
import { bench } from "vitest";
import { compare, startContender, webFolder } from "./contenders.ts";
import { hasCompiler } from "./native.ts";

const kinds: Readonly<Record<string, string>> = {
  subjects: "subjects=S%d",
  where: "where=event.subject=='S%d'",
  "where with more": "where=event.subject=='S%d'%%26%%26now.rule.startsWith('a')",
};

async function measure(): Promise<void> {
  if (!hasCompiler()) {
    process.stdout.write("no C compiler (cc): the readers of this bench are written in C\n");
    return;
  }
  const lines = [
    "| 10 events a tick, each for one of | messages/s | of ten | sender, µs each | of ten |",
    "|---|---|---|---|---|",
  ];
  for (const [kind, query] of Object.entries(kinds)) {
    const path = `/feed?types=alert.*&${query}`;
    const start = (connections: number) =>
      startContender({
        name: `${connections.toLocaleString("en")} by ${kind}`,
        script: "feed",
        connections,
        more: [webFolder, path, String(connections), "1"],
      });
    const contenders = [await start(10), await start(10_000)];
    const all = await compare(contenders, { ticks: 200, entries: 10 }, Number(process.env.ROUNDS ?? 7));
    for (const contender of contenders) contender.stop();
    const [ten] = all;
    for (const { name, perSecond, cpuUs } of all) {
      const rates = [
        Math.round(perSecond).toLocaleString("en"),
        (perSecond / (ten?.perSecond ?? 0)).toFixed(2),
      ];
      lines.push(
        `| ${[name, ...rates, cpuUs.toFixed(1), ((ten?.cpuUs ?? 0) / cpuUs).toFixed(2)].join(" | ")} |`,
      );
    }
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
}

bench("10,000 filtered subscriptions", measure, {
  iterations: 1,
  time: 0,
  warmupIterations: 0,
  warmupTime: 0,
});
