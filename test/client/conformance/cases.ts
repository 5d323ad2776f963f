/** The cases of the conformance kit: few dimensions crossed, and for each what the protocol (docs/feed.md) promises. */

/** What a case asks a client to follow; `token` is shown, and the filters are those of a subscription. */
export interface Order {
  readonly since?: number | "start" | "snapshot";
  readonly epoch?: string;
  readonly consumer?: string;
  readonly token?: string;
  readonly types?: readonly string[];
  readonly subjects?: readonly string[];
  readonly watchlist?: string;
  readonly where?: string;
}

/** A step of a case: something that happens, or what the client must have told by then. */
type Step = string | { readonly tells: string };

export interface Case {
  readonly name: string;
  readonly order: Order;
  /** Entries of the log, the oldest that is kept, and those that are damaged. */
  readonly log: { readonly entries: number; readonly oldest?: number; readonly damaged?: readonly number[] };
  /** Tokens that the feed wants; left out: none. */
  readonly tokens?: readonly string[];
  readonly play: readonly Step[];
}

// Of three entries one is an alert about 7203, one a comment on 6758, and one a warning about 6758.
const filters = {
  all: { order: {}, matches: () => true },
  types: { order: { types: ["alert.*"] }, matches: (seq: number) => seq % 3 !== 2 },
  subjects: { order: { subjects: ["7203"] }, matches: (seq: number) => seq % 3 === 1 },
  where: {
    order: { types: ["alert.*"], where: "now.severity == 'warning'" },
    matches: (seq: number) => seq % 3 === 0,
  },
} as const;

type Filter = keyof typeof filters;
const allFilters = Object.keys(filters) as Filter[];

/** The entries of a stretch that a filter lets through, as a step of a case has them. */
function told(filter: Filter, from: number, to: number): Step[] {
  const seqs = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter(filters[filter].matches);
  return seqs.length === 0 ? [] : [{ tells: seqs.join(" ") }];
}

const gap = (from: number, to: number): Step => ({ tells: `gap ${from}-${to}` });

function crossed<A extends string, B extends string>(as: readonly A[], bs: readonly B[]): [A, B][] {
  return as.flatMap((a) => bs.map((b): [A, B] => [a, b]));
}

/** Where it starts, what it asks for, how the connection ends. */
function cuts(): Case[] {
  const starts = { start: "start", zero: 0, four: 4, new: undefined } as const;
  const ways = ["none", "cut", "two cuts", "silence", "restart"] as const;
  return crossed(Object.keys(starts) as (keyof typeof starts)[], allFilters).flatMap(([from, filter]) => {
    const since = starts[from];
    const after = since === "start" ? 0 : (since ?? 9);
    const order = { ...(since !== undefined && { since }), ...filters[filter].order };
    const begin: Step[] = ["ready", ...told(filter, after + 1, 9)];
    const meanwhile = (first: number): Step[] => [
      ...["down", "write 3", "up"],
      ...told(filter, first, first + 2),
    ];
    const middle: Record<(typeof ways)[number], Step[]> = {
      none: ["write 3", ...told(filter, 10, 12)],
      cut: meanwhile(10),
      "two cuts": [...meanwhile(10), ...meanwhile(13)],
      silence: ["hang", "write 3", ...told(filter, 10, 12)],
      restart: ["restart", "write 3", ...told(filter, 10, 12)],
    };
    return ways.map((way) => {
      const next = way === "two cuts" ? 16 : 13;
      const end: Step[] = ["write 3", ...told(filter, next, next + 2)];
      return {
        name: `from ${from}, ${filter}, ${way}`,
        order,
        log: { entries: 9 },
        play: [...begin, ...middle[way], ...end],
      };
    });
  });
}

