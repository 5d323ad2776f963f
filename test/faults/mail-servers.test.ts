/** Mail servers that misbehave beside recipients that are well: nobody waits, nothing is lost, all ends. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCertificate } from "../support/certificate.ts";
import { Random } from "../support/random.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { type BadServer, type Fault, startBadServer } from "./bad-mail-server.ts";
import { mailFaults, password } from "./mail-faults.ts";
import { type MailHouse, openMailHouse } from "./mail-house.ts";
import { tell, trialsOf } from "./trials.ts";

const MINUTE = 60_000;
const SHARE_MS = 5_000;
const SOON_MS = 20_000;
const seed = Number(process.env.SEED ?? 1);
const rounds = trialsOf({ quick: 1, all: 4 });
const aTime = 16;

interface Outcome {
  lost: number;
  wrong: number;
  soonMs: number;
  stopMs: number;
  readonly complaints: string[];
}

let before: string[] = [];

beforeAll(() => {
  before = process.getActiveResourcesInfo();
});

afterAll(async () => {
  const sockets = (names: string[]) => names.filter((name) => /TCP|TLS/.test(name)).length;
  await until("every socket closed", () => sockets(process.getActiveResourcesInfo()) <= sockets(before));
});

/** Certificates are looked at, though the server is on this machine. */
const urlOf = ({ port }: BadServer) =>
  `smtp://desk:${password}@127.0.0.1:${port}?tls.rejectUnauthorized=true`;

function secretsIn(text: string): boolean {
  return [password, btoa(password), btoa(`\0desk\0${password}`)].some((secret) => text.includes(secret));
}

const mailsOf = ({ store }: MailHouse, seq: number) => store.deliveries.ofAlert(seq);

/** One server with one fault: its mail, then six to others, and what becomes of them. */
async function misbehaves(fault: Fault, number: number): Promise<Outcome> {
  const outcome: Outcome = { lost: 0, wrong: 0, soonMs: 0, stopMs: 0, complaints: [] };
  const complain = (kind: "lost" | "wrong", what: string) => {
    outcome[kind]++;
    outcome.complaints.push(`SEED=${number}: a server that ${fault.name}: ${what}`);
  };
  const random = new Random(number);
  const server = await startBadServer(
    fault,
    (address) => address === "bad@x.jp",
    () => random.next(),
  );
  const ms = 6_000;
  const steps = { connectMs: ms, greetingMs: ms, answerMs: ms, acceptMs: ms };
  const house = await openMailHouse(tmpFolder(), urlOf(server), steps);
  const bad = () => mailsOf(house, 1)[0];
  try {
    server.arm(1);
    house.queue(["bad@x.jp"], fault.isLarge ? "x".repeat(8_000_000) : "text");
    await until("the fault", () => server.struck() > 0);
    const began = performance.now();
    for (let made = 0; made < 3; made++) house.queue(["well@x.jp", "fine@y.jp"]);
    // No time passes for the schedule: neither of them is ever postponed.
    const counts = () => house.store.deliveries.counts();
    const arrived = () => new Set(server.received.filter(({ to }) => to !== "bad@x.jp")).size >= 6;
    const isSent = () => arrived() && counts().sent >= 6;
    await until("the others' mails", isSent, SOON_MS).catch(() => complain("lost", "the others wait"));
    outcome.soonMs = performance.now() - began;
    await until("an outcome", () => (bad()?.tries.length ?? 0) > 0);
    const first = bad()?.tries[0];
    const expected = { later: "postponed", never: "refused", sent: "sent" }[fault.outcome];
    if (first?.outcome !== expected) complain("wrong", `${first?.outcome} (${first?.answer})`);
    if (fault.outcome === "later") {
      if (bad()?.nextAt !== house.clock.now() + MINUTE) complain("wrong", "not tried again in a minute");
      server.heal();
      house.clock.move(MINUTE);
      await until("its mail", () => counts().waiting === 0 && bad()?.state === "sent").catch(() =>
        complain("lost", "its mail"),
      );
    }
  } catch (error) {
    complain("lost", String(error));
  }
  const said = JSON.stringify([house.logged, ...[1, 2, 3, 4].map((seq) => mailsOf(house, seq))]);
  if (secretsIn(said)) complain("wrong", "the password is told");
  outcome.stopMs = await house.stop();
  await until("its sockets closed", () => server.open() === 0, 3_000).catch(() =>
    complain("wrong", "sockets"),
  );
  const copies = (to: string) => server.received.filter((one) => one.to === to).map(({ bytes }) => bytes);
  for (const to of ["well@x.jp", "fine@y.jp"])
    if (new Set(copies(to)).size !== 3 || copies(to).length !== 3) complain("wrong", `${to}: not each once`);
  const arrived = copies("bad@x.jp");
  if (new Set(arrived).size !== (fault.outcome === "never" ? 0 : 1)) complain("wrong", "its copies differ");
  if (arrived.length > (fault.repeats ? 2 : 1)) complain("wrong", "its mail came again");
  await server.close();
  return outcome;
}

