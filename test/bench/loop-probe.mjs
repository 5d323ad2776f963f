// Loaded into the program under test (--import): answers each IPC message with what the process was like since the last.
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const resolutionMs = 5;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
delays.enable();
let cpu = process.cpuUsage();

// What the processor did for one turn, or a few short ones: on a machine with other work a turn takes longer than that.
const ms = ({ user, system }) => (user + system) / 1000;
let ticked = process.cpuUsage();
let turnCpuMs = 0;
setInterval(() => {
  const now = process.cpuUsage();
  turnCpuMs = Math.max(turnCpuMs, ms(now) - ms(ticked));
  ticked = now;
}, resolutionMs).unref();

// The histogram counts the whole time between two looks, so what is due anyway is taken off.
const late = (ns) => Math.max(0, ns / 1e6 - resolutionMs);

process.on("message", () => {
  const used = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  process.send({
    p99Ms: late(delays.percentile(99)),
    p999Ms: late(delays.percentile(99.9)),
    maxMs: late(delays.max),
    turnCpuMs,
    cpuMs: ms(used),
    rssMb: process.memoryUsage.rss() / 1e6,
    peakRssMb: (Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024) / 1e6,
  });
  delays.reset();
  turnCpuMs = 0;
});
process.channel?.unref();
