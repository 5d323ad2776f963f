/**
 * A thousand subscribers on loopback, from a commit to the last of them: the feed on a real database, beside ws sending
 * one string to each, socket.io, and a loop of write(2) in C. Each contender and its readers are processes of their own.
 */
import { bench } from "vitest";
import { compare, type Figures, startContender, webFolder } from "./contenders.ts";
import { compileNative, hasCompiler } from "./native.ts";

const connections = 1_000;

function row(figures: Figures, all: readonly Figures[]): string {
  const rate = (name: string) => all.find((one) => one.name === name)?.perSecond ?? Number.NaN;
  const of = (name: string) => (figures.perSecond / rate(name)).toFixed(2);
  const { name, perSecond, cpuUs, p99Ms, worstP99Ms } = figures;
  const cells = [name, Math.round(perSecond).toLocaleString("en"), of("ws"), of("socket.io"), of("write(2)")];
  return `| ${[...cells, cpuUs.toFixed(1), p99Ms.toFixed(1), worstP99Ms.toFixed(1)].join(" | ")} |`;
}

async function measure(): Promise<void> {
  if (!hasCompiler()) {
    process.stdout.write("no C compiler (cc): the readers of this bench are written in C\n");
    return;
  }
  const contenders = [
    await startContender({ name: "feed", script: "feed", connections, more: [webFolder] }),
    await startContender({ name: "ws", script: "ws", connections }),
    await startContender({ name: "socket.io", script: "socket-io", connections }),
    await startContender({
      name: "write(2)",
      script: "write-loop",
      connections,
      more: [compileNative("peers/write-loop.c")],
    }),
  ];
  for (const entries of [1, 10]) {
    const ticks = entries === 1 ? 100 : 50;
    const all = await compare(contenders, { ticks, entries }, Number(process.env.ROUNDS ?? 7));
    const head = `| ${entries} a tick | messages/s | of ws | of socket.io | of write(2) | sender, µs each | p99, ms | worst p99, ms |`;
    const lines = [head, "|---|---|---|---|---|---|---|---|", ...all.map((one) => row(one, all))];
    process.stdout.write(`${lines.join("\n")}\n\n`);
  }
  for (const contender of contenders) contender.stop();
}

bench("1,000 subscribers", measure, { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 });
