/** What is measured of the process: the program that runs, its processor time and memory, and how long its event loop is held up. */
import { type IntervalHistogram, monitorEventLoopDelay, performance } from "node:perf_hooks";
import manifest from "../../../package.json" with { type: "json" };
import type { Measure } from "../../lib/measure.ts";

const upstreamState = (name: string, simulated: readonly string[]) => ({
  labels: { upstream: name },
  value: simulated.includes(name) ? 1 : 0,
});

/**
 * @param upstreams names of the services
 * @param simulated those of them whose data is made up
 */
export function processMeasures(
  upstreams: readonly string[],
  simulated: readonly string[],
  delay: Pick<DelayWatch, "read">,
): Measure[] {
  return [
    {
      name: "yagura_build_info",
      help: "1; its labels are the version of the program and of Node.",
      kind: "gauge",
      read: () => [{ labels: { version: manifest.version, node: process.versions.node }, value: 1 }],
    },
    {
      name: "yagura_upstream_simulated",
      help: "1 for a simulated service, else 0.",
      kind: "gauge",
      read: () => upstreams.map((name) => upstreamState(name, simulated)),
    },
    {
      name: "yagura_event_loop_active_seconds_total",
      help: "Time in which the event loop worked, and did not wait: its rate is the share that is used.",
      kind: "counter",
      read: () => performance.eventLoopUtilization().active / 1_000,
    },
    {
      name: "yagura_event_loop_delay_max_seconds",
      help: "Longest time that the event loop was blocked in the last minute or two; measured from the first request on.",
      kind: "gauge",
      read: () => delay.read().max,
    },
    {
      name: "yagura_event_loop_delay_p99_seconds",
      help: "Time for which the event loop was blocked at most in 99 of 100 measurements, in the last minute or two.",
      kind: "gauge",
      read: () => delay.read().p99,
    },
    {
      name: "process_cpu_seconds_total",
      help: "Processor time that the process took, the system's for it among it.",
      kind: "counter",
      read() {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    },
    {
      name: "process_resident_memory_bytes",
      help: "Memory that the process has in use.",
      kind: "gauge",
      read: () => process.memoryUsage.rss(),
    },
    {
      name: "process_start_time_seconds",
      help: "When the process began, in seconds since 1970.",
      kind: "gauge",
      read: () => performance.timeOrigin / 1_000,
    },
  ];
}

interface Delay {
  /** Seconds, both. */
  readonly max: number;
  readonly p99: number;
}

export interface DelayWatch {
  read(): Delay;
  stop(): void;
}

const nothing: Delay = { max: 0, p99: 0 };
/** Time between two looks, which is also the least delay that is seen. */
const resolutionMs = 20;
const spanMs = 60_000;

/**
 * Watches the event loop's delay from the first question on: a monitor that nobody asks does not wake for it. The answer
 * covers the span that is under way and the one before, however many ask.
 */
export function createDelayWatch(elapsed: () => number): DelayWatch {
  let histogram: IntervalHistogram | undefined;
  let before = nothing;
  let began = 0;
  return {
    read() {
      if (histogram === undefined) {
        histogram = monitorEventLoopDelay({ resolution: resolutionMs });
        histogram.enable();
        began = elapsed();
      }
      const now = delayOf(histogram);
      const answer = { max: Math.max(before.max, now.max), p99: Math.max(before.p99, now.p99) };
      if (elapsed() - began >= spanMs) {
        before = now;
        began = elapsed();
        histogram.reset();
      }
      return answer;
    },
    stop: () => void histogram?.disable(),
  };
}

function delayOf(histogram: IntervalHistogram): Delay {
  if (histogram.count === 0) return nothing;
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1_000);
  return { max: seconds(histogram.max), p99: seconds(histogram.percentile(99)) };
}
