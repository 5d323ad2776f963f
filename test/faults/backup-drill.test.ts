/**
 * The drill: a backup of a monitor under load, the database damaged in every way of the list, found each time, the
 * backup restored, the monitor started, and its readers told. The quick part goes all the way for some of the ways;
 * for the others it ends with a restored database that is whole.
 */
import { copyFileSync, cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { restore } from "../../src/app/database/restore.ts";
import { type Verified, verifyStore } from "../../src/app/database/verify-store.ts";
import { createFeedClient, type FeedGap } from "../../src/client/feed-client.ts";
import { damageWords } from "../../src/model/store-faults.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { type FeedReader, readFeed } from "../support/feed-reader.ts";
import { freePort } from "../support/free-port.ts";
import { type Monitor, startMonitor, yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { bringToRest, type DatabaseHarm, databaseHarms, hasNewsInLog, isOpen } from "./database-harms.ts";
import { everyTrial, tell } from "./trials.ts";

/** The whole way for these in the quick part: one that is stopped and one that is killed, in a table and at the end. */
const wholeWay = ["a byte of a row of log", "the write-ahead log lost"];

interface Stage {
  readonly config: string;
  readonly path: string;
  readonly backup: string;
  start(): Promise<Monitor>;
}

/** A folder with what ships: all services are simulated, with a business day a minute. */
async function setStage(): Promise<Stage> {
  const folder = tmpFolder();
  for (const name of ["config", "rules"])
    cpSync(join(import.meta.dirname, "../..", name), join(folder, name), { recursive: true });
  const config = join(folder, "config/monitor.yaml");
  // Many forums, so that there is soon much to keep.
  writeFileSync(
    config,
    readFileSync(config, "utf8").replace("codes: { watchlist: mine }", "fromRanking: 20"),
  );
  const port = String(await freePort());
  return {
    config,
    path: join(folder, "data/yagura.db"),
    backup: join(folder, "backups/one.db"),
    start: () => startMonitor(config, { YAGURA_PORT: port }),
  };
}

interface Readers extends FeedReader {
  /** Gaps that the client of the library was told. */
  readonly gaps: readonly FeedGap[];
}

/** Two readers that come back after each restart: one of frames, and one of the client library. */
function readersOf(monitor: Monitor): Readers {
  const gaps: FeedGap[] = [];
  const client = createFeedClient({
    url: monitor.ready.feed,
    since: "start",
    onEvent: () => {},
    onGap: (gap) => void gaps.push(gap),
  });
  onTestFinished(() => client.close());
  return { ...readFeed(monitor.ready.feed), gaps };
}

const epochOf = ({ frames }: FeedReader) =>
  String(frames.filter(({ type }) => type === "welcome").at(-1)?.epoch);

/** What the reader had in an epoch, by number. */
function idsIn(epoch: string, { events }: FeedReader): Map<number, string> {
  const own = events.filter(({ event }) => event.id.startsWith(epoch));
  return new Map(own.map(({ seq, event }) => [seq, event.id]));
}

interface Outcome {
  /** Parts that were named as damaged. */
  readonly found: readonly string[];
  /** Entries that were told and are not in the backup, as `restore` counts them. */
  readonly lost: number;
  /** Entries of the backup that are not what the readers had. */
  readonly wrong: number;
  readonly image: Image;
}

/** Files of the monitor as a stop or a kill left them, and the backup that was made while it ran. */
interface Image {
  readonly isKilled: boolean;
  readonly path: string;
  readonly backup: string;
}

/** The whole way, from a monitor that runs to one that runs again. */
async function drill(
  { name, isKilled, harm }: DatabaseHarm,
  monitor: Monitor,
  stage: Stage,
  readers: Readers,
): Promise<Outcome & { monitor: Monitor }> {
  const { config, path, backup } = stage;
  const epoch = epochOf(readers);
  const begun = readers.events.length;
  const backedUp = await yagura(["backup", backup, "--force", "--json", "--config", config]);
  expect([name, backedUp.code]).toEqual([name, 0]);
  const { last } = JSON.parse(backedUp.stdout) as { last: number };
  await until(
    "entries after the backup",
    () => readers.events.length > begun + 3 && lastOf(readers) > last + 2,
    60_000,
  );
  if (isKilled) await killedWithNews(stage, monitor, readers);
  else await monitor.stop("SIGTERM");
  const had = idsIn(epoch, readers);
  if (!isKilled) bringToRest(path);
  const image = imageOf(isKilled === true, stage);
  harm(path, backup);
  const verified = await yagura(["verify", "--config", config, "--json"]);
  expect([name, verified.code], verified.stderr).toEqual([name, 1]);
  const restored = await yagura(["restore", backup, "--discard", "--json", "--config", config]);
  expect([name, restored.code], restored.stderr).toEqual([name, 0]);
  const { lost } = JSON.parse(restored.stdout) as { lost: { from: number; to: number } };
  expect(lost.from).toBe(last + 1);
  expect(lost.to).toBeGreaterThanOrEqual(Math.max(...had.keys()));
  const gaps = readers.gaps.length;
  const again = await stage.start();
  await until("an epoch of its own", () => ![epoch, "undefined"].includes(epochOf(readers)));
  // The client of the library waits longer from one try to the next.
  const areTold = () => readers.gaps.length > gaps && resumedOf(readers).recovered === false;
  await until(`a gap that both are told after ${name}`, areTold, 90_000);
  expect(resumedOf(readers)).toMatchObject({ gap: { from: 1 } });
  expect(readers.gaps.at(-1)?.epoch).toBe(epochOf(readers));
  const told = await until("the news of it", () => replacedOf(path));
  expect(told).toMatchObject({ reason: "restored", head: last, told: lost.to });
  return {
    found: foundBy(JSON.parse(verified.stdout)),
    lost: lost.to - lost.from + 1,
    wrong: wrongOf(path, last, had),
    image,
    monitor: again,
  };
}

/** Kills the monitor while its newest entries are in the write-ahead log alone; nobody has the database open then. */
async function killedWithNews(stage: Stage, monitor: Monitor, readers: Readers): Promise<void> {
  for (let running = monitor; ; running = await stage.start()) {
    const last = lastOf(readers);
    await until("entries before the kill", () => lastOf(readers) > last);
    await running.stop("SIGKILL");
    await until("everybody gone who had it open", () => !isOpen(stage.path));
    if (hasNewsInLog(stage.path)) return;
  }
}

const lastOf = ({ events }: FeedReader) => events.at(-1)?.seq ?? 0;

function resumedOf({ frames }: FeedReader) {
  return frames.filter(({ type }) => type === "subscribed").at(-1) ?? { recovered: true };
}

/** The newest news of a put-back, as the log has it. */
function replacedOf(path: string): unknown {
  const reader = openStoreReader(path);
  const [found] = reader.search.newest({ types: ["store.replaced"], limit: 1 });
  reader.close();
  return found && JSON.parse(found.json).data.now;
}

/** Entries of the restored log that the reader had otherwise. */
function wrongOf(path: string, last: number, had: ReadonlyMap<number, string>): number {
  const reader = openStoreReader(path);
  const kept = reader.log.read(0, last).filter(({ seq }) => seq <= last);
  reader.close();
  const ids = new Map(kept.map(({ seq, json }) => [seq, String(JSON.parse(json).id)]));
  const known = [...had].filter(([seq]) => seq <= last);
  return last - ids.size + known.filter(([seq, id]) => ids.get(seq) !== id).length;
}

function foundBy({ damaged, putBack }: Verified): string[] {
  return [
    ...damaged.map((damage) => damageWords(damage)),
    ...(putBack ? [`${putBack.reason} than told`] : []),
  ];
}

/** The short way: a copy of a stopped or killed monitor's files, damaged, found and restored. */
async function repaired({ name, harm }: DatabaseHarm, image: Image): Promise<string[]> {
  const path = join(tmpFolder(), "yagura.db");
  copyFiles(image.path, path);
  harm(path, image.backup);
  const found = foundBy(await verifyStore(path));
  const restored = await restore(image.backup, path, { now: 0 });
  expect([name, restored.ok, (await verifyStore(path)).ok]).toEqual([name, true, true]);
  return found;
}

function copyFiles(from: string, to: string): void {
  for (const ending of ["", "-wal", ".told"])
    if (existsSync(`${from}${ending}`)) copyFileSync(`${from}${ending}`, `${to}${ending}`);
}

function imageOf(isKilled: boolean, stage: Stage): Image {
  const folder = tmpFolder();
  const [path, backup] = [join(folder, "yagura.db"), join(folder, "backup.db")];
  copyFiles(stage.path, path);
  copyFileSync(stage.backup, backup);
  return { isKilled, path, backup };
}

test(`a backup under load, ${databaseHarms.length} ways of damage, each found, restored, and told to the readers`, async (context) => {
  const stage = await setStage();
  let monitor = await stage.start();
  const readers = readersOf(monitor);
  await until("a mail, alerts and enough entries", () => readers.events.length > 150);
  // The kill first: what the other leaves has then also what a restore adds.
  const whole = databaseHarms
    .filter(({ name }) => everyTrial || wholeWay.includes(name))
    .toSorted((a, b) => Number(b.isKilled === true) - Number(a.isKilled === true));
  const short = databaseHarms.filter((way) => !whole.includes(way));
  const found = new Map<string, readonly string[]>();
  const images: Image[] = [];
  let [lost, wrong] = [0, 0];
  for (const way of whole) {
    const outcome = await drill(way, monitor, stage, readers);
    ({ monitor } = outcome);
    found.set(way.name, outcome.found);
    images.push(outcome.image);
    lost += outcome.lost;
    wrong += outcome.wrong;
  }
  const ids = readers.events.map(({ event }) => event.id);
  const twice = ids.length - new Set(ids).size;
  await monitor.stop("SIGKILL");
  for (const way of short) {
    const image = images.find(({ isKilled }) => isKilled === (way.isKilled === true));
    if (image === undefined) throw new Error(`no image for ${way.name}`);
    found.set(way.name, await repaired(way, image));
  }
  const missed = [...found].filter(([, parts]) => parts.length === 0).map(([name]) => name);
  tell(context, {
    fault: "database damaged, and a backup that was made under load restored",
    tried: databaseHarms.length,
    lost: missed.length,
    wrong: wrong + twice,
    shown: `${whole.length} all the way; ${lost} entries were newer than their backup, all counted and told as a gap`,
    failsWith: "every row's checksum 0; the mark of a restore left out",
  });
  expect(missed).toEqual([]);
  expect([wrong, twice]).toEqual([0, 0]);
  expect(databaseHarms.length).toBeGreaterThanOrEqual(20);
});