/** Entries that are lost: at the start or on the way, why, and what is asked for. */
function losses(): Case[] {
  const atStart = { pruned: {}, "another epoch": { epoch: "another" }, "beyond the end": {} } as const;
  const first = crossed(Object.keys(atStart) as (keyof typeof atStart)[], allFilters).map(
    ([why, filter]): Case => {
      const isPruned = why === "pruned";
      const since = why === "beyond the end" ? 40 : 3;
      return {
        name: `lost at the start, ${why}, ${filter}`,
        order: { since, ...atStart[why], ...filters[filter].order },
        log: { entries: 12, ...(isPruned && { oldest: 7 }) },
        play: [
          ...(isPruned ? [gap(4, 6), ...told(filter, 7, 12)] : [gap(1, 12)]),
          ...["ready", "write 3"],
          ...told(filter, 13, 15),
        ],
      };
    },
  );
  const onTheWay = ["pruned", "restored, shorter", "restored, longer"] as const;
  const later = crossed(onTheWay, allFilters).map(([why, filter]): Case => {
    // The last entry is one that the client has.
    const last = filter === "subjects" ? 7 : 9;
    const restored = (entries: number): Step[] => [
      ...[`restore ${entries}`, "up", gap(1, entries), "ready", "write 3"],
      ...told(filter, entries + 1, entries + 3),
    ];
    const what: Record<typeof why, Step[]> = {
      pruned: [
        ...["write 9", `prune ${last + 5}`, "up", gap(last + 1, last + 4)],
        ...[...told(filter, last + 5, last + 9), "write 3", ...told(filter, last + 10, last + 12)],
      ],
      "restored, shorter": restored(4),
      "restored, longer": restored(15),
    };
    return {
      name: `lost on the way, ${why}, ${filter}`,
      order: { since: "start", ...filters[filter].order },
      log: { entries: last },
      play: [...told(filter, 1, last), "down", ...what[why]],
    };
  });
  const damaged = crossed(["at the start", "within"], allFilters).map(([where, filter]): Case => {
    const after = where === "within" ? 0 : 5;
    return {
      name: `damaged ${where}, ${filter}`,
      order: { since: after, ...filters[filter].order },
      log: { entries: 12, damaged: [6, 7] },
      play: [
        ...told(filter, after + 1, 5),
        gap(6, 7),
        ...told(filter, 8, 12),
        "write 3",
        ...told(filter, 13, 15),
      ],
    };
  });
  return [...first, ...later, ...damaged];
}

/** What the state is asked for, and what happens then. Two alerts are open, and there are two items. */
function snapshots(): Case[] {
  const asked = {
    alerts: { order: filters.types.order, filter: "types", parts: ["episode 1", "episode 3"] },
    "a stock": { order: filters.subjects.order, filter: "subjects", parts: ["episode 1", "item 7203/A"] },
    all: { order: {}, filter: "all", parts: ["episode 1", "episode 3", "item 7203/A", "item 6758/A"] },
  } as const;
  const ends = ["live", "cut", "cut before live", "pruned", "restored"] as const;
  return crossed(Object.keys(asked) as (keyof typeof asked)[], ends).map(([what, end]): Case => {
    const { order, filter, parts } = asked[what];
    const snapshot = (seq: number): Step[] =>
      ["snapshot", ...parts, `live ${seq}`].map((tells) => ({ tells }));
    const next: Record<typeof end, Step[]> = {
      live: ["write 3", ...told(filter, 10, 12)],
      cut: ["down", "write 3", "up", ...told(filter, 10, 12)],
      "cut before live": ["write 3", ...told(filter, 10, 12)],
      pruned: [
        "down",
        "write 9",
        "prune 14",
        "up",
        gap(10, 13),
        ...snapshot(18),
        "write 3",
        ...told(filter, 19, 21),
      ],
      restored: ["down", "restore 4", "up", gap(1, 4), ...snapshot(4), "write 3", ...told(filter, 5, 7)],
    };
    return {
      name: `snapshot of ${what}, ${end}`,
      order: { since: "snapshot", ...order },
      log: { entries: 9 },
      play: [
        ...(end === "cut before live" ? ["withhold live", "told live"] : []),
        ...snapshot(9),
        ...next[end],
      ],
    };
  });
}

