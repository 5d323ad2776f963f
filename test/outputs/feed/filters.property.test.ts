/** However subscriptions are found, each gets what a plain filter over all entries gives. */
import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import type { EventDraft } from "../../../src/model/event.ts";
import { matchesType } from "../../../src/model/event-types.ts";
import type { Watchlists } from "../../../src/model/watchlists.ts";
import { createFilterCompiler } from "../../../src/rules/sets/filter.ts";
import { fc } from "../../support/fast-check.ts";
import type { FakeSocket } from "./support/fake-socket.ts";
import { createRig, type Rig } from "./support/rig.ts";

const codes = ["7203", "6758", "9984", "130A"];
const sellers = ["Alpha", "Beta"];

/** Of stocks that no event is about: too many to be looked up. */
const others = Array.from({ length: 90 }, (_, at) => String(1_000 + at));

interface Facts {
  readonly type: "short.report.opened" | "short.report.increased" | "margin.alert.added";
  readonly code: string;
  readonly seller: string;
  readonly ratio: number;
}

interface Where {
  readonly text: string;
  holds(facts: Facts): boolean;
}

const isShort = ({ type }: Facts) => type.startsWith("short.");
const wheres: readonly Where[] = [
  { text: "now.code == '7203'", holds: ({ code }) => code === "7203" },
  {
    text: "now.seller == 'Alpha' && now.code in ['7203', '6758']",
    holds: (facts) => isShort(facts) && facts.seller === "Alpha" && ["7203", "6758"].includes(facts.code),
  },
  {
    text: "(now.code == '9984' || now.code == '130A') && now.ratio >= 1.0",
    holds: (facts) => isShort(facts) && ["9984", "130A"].includes(facts.code) && facts.ratio >= 1,
  },
  {
    text: "now.code == '7203' || now.ratio > 2.0",
    holds: (facts) => facts.code === "7203" || (isShort(facts) && facts.ratio > 2),
  },
  {
    text: "now.ratio > 1.0 && event.subject == '6758'",
    holds: (facts) => isShort(facts) && facts.ratio > 1 && facts.code === "6758",
  },
  { text: "event.subject in watchlists.core", holds: ({ code }) => code === "7203" },
  { text: "now.code == '7203' && now.code == '6758'", holds: () => false },
];

interface Wish {
  readonly types: readonly string[] | undefined;
  readonly subjects: readonly string[] | undefined;
  readonly watchlist: "core" | "wide" | undefined;
  readonly where: Where | undefined;
}

const watchlists: Watchlists = {
  core: [{ code: "7203" }],
  wide: [{ code: "7203" }, { code: "9984" }],
};

function wants({ types, subjects, watchlist, where }: Wish, facts: Facts): boolean {
  if (types?.some((pattern) => matchesType(pattern, facts.type)) === false) return false;
  if (subjects?.includes(facts.code) === false) return false;
  if (watchlist !== undefined && !watchlists[watchlist]?.some(({ code }) => code === facts.code))
    return false;
  return where?.holds(facts) ?? true;
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const wish: fc.Arbitrary<Wish> = fc.record({
  types: maybe(fc.constantFrom(["*"], ["short.report.*"], ["margin.alert.added", "short.report.opened"])),
  subjects: maybe(fc.oneof(fc.subarray(codes, { minLength: 1 }), fc.constant([...others, "7203"]))),
  watchlist: maybe(fc.constantFrom("core", "wide")),
  where: maybe(fc.constantFrom(...wheres)),
});
const facts: fc.Arbitrary<Facts> = fc.record({
  type: fc.constantFrom("short.report.opened", "short.report.increased", "margin.alert.added"),
  code: fc.constantFrom(...codes),
  seller: fc.constantFrom(...sellers),
  ratio: fc.constantFrom(0.5, 1, 1.5, 2.5),
});
const who = fc.nat(2);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant("subscribe" as const), who, wish }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("unsubscribe" as const), which: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("commit" as const),
      all: fc.array(facts, { minLength: 1, maxLength: 60 }),
      turns: fc.nat(3),
    }),
  },
);

interface Subscribed {
  readonly socket: FakeSocket;
  readonly id: string;
  readonly wish: Wish;
  readonly expected: number[];
  ended: boolean;
}

function draft({ type, code, seller, ratio }: Facts): EventDraft {
  const now = type === "margin.alert.added" ? { code } : { code, seller, ratio };
  return { type, source: "/sources/made-up", subject: code, data: { now } };
}

function commit(rig: Rig, all: readonly Facts[], subscribed: readonly Subscribed[]): void {
  for (const one of all) {
    rig.log.append(draft(one));
    for (const { wish: wished, expected, ended } of subscribed)
      if (!ended && wants(wished, one)) expected.push(rig.log.head());
  }
  rig.hub.wake();
}

describe("Over any subscriptions, commits and ends", () => {
  it("each subscription gets what a plain filter gives", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const compileFilter = createFilterCompiler(builtInTypes, () => watchlists);
        const rig = createRig(undefined, undefined, { compileFilter, watchlists: () => watchlists });
        const sockets = [rig.connect(), rig.connect(), rig.connect()];
        const subscribed: Subscribed[] = [];
        for (const done of steps) {
          if (done.act === "commit") {
            commit(rig, done.all, subscribed);
            for (let turn = 0; turn < done.turns; turn += 1) rig.once();
          } else if (done.act === "subscribe") {
            const socket = sockets[done.who] as FakeSocket;
            const id = `s${subscribed.length}`;
            const { types, subjects, watchlist, where } = done.wish;
            socket.send({ type: "subscribe", id, types, subjects, watchlist, where: where?.text });
            // A condition is compiled in a turn, and the subscription begins there.
            rig.settle();
            expect(socket.ofType("subscribed").at(-1)).toMatchObject({ id });
            subscribed.push({ socket, id, wish: done.wish, expected: [], ended: false });
          } else {
            const one = subscribed[done.which];
            if (one === undefined || one.ended) continue;
            rig.settle();
            one.ended = true;
            one.socket.send({ type: "unsubscribe", id: one.id });
          }
        }
        rig.settle();
        for (const { socket, id, expected } of subscribed) expect(socket.seqs(id)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});