/** Eight recipients whose server hangs hold every place; one that is well comes; the monitor stops and starts. */
async function hangs(fault: Fault, number: number): Promise<Outcome> {
  const outcome: Outcome = { lost: 0, wrong: 0, soonMs: 0, stopMs: 0, complaints: [] };
  const complain = (kind: "lost" | "wrong", what: string) => {
    outcome[kind]++;
    outcome.complaints.push(`SEED=${number}: eight times a server that ${fault.name}: ${what}`);
  };
  const eight = Array.from({ length: 8 }, (_, index) => `bad${index}@x.jp`);
  const random = new Random(number);
  const server = await startBadServer(
    fault,
    (address) => eight.includes(address),
    () => random.next(),
  );
  const patient = { connectMs: 60_000, greetingMs: 60_000, answerMs: 60_000, acceptMs: 60_000 };
  const folder = tmpFolder();
  const house = await openMailHouse(folder, urlOf(server), patient);
  try {
    server.arm(8);
    house.queue(eight, fault.isLarge ? "x".repeat(8_000_000) : "text");
    await until("the faults", () => server.struck() === 8);
    house.queue(["well@x.jp"]);
    const began = performance.now();
    house.clock.move(SHARE_MS);
    await until("the other's mail", () => house.store.deliveries.counts().sent === 1, SOON_MS);
    outcome.soonMs = performance.now() - began;
  } catch (error) {
    complain("lost", String(error));
  }
  if (mailsOf(house, 1).some(({ state, attempts }) => state !== "waiting" || attempts > 0))
    complain("wrong", "a mail that hangs has an outcome");
  outcome.stopMs = await house.stop();
  await until("its sockets closed", () => server.open() === 0, 3_000).catch(() =>
    complain("wrong", "sockets"),
  );
  server.heal();
  const again = await openMailHouse(folder, urlOf(server), patient);
  const allSent = () => again.store.deliveries.counts().sent === 9;
  await until("the eight", allSent).catch(() => complain("lost", "a mail of the eight"));
  await again.stop();
  const others = server.received.filter(({ to }) => to === "well@x.jp").length;
  if (others !== 1) complain("wrong", `the other's mail came ${others} times`);
  await server.close();
  return outcome;
}

async function each(
  trial: (fault: Fault, number: number) => Promise<Outcome>,
  of: readonly Fault[],
): Promise<Outcome> {
  const trials = Array.from({ length: rounds }, (_, round) =>
    of.map((fault, index) => ({ fault, number: seed + round * of.length + index })),
  ).flat();
  const sum: Outcome = { lost: 0, wrong: 0, soonMs: 0, stopMs: 0, complaints: [] };
  const one = async (): Promise<void> => {
    for (let next = trials.shift(); next; next = trials.shift()) {
      const { lost, wrong, soonMs, stopMs, complaints } = await trial(next.fault, next.number);
      sum.lost += lost;
      sum.wrong += wrong;
      sum.soonMs = Math.max(sum.soonMs, soonMs);
      sum.stopMs = Math.max(sum.stopMs, stopMs);
      sum.complaints.push(...complaints);
    }
  };
  await Promise.all(Array.from({ length: aTime }, one));
  return sum;
}

const shownOf = ({ soonMs, stopMs }: Outcome) =>
  `others' mails within ${(soonMs / 1_000).toFixed(1)} s, stopped within ${Math.ceil(stopMs)} ms`;

test("beside every server that misbehaves others get each mail once and soon, and its own come by the schedule", async (context) => {
  const faults = mailFaults(makeCertificate(tmpFolder()));
  const found = await each(misbehaves, faults);
  tell(context, {
    fault: `${faults.length} misbehaving mail servers and tarpits, each beside two recipients that are well`,
    tried: rounds * faults.length,
    ...{ lost: found.lost, wrong: found.wrong, shown: shownOf(found) },
    failsWith: "no limit of a step; secrets not taken out of answers",
  });
  expect(found.complaints).toEqual([]);
  expect(found.stopMs).toBeLessThan(10_000);
});

test("eight recipients that hang keep a ninth from its mail for a share of time at most, whatever they hang at", async (context) => {
  const hanging = mailFaults(makeCertificate(tmpFolder())).filter(({ name }) =>
    /never greets|hangs|a byte at a time/.test(name),
  );
  const found = await each(hangs, hanging);
  tell(context, {
    fault: `${hanging.length} ways to hang, eight recipients at once`,
    tried: rounds * hanging.length,
    ...{ lost: found.lost, wrong: found.wrong, shown: shownOf(found) },
    failsWith: "nobody is moved aside",
  });
  expect(found.complaints).toEqual([]);
  expect(found.stopMs).toBeLessThan(10_000);
});
