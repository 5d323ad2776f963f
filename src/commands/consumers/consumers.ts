/** `yagura consumers`: consumers of a running monitor's feed, and without one those that its database has. */
import { requireConfig } from "../../files/check-files.ts";
import { timeWords } from "../../lib/text/counted.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import { consumerPaths, type ToldConsumer, toldConsumer } from "../../model/page/consumers.ts";
import { type AnswerOptions, giveAnswer, printGiven, seenOrKept } from "../monitor-calls.ts";
import { terminalOf } from "../terminal.ts";

type ConsumerOptions = Pick<AnswerOptions, "config" | "token" | "json">;

export async function listConsumers(options: ConsumerOptions): Promise<void> {
  const consumers = await readConsumers(options, process.env);
  if (options.json) process.stdout.write(`${JSON.stringify(consumers)}\n`);
  else for (const line of consumerLines(consumers, terminalOf().columns)) process.stdout.write(`${line}\n`);
}

export async function forgetConsumer(name: string, options: ConsumerOptions): Promise<void> {
  const given = await giveAnswer(options, consumerPaths.forget, { name }, process.env);
  printGiven(given, options.json, `forgotten: ${name}`);
}

/** Throws Refused where the monitor wants another token, and where there is no database. */
export async function readConsumers(
  { config: file, token }: Pick<AnswerOptions, "config" | "token">,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly ToldConsumer[]> {
  const config = requireConfig(file, environment);
  const secret = token ?? (environment.YAGURA_TOKEN || undefined);
  return seenOrKept(config, consumerPaths.list, secret, {
    seen: ({ consumers }) => consumers as readonly ToldConsumer[],
    kept: ({ consumers, log }) => consumers.all().map((place) => toldConsumer(place, log)),
  });
}

const longest = 200;

/** @param columns cells of the terminal, to which lines are broken; undefined: they stay whole */
export function consumerLines(consumers: readonly ToldConsumer[], columns?: number): string[] {
  if (consumers.length === 0) return ["there are no consumers"];
  return consumers.flatMap(({ name, owner, seq, behind, seenAt, isConnected }) => {
    const place = seq === undefined ? "its position is lost" : `at #${seq}, ${behind} behind`;
    const seen = isConnected ? "connected" : `last seen ${timeWords(seenAt)}`;
    const whose = owner === undefined ? "without an owner" : `of ${tameLine(owner, longest)}`;
    return wrapped(`${tameLine(name, longest)}  ${place}, ${seen}, ${whose}`, columns, "    ");
  });
}
