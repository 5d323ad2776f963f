/**
 * Sessions of browsers over signing out, restarts, their end, and other servers of the host that see the cookie: by
 * chance, each step held against what the documents say.
 */
import { expect, test } from "vitest";
import { ask, json, openPage, type Signed } from "../server/session-page.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { MemoryMeta } from "../support/memory-meta.ts";
import { Random } from "../support/random.ts";
import { seedsOf, tell, trialsOf } from "./trials.ts";

const lastsMs = 12 * 3_600_000;
const tokens = ["reader", "operator"] as const;

interface Session extends Signed {
  readonly token: (typeof tokens)[number];
  readonly until: number;
  isOut: boolean;
}

/** Some steps with one monitor and its restarts; answers how many questions were asked, and those that were answered otherwise. */
async function life(seed: number): Promise<{ asked: number; wrong: string[] }> {
  const random = new Random(seed);
  const clock = createHandClock();
  const meta = new MemoryMeta();
  let page = await openPage({ meta, clock });
  const { port } = page.feed;
  const sessions: Session[] = [];
  const wrong: string[] = [];
  let asked = 0;
  const expectStatuses = async (what: string, signed: Partial<Signed>, read: number, act: number) => {
    asked += 2;
    const got = await page.statuses(signed);
    if (got.read !== read || got.act !== act) wrong.push(`seed ${seed}: ${what}: ${got.read} and ${got.act}`);
  };
  const steps: Readonly<Record<string, () => Promise<void>>> = {
    async signIn() {
      const token = random.pick(tokens);
      const { cookie, csrfToken } = await page.signIn(token);
      sessions.push({ token, cookie, csrfToken, until: clock.now() + lastsMs, isOut: false });
    },
    async signOut() {
      if (sessions.length === 0) return;
      const session = random.pick(sessions);
      await ask(page.session, { method: "DELETE", headers: { ...json, cookie: session.cookie } });
      session.isOut = true;
    },
    async restart() {
      await page.feed.stop(100);
      page = await openPage({ port, meta, clock });
    },
    async time() {
      clock.move(random.pick([60_000, 3_600_000, 5 * 3_600_000]));
    },
  };
  for (let step = 0; step < 14; step += 1) {
    await steps[random.pick(["signIn", "signIn", "signOut", "restart", "time"])]?.();
    for (const { token, cookie, csrfToken, until, isOut } of sessions) {
      const isOver = isOut || clock.now() >= until;
      const acts = token === "operator" ? 200 : 403;
      await expectStatuses(
        isOver ? "one that is over" : `one of a ${token}`,
        { cookie, csrfToken },
        ...((isOver ? [401, 401] : [200, acts]) as [number, number]),
      );
      // Another server of the host has the cookie, and nothing more.
      await expectStatuses(
        "the cookie alone",
        { cookie },
        ...((isOver ? [401, 401] : [200, 403]) as [number, number]),
      );
    }
  }
  await page.feed.stop(100);
  return { asked, wrong };
}

test("sessions end with a sign-out, over restarts too, and act with what their page alone holds", async (context) => {
  const seeds = seedsOf(trialsOf({ quick: 5, all: 100 }));
  const wrong: string[] = [];
  let asked = 0;
  for (const seed of seeds) {
    const lived = await life(seed);
    asked += lived.asked;
    wrong.push(...lived.wrong);
  }
  tell(context, {
    fault: "sessions signed out, over restarts, and shown by other servers of the host",
    tried: seeds.length,
    lost: 0,
    wrong: wrong.length,
    shown: `${asked} calls`,
    failsWith: "a sign-out that only clears the cookie; an act by the cookie alone",
  });
  expect(wrong).toEqual([]);
});
