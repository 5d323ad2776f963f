/**
 * A hundred rules of the kinds that people write: most about the stocks that they hold, some about all, a third of them
 * about several events.
 */

type Lines = readonly string[];

export const words = [
  "増配",
  "減配",
  "上方修正",
  "下方修正",
  "ストップ高",
  "ストップ安",
  "空売り",
  "決算",
  "増資",
  "TOB",
];

const held = Array.from({ length: 40 }, (_, at) => String(1300 + at * 7));
const isHeld = "now.code in lists.held";

/** Each kind with how many rules of it; the number tells them apart. */
const kinds: readonly (readonly [count: number, lines: (index: number) => Lines])[] = [
  [
    25,
    (at) => [
      "on: short.report.*",
      `when: now.code == "${1300 + at * 3}" && now.ratio >= ${0.6 + (at % 5) / 10}`,
      "by: [now.code, now.seller]",
      "cooldown: 1h",
      "notify: [email:desk]",
    ],
  ],
  [
    10,
    (at) => [
      "on: margin.alert.*",
      `when: now.shortRatio >= ${6 + at / 5} && now.shortChange > 0`,
      "cooldown: 1bd",
      "notify: [email:desk]",
    ],
  ],
  [
    12,
    (at) => ["on: forum.ranking.moved", `when: now.term == "daily" && was.rank - now.rank >= ${60 + at * 3}`],
  ],
  [
    15,
    (at) => [
      "on: forum.comment.posted",
      `when: now.body.has_any(["${words[at % 10]}", "${words[(at + 3) % 10]} ${at}", "${words[(at + 7) % 10]}!"])`,
      "by: now.code",
      `cooldown: ${at + 1}h`,
      "notify: [email:night]",
    ],
  ],
  [4, (at) => ["on: statistics.series.*", `when: now.value > ${96 + at}`]],
  [
    4,
    (at) => [
      "on: forum.comment.posted",
      at < 2 ? "by: now.code" : `when: ${isHeld}`,
      `count: { within: ${["1h", "{ session: 30m }", "1d", "{ tumbling: 1d }"][at]}, at_least: ${100 * (at + 1)} }`,
      "cooldown: 2h",
      "notify: [email:desk]",
    ],
  ],
  [
    2,
    (at) => [
      "on: forum.comment.posted",
      ...(at === 0 ? [] : [`when: ${isHeld}`]),
      `distinct: { of: now.author, within: ${["1h", "1bd"][at]}, at_least: ${60 * (at + 1)} }`,
      "cooldown: 4h",
    ],
  ],
  [
    3,
    (at) => [
      "on: forum.comment.posted",
      ...(at === 0 ? [] : [`when: ${isHeld}`]),
      `spike: { within: 1h, times: 4, against: ${["{ windows: 24 }", "{ days: 20d }", "{ days: 20bd }"][at]}, at_least: 30 }`,
      "cooldown: 3h",
      "notify: [email:night]",
    ],
  ],
  [
    3,
    (at) => [
      "on: short.report.*",
      `when: ${isHeld}`,
      `sum: { of: now.shares, within: ${at + 2}bd, above: 900000000 }`,
    ],
  ],
  [
    2,
    (at) => ["on: margin.alert.*", `average: { of: now.shortRatio, within: ${5 * (at + 1)}bd, at_least: 6 }`],
  ],
  [
    2,
    (at) => [
      "on: short.report.*",
      `percentile: { of: now.ratio, rank: ${90 + at * 5}, within: 20bd, above: 2.45 }`,
    ],
  ],
  [
    3,
    (at) => [
      "on: short.report.*",
      `when: ${isHeld}`,
      "by: [now.code, now.seller]",
      `crosses: { of: now.ratio, above: ${2 + at / 5}, reset: 0.3 }`,
    ],
  ],
  [
    3,
    (at) => [
      "on: forum.ranking.moved",
      `when: ${isHeld}`,
      "by: [now.term, now.code]",
      `moves: { of: now.rank, by: ${80 + at * 5}, direction: down, since: 1d }`,
    ],
  ],
  [1, () => ["on: short.report.*", `unseen: { of: now.seller, within: 30d }`]],
  [
    2,
    (at) => [
      "on: [short.report.*, margin.alert.changed]",
      "by: now.code",
      `sequence: { steps: [{ on: short.report.increased, when: now.ratio >= 2 }, { on: margin.alert.changed }], without: { on: short.report.closed }, within: ${at + 1}bd }`,
      "cooldown: 1d",
    ],
  ],
  [3, (at) => ["on: margin.alert.changed", `when: now.shortRatio > ${3 + at}`, "for: 12h", "cooldown: 5bd"]],
  [2, (at) => ["on: source.*", `absent: { for: ${20 + at * 6}h }`]],
  [1, () => ["on: margin.alert.changed", `when: ${isHeld}`, 'absent: { by: "18:00", on: trading-days }']],
  [
    3,
    (at) => [
      "on: short.report.*",
      `when: ${isHeld}`,
      "by: [now.code, now.seller]",
      `crosses: { of: now.ratio, above: 2.3, reset: 1 }`,
      `until: now.ratio < ${0.2 + at / 5}`,
    ],
  ],
];

/** A rule file of them all. */
export function ruleFile(): string {
  const written = kinds.flatMap(([count, lines], kind) =>
    Array.from({ length: count }, (_, at) => {
      const keys = [
        `name: kind-${kind}-${at}`,
        ...lines(at),
        'title: "{{ event.subject }}: {{ event.type }}"',
      ];
      return `  - ${keys.join("\n    ")}`;
    }),
  );
  return `lists: { held: ${JSON.stringify(held)} }\nrules:\n${written.join("\n")}\n`;
}