/** A place that the feed keeps: what becomes of the client or of the place, and what is asked for. */
function consumers(): Case[] {
  const stories = [
    "killed",
    "cut",
    "pruned",
    "restored",
    "from the start",
    "taken over",
    "forgotten",
  ] as const;
  return crossed(stories, ["all", "types"]).map(([story, filter]): Case => {
    const { order } = filters[filter];
    const begin: Step[] = ["ready", "write 6", ...told(filter, 10, 15), "acked 15"];
    const rest: Record<typeof story, Step[]> = {
      killed: [...begin, "kill", "write 3", "start", ...told(filter, 16, 18)],
      cut: [...begin, "down", "write 3", "up", ...told(filter, 16, 18)],
      pruned: [
        ...[...begin, "kill", "write 9", "prune 20", "start"],
        ...[gap(16, 19), ...told(filter, 20, 24), "acked 24"],
        ...["kill", "write 3", "start", ...told(filter, 25, 27)],
      ],
      restored: [
        ...begin,
        "kill",
        "restore 4",
        "start",
        gap(1, 4),
        "ready",
        "write 3",
        ...told(filter, 5, 7),
      ],
      "from the start": [
        ...[...told(filter, 1, 9), "acked 9", "down", "write 3", "up", ...told(filter, 10, 12)],
      ],
      "taken over": [...begin, "take over", { tells: "refused" }],
      forgotten: [...begin, "forget", { tells: "refused" }],
    };
    const since = story === "from the start" ? { since: "start" as const } : {};
    return {
      name: `consumer, ${story}, ${filter}`,
      order: { consumer: "kit", ...since, ...order },
      log: { entries: 9 },
      play: rest[story],
    };
  });
}

/** What the feed refuses, and tokens. */
function refusals(): Case[] {
  const token = "a-token-of-the-kit";
  const refused = (name: string, order: Order, tokens?: readonly string[]): Case => ({
    name: `refused, ${name}`,
    order,
    log: { entries: 3 },
    ...(tokens && { tokens }),
    play: [{ tells: "refused" }],
  });
  return [
    refused("a type that no event has", { types: ["nothing.*"] }),
    refused("a condition that is none", { types: ["alert.*"], where: "now." }),
    refused("a watchlist that is not there", { watchlist: "nowhere" }),
    refused("a code in another form", { types: ["alert.*"], subjects: ["7203.T"] }),
    refused("no token", {}, [token]),
    refused("a wrong token", { token: "another-token" }, [token]),
    ...(["cut", "restored"] as const).map((way): Case => {
      const play: Record<typeof way, Step[]> = {
        cut: ["down", "write 3", "up", { tells: "4 5 6" }],
        restored: ["down", "restore 2", "up", gap(1, 2)],
      };
      const order = { since: "start", token } as const;
      const begin = told("all", 1, 3);
      return {
        name: `token, ${way}`,
        order,
        log: { entries: 3 },
        tokens: [token],
        play: [...begin, ...play[way]],
      };
    }),
  ];
}

/** A way, or a client, that takes nothing for a while; and an entry of half a megabyte. */
function slow(): Case[] {
  const held = crossed(["way", "program"], ["all", "types"]).map(([who, filter]): Case => {
    const order = { since: "start", ...filters[filter].order } as const;
    const play: Step[] = [
      ...told(filter, 1, 9),
      ...[who === "way" ? "hold" : "pause", "large 30"],
      ...(who === "way" ? ["closed"] : []),
      ...[who === "way" ? "release" : "resume"],
      ...told(filter, 10, 39),
    ];
    return { name: `slow ${who}, ${filter}`, order, log: { entries: 9 }, play };
  });
  const large: Case = {
    name: "a large entry",
    order: { since: "start" },
    log: { entries: 1 },
    play: [{ tells: "1" }, "large 1", { tells: "2" }],
  };
  return [...held, large];
}

export function makeCases(): Case[] {
  return [cuts(), losses(), snapshots(), consumers(), refusals(), slow()].flat();
}
