/** `yagura simulate`: the three simulated services alone, until stopped. */

import { serveSimulator } from "../../history/simulated-world.ts";
import { Refused } from "../../lib/problem.ts";
import { addOns, dialects, doubtfulForms, parseFault, parseLate, plans } from "../../simulator/index.ts";
import { onceStopped } from "../terminal.ts";

interface Options {
  port: string;
  host: string;
  seed: string;
  start?: string;
  daySeconds: string;
  tokenSeconds: string;
  dialect: string;
  plan: string;
  addOns: string;
  form?: string[];
  catalogue: string;
  market: string;
  busyForums: string;
  apiKey?: string;
  limits?: boolean;
  retryAfter?: boolean;
  fault?: string[];
  realTime?: boolean;
  late?: string[];
  lateDays: string;
}

export async function simulate(options: Options): Promise<void> {
  const simulator = await serveSimulator({
    port: whole(options.port, "port", 0, 65_535),
    host: options.host,
    seed: whole(options.seed, "seed", 0, 2 ** 31),
    dayMs: 1_000 * whole(options.daySeconds, "day-seconds", 1, 86_400),
    tokenValidityMs: 1_000 * whole(options.tokenSeconds, "token-seconds", 1, 86_400),
    dialect: oneOf(options.dialect, "dialect", dialects),
    catalogue: oneOf(options.catalogue, "catalogue", ["small", "full"]),
    market: oneOf(options.market, "market", ["small", "full"]),
    busyForums: whole(options.busyForums, "busy-forums", 0, 10_000),
    plan: oneOf(options.plan, "plan", plans),
    addOns: options.addOns === "none" ? [] : list(options.addOns, "add-ons", addOns),
    forms: (options.form ?? []).map((text) => oneOf(text, "form", doubtfulForms)),
    faults: (options.fault ?? []).map((text) => read("fault", parseFault, text)),
    realTime: options.realTime ?? false,
    late: (options.late ?? []).map((text) => read("late", parseLate, text)),
    lateDays: whole(options.lateDays, "late-days", 0, 100) / 100,
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
    ...(options.limits ? { limits: { retryAfter: options.retryAfter ?? false } } : {}),
    ...(options.start === undefined ? {} : { startDate: options.start }),
  });
  const { marketUrl: market, forumUrl: forum, statisticsUrl: statistics } = simulator;
  process.stdout.write(`${JSON.stringify({ ready: true, simulated: true, market, forum, statistics })}\n`);
  await new Promise<void>((resolve) => onceStopped(() => resolve()));
  await simulator.close();
}

function whole(text: string, name: string, least: number, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Refused(`--${name} takes a whole number from ${least} to ${most}, not "${text}"`);
}

function oneOf<Name extends string>(text: string, name: string, names: readonly Name[]): Name {
  const found = names.find((one) => one === text);
  if (found !== undefined) return found;
  throw new Refused(`--${name} takes one of ${names.join(", ")}, not "${text}"`);
}

function list<Name extends string>(text: string, name: string, names: readonly Name[]): Name[] {
  return text.split(",").map((one) => oneOf(one.trim(), name, names));
}

function read<Value>(name: string, parse: (text: string) => Value, text: string): Value {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw new Refused(`--${name}: ${error.message}`);
    throw error;
  }
}
