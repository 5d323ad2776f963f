/** `yagura cluster status`: what the servers and the machines of a cluster say of themselves, and what is wrong. */
import { existsSync } from "node:fs";
import {
  type ClusterFacts,
  type ClusterTrouble,
  surveyCluster,
  troublesOf,
  withEngine,
} from "../../app/cluster/survey.ts";
import type { ClusterSettings } from "../../config/cluster.ts";
import type { Config } from "../../config/config.ts";
import { requireConfig } from "../../files/check-files.ts";
import { Refused } from "../../lib/problem.ts";
import { timeWords } from "../../lib/text/counted.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { textTable, wrapped } from "../../lib/text/terminal.ts";
import type { Language } from "../../model/language.ts";
import { fromDatabase } from "../monitor-calls.ts";
import { printAnswer, sizeWords, type Terminal, translated } from "../terminal.ts";
import { clusterWords } from "./cluster-words.ts";

export async function showCluster(options: { config: string; json?: boolean }): Promise<void> {
  const config = requireConfig(options.config, process.env);
  const settings = requireCluster(config);
  const { replicas } = settings;
  const epoch = existsSync(config.state) ? fromDatabase(config, ({ log }) => log.epoch) : undefined;
  const found = await withEngine(settings, (engine) => surveyCluster(engine, { replicas, epoch }));
  const facts = "replicas" in found ? found : { replicas, machines: [], ...found };
  const troubles = troublesOf(facts);
  const { machines, log, ...rest } = facts;
  const end = endOf(facts);
  const answer = {
    ...{ ok: troubles.length === 0, ...rest, log, writer: writerOf(facts)?.name, term: termOf(facts) },
    machines: machines.map((machine) => ({ ...machine, behind: Math.max(0, end - machine.place) })),
    troubles,
  };
  printAnswer(answer, options.json, (terminal) => clusterLines(facts, terminal));
  if (troubles.length > 0) process.exitCode = 1;
}

/** The section of the settings. Throws Refused where there is none. */
export function requireCluster({ cluster }: Config): ClusterSettings {
  if (cluster === undefined) throw new Refused("the settings have no section `cluster`");
  return cluster;
}

const writerOf = ({ machines }: ClusterFacts) =>
  machines
    .filter(({ part }) => part === "writer")
    .toSorted((one, other) => other.term - one.term)
    .at(0);

const termOf = ({ machines }: ClusterFacts) => Math.max(0, ...machines.map(({ term }) => term));

/** Where the log ends; where it is gone, how far a machine came. */
const endOf = ({ log, machines }: ClusterFacts) =>
  log?.last ?? Math.max(0, ...machines.map(({ place }) => place));

const longest = 100;
const shown = (text: string) => tameLine(text, longest);

/** The outcome for a person. */
export function clusterLines(facts: ClusterFacts, { columns, language, paint }: Terminal): string[] {
  const own = clusterWords[language];
  const troubles = troublesOf(facts).map((trouble) => troubleWords(trouble, language));
  const bad = troubles.flatMap((text) => wrapped(`- ${text}`, columns, "  "));
  const verdict = troubles.length === 0 ? paint("green", own.well) : paint("red", own.wrong);
  return [
    ...headLines(facts, language).flatMap((line) => wrapped(line, columns, "  ")),
    ...(facts.machines.length === 0 ? [] : ["", ...machineLines(facts, columns, language), ""]),
    verdict,
    ...bad,
  ];
}

function headLines(facts: ClusterFacts, language: Language): string[] {
  const { epoch, log, snapshot, replicas } = facts;
  if (epoch === undefined) return [];
  const own = clusterWords[language];
  const number = (value: number) => value.toLocaleString("en");
  const writer = writerOf(facts);
  const lines = [own.epoch(epoch), own.term(termOf(facts), writer && shown(writer.name))];
  if (log !== undefined) {
    const { first, last, bytes, leader, servers } = log;
    lines.push(own.log(number(last), number(first), sizeWords(bytes)));
    const named = servers.map(({ name, version }) => shown(`${name} ${version}`));
    lines.push(own.servers(named, leader && shown(leader), replicas));
  }
  if (snapshot !== undefined) {
    const { sequence, at, bytes } = snapshot;
    lines.push(own.snapshot(number(sequence), timeWords(new Date(at).toISOString()), sizeWords(bytes)));
  } else lines.push(own.noSnapshot);
  if (log !== undefined) lines.push(own.syncs);
  return lines;
}

/** Two lines a machine where it has something to say: a table, and where its page is. */
function machineLines(facts: ClusterFacts, columns: number | undefined, language: Language): string[] {
  const own = clusterWords[language];
  const end = endOf(facts);
  const rows = facts.machines.map(({ name, part, place, version, page }) => [
    ...[shown(name), own.parts[part], place.toLocaleString("en")],
    ...[Math.max(0, end - place).toLocaleString("en"), shown(version), shown(page)],
  ]);
  return textTable([own.columns, ...rows], columns)
    .trimEnd()
    .split("\n");
}

/** One trouble in words. */
export function troubleWords(trouble: ClusterTrouble, language: Language): string {
  const own = clusterWords[language].troubles;
  switch (trouble.kind) {
    case "silent":
      return own.silent(shown(trouble.reason));
    case "two-writers":
      return own["two-writers"](own.listed(trouble.machines.map(shown)));
    case "short-log":
      return own["short-log"](shown(trouble.machine), trouble.place, trouble.end);
    case "machine":
      return own.machine(shown(trouble.machine), translated(tameLine(trouble.message, 500), language));
    case "behind":
      return own.behind(shown(trouble.machine), trouble.messages.toLocaleString("en"));
    case "same-name":
      return own["same-name"](shown(trouble.machine));
    case "versions":
      return own.versions(own.listed(trouble.versions.map(shown)));
    case "few-servers":
      return own["few-servers"](trouble.answer, trouble.replicas);
    case "server-behind":
      return own["server-behind"](shown(trouble.server));
    default:
      return own[trouble.kind];
  }
}
