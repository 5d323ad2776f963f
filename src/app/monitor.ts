/** A monitor as whoever started it knows it, the parts that it is made of, and where it is reached. */
import type { StartFiles } from "../files/start-files.ts";
import type { Clock } from "../lib/clock.ts";
import { authority } from "../lib/http/url.ts";
import type { Log, OwnLog } from "../lib/log.ts";
import type { SourceStatus } from "../why/status.ts";
import { keepPlace } from "./operating/monitor-place.ts";
import type { AlertLine } from "./operating/outcome-log.ts";
import type { Outputs } from "./outputs.ts";

export interface Monitor {
  /** The ready line for the program that started it. */
  readonly ready: {
    ready: true;
    feed: string;
    page: string;
    /** Where people reach the page, if the settings say so. */
    publicUrl?: string;
    simulated: string[];
  };
  /** Rejects with the bug that ended the pipeline; else stays open. */
  readonly broken: Promise<never>;
  /**
   * Resolves with the reason, in words for the log, once it has to stop and start `again`: another file stands in the
   * place of the open database, or the machine has another part in its cluster.
   */
  readonly over: Promise<string>;
  /** Its log, for whoever stops it. */
  readonly log: Log;
  /** Reads settings and rules again, takes what can change at once, and logs what it did. */
  reload(): Promise<void>;
  /** How it is doing now. */
  look(): MonitorLook;
  /** Ends the polls, gives the outputs their time, closes everything. */
  stop(): Promise<void>;
  /** The parts of another one with its settings, its rules and its ports. */
  next(): StartParts;
  /** Once it has stopped: another one with its settings, its rules and its port. Throws as `startMonitor` does. */
  again(): Promise<Monitor>;
}

/** What a glance at a running monitor shows. */
export interface MonitorLook {
  readonly sources: Record<string, SourceStatus>;
  /** The last few, the newest first. */
  readonly alerts: readonly AlertLine[];
  /** Readers of the feed now. */
  readonly readers: number;
}

/** The parts of a start. */
export interface StartParts {
  /** The config file as the person named it. */
  readonly file: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly files: StartFiles;
  readonly log: OwnLog;
  readonly clock: Clock;
  readonly verifier: string | undefined;
  readonly mayPlay: boolean | undefined;
  readonly webFolder: string;
}

/** The parts of a start that goes on where a monitor stands: with these files, on its ports. */
export function nextParts(parts: StartParts, files: StartFiles, { settings }: Outputs): StartParts {
  const config = { ...files.config, outputs: settings().outputs };
  return { ...parts, files: { ...files, config } };
}

/** A place that cannot be written costs only those commands that would need it. */
export function keptPlace(state: string, outputs: Outputs, log: Log): () => void {
  const { host, port } = outputs.listener();
  try {
    return keepPlace(state, { pid: process.pid, host, port });
  } catch (error) {
    log.warn({ error: String(error) }, "commands may not find this monitor: its place could not be written");
    return () => undefined;
  }
}

export function readyOf(
  outputs: Outputs,
  simulated: readonly string[],
  publicUrl: string | undefined,
): Monitor["ready"] {
  const address = authority(outputs.listener());
  return {
    ...{ ready: true, feed: `ws://${address}/feed`, page: `http://${address}/` },
    ...(publicUrl !== undefined && { publicUrl: `${publicUrl}/` }),
    simulated: [...simulated],
  };
}
